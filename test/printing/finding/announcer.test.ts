import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import packet, { type Answer } from 'dns-packet'
import multicastDns, { type MulticastDNS, type ResponsePacket } from 'multicast-dns'
import t, { type Test } from 'tap'
import { type Announcement, announcementsOf } from '../../../src/printing/finding/announced.ts'
import { Announcer } from '../../../src/printing/finding/announcer.ts'
import { announcedServices } from '../../../src/printing/finding/dns-sd.ts'
import { freePort } from '../../free-port.ts'
import { testPrinter } from '../channels/played-printer.ts'

const never = new AbortController().signal
const loopback = '127.0.0.1'

const about = {
  host: 'labels',
  port: 8080,
  model: 'quietzone ZPL 203 dpi',
  uuid: 'urn:uuid:b127211a-29d2-56f8-a453-4b4a87118b92',
  formats: ['application/pdf', 'image/pwg-raster', 'image/urf'],
  urf: ['V1.4', 'RS203', 'W8'],
  needsKey: false,
}

const dock: Announcement = announcementsOf({ ...testPrinter, name: 'dock-1', receive: { ipp: true } }, about)[0]!

function announcer(t: Test, port: number): Announcer {
  const made = new Announcer({
    host: 'labels',
    port,
    interfaces: () => [loopback],
    pace: { probes: 10, announcements: 10 },
    log: (message) => t.fail(message),
  })
  t.teardown(() => made.close())
  return made
}

/** A socket that hears and asks. */
async function listener(t: Test, port: number): Promise<MulticastDNS> {
  const socket = multicastDns({ interface: loopback, bind: '0.0.0.0', port })
  t.teardown(() => new Promise<void>((resolve) => socket.destroy(resolve)))
  await once(socket, 'ready')
  return socket
}

/** The next response that has what is looked for. */
function heard(socket: MulticastDNS, isIt: (answers: readonly Answer[]) => boolean): Promise<readonly Answer[]> {
  return new Promise((resolve) => {
    const look = ({ answers = [], additionals = [] }: ResponsePacket): void => {
      if (!isIt(answers)) return
      socket.off('response', look)
      resolve([...answers, ...additionals])
    }
    socket.on('response', look)
  })
}

const names = (records: readonly Answer[], type: string): readonly string[] =>
  [...new Set(records.filter((each) => each.type === type).map(({ name }) => name))].sort()

t.test('what is announced of an entry', (t) => {
  const [ipp, socket, ...others] = announcementsOf(
    { ...testPrinter, name: 'dock.1', receive: { ipp: true, socket: 9101 } },
    { ...about, needsKey: true },
  )
  t.same(others, [])
  t.match(ipp, { instance: 'dock-1 on labels', type: '_ipp._tcp', subtypes: ['_print', '_universal'], port: 8080 })
  for (const each of [
    'txtvers=1',
    'qtotal=1',
    'rp=ipp/print/dock.1',
    'ty=quietzone ZPL 203 dpi',
    'Color=F',
    'Duplex=F',
    'kind=label',
  ])
    t.ok(ipp!.about.includes(each), each)
  t.ok(ipp!.about.includes('pdl=application/pdf,image/pwg-raster,image/urf'))
  t.ok(ipp!.about.includes('UUID=b127211a-29d2-56f8-a453-4b4a87118b92'))
  t.ok(ipp!.about.includes('air=username,password'))
  t.match(socket, { type: '_pdl-datastream._tcp', subtypes: [], port: 9101 })
  t.same(announcementsOf(testPrinter, about), [], 'of one that receives nothing')
  t.end()
})

