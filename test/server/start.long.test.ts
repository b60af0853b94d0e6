import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t from 'tap'
import { root } from '../../src/root.ts'
import { configOf } from '../../src/server/config.ts'
import { stop } from '../../src/server/http/server.ts'
import { jsonLog } from '../../src/server/log.ts'
import { ask, conversation, errorIn, repliesIn, served, Wire } from './http/wire.ts'

/** The service in a separate process. */
interface Process {
  readonly child: ChildProcess
  readonly port: number
  /** Lines of its log so far. */
  readonly lines: () => string[]
  readonly errors: () => string
  /** Resolves when a line of its log matches, or when it has ended without one. */
  logged(pattern: RegExp): Promise<RegExpExecArray | null>
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

function run(environment: Record<string, string>): Omit<Process, 'port'> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(QZ_|HOST$|PORT$|NODE_OPTIONS$)/.test(name))
  const env = { ...Object.fromEntries(inherited), QZ_STATE: 'off', ...environment }
  const child = spawn(process.execPath, [join(root, 'build/program/main.js')], { env })
  let out = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return {
    child,
    lines: () => out.split('\n').filter((line) => line !== ''),
    errors: () => errors,
    logged: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = pattern.exec(out)
          if (found !== null) resolve(found)
        }
        child.stdout.on('data', look)
        child.once('close', () => resolve(pattern.exec(out)))
        look()
      }),
    ended: new Promise((resolve) => child.once('close', resolve)),
  }
}

