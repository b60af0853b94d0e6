import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Jobs, type Printers, printersOf } from '../../../../src/printing/index.ts'
import { namedEntries, placeOf, savedEntries } from '../../../../src/printing/printers/entries.ts'
import { keysOf } from '../../../../src/server/access/index.ts'
import { hashOf } from '../../../../src/server/access/keys.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { endless } from '../../../printing/printers/example-jobs.ts'
import { storeInMemory } from '../../../printing/store/example-store.ts'
import { inLongRun } from '../../../random.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from '../../http/wire.ts'

const allowed = 'Quietzone-Print: yes'
const [office, dock] = ['office', 'dock']
const admin = `Authorization: Bearer ${office}`

const keys = keysOf([
  { name: 'office', hash: hashOf(office), may: ['print', 'jobs', 'admin'], perMinute: 0 },
  { name: 'dock', hash: hashOf(dock), may: ['print'], perMinute: 0 },
])

const entry = { name: 'dock-3', address: 'socket://192.0.2.10:9100', language: 'zpl', dpi: 203, stock: '4x6' }

interface Shop extends Served {
  readonly file: string
  readonly printers: Printers
  send(line: string, asked?: unknown, ...headers: string[]): Promise<Reply>
}

/** A service that changes the printers of a folder which is not there yet, for everybody who has the key of the office. */
async function shop(t: Test, { jobs: isKept = false } = {}): Promise<Shop> {
  const folder = join(t.testdir(), 'state')
  const file = join(folder, 'printers.json')
  const printers = printersOf([], { patience: endless })
  const printerEntries = savedEntries({
    ...{
      path: file,
      taken: (list) => printers.replace(list),
      prepare: () => void mkdirSync(folder, { recursive: true }),
    },
    isOwn: (address) => placeOf(address)?.port === 8080,
  })
  const store = storeInMemory()
  const about = { store, printers, answerTo: () => undefined, record: () => {}, log: () => {} }
  const jobs = isKept ? new Jobs(about) : undefined
  const service = await served({ keys, printerEntries, printing: { printers, jobs } })
  t.teardown(async () => {
    await jobs?.close(0)
    await service.close()
    store.close()
  })
  const send = async (line: string, asked?: unknown, ...headers: string[]): Promise<Reply> => {
    const body = asked === undefined ? '' : JSON.stringify(asked)
    const type = asked === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]
    const head = [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...type, admin, ...headers]
    const wire = new Wire(service.port).send(`${[...head, '', ''].join('\r\n')}${body}`)
    await wire.closed
    return repliesIn(wire.received)[0]!
  }
  return { ...service, file, printers, send }
}

const bodyOf = ({ body }: Reply): Record<string, unknown> => JSON.parse(body.toString())
const inFile = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const outcome = (reply: Reply): unknown => [reply.status, errorIn(reply).code]

t.test('a printer is added, seen, changed by who has seen it, and removed', async (t) => {
  const { file, printers, send, port } = await shop(t)
  t.same(outcome(await send('GET /api/v1/printers/dock-3')), [404, 'printer_unknown'])
  t.notOk(existsSync(file), 'nothing is kept before')

  const added = await send('POST /api/v1/printers', entry, allowed)
  t.equal(added.status, 201)
  t.same(bodyOf(added), entry)
  t.same(inFile(file), [entry])
  t.match(printers.list, [{ name: 'dock-3', address: { kind: 'socket', host: '192.0.2.10', port: 9100 } }])
  const listed = await ask(port, 'GET /api/v1/printers', [`Authorization: Bearer ${dock}`])
  t.notMatch(listed.body.toString(), '192.0.2.10', 'where it is reached, is told those alone who may change it')

  const seen = await send('GET /api/v1/printers/dock-3')
  t.same(bodyOf(seen), entry)
  const tag = seen.headers.get('etag')!
  t.equal(added.headers.get('etag'), tag)
  const wider = { ...entry, stock: '4x3', darkness: 20 }
  t.same(outcome(await send('POST /api/v1/printers', wider, allowed)), [412, 'printer_changed'])
  t.same(outcome(await send('POST /api/v1/printers', wider, allowed, 'If-Match: "other"')), [412, 'printer_changed'])
  t.equal((await send('POST /api/v1/printers', wider, allowed, `If-Match: ${tag}`)).status, 200)
  t.same(inFile(file), [wider])
  t.match(printers.find('dock-3'), { stock: '4x3', handling: { darkness: 20 } })
  t.same(outcome(await send('POST /api/v1/printers', entry, allowed, `If-Match: ${tag}`)), [412, 'printer_changed'])
  t.same(
    outcome(await send('POST /api/v1/printers', { ...entry, name: 'lab' }, allowed, 'If-Match: *')),
    [412, 'printer_changed'],
    'who changes one that has gone is told so',
  )

  t.same(outcome(await send('DELETE /api/v1/printers/dock-3', undefined, allowed, `If-Match: ${tag}`)), [
    412,
    'printer_changed',
  ])
  t.equal((await send('DELETE /api/v1/printers/dock-3', undefined, allowed)).status, 200)
  t.same(inFile(file), [])
  t.same(printers.list, [])
  t.same(outcome(await send('DELETE /api/v1/printers/dock-3', undefined, allowed)), [404, 'printer_unknown'])
  t.same(readdirSync(join(file, '..')), ['printers.json'])
})

