/**
 * What four clients do to a fifth: each has 20 connections, and sends the worst requests of one attack after another for a minute, to a service
 * with its default settings. The fifth asks for /healthz and for a small barcode meanwhile.
 *
 *     npm run build && CGROUP=[/sys/fs/cgroup/memory/…] node build/bench/four-clients.js [seconds] [attack ...]
 *
 * An attack is a file in attacks/ that exports its `name` and its `requests`; it is chosen here by its file's name. Half of the connections wait for
 * their answers, the others leave after a second and come again. All of it is on loopback, and ends by itself: the attackers are another process,
 * which ends with this one. With CGROUP, the folder of a cgroup, the service runs in that. Linux only, where all of 127.0.0.0/8 is there without configuration, and /proc tells a process's memory.
 */

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from '../src/root.ts'
import { freePort } from '../test/free-port.ts'

/** A request of an attack. */
export interface AttackRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: object
  readonly body?: Uint8Array
}

/** What a file in attacks/ exports. */
export interface Attack {
  readonly name: string
  /** The worst that it knows, a few of them; they are made once and sent again and again. */
  readonly requests: () => Iterable<AttackRequest>
  /** Settings of the service besides the default ones; it may keep what it has in the folder, which goes at the end. */
  readonly environment?: (folder: string) => Readonly<Record<string, string>>
}

const clients = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']
const fifth = '127.0.0.6'
const connectionsEach = 20
/** Milliseconds after which a client that does not wait leaves. */
const impatience = 1000
/** The folder of a cgroup with a limit of memory, which the service is put into. */
const cgroup = process.env.CGROUP
/** Milliseconds between two questions of the fifth client. */
const every = { '/healthz': 200, '/api/v1/barcode?type=code128&text=QZ-0001': 1000 } as const
/** Milliseconds after which the fifth client gives up. */
const mostPatience = 20_000

/** What is promised: milliseconds on a machine that does nothing else, megabytes beside those at the start, and megabytes of a container. */
const promised = { milliseconds: 150, grown: 450, container: 537 }

/** The attack that a file has; undefined if the file is something else. */
async function attackIn(file: string): Promise<Attack | undefined> {
  const found = (await import(pathToFileURL(file).href)) as Partial<Attack>
  return found.name !== undefined && found.requests !== undefined ? (found as Attack) : undefined
}

interface Asked {
  /** The name of an error, if there was no answer. */
  readonly status: number | string
  readonly milliseconds: number
  readonly retryAfter: number
}

interface Asking {
  readonly port: number
  readonly agent: Agent
  /** Milliseconds until it leaves. */
  readonly patience: number
}

/** Sends a request and reads its answer. */
function ask({ method, path, headers, body }: AttackRequest, { port, agent, patience }: Asking): Promise<Asked> {
  const started = performance.now()
  return new Promise((resolve) => {
    const done = (status: number | string, retryAfter = 0): void => {
      clearTimeout(timer)
      resolve({ status, milliseconds: performance.now() - started, retryAfter })
    }
    const length = body === undefined ? {} : { 'Content-Length': body.length }
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } })
    const timer = setTimeout(() => sent.destroy(new Error('left')), patience)
    sent.once('response', (answer: IncomingMessage) => {
      answer.resume()
      answer.once('error', () => done('broken off'))
      answer.once('end', () => done(answer.statusCode ?? 0, Number(answer.headers['retry-after'] ?? 0)))
    })
    sent.once('error', (error: NodeJS.ErrnoException) =>
      done(error.message === 'left' ? 'left' : (error.code ?? 'lost')),
    )
    sent.end(body)
  })
}

const agentOf = (localAddress: string, keepAlive = true): Agent => new Agent({ keepAlive, maxSockets: 1, localAddress })

