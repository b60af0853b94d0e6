/** Engines that answer without measure. */

import { execFileSync, spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from '../../../src/root.ts'
import { configOf } from '../../../src/server/config.ts'
import { engineAddress, engineAt, sharedLimiter } from '../../../src/server/limiter/index.ts'
import { addressOf, printed, started } from '../../cli/program.ts'
import { freePort } from '../../free-port.ts'
import { inLongRun } from '../../random.ts'
import { ask, served, until } from '../http/wire.ts'
import { Engine, engineAbsent } from './engine-process.ts'

const plain = { user: undefined, password: undefined, database: 0 }
const local = { host: '127.0.0.1', port: 6379, isEncrypted: false }

t.test('addresses of an engine', async (t) => {
  for (const [text, expected] of [
    ['redis://127.0.0.1', { ...plain, ...local }],
    ['valkey://127.0.0.1:6379/0', { ...plain, ...local }],
    ['redis://127.0.0.1/', { ...plain, ...local }],
    ['VALKEY://127.0.0.1', { ...plain, ...local }],
    ['rediss://engine.example:6390', { ...plain, host: 'engine.example', port: 6390, isEncrypted: true }],
    ['valkeys://[2001:db8::5]:1/15', { ...plain, host: '2001:db8::5', port: 1, isEncrypted: true, database: 15 }],
    ['redis://:secret@127.0.0.1', { ...plain, ...local, password: 'secret' }],
    ['redis://quiet:a%3Ab%40c%2Fd:e@127.0.0.1/3', { ...local, user: 'quiet', password: 'a:b@c/d:e', database: 3 }],
    ['unix:/run/valkey.sock', { ...plain, path: '/run/valkey.sock' }],
    ['unix:///run/valkey.sock', { ...plain, path: '/run/valkey.sock' }],
    ['unix://quiet:secret@/run/a@b.sock', { user: 'quiet', password: 'secret', database: 0, path: '/run/a@b.sock' }],
    ['unix://:%C3%A9@/run/valkey.sock', { ...plain, password: 'é', path: '/run/valkey.sock' }],
  ] as const) {
    t.same(engineAddress(text), expected, text)
    t.same(configOf({ QZ_LIMITER: text }).limiter, expected, text)
  }
  t.equal(configOf({}).limiter, 'memory')
  t.equal(configOf({ QZ_LIMITER: 'memory' }).limiter, 'memory')
})

t.test('what is no address is refused, and never quoted: it may have a password', async (t) => {
  const refused = [
    ...['', 'Memory', 'redis', 'redis:', 'redis://', 'redis:///1', '127.0.0.1:6379', 'http://127.0.0.1', 'unix://'],
    ...[
      'redis://:0',
      'redis://a:0',
      'redis://a:65536',
      'redis://a:x',
      'redis://a/x',
      'redis://a/9999999',
      'redis://a/1/2',
    ],
    ...['redis://a b', 'redis://a?db=1', 'redis://[::1', 'redis://hunter2@a', 'redis://u:@a', 'redis://u:hunter%2@a'],
    ...['redis://:hunter2', 'redis://:hunter2/@a', 'redis://u:hunt@er2@a', 'redis:u:hunter2@a', 'hunter2', 'hunter2@a'],
    ...['unix://hunter2/run/a', 'unix://u:hunter2@run/a', 'unix://u@/run/a', 'unix:run/a', 'unix:/', 'unix:/a\0b'],
  ]
  for (const text of refused) {
    t.equal(engineAddress(text), undefined, text)
    try {
      configOf({ QZ_LIMITER: text })
      t.fail(text)
    } catch (error) {
      const { message } = error as Error
      t.match(message, /^QZ_LIMITER: the value, not shown .* is not memory, nor redis:\/\//)
      t.notMatch(message, /hunt/)
    }
  }
})

const rate = { perMinute: 60, burst: 20 }
const reply = '*3\r\n:1\r\n:1700000000000\r\n:60000\r\n'
const piece = Buffer.alloc(1 << 16, 'x')

/** A played engine that decides all, until it has another answer. */
class Played {
  /** What it answers in place of a decision: these texts, each by itself, and then without end. */
  answer: readonly string[] | undefined
  isEndless = true
  port = 0
  /** Bytes that it has written to a connection that it flooded. */
  flooded = 0

  async listen(t: Test): Promise<this> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.setNoDelay()
      // a read may end within the word
      let rest = ''
      socket.on('data', (bytes) => {
        const asked = rest + bytes.toString('latin1')
        rest = asked.slice(-('evalsha'.length - 1))
        for (const _ of asked.match(/evalsha/gi) ?? []) {
          if (this.answer === undefined) socket.write(reply)
          else void this.flood(socket, this.answer)
        }
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    this.port = (server.address() as { port: number }).port
    return this
  }

  private async flood(socket: Socket, texts: readonly string[]): Promise<void> {
    this.flooded = 0
    for (const text of texts) {
      await new Promise((resolve) => socket.write(text, resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    while (this.isEndless && !socket.destroyed) {
      this.flooded += piece.length
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
    }
  }
}

/** A limiter that shares its budgets by this engine, and waits for it as long as it takes: only the bound ends a decision. */
async function limiterOf(t: Test, { port }: Played) {
  const said: string[] = []
  const limiter = sharedLimiter({
    rate,
    connect: await engineAt(engineAddress(`redis://127.0.0.1:${port}`)!),
    secret: undefined,
    log: (message) => void said.push(message),
    times: { decision: 60_000, connecting: 60_000, interval: 10 },
  })
  t.teardown(() => limiter.close())
  await limiter.begun
  return { limiter, said }
}

const floods: Readonly<Record<string, readonly string[]>> = {
  'a string of a gigabyte': ['$1000000000\r\n'],
  'a string without end': ['+'],
  'an error without end': ['-ERR '],
  'a number without end': [':1'],
  'an array of thirty millions': ['*30000000\r\n'],
  'the same in two reads': ['*3', '0000000\r\n'],
  'arrays in arrays': ['*9\r\n'.repeat(40_000)],
  'a map': ['%1000000\r\n'],
}

t.test('whatever it sends without end, the connection is closed and this instance decides', inLongRun, async (t) => {
  const engine = await new Played().listen(t)
  const { limiter, said } = await limiterOf(t, engine)
  for (const [name, answer] of Object.entries(floods)) {
    await until(() => limiter.figures.isConnected)
    said.length = 0
    const before = process.memoryUsage().rss
    engine.answer = answer
    engine.isEndless = !/thirty|two reads|map/.test(name)
    const { admitted } = await limiter.take('192.0.1.1', 1)
    t.ok(admitted, name)
    engine.answer = undefined
    t.match(said[0], /its answers (are too long|make no sense)/, name)
    // what the system keeps for a socket, and no more than that
    t.ok(engine.flooded < 32 << 20, `${name}: ${engine.flooded} bytes`)
    t.ok(process.memoryUsage().rss - before < 64 << 20, `${name}: memory`)
  }
})

t.test('ten thousand decisions at once are no flood', inLongRun, async (t) => {
  const engine = await new Played().listen(t)
  const { limiter, said } = await limiterOf(t, engine)
  const verdicts = await Promise.all(Array.from({ length: 10_000 }, (_, i) => limiter.take(`client ${i}`, 1)))
  t.ok(verdicts.every(({ admitted }) => admitted))
  t.same([said, limiter.figures.local, limiter.figures.shared], [[], 0, 10_000])
})

t.test(
  'whatever comes before the handshake has ended, the reason is told and nothing is left',
  inLongRun,
  async (t) => {
    for (const [begin, reason] of [
      [(socket: Socket) => socket.end(), /the connection was closed/],
      [(socket: Socket) => socket.resetAndDestroy(), /ECONNRESET/],
      [(socket: Socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), /its answers make no sense/],
      [(socket: Socket) => socket.write('$1000000000\r\n'), /its answers are too long/],
      [(socket: Socket) => socket.write('+OK\r\n+OK\r\n+OK\r\n'), /its answers make no sense/],
      [(socket: Socket) => socket.write('-LOADING hunter2\r\n'), /it answers LOADING/],
    ] as const) {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
        socket.once('data', () => begin(socket))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const said: string[] = []
      const limiter = sharedLimiter({
        rate,
        connect: await engineAt(
          engineAddress(`redis://:hunter2@127.0.0.1:${(server.address() as { port: number }).port}/3`)!,
        ),
        secret: undefined,
        log: (message) => void said.push(message),
        times: { decision: 60_000, connecting: 60_000, interval: 60_000 },
      })
      await limiter.begun
      t.match(said, [reason])
      t.notMatch(said[0], /hunter2/)
      await until(() => sockets.size === 0)
      limiter.close()
      server.close()
    }
  },
)

const patient = { decision: 60_000, connecting: 60_000 }

/** Slow enough for a bucket to be remembered for a minute after one token. */
const slow = { perMinute: 1, burst: 20 }

/** Whether a limiter at that address is connected, and what it says if not. */
async function outcome(url: string): Promise<string> {
  const said: string[] = []
  const log = (message: string): void => void said.push(message)
  const { password: secret } = engineAddress(url)!
  const connect = await engineAt(engineAddress(url)!)
  const limiter = sharedLimiter({ rate: slow, connect, secret, log, times: patient })
  await limiter.begun
  await limiter.take('192.0.1.1', 1)
  const { isConnected, shared } = limiter.figures
  limiter.close()
  return isConnected && shared === 1 ? 'shared' : said.join()
}

t.test('once the library is loaded, the methods of strings are found as fast as before', inLongRun, async (t) => {
  const engine = JSON.stringify(join(root, 'build/src/server/limiter/engine.js'))
  const program = `
    const { engineAt } = await import(${engine})
    await engineAt({ path: '/no/socket' })
    console.log(%HasFastProperties(String.prototype))`
  t.equal(printed(program, '--allow-natives-syntax'), 'true\n')
})

/** The commands that docs/several-instances.md gives the user of the service. */
const rules = ['~quietzone:*', 'resetchannels', '-@all', '+evalsha', '+eval', '+time', '+get', '+set', '+select']

t.test('users, passwords, databases, ports and sockets', { skip: engineAbsent || inLongRun.skip }, async (t) => {
  const engine = await new Engine('--requirepass', 'root@secret').start()
  engine.password = 'root@secret'
  t.teardown(() => engine.end())
  await engine.run('ACL', 'SETUSER', 'quietzone', 'on', '>se/cret', ...rules)
  await engine.run('ACL', 'SETUSER', 'reader', 'on', '>secret', '~*', '+@read')
  const { port, path } = engine
  t.equal(await outcome(`redis://:root%40secret@127.0.0.1:${port}`), 'shared')
  t.equal(await outcome(`valkey://default:root%40secret@localhost:${port}/3`), 'shared')
  t.equal(await outcome(`redis://quietzone:se%2Fcret@127.0.0.1:${port}/2`), 'shared')
  t.equal(await outcome(`unix://:root%40secret@${path}`), 'shared')
  t.equal(await outcome(`unix://quietzone:se%2Fcret@${path}`), 'shared')
  const counts = String(await engine.run('INFO', 'keyspace'))
  t.match(counts, /db0:keys=\d+,expires=\d+/)
  for (const database of [2, 3]) t.match(counts, `db${database}:keys=`)
  t.match(await outcome(`redis://127.0.0.1:${port}`), /it answers NOAUTH/)
  t.match(await outcome(`redis://:wrong@127.0.0.1:${port}`), /it answers WRONGPASS/)
  t.match(await outcome(`redis://reader:secret@127.0.0.1:${port}`), /it answers NOPERM/)
  t.match(await outcome(`redis://:root%40secret@127.0.0.1:${port}/99`), /it answers ERR/)
  t.match(await outcome(`redis://127.0.0.1:${await freePort()}`), /ECONNREFUSED/)
  t.match(await outcome(`unix://${path}.no`), /ENOENT/)
})

t.test('a name server that is silent: one look-up, however many attempts', async (t) => {
  const { lookup } = dns
  const answers: ((error: Error) => void)[] = []
  dns.lookup = ((_: string, ...rest: unknown[]) => void answers.push(rest.at(-1) as (error: Error) => void)) as never
  syncBuiltinESMExports()
  // the look-up of a real name server would keep the program running
  const running = setInterval(() => {}, 1000)
  t.teardown(() => {
    clearInterval(running)
    dns.lookup = lookup
    syncBuiltinESMExports()
  })
  const said: string[] = []
  let attempts = 0
  const connect = await engineAt(engineAddress('redis://engine.example')!)
  const limiter = sharedLimiter({
    rate,
    connect: (...args) => {
      attempts++
      return connect(...args)
    },
    secret: undefined,
    log: (message) => void said.push(message),
    times: { decision: 10, connecting: 10, interval: 10 },
  })
  await until(() => attempts > 5)
  t.equal(answers.length, 1)
  answers.pop()!(Object.assign(new Error('hunter2'), { code: 'EAI_AGAIN' }))
  await until(() => answers.length === 1)
  limiter.close()
  t.equal(said.length, 1)
  t.match(said[0], /no answer in 10 ms/)
})

t.test('an attempt that is given up while its socket connects: the engine sees no connection', async (t) => {
  const { lookup } = dns
  type Found = (error: null, addresses: readonly { readonly address: string; readonly family: number }[]) => void
  const answers: Found[] = []
  let connections = 0
  const server = createServer((socket) => void socket.on('error', () => {}).end(String(++connections)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  dns.lookup = ((_: string, ...rest: unknown[]) => void answers.push(rest.at(-1) as Found)) as never
  syncBuiltinESMExports()
  t.teardown(() => {
    server.close()
    dns.lookup = lookup
    syncBuiltinESMExports()
  })
  const { port } = server.address() as { readonly port: number }
  const connect = await engineAt(engineAddress(`redis://engine.example:${port}`)!)
  const attempt = new AbortController()
  const connecting = connect(attempt.signal, () => t.fail('it was never ready'))
  const found = (): void => answers.pop()!(null, [{ address: '127.0.0.1', family: 4 }])
  found()
  // that of the socket
  await until(() => answers.length === 1)
  attempt.abort()
  await t.rejects(connecting)
  found()
  // one from here comes after one of the attempt
  const [count] = await once(createConnection(port, '127.0.0.1'), 'data')
  t.equal(String(count), '1')
})

const noOpenssl = spawnSync('openssl', ['version']).status !== 0 && 'openssl is not installed'

t.test(
  'TLS: with the authority that NODE_EXTRA_CA_CERTS names, and not without',
  { skip: engineAbsent || noOpenssl || inLongRun.skip },
  async (t) => {
    const port = await freePort()
    const folder = new Engine()
    const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder.folder, name)) as [
      string,
      string,
    ]
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate]
    const engine = await new Engine('--tls-port', String(port), ...files, '--tls-auth-clients', 'no').start()
    const url = `rediss://127.0.0.1:${port}`
    const service = started(['serve', '--port', '0'], { QZ_LIMITER: url, NODE_EXTRA_CA_CERTS: certificate })
    t.teardown(async () => {
      service.kill('SIGKILL')
      await engine.end()
      await folder.end()
    })
    const { port: at } = new URL(await addressOf(service))
    const keys = async (): Promise<number> =>
      Number(await engine.run('EVAL', 'return #redis.call("KEYS", "quietzone:*")', '0'))
    for (;;) {
      const { status, headers } = await ask(Number(at), 'GET /api/v1/openapi.json')
      t.match([status, headers.get('ratelimit')], [200, /"ip";r=/])
      // the probe's key is gone in a second
      if ((await keys()) > 0) break
    }
    service.kill('SIGTERM')
    await once(service, 'close')
    t.match(await outcome(url), /SELF_SIGNED_CERT/)
  },
)

t.test(
  'a service and its engine: a drawing that blocks it loses no answer',
  { skip: engineAbsent || inLongRun.skip },
  async (t) => {
    const engine = await new Engine().start()
    t.teardown(() => engine.end())
    const said: string[] = []
    const limiter = sharedLimiter({
      rate,
      connect: await engineAt(engineAddress(`unix://${engine.path}`)!),
      secret: undefined,
      log: (message) => void said.push(message),
    })
    await limiter.begun
    const service = await served({ rate, limiter })
    // a busy machine may be late with some, but not with all of them
    for (let i = 0; i < 10 && limiter.figures.shared === 0; i++) {
      while (!limiter.figures.isConnected) await new Promise((resolve) => setTimeout(resolve, 20))
      // from here node comes to its timers before it reads
      await new Promise((resolve) => setImmediate(resolve))
      const verdict = limiter.take('192.0.1.1', i)
      // the engine answers meanwhile
      for (const end = performance.now() + 150; performance.now() < end; );
      await verdict
    }
    t.equal(limiter.figures.shared, 1, said.join())
    t.equal((await ask(service.port, 'GET /api/v1/openapi.json')).headers.get('ratelimit'), '"ip";r=19;t=1')
    const { local } = limiter.figures
    limiter.close()
    t.equal((await ask(service.port, 'GET /api/v1/openapi.json')).status, 200)
    t.equal(limiter.figures.local, local + 1, 'and alone, once it is closed')
    await service.close()
  },
)
