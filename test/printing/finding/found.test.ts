import { once } from 'node:events'
import type { Answer } from 'dns-packet'
import multicastDns from 'multicast-dns'
import t, { type Test } from 'tap'
import { foundPrinters } from '../../../src/printing/finding/found.ts'
import { freePort } from '../../free-port.ts'
import { inLongRun } from '../../random.ts'

const never = new AbortController().signal
const loopback = '127.0.0.1'

interface Announced {
  readonly instance: string
  readonly type: string
  readonly port: number
  readonly text?: string[]
}

/** Answers questions for services on the loopback, each by as many answers as there are records. */
async function responder(t: Test, port: number, services: readonly Announced[]): Promise<void> {
  const socket = multicastDns({ interface: loopback, bind: '0.0.0.0', port })
  t.teardown(() => new Promise<void>((resolve) => socket.destroy(resolve)))
  const host = 'Printer.local'
  const records = services.flatMap(({ instance, type, port: at, text = [] }) => {
    const name = `${instance}.${type}.local`
    return [
      { type: 'PTR', name: `${type}.local`, data: name },
      { type: 'SRV', name, data: { target: host, port: at } },
      { type: 'TXT', name, data: text },
    ] satisfies Answer[]
  })
  socket.on('query', ({ questions = [] }) => {
    for (const { name, type } of questions) {
      const isAsked = (record: { readonly name: string; readonly type: string }): boolean =>
        record.type === type && record.name.toLowerCase() === name.toLowerCase()
      const all = [...records, { type: 'A', name: host, data: '192.0.2.10' } satisfies Answer]
      for (const record of all.filter(isAsked)) socket.respond([record])
    }
  })
  await once(socket, 'ready')
}

t.test('printers that announce themselves, and queues of this machine, with their addresses', async (t) => {
  const port = await freePort()
  await responder(t, port, [
    { instance: 'Zebra ZD421 (dock 3)', type: '_pdl-datastream._tcp', port: 9100, text: ['ty=Zebra ZD421', 'pdl='] },
    {
      instance: 'Büro',
      type: '_ipp._tcp',
      port: 631,
      text: ['rp=ipp/print', 'ty=QL-820NWB\x07', 'pdl=application/pdf,image/png', 'TY=other'],
    },
    { instance: 'Büro', type: '_ipps._tcp', port: 443, text: ['rp=ipp/print'] },
    { instance: 'web', type: '_http._tcp', port: 80 },
    { instance: 'trap', type: '_ipp._tcp', port: 631, text: ['rp=x?y#z'] },
  ])
  const where = { interfaces: [loopback], port, ms: 60_000 }
  const queues = async (): Promise<string[]> => ['Labels_1', '-o raw']
  const found = await foundPrinters(never, { ...where, most: 4, queues })
  t.same(
    found.map(({ address }) => address).sort(),
    ['ipp://192.0.2.10:631/ipp/print', 'ipps://192.0.2.10:443/ipp/print', 'lp:Labels_1', 'socket://192.0.2.10:9100'],
    'what no printer can have as its address is left out',
  )
  t.match(found, [
    { name: 'zebra-zd421-dock-3', address: /^socket:/, from: 'network', model: 'Zebra ZD421', language: undefined },
    { name: 'buro', address: /^ipp:/, model: 'QL-820NWB', language: 'pdf' },
    { address: /^ipps:/, model: undefined },
    { name: 'labels_1', from: 'queue' },
  ])
  const [first, ...others] = await foundPrinters(never, { ...where, most: 1, queues })
  t.equal(first?.from, 'network')
  t.same(others, [], 'no more than are wanted')
})

t.test('where nobody answers, queues are all that is found; and it ends when it is told to', inLongRun, async (t) => {
  const port = await freePort()
  const where = { interfaces: [loopback], port, queues: async () => ['q'] }
  t.match(await foundPrinters(never, { ...where, ms: 1 }), [{ address: 'lp:q' }])
  t.match(await foundPrinters(never, { ...where, interfaces: [], ms: 1 }), [{ address: 'lp:q' }])
  const controller = new AbortController()
  const finding = foundPrinters(controller.signal, { ...where, ms: 60_000 })
  controller.abort(new Error('over'))
  await t.rejects(finding, { message: 'over' })
})
