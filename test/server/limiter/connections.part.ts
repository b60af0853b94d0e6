import { execFileSync, spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { engineAddress, engineAt, sharedLimiter } from '../../../src/server/limiter/index.ts'
import { addressOf, printed, started } from '../../cli/program.ts'
import { freePort } from '../../free-port.ts'
import { ask, served, until } from '../http/wire.ts'
import { Engine, engineAbsent } from './engine-process.ts'

const rate = { perMinute: 60, burst: 20 }
const patient = { decision: 60_000, connecting: 60_000 }

/** Whether a limiter at that address is connected, and what it says if not. */
async function outcome(url: string): Promise<string> {
  const said: string[] = []
  const log = (message: string): void => void said.push(message)
  const { password: secret } = engineAddress(url)!
  const limiter = sharedLimiter({ rate, connect: await engineAt(engineAddress(url)!), secret, log, times: patient })
  await limiter.begun
  await limiter.take({ high: 1, low: 1 }, 1)
  const { isConnected, shared } = limiter.figures
  limiter.close()
  return isConnected && shared === 1 ? 'shared' : said.join()
}

t.test('once the library is loaded, the methods of strings are found as fast as before', async (t) => {
  const engine = JSON.stringify(join(root, 'build/src/server/limiter/engine.js'))
  const program = `
    const { engineAt } = await import(${engine})
    await engineAt({ path: '/no/socket' })
    console.log(%HasFastProperties(String.prototype))`
  t.equal(printed(program, '--allow-natives-syntax'), 'true\n')
})

/** The commands that docs/several-instances.md gives the user of the service. */
const rules = ['~quietzone:*', 'resetchannels', '-@all', '+evalsha', '+eval', '+time', '+get', '+set', '+select']

t.test('users, passwords, databases, ports and sockets', { skip: engineAbsent }, async (t) => {
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
  // before they expire
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
  { skip: engineAbsent || noOpenssl },
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

t.test('a service and its engine: a drawing that blocks it loses no answer', { skip: engineAbsent }, async (t) => {
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
    const verdict = limiter.take({ high: 1, low: 1 }, i)
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
})
