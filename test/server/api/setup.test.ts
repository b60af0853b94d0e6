/** One file with all that is set up, from one machine to the next. */

import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Counters } from '../../../src/printing/index.ts'
import { KeptSetup } from '../../../src/server/setup-copy.ts'
import { inLongRun } from '../../random.ts'
import { type Machine, machineAt } from '../example-setup.ts'
import { errorIn, type Reply, repliesIn, type Served, served, Wire } from '../http/wire.ts'

/** Outlives the services in it. */
const folders = t.testdir()
let count = 0
const newHome = (): string => join(folders, `${++count}`)

interface Running extends Machine {
  readonly service: Served
  /** With the key or the code that may. */
  send(line: string, sent?: unknown, ...headers: string[]): Promise<Reply>
  key: string
}

/** A machine that a service runs on. */
async function running(t: Test, home: string): Promise<Running> {
  const machine = await machineAt(home)
  const { counters, printers, printerEntries, setup, designs, setupCopy, state } = machine
  const printing = { printers, counters }
  const service = await served({ printing, printerEntries, keys: setup, keysMade: setup, designs, setupCopy })
  const close = async (): Promise<void> => {
    await service.close()
    await machine.close()
  }
  t.teardown(close)
  const here: Running = {
    ...machine,
    state,
    service,
    close,
    key: setup.code ?? '',
    async send(line, sent, ...headers) {
      const body = sent === undefined ? '' : typeof sent === 'string' ? sent : JSON.stringify(sent)
      const type = body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
      const always = ['Host: x', 'Connection: close', 'Quietzone-Print: yes', `Authorization: Bearer ${here.key}`]
      const wire = new Wire(service.port)
      wire.send(Buffer.from(`${[`${line} HTTP/1.1`, ...always, ...type, ...headers, '', ''].join('\r\n')}${body}`))
      await wire.closed
      return repliesIn(wire.received)[0]!
    },
  }
  return here
}

const dock = { name: 'dock-3', address: 'socket://192.0.2.10:9100', language: 'zpl', dpi: 203, stock: '4x6' }
const tag = {
  name: 'tag',
  size: '40x20mm',
  fields: {},
  elements: [{ kind: 'image', at: [2, 2], size: [5, 5], source: 'dot.png' }],
}
/** One black pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

/** A shop that has printed: a printer, two keys, two designs, one of them with a picture beside it, and a counter. */
async function shop(t: Test): Promise<Running> {
  const here = await running(t, newHome())
  t.equal((await here.send('POST /api/v1/printers', dock)).status, 201)
  here.designs.save!('shelf', here.designs.definition!('shelf')!)
  writeFileSync(join(here.folder, 'designs', 'dot.png'), Buffer.from(dot, 'base64'))
  writeFileSync(join(here.folder, 'designs', 'tag.json'), JSON.stringify(tag))
  here.designs.look!()
  here.counters.set('pallet', { width: 6, prefix: '0614141', start: 5 })
  here.counters.set('pallet', { start: 4712 })
  const made = await here.send('POST /api/v1/keys', { name: 'office', may: ['print', 'admin'] })
  here.key = bodyOf(made).key as string
  await here.send('POST /api/v1/keys', { name: 'dock', may: ['print'] })
  return here
}

const bodyOf = ({ body }: Reply): Record<string, unknown> => JSON.parse(body.toString())
const tagOf = ({ headers }: Reply): string => `If-Match: ${headers.get('etag')}`
const outcome = (reply: Reply): unknown => [reply.status, errorIn(reply).code]