t.test('printers are changed by those alone who may, and by no page of another origin', async (t) => {
  const { file, port, send } = await shop(t)
  t.same(outcome(await send('POST /api/v1/printers', entry)), [403, 'print_not_allowed'])
  t.same(outcome(await send('DELETE /api/v1/printers/dock-3')), [403, 'print_not_allowed'])
  t.same(outcome(await send('POST /api/v1/printers/dock-3/test')), [403, 'print_not_allowed'])
  for (const line of [
    'DELETE /api/v1/printers/dock-3',
    'POST /api/v1/printers/dock-3/test',
    'GET /api/v1/printers/dock-3',
  ]) {
    t.same(outcome(await ask(port, line, [allowed, `Authorization: Bearer ${dock}`])), [403, 'not_allowed'], line)
    t.same(outcome(await ask(port, line, [allowed])), [401, 'key_required'], line)
  }
  t.notOk(existsSync(file))
})

t.test('an entry with a mistake is not saved, and what a person has written is kept', async (t) => {
  const { file, printers, send } = await shop(t)
  const refused = async (asked: unknown, message: RegExp): Promise<void> => {
    const reply = await send('POST /api/v1/printers', asked, allowed)
    t.match([reply.status, errorIn(reply)], [400, { message }], JSON.stringify(asked))
  }
  await refused([], /no object/)
  await refused({ ...entry, dpi: 200 }, /dpi: 200 is not one of/)
  await refused({ ...entry, colour: 'red' }, /"colour": there is no such field/)
  await refused({ ...entry, name: undefined }, /name: is missing/)
  await refused({ ...entry, address: 'http://192.0.2.10' }, /address/)
  t.same(outcome(await send('POST /api/v1/printers', { ...entry, address: 'socket://192.0.2.10:8080' }, allowed)), [
    400,
    'own_address',
  ])
  t.notOk(existsSync(file))
  const byHand = { ...entry, name: 'lab', darkness: 10 }
  mkdirSync(join(file, '..'))
  writeFileSync(file, `\ufeff${JSON.stringify([byHand])}`)
  await refused({ ...entry, name: 'LAB' }, /names differ in more than capitals/)
  t.equal((await send('POST /api/v1/printers', entry, allowed)).status, 201)
  t.same(inFile(file), [byHand, entry])
  t.same(
    printers.list.map(({ name }) => name),
    ['lab', 'dock-3'],
  )
  writeFileSync(file, '[{')
  await refused({ ...entry, name: 'gate' }, /^the file of printers: is not JSON/)
  t.same(outcome(await send('DELETE /api/v1/printers/lab', undefined, allowed)), [400, 'invalid_parameter'])
  t.equal(readFileSync(file, 'utf8'), '[{')
})

t.test('printers of a file that a setting names are shown, and not changed', async (t) => {
  const path = join(t.testdir({ 'printers.json': JSON.stringify([entry]) }), 'printers.json')
  const service = await served({ printerEntries: namedEntries(path) })
  const empty = await served()
  t.teardown(() => Promise.all([service.close(), empty.close()]))
  t.match(bodyOf(await ask(service.port, 'GET /api/v1/printers/dock-3')), entry)
  for (const { port } of [service, empty]) {
    const removed = await ask(port, 'DELETE /api/v1/printers/dock-3', [allowed])
    t.match([removed.status, errorIn(removed)], [409, { code: 'printers_fixed', message: /QZ_PRINTERS/ }])
  }
  t.same(outcome(await ask(empty.port, 'GET /api/v1/printers/dock-3')), [404, 'printer_unknown'])
})

t.test('the test page is a job, and jobs of a printer that is removed wait for it', inLongRun, async (t) => {
  const loopback = await loopbackPrinter()
  t.teardown(() => loopback.close())
  const { send, printers } = await shop(t, { jobs: true })
  const here = { ...entry, address: `socket://127.0.0.1:${loopback.port}` }
  t.equal((await send('POST /api/v1/printers', here, allowed)).status, 201)
  const printed = await send('POST /api/v1/printers/dock-3/test', undefined, allowed)
  t.match(bodyOf(printed), { printer: 'dock-3', sent: { labels: 1 }, received: { labels: 1 }, printed: { labels: 1 } })
  t.match(loopback.printed.join(), /\^XA.*\^XZ/s)
  const calibration = await send('POST /api/v1/printers/dock-3/test?page=calibration', undefined, allowed)
  t.equal(calibration.status, 200)
  t.match(bodyOf(await send('GET /api/v1/jobs')), {
    jobs: [
      { title: 'calibration page', by: 'office' },
      { title: 'test page', state: 'done' },
    ],
  })
  t.same(outcome(await send('POST /api/v1/printers/dock-4/test', undefined, allowed)), [404, 'printer_unknown'])
  t.same(outcome(await send('POST /api/v1/printers/dock-3/test?page=all', undefined, allowed)), [
    400,
    'invalid_parameter',
  ])

  await loopback.close()
  const waits = await send('POST /api/v1/printers/dock-3/test', undefined, allowed, 'Prefer: respond-async')
  t.equal(waits.status, 202)
  t.match(bodyOf(waits), { id: 3, printer: 'dock-3' })
  t.equal((await send('DELETE /api/v1/printers/dock-3', undefined, allowed)).status, 200)
  t.match(bodyOf(await send('GET /api/v1/jobs/3')), { state: 'waiting' })
  t.same(printers.list, [])
})

t.test('labels with no room for the calibration page are refused', async (t) => {
  const { send } = await shop(t)
  t.equal((await send('POST /api/v1/printers', { ...entry, stock: '20x10mm' }, allowed)).status, 201)
  const reply = await send('POST /api/v1/printers/dock-3/test?page=calibration', undefined, allowed)
  t.same(outcome(reply), [422, 'does_not_fit'])
})
