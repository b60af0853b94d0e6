/**
 * How an attacking client affects the others: during an attack of 15 seconds, others request a barcode and /healthz.
 *
 *     npm run build && node build/bench/attacks.js [seconds] [attack ...]
 *
 * The service has its default settings, with its limiter. Attackers use the address 127.0.0.2 (the crowd 100 addresses), each of
 * the others an address of its own. This runs on Linux only, where all of 127.0.0.0/8 can be used without configuration.
 */

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { root } from '../src/root.ts'
import { freePort } from '../test/free-port.ts'

type Attack = (port: number) => Promise<void>

const attacker = '127.0.0.2'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** A connection that sends `bytes`. Unless it reads, its replies stay in the buffers. */
function connection(port: number, from: string, bytes: string | Buffer, reads: boolean): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () => {
      socket.write(bytes)
      resolve(socket)
    })
    socket.on('error', () => resolve(socket))
    if (reads) socket.resume()
  })
}

/** Opens `count` connections from one address at once, and keeps them open. */
async function connections(
  port: number,
  count: number,
  bytes: (i: number) => string,
  reads = false,
): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => connection(port, attacker, bytes(i), reads)))
}

/** 20 connections of each of four clients, which send a request each and read nothing for a minute. */
function readersOf(port: number, bytes: string): Promise<Socket[]> {
  const clients = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
  return Promise.all(clients.flatMap((from) => Array.from({ length: 20 }, () => connection(port, from, bytes, false))))
}

/** Repeats a round. Its connections are closed only after those of the next round have been opened. */
async function rounds(round: () => Promise<readonly Socket[]>, every: number): Promise<void> {
  for (let held: readonly Socket[] = []; ; ) {
    const next = await round()
    for (const socket of held) socket.destroy()
    held = next
    await pause(every)
  }
}

const emoji = encodeURIComponent('\u{1f4d3}'.repeat(735))
const costlyLabel = `/api/v1/label?type=qr&size=4x6&text=${emoji}`
const costlySvg = `/api/v1/barcode?type=qr&scale=10&includetext=true&format=svg&text=${emoji}`
const costlyExplain = `/api/v1/explain?type=qr&text=${'aB3$'.repeat(580)}`

const labelsHead = 'POST /api/v1/labels?type=qr HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n'
const rows = `text\n${Array.from({ length: 500 }, (_, i) => `${'aB3$'.repeat(100)}${i}\n`).join('')}`