t.test('a backup is all that is set up, and another machine goes on with it', inLongRun, async (t) => {
  const here = await shop(t)
  const backup = await here.send('GET /api/v1/state/setup')
  t.equal(backup.status, 200)
  t.equal(backup.headers.get('content-disposition'), 'attachment; filename="quietzone-setup.json"')
  const setup = bodyOf(backup)
  t.match(setup, {
    version: 1,
    printers: [dock],
    keys: [{ name: 'office', hash: /^sha256:/ }, { name: 'dock' }],
    designs: [
      { file: 'shelf.json', design: { name: 'shelf' } },
      { file: 'tag.json', design: tag },
    ],
    pictures: [{ file: 'dot.png', png: dot }],
    counters: [{ name: 'pallet', next: 4712, width: 6, prefix: '0614141', limit: null }],
  })
  t.notMatch(backup.body.toString(), here.key, 'no key is in it')

  const home = newHome()
  const there = await running(t, home)
  const empty = await there.send('GET /api/v1/state/setup')
  t.match(bodyOf(empty), { printers: [], keys: [], designs: [{ file: 'shelf.json' }], counters: [] })
  const restored = await there.send('PUT /api/v1/state/setup', setup, tagOf(empty))
  t.equal(restored.status, 200, restored.body.toString())
  t.strictSame(bodyOf(restored), setup, 'it has what the other has')
  t.equal(there.setup.code, undefined, 'the code is good for nothing more')
  t.same(outcome(await there.send('GET /api/v1/state/setup')), [401, 'key_unknown'])
  there.key = here.key
  t.strictSame(bodyOf(await there.send('GET /api/v1/state/setup')), setup)
  t.same(
    readdirSync(there.folder).filter((name) => /restore|old|new/.test(name)),
    [],
  )
  t.match(there.printers.find('dock-3'), { language: 'zpl' }, 'in force at once')
  t.match(there.designs.find('tag'), { name: 'tag' })
  const numbers = there.counters.take(new Map([['pallet', 1]]))
  t.match(numbers, { taken: [{ first: 4712 }] }, 'no number is given twice')
  t.same(there.counters.gaps('pallet', 10), [], 'what the other has given is no gap')

  await there.close()
  const next = await machineAt(home)
  t.teardown(() => next.close())
  t.match(next.designs.find('tag'), { name: 'tag' }, 'and the next start has it')
  t.match(next.counters.get('pallet'), { start: 4712, next: 4712 })
})

t.test('counters never go back, and other counters stay', inLongRun, async (t) => {
  const here = await shop(t)
  const backup = await here.send('GET /api/v1/state/setup')
  here.counters.set('pallet', { start: 9000 })
  here.counters.set('box', { start: 7 })
  const printed = await here.send('PUT /api/v1/state/setup', bodyOf(backup), tagOf(backup))
  t.equal(printed.status, 200, 'numbers that were given meanwhile are no change of others')
  t.match(bodyOf(printed).counters, [
    { name: 'box', next: 7 },
    { name: 'pallet', next: 9000 },
  ])
  const other = { ...(bodyOf(backup).counters as object[])[0], name: 'another' }
  const now = await here.send('GET /api/v1/state/setup')
  const overlap = await here.send(
    'PUT /api/v1/state/setup',
    { version: 1, printers: [], counters: [other] },
    tagOf(now),
  )
  t.same(outcome(overlap), [409, 'counter_overlaps'])
  t.strictSame(bodyOf(await here.send('GET /api/v1/state/setup')), bodyOf(now), 'and nothing has changed')
})

t.test('a part that is not in the file stays; nobody overwrites what another has changed', async (t) => {
  const here = await shop(t)
  const before = await here.send('GET /api/v1/state/setup')
  t.same(outcome(await here.send('PUT /api/v1/state/setup', { version: 1, printers: [] })), [412, 'setup_changed'])
  const done = await here.send('PUT /api/v1/state/setup', { version: 1, printers: [] }, tagOf(before))
  t.match(bodyOf(done), { printers: [], keys: { length: 2 }, designs: { length: 2 } })
  t.equal(here.file('printers.json'), '[]\n')
  t.same(outcome(await here.send('PUT /api/v1/state/setup', { version: 1, printers: [] }, tagOf(before))), [
    412,
    'setup_changed',
  ])
})

t.test('what is wrong with a file is told, and nothing has changed', inLongRun, async (t) => {
  const here = await shop(t)
  const before = await here.send('GET /api/v1/state/setup')
  const whole = bodyOf(before)
  const [shelf] = whole.designs as { file: string; design: object }[]
  const own = { ...dock, address: 'socket://192.0.2.10:8080' }
  for (const [sent, status, message] of [
    ['[]', 400, /the body is not JSON|the JSON has no "version" 1/],
    [{ ...whole, version: 2 }, 400, /no "version" 1/],
    [{ ...whole, jobs: [] }, 400, /"jobs", which is no part/],
    [{ ...whole, keys: {} }, 400, /the JSON is no array/],
    [{ ...whole, keys: [1] }, 400, /keys: an element is not an object/],
    [{ ...whole, printers: [{ ...dock, dpi: 1 }] }, 400, /printers: .*dpi/],
    [{ ...whole, printers: [own] }, 400, /this is the service itself/],
    [{ ...whole, keys: [{ name: 'x', may: ['print'] }] }, 400, /keys: .*hash/],
    [{ ...whole, designs: [{ file: '../shelf.json', design: {} }] }, 400, /designs: "..\/shelf.json" is not the name/],
    [{ ...whole, designs: [shelf, { ...shelf, file: 'SHELF.JSON' }] }, 400, /designs: SHELF.JSON is there twice/],
    [{ ...whole, designs: [shelf, { ...shelf, file: 'b.json' }] }, 400, /both have the design shelf/],
    [{ ...whole, designs: [{ file: 'a.json', design: { name: 'a' } }] }, 400, /designs: .*size/],
    [{ ...whole, pictures: [] }, 400, /designs: .*source: cannot be read/],
    [{ ...whole, counters: [{ name: 'pallet' }] }, 400, /counters: number 1 is not a counter/],
  ] as const) {
    const reply = await here.send('PUT /api/v1/state/setup', sent, tagOf(before))
    t.match([reply.status, errorIn(reply).message], [status, message])
    t.same(
      readdirSync(here.folder).filter((name) => /restore/.test(name)),
      [],
      String(message),
    )
  }
  t.strictSame(bodyOf(await here.send('GET /api/v1/state/setup')), whole)
  const long = await here.send(`PUT /api/v1/state/setup`, 'x'.repeat((16 << 20) + 1), tagOf(before))
  t.same(outcome(long), [413, 'body_too_large'])
})