async function started(environment: Record<string, string> = {}): Promise<Process> {
  const running = run({ PORT: '0', ...environment })
  const listening = await running.logged(/listening on http:\/\/[^"]*:(\d+)"/)
  return { ...running, port: Number(listening?.[1]) }
}

/** Resolves when the log says that the service has heard the signal. */
const stopping = (running: Process): Promise<unknown> => running.logged(/stopping/)

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`
const barcode = '/api/v1/barcode?type=qr&text=a'

t.test('settings', async (t) => {
  const defaults = {
    advertise: false,
    host: '127.0.0.1',
    port: 8080,
    ratePerMinute: 60,
    rateBurst: 20,
    limiter: 'memory',
    trustedProxies: [],
    maxPixels: 25_000_000,
    shutdownGraceMs: 10_000,
    printers: undefined,
    state: 'quietzone-state',
    stateMb: 1024,
    keepDays: 90,
    verify: 'print',
    log: 'info',
  }
  t.same(configOf({}), defaults)
  t.same(configOf({ PATH: '/bin', HOME: '/', QUIET: '1' }), defaults)
  const others = { HOST: '::', PORT: '0', QZ_RATE_PER_MINUTE: '0', QZ_RATE_BURST: '1', QZ_LOG: 'silent' }
  t.match(configOf(others), { host: '::', port: 0, ratePerMinute: 0, rateBurst: 1, log: 'silent' })
  const proxies = { QZ_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1 fd00::/8,::1/128' }
  t.same(configOf(proxies).trustedProxies, ['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1/128'])
  t.same(configOf({ QZ_TRUSTED_PROXIES: '' }).trustedProxies, [])
  const wrong: readonly (readonly [string, ...string[]])[] = [
    ['HOST', '', ' ', 'a b', 'http://x'],
    ['PORT', '', '-1', '65536', '80a', '8e3', ' 80'],
    ['QZ_RATE_PER_MINUTE', '', '-1', '1.5', '1000001', 'sixty'],
    ['QZ_RATE_BURST', '0', '10001'],
    [
      'QZ_TRUSTED_PROXIES',
      'localhost',
      '10.0.0.0/33',
      '10.0.0/8',
      'fd00::/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
    ],
    ['QZ_MAX_PIXELS', '0', '25e6'],
    ['QZ_SHUTDOWN_GRACE_MS', '10s', '3600001'],
    ['QZ_PRINTERS', '', '\0'],
    ['QZ_DESIGNS', '', '\0'],
    ['QZ_STATE', '', '\0'],
    ['QZ_STATE_MB', '31', '1000001', '1 GB'],
    ['QZ_KEEP_DAYS', '0', '36501', '90d'],
    ['QZ_ADVERTISE', '', '1', 'yes'],
    ['QZ_VERIFY', '', 'true', 'ALL'],
    ['QZ_LOG', 'debug', 'INFO', ''],
    ['QZ_RATE', '60'],
    ['QZ_', ''],
  ]
  for (const [name, ...values] of wrong) {
    for (const value of values)
      t.throws(() => configOf({ [name]: value }), { message: new RegExp(`^${name}: .+`) }, `${name}=${value}`)
  }
  t.same(configOf({ QZ_STATE: 'off' }), { ...defaults, state: undefined }, 'keeps nothing')
  t.equal(configOf({ QZ_STATE: './off' }).state, './off', 'a folder of that name')
  t.throws(() => configOf({ PORT: 'x', QZ_LOG: 'y' }), { message: /^PORT: .*; QZ_LOG: / }, 'all that is wrong at once')
})

t.test('a start that fails ends with one line', async (t) => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  const { port } = occupant.address() as { port: number }
  const entry = { name: 'a', address: 'lp:a', language: 'pdf', dpi: 1, stock: '4x6' }
  const printers = join(t.testdir({ 'printers.json': JSON.stringify([entry]) }), 'printers.json')
  const failing: [Record<string, string>, RegExp][] = [
    [{ PORT: String(port) }, new RegExp(`^quietzone: port ${port} on 127\\.0\\.0\\.1 is in use; .*\n$`)],
    [{ PORT: '0', HOST: '192.0.2.1' }, /^quietzone: HOST: 192\.0\.2\.1 is no address of this machine\n$/],
    [{ PORT: 'http' }, /^quietzone: PORT: "http" is not a whole number from 0 to 65535\n$/],
    [{ QZ_PRINTERS: '/' }, /^quietzone: QZ_PRINTERS: \/: is not a regular file\n$/],
    [
      { QZ_PRINTERS: printers },
      /^quietzone: QZ_PRINTERS: .*printers\.json: printer 1, "a": dpi: 1 is not one of .*\n$/,
    ],
    [{ QZ_RATES: '1' }, /^quietzone: QZ_RATES: there is no such setting; .*\n$/],
  ]
  for (const [environment, line] of failing) {
    const running = run(environment)
    t.equal(await running.ended, 1)
    t.match(running.errors(), line)
    t.same(running.lines(), [])
  }
  occupant.close()
})

t.test('by another name it answers where nothing is private, and nowhere else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-hosts-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [keys, printers] = [join(folder, 'keys.json'), join(folder, 'printers.json')]
  writeFileSync(keys, '[]')
  writeFileSync(printers, '[]')
  const statusWith = async (environment: Record<string, string>): Promise<number> => {
    const { child, port, ended } = await started(environment)
    const sent = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'
    const [reply] = repliesIn(await conversation(port, sent))
    child.kill('SIGKILL')
    await ended
    return reply!.status
  }
  t.equal(await statusWith({}), 200)
  for (const setting of [
    { QZ_STATE: join(folder, 'state') },
    { QZ_KEYS: keys },
    { QZ_PRINTERS: printers },
    { QZ_DESIGNS: folder },
  ]) {
    t.equal(await statusWith(setting), 421, Object.keys(setting).join())
    t.equal(await statusWith({ ...setting, QZ_HOSTS: 'evil.example' }), 200)
  }
})

t.test('printers that are added outlive the service, and none of them is the service itself', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-printers-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { QZ_STATE: folder, QZ_RATE_PER_MINUTE: '0' }
  const first = await started(settings)
  const code = readFileSync(join(folder, 'setup-code'), 'utf8').trim()
  const add = async (port: number, name: string, address: string): Promise<number> => {
    const headers = {
      Authorization: `Bearer ${code}`,
      'Quietzone-Print': 'yes',
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ name, address, language: 'zpl', dpi: 203, stock: '4x6' })
    return (await fetch(`http://127.0.0.1:${port}/api/v1/printers`, { method: 'POST', headers, body })).status
  }
  for (const host of ['127.0.0.1', 'localhost', hostname(), '[::1]'])
    t.equal(await add(first.port, 'own', `socket://${host}:${first.port}`), 400, host)
  t.equal(await add(first.port, 'own', `ipp://127.0.0.1:${first.port}/ipp/print`), 400)
  t.equal(await add(first.port, 'dock-3', `socket://127.0.0.1:${first.port === 9100 ? 9101 : 9100}`), 201)
  first.child.kill('SIGTERM')
  await first.ended
  const second = await started(settings)
  const listed = await fetch(`http://127.0.0.1:${second.port}/api/v1/printers`)
  t.match(await listed.json(), { printers: [{ name: 'dock-3', language: 'zpl', dpi: 203, stock: '4x6' }] })
  writeFileSync(join(folder, 'printers.json'), '[]')
  t.ok(await second.logged(/read again: 0 printers; gone: dock-3/), 'and a person may change them')
  second.child.kill('SIGKILL')
  await second.ended
})