t.test('a printer is announced, is found by its type, and says goodbye', async (t) => {
  const port = await freePort()
  const socket = await listener(t, port)
  const own = announcer(t, port)
  const first = heard(socket, (answers) => names(answers, 'SRV').length > 0)
  await own.announce([dock])
  t.same(names(await first, 'PTR'), [
    '_ipp._tcp.local',
    '_print._sub._ipp._tcp.local',
    '_services._dns-sd._udp.local',
    '_universal._sub._ipp._tcp.local',
  ])
  const found = await announcedServices({
    types: ['_ipp._tcp'],
    ms: 60_000,
    most: 1,
    signal: never,
    interfaces: [loopback],
    port,
  })
  t.match(found, [{ instance: 'dock-1 on labels', host: loopback, port: 8080 }])
  t.equal(found[0]!.about.get('rp'), 'ipp/print/dock-1')
  for (const name of ['_print._sub._ipp._tcp.local', '_IPP._TCP.local', '_services._dns-sd._udp.local']) {
    const answer = heard(socket, (answers) => answers.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    socket.query([{ name, type: 'PTR' }])
    t.ok(await answer, name)
  }
  const goodbye = heard(socket, (answers) => answers.some((each) => each.type === 'SRV' && each.ttl === 0))
  await own.close()
  const forgotten = (await goodbye).filter((each) => 'ttl' in each && each.ttl === 0)
  t.ok(names(forgotten, 'PTR').includes('_ipp._tcp.local'))
  t.notOk(names(forgotten, 'PTR').includes('_services._dns-sd._udp.local'))
  t.same(names(forgotten, 'A'), [])
})

t.test('printers that come and go', async (t) => {
  const port = await freePort()
  const socket = await listener(t, port)
  const own = announcer(t, port)
  await own.announce([dock])
  const gone = heard(socket, (answers) => answers.some((each) => each.type === 'SRV' && each.ttl === 0))
  const come = heard(socket, (answers) => names(answers, 'SRV').some((name) => name.startsWith('ramp')))
  await own.announce([{ ...dock, instance: 'ramp on labels' }])
  t.same(names(await gone, 'SRV'), ['dock-1 on labels._ipp._tcp.local'])
  t.same(names(await come, 'SRV'), ['ramp on labels._ipp._tcp.local'])
})

t.test('a name that another machine has is left to it', async (t) => {
  const port = await freePort()
  const other = await listener(t, port)
  const taken = 'dock-1 on labels._ipp._tcp.local'
  const theirs: Answer = { type: 'SRV', name: taken, data: { target: 'other.local', port: 631 }, ttl: 120 }
  other.on('query', ({ questions = [] }) => {
    if (questions.some(({ name }) => name === taken)) other.respond([theirs])
  })
  const announced = heard(other, (answers) => names(answers, 'TXT').length > 0)
  await announcer(t, port).announce([dock])
  t.same(names(await announced, 'TXT'), ['dock-1 on labels (2)._ipp._tcp.local'])
})

t.test('an ordinary resolver is answered by itself, with its question and number', async (t) => {
  const port = await freePort()
  await announcer(t, port).announce([dock])
  const resolver = createSocket('udp4')
  t.teardown(() => new Promise<void>((resolve) => resolver.close(resolve)))
  resolver.bind(0, loopback)
  await once(resolver, 'listening')
  resolver.setMulticastInterface(loopback)
  const question = { type: 'PTR', name: '_ipp._tcp.local' } as const
  const answered = once(resolver, 'message')
  resolver.send(packet.encode({ type: 'query', id: 4711, questions: [question] }), port, '224.0.0.251')
  const { id, questions, answers, additionals } = packet.decode((await answered)[0] as Buffer)
  t.equal(id, 4711)
  t.match(questions, [question])
  t.equal(names(answers ?? [], 'PTR').join(), '_ipp._tcp.local')
  t.same([...new Set((additionals ?? []).map(({ type }) => type))].sort(), ['A', 'SRV', 'TXT'])
  t.notOk(
    [...(answers ?? []), ...(additionals ?? [])].some((each) => 'flush' in each && each.flush),
    'no cache is flushed',
  )
})