t.test('parts that settings name are neither in a backup nor restored', async (t) => {
  const { state, counters, close } = await machineAt(newHome())
  const setupCopy = new KeptSetup({ state, counters, printers: undefined, keys: undefined, designs: undefined })
  const service = await served({ setupCopy })
  t.teardown(() => Promise.all([service.close(), close()]))
  t.same(setupCopy.value(), { version: 1, counters: [] })
  for (const part of ['printers', 'keys', 'designs'] as const)
    t.throws(() => [...setupCopy.restore({ [part]: [] }, () => {})], { code: `${part}_fixed`, message: /QZ_/ })
})

t.test(
  'a restore that holds when the process ends is done at the next start; one that does not is forgotten',
  async (t) => {
    const home = newHome()
    const machine = await machineAt(home)
    const { folder } = machine
    await machine.close()
    mkdirSync(join(folder, 'restore.new', 'designs'), { recursive: true })
    writeFileSync(join(folder, 'restore.new', 'printers.json'), JSON.stringify([dock]))
    const design = { ...tag, elements: [{ kind: 'line', from: [1, 1], to: [9, 1], width: 0.5 }] }
    writeFileSync(join(folder, 'restore.new', 'designs', 'tag.json'), JSON.stringify(design))
    const pallet = { name: 'pallet', start: 1, step: 1, width: 1, limit: null, extension: 0, prefix: null, next: 40 }
    writeFileSync(join(folder, 'restore.new', 'counters.json'), JSON.stringify([pallet]))
    const forgotten = await machineAt(home)
    t.same([forgotten.printers.list, existsSync(join(folder, 'restore.new'))], [[], false])
    await forgotten.close()

    const held = (): void => {
      mkdirSync(join(folder, 'restore', 'designs'), { recursive: true })
      writeFileSync(join(folder, 'restore', 'printers.json'), JSON.stringify([dock]))
      writeFileSync(join(folder, 'restore', 'counters.json'), JSON.stringify([pallet]))
      writeFileSync(join(folder, 'restore', 'designs', 'tag.json'), JSON.stringify(design))
    }
    held()
    // the designs of before had been moved away, and those of the file were not there yet
    mkdirSync(join(folder, 'designs'))
    renameSync(join(folder, 'designs'), join(folder, 'designs.old'))
    for (const round of ['once', 'again']) {
      const next = await machineAt(home)
      t.match(next.printers.find('dock-3'), { name: 'dock-3' }, round)
      t.match(next.counters.get('pallet'), { next: 40 })
      t.same(
        next.designs.list().map(({ name }) => name),
        ['tag'],
      )
      t.same(
        readdirSync(folder).filter((name) => /restore|old/.test(name)),
        [],
      )
      t.equal(new Counters(next.state).list().length, 1)
      await next.close()
      held()
    }
  },
)

t.test('it takes an admin, and a page of the service', async (t) => {
  const here = await shop(t)
  const office = here.key
  here.key = 'none'
  t.same(outcome(await here.send('GET /api/v1/state/setup')), [401, 'key_unknown'])
  here.key = bodyOf(
    await (async () => {
      here.key = office
      return here.send('POST /api/v1/keys', { name: 'printer', may: ['print', 'jobs', 'designs'] })
    })(),
  ).key as string
  t.same(outcome(await here.send('GET /api/v1/state/setup')), [403, 'not_allowed'])
  t.same(outcome(await here.send('PUT /api/v1/state/setup', { version: 1 })), [403, 'not_allowed'])
  const wire = new Wire(here.service.port)
  wire.send(
    `PUT /api/v1/state/setup HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${office}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  )
  await wire.closed
  t.same(outcome(repliesIn(wire.received)[0]!), [403, 'print_not_allowed'])
})