/** The four clients, in a process of their own: attack until they are told to stop, then tell how many answers there were, by status. */
async function attackAt(port: number, file: string): Promise<void> {
  const { requests } = (await attackIn(file))!
  const all = [...requests()]
  const counts: Record<string, number> = {}
  const stopping = new AbortController()
  setMaxListeners(clients.length * connectionsEach + 1, stopping.signal)
  process.once('message', () => stopping.abort())
  const connection = async (client: string, i: number): Promise<void> => {
    const agent = agentOf(client)
    const patience = i % 2 === 0 ? 120_000 : impatience
    for (let n = i; !stopping.signal.aborted; n++) {
      const { status, retryAfter } = await ask(all[n % all.length]!, { port, agent, patience })
      counts[status] = (counts[status] ?? 0) + 1
      // none of them is quicker than it may be, or slower than that
      const wait =
        status === 429 || status === 503 ? 1000 * Math.max(1, retryAfter) : typeof status === 'string' ? 50 : 0
      if (wait > 0) await pause(Math.min(wait, 5000), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  for (const client of clients) for (let i = 0; i < connectionsEach; i++) void connection(client, i)
  process.send!('begun')
  await once(stopping.signal, 'abort')
  process.send!(counts, () => process.exit())
}

interface Outcome {
  readonly asked: Readonly<Record<string, readonly Asked[]>>
  /** Answers to the attackers, by status. */
  readonly counts: Readonly<Record<string, number>>
  /** Megabytes of resident memory. */
  readonly before: number
  readonly peak: number
  readonly isAlive: boolean
}

/** A field of /proc/PID/status in megabytes; not a number if the process has ended. */
function memory({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
  } catch {
    return Number.NaN
  }
}

async function underAttack(file: string, seconds: number): Promise<Outcome> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'four-clients-'))
  const settings = (await attackIn(file))!.environment?.(folder)
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), QZ_LOG: 'silent', ...settings }
  const service = spawn(process.execPath, [join(root, 'build/program/main.js')], { env, stdio: 'inherit' })
  if (cgroup !== undefined) writeFileSync(join(cgroup, 'cgroup.procs'), String(service.pid))
  const asking = { port, agent: agentOf(fifth, false), patience: mostPatience }
  const get = (path: string): Promise<Asked> => ask({ method: 'GET', path, headers: {} }, asking)
  const ended = (): boolean => service.exitCode !== null || service.signalCode !== null
  while (!ended() && (await get('/healthz')).status !== 200) await pause(50)
  // what it loads and compiles before there is anything to do
  await pause(1500)
  const before = memory(service, 'VmRSS')
  const attackers = fork(fileURLToPath(import.meta.url), ['attack', String(port), file])
  try {
    await once(attackers, 'message')
    let peak = before
    const end = performance.now() + 1000 * seconds
    const asked: Record<string, Promise<Asked>[]> = {}
    const timers = Object.entries(every).map(([path, milliseconds]) => {
      asked[path] = []
      // a connection of its own for each: they are asked at their time, however long others take
      const each = { ...asking, agent: agentOf(fifth, false) }
      each.agent.maxSockets = Number.POSITIVE_INFINITY
      return setInterval(() => asked[path]!.push(ask({ method: 'GET', path, headers: {} }, each)), milliseconds)
    })
    while (!ended() && performance.now() < end) {
      await pause(200)
      // the kernel keeps the highest, but not of a process that has ended
      peak = Math.max(peak, memory(service, 'VmHWM') || 0)
    }
    for (const timer of timers) clearInterval(timer)
    const isAlive = !ended()
    const found = await Promise.all(
      Object.entries(asked).map(async ([path, all]) => [path, await Promise.all(all)] as const),
    )
    attackers.send('stop')
    const [counts] = await once(attackers, 'message')
    return { asked: Object.fromEntries(found), counts: counts as Outcome['counts'], before, peak, isAlive }
  } finally {
    attackers.kill('SIGKILL')
    service.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}

const bold = (text: string, isBold: boolean): string => (isBold ? `**${text}**` : text)

function timesOf(all: readonly Asked[]): string {
  const times = all.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  const others = new Set(all.map(({ status }) => status).filter((status) => status !== 200))
  const [median, nearly, most] = [at(0.5), at(0.99), at(1)].map((time) => time.toFixed(0))
  const text = `${median}, ${nearly}, ${bold(most!, at(1) > promised.milliseconds)}`
  return others.size === 0 ? text : `${text}; **${[...others].join(', ')}**`
}

function rowOf(name: string, { asked, counts, before, peak, isAlive }: Outcome): string {
  const answers = Object.entries(counts).map(([status, count]) => `${status}: ${count}`)
  const grown = peak - before
  const cells = [
    name,
    answers.join(', '),
    ...Object.keys(every).map((path) => timesOf(asked[path]!)),
    before.toFixed(0),
    bold(peak.toFixed(0), peak > promised.container),
    bold(grown.toFixed(0), grown > promised.grown),
    isAlive ? 'yes' : '**no**',
  ]
  return `| ${cells.join(' | ')} |`
}

const folder = fileURLToPath(new URL('attacks/', import.meta.url))
const [first, ...more] = process.argv.slice(2)
if (first === 'attack') await attackAt(Number(more[0]), more[1]!)
else {
  const seconds = Number(first ?? 60)
  if (!(seconds > 0 && seconds <= 600)) throw new RangeError(`${first}: 1 to 600 seconds`)
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const chosen = files.filter((name) => more.length === 0 || more.includes(name.slice(0, -3)))
  console.log(
    '| attack | answers | /healthz: median, p99, most in ms | small GET: the same | MB at the start | peak | beyond | alive |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const name of chosen) {
    const attack = await attackIn(join(folder, name))
    if (attack !== undefined) console.log(rowOf(attack.name, await underAttack(join(folder, name), seconds)))
  }
}
