import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { addressOf, started } from '../cli/program.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { inLongRun } from '../random.ts'

interface Running {
  readonly child: ChildProcess
  /** Of a request by this name of the service. */
  ask(line: string, host?: string): Promise<{ readonly status: number; readonly text: string }>
  /** Its log so far. */
  readonly log: () => string
  end(): Promise<void>
}

/** A service with the usual state folder, in this working directory. */
async function serviceIn(folder: string, env: NodeJS.ProcessEnv = {}): Promise<Running> {
  const child = started(['serve', '--port', '0'], { QZ_STATE: undefined, QZ_RATE_PER_MINUTE: '0', ...env }, folder)
  let log = ''
  child.stdout!.on('data', (chunk) => {
    log += chunk
  })
  const { hostname, port } = new URL(await addressOf(child))
  return {
    child,
    log: () => log,
    ask: (line, host = `127.0.0.1:${port}`) =>
      new Promise((resolve, reject) => {
        const [method, path] = line.split(' ')
        const headers = { host, 'Quietzone-Print': 'yes' }
        request({ hostname, port, method, path, headers }, async (response) => {
          let text = ''
          for await (const chunk of response) text += chunk
          resolve({ status: response.statusCode!, text })
        })
          .on('error', reject)
          .end()
      }),
    async end() {
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

const paper = await loopbackPrinter()
t.teardown(() => paper.close())
const printers = join(t.testdir(), 'printers.json')
const dock = { name: 'dock', address: paper.address, language: 'zpl', dpi: 203, stock: '2x1', status: false }
writeFileSync(printers, JSON.stringify([dock]))

const barcode = 'GET /api/v1/barcode?type=qr&text=QZ-0001'
const print = 'POST /api/v1/print?printer=dock&type=qr&text=QZ-0001'

t.test(
  'the usual folder is made when something is first kept, and is there at the next start',
  inLongRun,
  async (t) => {
    const folder = t.testdir()
    const state = join(folder, 'quietzone-state')
    const first = await serviceIn(folder, { QZ_PRINTERS: printers })
    t.equal((await first.ask(barcode)).status, 200)
    t.match(await first.ask('GET /api/v1/jobs'), { status: 200, text: '{"jobs":[]}' })
    t.match(await first.ask('GET /api/v1/counters'), { status: 200, text: '{"counters":[]}' })
    t.match(await first.ask('POST /api/v1/state/backup'), { status: 404, text: /no_state.*nothing has been kept yet/ })
    t.equal((await first.ask('GET /readyz')).status, 200)
    t.match((await first.ask('GET /metrics')).text, /quietzone_jobs\{state="waiting"\} 0/)
    t.match(await first.ask('POST /api/v1/print?printer=dock&type=ean13&text=1'), { status: 422 })
    t.notOk(existsSync(state))
    t.equal((await first.ask(print)).status, 200)
    t.ok(readdirSync(state).includes('quietzone.sqlite'))
    t.match(first.log(), /QZ_STATE: .*quietzone-state was made/)
    t.equal((await first.ask('POST /api/v1/counters/pallet?start=7')).status, 200)
    const copy = await first.ask('POST /api/v1/state/backup')
    t.match(copy, { status: 200, text: /^SQLite format 3/ })
    // without an end in order
    first.child.kill('SIGKILL')
    await once(first.child, 'close')

    const next = await serviceIn(folder)
    t.match(await next.ask('GET /api/v1/jobs'), { text: /"id":1,"printer":"dock","state":"done"/ })
    t.match(await next.ask('GET /api/v1/counters'), { text: /"name":"pallet".*"next":7/ })

    const beside = await serviceIn(folder)
    t.match(beside.log(), /quietzone-state: it belongs to another process.*; this service keeps nothing/)
    t.match(await beside.ask('GET /api/v1/jobs'), { status: 404, text: /no_state/ })
    t.equal((await beside.ask(barcode)).status, 200)
    await beside.end()
    await next.end()
  },
)

t.test('of two that start in one folder, the one that first keeps something has it', async (t) => {
  const folder = t.testdir()
  const one = await serviceIn(folder)
  const other = await serviceIn(folder)
  t.equal((await one.ask('POST /api/v1/counters/a')).status, 200)
  const refused = await other.ask('POST /api/v1/counters/a')
  t.match(refused, { status: 503, text: /state_failed.*process \d+ on .* has made it since this service was started/ })
  t.equal((await other.ask(barcode)).status, 200)
  await one.end()
  t.match(await other.ask('POST /api/v1/counters/a'), { status: 503 }, 'also once that has ended')
  await other.end()
})

t.test(
  'where no folder can be made, what should be kept is refused with the reason, and drawing goes on',
  inLongRun,
  async (t) => {
    const service = await serviceIn('/proc', { QZ_PRINTERS: printers })
    t.match(await service.ask(print), { status: 503, text: /state_failed.*\/proc\/quietzone-state cannot be made: / })
    t.match(await service.ask('POST /api/v1/counters/a'), { status: 503, text: /state_failed.*cannot be made/ })
    t.equal((await service.ask(barcode)).status, 200)
    await service.end()

    const folder = t.testdir()
    writeFileSync(join(folder, 'quietzone-state'), '')
    const behind = await serviceIn(folder)
    t.match(behind.log(), /quietzone-state: is not a folder; nothing can be kept, nor printed/)
    t.match(await behind.ask('POST /api/v1/counters/a'), { status: 503, text: /is not a folder/ })
    t.equal((await behind.ask(barcode)).status, 200)
    await behind.end()
  },
)

t.test('a damaged database in the usual folder stops the start, and off leaves it alone', async (t) => {
  const folder = t.testdir()
  mkdirSync(join(folder, 'quietzone-state'))
  writeFileSync(join(folder, 'quietzone-state', 'quietzone.sqlite'), 'text')
  const child = started(['serve', '--port', '0'], { QZ_STATE: undefined }, folder)
  let errors = ''
  child.stderr!.on('data', (chunk) => {
    errors += chunk
  })
  t.same(await once(child, 'close'), [1, null])
  t.match(errors, /QZ_STATE: .*damaged.*; QZ_STATE=off keeps nothing\n$/)
  const off = await serviceIn(folder, { QZ_STATE: 'off' })
  t.match(await off.ask('GET /api/v1/jobs'), { status: 404, text: /QZ_STATE is off/ })
  await off.end()
})

t.test(
  'without a setting, every name draws; what prints, keeps or is private has the names of the machine',
  inLongRun,
  async (t) => {
    const folder = t.testdir()
    const service = await serviceIn(folder)
    const evil = 'evil.example'
    for (const line of [
      barcode,
      'GET /api/v1/label?type=qr&text=a',
      'GET /',
      'GET /api/v1/openapi.json',
      'GET /healthz',
    ])
      t.equal((await service.ask(line, evil)).status, 200, line)
    for (const line of [
      print,
      'GET /api/v1/printers',
      'GET /api/v1/jobs',
      'POST /api/v1/counters/a',
      'GET /api/v1/designs',
      'POST /adapters/grocy?printer=dock',
      'GET /api/v1/plan?type=qr&text=a&printer=dock',
    ]) {
      t.match(await service.ask(line, evil), { status: 421, text: /wrong_host/ }, line)
      t.not((await service.ask(line)).status, 421, line)
    }
    await service.end()
    const off = await serviceIn(folder, { QZ_STATE: 'off' })
    t.equal((await off.ask('GET /api/v1/printers', evil)).status, 200, 'nothing is private where nothing is kept')
    await off.end()
    const named = await serviceIn(folder, { QZ_PRINTERS: printers })
    t.equal((await named.ask(barcode, evil)).status, 421, 'as ever where printers are named')
    await named.end()
  },
)