t.test('the log is one JSON line a request, without its text', async (t) => {
  const running = await started()
  const targets = [
    barcode,
    '/api/v1/label?text=secret',
    '/secret?text=secret',
    '/api/v1/barcode?type=secret&text=secret',
  ]
  for (const target of targets) await ask(running.port, `GET ${target}`)
  await ask(running.port, 'POST /api/v1/barcode?text=secret')
  await ask(running.port, `HEAD ${barcode}`)
  await conversation(running.port, 'secret\r\n\r\n')
  running.child.kill('SIGTERM')
  t.equal(await running.ended, 0)
  const records = running.lines().map((line) => JSON.parse(line) as Record<string, unknown>)
  t.notMatch(running.lines().join(), /secret/)
  t.match(
    records.filter(({ method }) => method !== undefined),
    [
      { level: 'info', method: 'GET', route: '/api/v1/barcode', status: 200, client: '127.0.0.1' },
      { route: '/api/v1/label', status: 400 },
      { route: null, status: 404 },
      { route: '/api/v1/barcode', status: 400 },
      { method: 'POST', route: '/api/v1/barcode', status: 405 },
      { method: 'HEAD', route: '/api/v1/barcode', status: 200, bytes: 0 },
      { method: '', route: null, status: 400, client: '127.0.0.1' },
    ],
  )
  for (const { time } of records) t.equal(new Date(String(time)).toISOString(), time)
})

t.test('levels of the log, and a reader that does not read', async (t) => {
  const record = { method: 'GET', route: '/x', bytes: 1, milliseconds: 1, client: '::1' }
  const written: string[] = []
  const out = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  for (const level of ['silent', 'error', 'info'] as const) {
    const log = jsonLog(level, out)
    log.request({ ...record, status: 200 })
    log.request({ ...record, status: 500 })
    log.event(level)
    log.fault('id', new Error('secret'))
    log.crash(new Error('no secret'))
    await log.close()
  }
  const lines = written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
  t.equal(lines.length, 0 + 3 + 5)
  for (const line of lines) JSON.parse(line)
  t.notMatch(
    lines.filter((line) => line.includes('fault')).join(),
    /secret/,
    'the message of a fault may quote the text',
  )

  const stuck = new Writable({ write: () => {} })
  const log = jsonLog('info', stuck)
  for (let i = 0; i < 50; i++) {
    for (let n = 0; n < 1000; n++) log.request({ ...record, status: 200 })
    await new Promise((resolve) => setImmediate(resolve))
  }
  t.ok(stuck.writableLength > 1e6 && stuck.writableLength < 1.2e6, `${stuck.writableLength} bytes wait`)
})

t.test('while it drains, readyz says no, and new requests are still answered', async (t) => {
  const service = await served()
  const idle = new Wire(service.port).send(get('/readyz'))
  t.equal((await idle.replies(1))[0]?.status, 200)
  service.drain()
  const [, refused] = await idle.send(get('/readyz')).replies(2)
  t.equal(refused?.status, 503)
  t.equal(refused?.headers.get('connection'), 'close')
  t.match(errorIn(refused!), { code: 'overloaded' })
  await idle.closed
  t.equal((await ask(service.port, 'GET /readyz')).status, 503)
  t.equal((await ask(service.port, `GET ${barcode}`)).status, 200)
  const { ended } = await service.closeListener()
  await ended
  service.server.close()
})

