import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { addressOf, started } from '../cli/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-proxies-'))
t.teardown(() => rmSync(folder, { recursive: true }))

interface Proxy {
  readonly command: string
  /** Its package in Debian. */
  readonly from: string
  readonly config: string
  /** What of the shipped configuration is another here: ports, and the test's own folder around it. */
  adapted(shipped: string, port: number, service: string): string
  args(file: string): readonly string[]
}

const proxies: readonly Proxy[] = [
  {
    command: 'nginx',
    from: 'nginx-light',
    config: 'nginx.conf',
    adapted(shipped, port, service) {
      const site = shipped
        .replace('listen 80 default_server', `listen 127.0.0.1:${port} default_server`)
        .replace(/^ *listen \[::\].*\n/m, '')
        .replace('127.0.0.1:8080', service)
        .replace('/var/cache/quietzone', join(folder, 'cache'))
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      )
      const main = `daemon off; master_process off; pid ${join(folder, 'nginx.pid')};`
      return `${main}\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${site}}\n`
    },
    args: (file) => ['-e', 'stderr', '-p', folder, '-c', file],
  },
  {
    command: 'haproxy',
    from: 'haproxy',
    config: 'haproxy.cfg',
    adapted: (shipped, port, service) =>
      shipped.replace('bind :80', `bind 127.0.0.1:${port}`).replaceAll(/127\.0\.0\.1:808[01]/g, service),
    args: (file) => ['-db', '-f', file],
  },
]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The proxy before the service `at`, when it takes connections; another process may take its port first, then it is tried anew. */
async function running(proxy: Proxy, at: string): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  for (let attempt = 0; ; attempt++) {
    const port = await freePort()
    const file = join(folder, proxy.config)
    writeFileSync(file, proxy.adapted(readFileSync(join(root, 'deploy', proxy.config), 'utf8'), port, at))
    const child = spawn(proxy.command, proxy.args(file), { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr!.on('data', (chunk) => {
      errors += chunk
    })
    if (await listens(child, port)) return { child, port }
    if (attempt === 5) throw new Error(`${proxy.command} does not start: ${errors}`)
  }
}

/** Waits until `child` listens, or has ended. */
async function listens(child: ChildProcess, port: number): Promise<boolean> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return true
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** All that is answered until the other side closes. */
async function answer(port: number, head: string): Promise<string> {
  const socket = await connected(port)
  socket.write(`${head}\r\nHost: a\r\n\r\n`)
  let received = ''
  for await (const chunk of socket) received += chunk
  return received
}

async function resets(port: number): Promise<void> {
  const socket = await connected(port)
  await new Promise((resolve) => socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', resolve))
  socket.resetAndDestroy()
  await once(socket, 'close')
}

const python = (port: number): string =>
  `import socket,struct;s=socket.create_connection(('127.0.0.1',${port}));s.setsockopt(1,13,struct.pack('ii',1,0));` +
  "s.sendall(b'CONNECT a:80 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n');s.close()"

for (const proxy of proxies) {
  t.test(`${proxy.command} as it is shipped: CONNECT never reaches the service`, async (t) => {
    for (const [command, from] of [[proxy.command, proxy.from] as const, ['python3', 'python3-minimal'] as const]) {
      const { error } = spawnSync(command, ['-h'])
      if (error !== undefined) return void t.fail(`not installed: ${command} (Debian: ${from})`)
    }
    const service = started(['serve', '--port', '0'], { QZ_RATE_PER_MINUTE: '0', QZ_TRUSTED_PROXIES: '127.0.0.1' })
    let log = ''
    const at = new URL(await addressOf(service)).host
    service.stdout!.on('data', (chunk) => {
      log += chunk
    })
    const { child, port } = await running(proxy, at)
    t.teardown(() => {
      child.kill('SIGKILL')
      service.kill('SIGKILL')
    })
    // a busy machine may be slow to answer a proxy's check, which then says 503 for a while
    const status = async (origin: string, text: string): Promise<number> => {
      for (;;) {
        const reply = await fetch(`http://${origin}/api/v1/barcode?type=qr&text=${text}`)
        await reply.arrayBuffer()
        if (reply.status !== 503) return reply.status
      }
    }
    t.equal(await status(`127.0.0.1:${port}`, 'before'), 200)
    t.equal(await status(`127.0.0.1:${port}`, '%F0%9F%93%93'.repeat(7000)), 422, 'the longest text fits its buffers')
    for (const target of ['a:80', 'http://a/', '/api/v1/barcode?type=qr&text=x']) {
      t.match(await answer(port, `CONNECT ${target} HTTP/1.1`), /^HTTP\/1\.[01] 40[05] /, target)
    }
    await Promise.all(Array.from({ length: 20 }, () => resets(port)))
    for (let i = 0; i < 3; i++) t.equal(spawnSync('python3', ['-c', python(port)]).status, 0)
    t.equal(await status(`127.0.0.1:${port}`, 'behind'), 200)
    t.equal(await status(at, 'direct'), 200)
    t.equal(service.exitCode, null)

    service.kill('SIGTERM')
    await once(service, 'close')
    const asked = log.split('\n').filter((line) => line.includes('"method"'))
    t.equal(asked.filter((line) => /"route":"\/api.*"status":200/.test(line)).length, 3)
    t.same(
      asked.filter((line) => /CONNECT|"status":40/.test(line)),
      [],
      'the service saw none of them',
    )
  })
}

t.test('nginx as it is shipped: a page of fifty pictures, for two readers', async (t) => {
  const [nginx] = proxies
  const { error } = spawnSync(nginx!.command, ['-h'])
  if (error !== undefined) return void t.fail(`not installed: ${nginx!.command} (Debian: ${nginx!.from})`)
  // the burst that deploy/README.md and README.md advise, and the usual tokens a minute
  const service = started(['serve', '--port', '0'], { QZ_RATE_BURST: '200', QZ_TRUSTED_PROXIES: '127.0.0.1' })
  let log = ''
  const at = new URL(await addressOf(service)).host
  service.stdout!.on('data', (chunk) => {
    log += chunk
  })
  const { child, port } = await running(nginx!, at)
  t.teardown(() => {
    child.kill('SIGKILL')
    service.kill('SIGKILL')
  })
  const page = Array.from({ length: 50 }, (_, i) => `/api/v1/barcode?type=qr&text=item-${i}&scale=2`)
  const read = async (): Promise<readonly Buffer[]> =>
    Promise.all(
      page.map(async (path) => {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`)
        const bytes = Buffer.from(await reply.arrayBuffer())
        t.same([reply.status, reply.headers.get('RateLimit')], [200, null], path)
        return bytes
      }),
    )
  const first = await read()
  t.same(await read(), first)
  const current = await fetch(`http://127.0.0.1:${port}${page[0]}`, {
    headers: { 'If-None-Match': (await fetch(`http://${at}${page[0]}`)).headers.get('ETag')! },
  })
  t.equal(current.status, 304)
  const wrong = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/api/v1/label?type=qr`)).status
  t.same([await wrong(), await wrong()], [400, 400])

  service.kill('SIGTERM')
  await once(service, 'close')
  const asked = log.split('\n').filter((line) => line.includes('"method"'))
  // each picture once, one of them by this test without nginx again, and each error
  t.equal(asked.filter((line) => /"route":"\/api\/v1\/barcode".*"status":200/.test(line)).length, 51)
  t.equal(asked.filter((line) => /"status":400/.test(line)).length, 2, 'errors are not kept')
})