/** The attacks, by name. */
const attacks: Readonly<Record<string, Attack>> = {
  'CONNECT and a reset': (port) =>
    rounds(async () => {
      const sockets = await connections(port, 20, () => 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n')
      for (const socket of sockets) socket.resetAndDestroy()
      return sockets
    }, 20),
  'half bodies': (port) =>
    rounds(() => connections(port, 400, () => `${labelsHead}Content-Length: 1048576\r\n\r\ntype,text\n`), 1000),
  'bodies in chunks of a byte': (port) =>
    rounds(
      () => connections(port, 4, () => `${labelsHead}Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(1e6)}`),
      1000,
    ),
  '500 labels, again and again': (port) =>
    rounds(() => connections(port, 4, () => `${labelsHead}Content-Length: ${rows.length}\r\n\r\n${rows}`, true), 1000),
  'costly captions': (port) => rounds(() => connections(port, 4, () => get(costlyLabel).repeat(5), true), 250),
  'twenty costly labels at once': (port) => rounds(() => connections(port, 20, () => get(costlyLabel), true), 1000),
  'a crowd of 100 addresses': (port) =>
    rounds(
      () =>
        Promise.all(
          Array.from({ length: 100 }, (_, i) => connection(port, `127.0.2.${i + 1}`, get(costlyExplain), true)),
        ),
      1000,
    ),
  'four clients that read nothing, 500 labels each': (port) =>
    rounds(() => readersOf(port, `${labelsHead}Content-Length: ${rows.length}\r\n\r\n${rows}`), 60_000),
  'pages that nobody reads': (port) => rounds(() => connections(port, 8, () => get('/').repeat(2500)), 1000),
  '60 connections, pipelined': (port) => rounds(() => connections(port, 60, () => get('/').repeat(3000)), 2000),
  '250 connections, pipelined': (port) =>
    rounds(() => connections(port, 250, () => get('/api/v1/barcode?type=qr&text=a').repeat(1200)), 2000),
  'twenty unread SVGs': (port) => rounds(() => connections(port, 20, () => get(costlySvg)), 5000),
  '4,200 half-sent requests': (port) =>
    rounds(() => connections(port, 4200, () => 'GET /healthz HTTP/1.1\r\nHos'), 1000),
  '1,500 heads of small headers': (port) =>
    rounds(() => connections(port, 1500, () => `GET / HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(18_000)}`), 1000),
}

interface Asked {
  readonly target: string
  readonly status: number | string
  readonly milliseconds: number
}

/** Sends one request from the address `from`, with a timeout of ten seconds. */
function ask(port: number, target: string, from: string): Promise<Asked> {
  const started = performance.now()
  return new Promise((resolve) => {
    const done = (status: number | string): void =>
      resolve({ target, status, milliseconds: performance.now() - started })
    const options = { port, host: '127.0.0.1', localAddress: from, path: target, timeout: 10_000, agent: false }
    const asked = request(options, (answer) => {
      answer.resume()
      answer.once('end', () => done(answer.statusCode ?? 0))
    })
    asked.once('timeout', () => asked.destroy(new Error('timeout')))
    asked.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    asked.end()
  })
}

interface Outcome {
  readonly asked: readonly Asked[]
  /** The highest resident memory in megabytes, sampled every quarter of a second. */
  readonly resident: number
  readonly isAlive: boolean
}

async function underAttack(name: string, seconds: number): Promise<Outcome> {
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), QZ_LOG: 'silent' }
  const service = spawn(process.execPath, [join(root, 'build/program/main.js')], { env, stdio: 'inherit' })
  while ((await ask(port, '/healthz', '127.0.0.1')).status !== 200) await pause(50)
  const attack = fork(fileURLToPath(import.meta.url), ['attack', name, String(port)])
  let resident = 0
  const look = setInterval(() => {
    resident = Math.max(resident, residentOf(service))
  }, 250)
  const asked: Promise<Asked>[] = []
  const end = performance.now() + 1000 * seconds
  for (let i = 0; performance.now() < end; i++) {
    const from = `127.0.3.${(i % 250) + 1}`
    asked.push(ask(port, '/api/v1/barcode?type=code128&text=QZ-0001', from), ask(port, '/healthz', from))
    await pause(150)
  }
  const all = await Promise.all(asked)
  clearInterval(look)
  attack.kill('SIGKILL')
  const isAlive = service.exitCode === null && service.signalCode === null
  service.kill('SIGKILL')
  return { asked: all, resident, isAlive }
}

function residentOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
  } catch {
    return Number.NaN
  }
}

function lineOf(name: string, { asked, resident, isAlive }: Outcome): string {
  const part = (health: boolean, limit: number): string => {
    const those = asked.filter(({ target }) => (target === '/healthz') === health)
    const good = those.filter(({ status, milliseconds }) => status === 200 && milliseconds < limit)
    const times = those.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const others = new Set(those.filter(({ status }) => status !== 200).map(({ status }) => status))
    const worst = `${times[Math.floor(times.length / 2)]!.toFixed(0)} ms, at most ${times.at(-1)!.toFixed(0)} ms`
    return `${good.length} of ${those.length} (${worst}${others.size > 0 ? `; ${[...others]}` : ''})`
  }
  return `| ${name} | ${part(false, 1000)} | ${part(true, 500)} | ${resident.toFixed(0)} MB${isAlive ? '' : ', **ended**'} |`
}

const [first, ...more] = process.argv.slice(2)
if (first === 'attack') await attacks[more[0]!]!(Number(more[1]))
else {
  const chosen = more.length > 0 ? more : Object.keys(attacks)
  console.log('| attack | barcode within 1 s | /healthz within 0.5 s | resident |\n|---|---|---|---|')
  for (const name of chosen) console.log(lineOf(name, await underAttack(name, Number(first ?? 15))))
}