t.test('a stop says so first, then closes the listener, and at the end the connections that remain', async (t) => {
  const service = await served()
  const half = new Wire(service.port).send('GET / HT')
  await once(half.socket, 'connect')
  const calls: string[] = []
  const drain = (): void => {
    calls.push('drain')
    service.drain()
  }
  const closeListener = () => {
    calls.push('closeListener')
    return service.closeListener()
  }
  // resolves though the client never closes its connection
  await stop({ ...service, drain, closeListener }, 400)
  await half.closed
  t.same(calls, ['drain', 'closeListener'])
  t.notOk(service.server.listening)
})

t.test('SIGTERM ends it after the grace period, whatever connections are open', async (t) => {
  const running = await started({ QZ_SHUTDOWN_GRACE_MS: '2000' })
  const idle = new Wire(running.port).send(get('/healthz'))
  t.equal((await idle.replies(1))[0]?.status, 200)
  const hanging = [
    idle,
    new Wire(running.port).send('GET /healthz HTTP/1.1\r\nHost'),
    new Wire(running.port),
    new Wire(running.port).send('GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\na'),
    new Wire(running.port, false).send(get('/api/v1/openapi.json').repeat(20)),
  ]
  await Promise.all(hanging.map(({ socket }) => socket.connecting && once(socket, 'connect')))
  running.child.kill('SIGTERM')
  t.equal(await running.ended, 0)
  for (const { socket } of hanging) socket.destroy()
})

t.test('SIGTERM under load drops no reply', async (t) => {
  // a busy machine may take longer than the usual time to answer what has come
  const running = await started({ QZ_RATE_PER_MINUTE: '0', QZ_SHUTDOWN_GRACE_MS: '600000' })
  let signalled = false
  let complete = 0
  let enough = (): void => {}
  const dropped: string[] = []
  const load = async (keepAlive: boolean): Promise<void> => {
    for (;;) {
      const wire = new Wire(running.port)
      const connected = await new Promise<boolean>((resolve) => {
        wire.socket.once('connect', () => resolve(true))
        wire.socket.once('error', () => resolve(false))
      })
      if (!connected) return
      for (let sent = 1, close = false; !close; sent++) {
        const replies = await wire.send(get(`${barcode}&n=${sent}`)).replies(sent)
        if (replies.length < sent) {
          dropped.push(`${replies.length} of ${sent} replies: ${wire.received.subarray(-200)}`)
          break
        }
        if (++complete > 10) enough()
        close = !keepAlive || replies.at(-1)!.headers.get('connection') === 'close' || sent === 50
      }
      wire.socket.destroy()
      if (signalled && dropped.length > 10) return
    }
  }
  const clients = Array.from({ length: 12 }, (_, i) => load(i % 3 > 0))
  await new Promise<void>((resolve) => {
    enough = resolve
  })
  const before = complete
  running.child.kill('SIGTERM')
  signalled = true
  const code = await running.ended
  await Promise.all(clients)
  t.equal(code, 0)
  t.ok(before > 10 && complete > before, `${before} replies before the signal, ${complete - before} after`)
  t.same(dropped, [])
})

t.test(
  'a fault outside of any request is logged, running requests are answered, and the process exits with 1',
  async (t) => {
    const fault = 'process.on("SIGUSR2",()=>{throw new Error("on purpose")})'
    const running = await started({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` })
    const wire = new Wire(running.port).send(get(barcode))
    t.equal((await wire.replies(1))[0]?.status, 200)
    running.child.kill('SIGUSR2')
    t.equal(await running.ended, 1)
    t.ok(running.lines().some((line) => line.includes('"crash"') && line.includes('on purpose')))
  },
)

t.test('a second signal ends it at once', async (t) => {
  const running = await started({ QZ_SHUTDOWN_GRACE_MS: '60000' })
  const half = new Wire(running.port).send('GET / HT')
  await once(half.socket, 'connect')
  running.child.kill('SIGINT')
  await stopping(running)
  running.child.kill('SIGINT')
  // the first signal alone ends it with 0
  t.equal(await running.ended, 1)
  half.socket.destroy()
  t.same(repliesIn(half.received), [])
})
