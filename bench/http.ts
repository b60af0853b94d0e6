/** Requests a second over persistent connections. */

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../src/root.ts'
import { type Contender, type Kind, measured, type Pace, type Results } from './measure.ts'
import { howToInstall, peer } from './peers.ts'
import { address, digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { hasCommand, pinnedTo, type Server, startedServer, startedService } from './servers.ts'

export interface HttpResults {
  readonly workloads: Readonly<Record<string, Results>>
  /** The median and the 99th percentile of response times. */
  readonly latency: ResponseTimes
  readonly p99: ResponseTimes
  /** Milliseconds of CPU time of the service for a request, by workload; nothing on a system without /proc. */
  readonly cpu: Readonly<Record<string, Quartiles>>
  readonly client: string
}

/** In milliseconds, by workload and contender. */
type ResponseTimes = Readonly<Record<string, Readonly<Record<string, Quartiles>>>>

/** The servers share one core; the client has another. */
const serverCore = 0
const clientCore = 1
const connections = 16

/** A barcode as PNG, and a label in each kind of file. */
export const barcodePngs = ['HTTP, Code 128 PNG', 'HTTP, QR v3 PNG'] as const
export const labelFiles = ['HTTP, label PNG', 'HTTP, label PDF', 'HTTP, label ZPL'] as const

const workloads = {
  'HTTP, Code 128 PNG': pool(1000, (draw) => `/api/v1/barcode?type=code128&text=${digits(draw, 20)}`),
  'HTTP, QR v3 PNG': pool(
    1000,
    (draw) => `/api/v1/barcode?type=qr&text=${encodeURIComponent(address(draw, draw(32, 40)))}`,
  ),
  'HTTP, Code 128 SVG': pool(1000, (draw) => `/api/v1/barcode?type=code128&format=svg&text=${digits(draw, 20)}`),
  'HTTP, label PNG': pool(1000, (draw) => `/api/v1/label?type=code128&format=png&text=${digits(draw, 20)}`),
  'HTTP, label PDF': pool(1000, (draw) => `/api/v1/label?type=code128&text=${digits(draw, 20)}`),
  'HTTP, label ZPL': pool(1000, (draw) => `/api/v1/label?type=code128&format=zpl&text=${digits(draw, 20)}`),
}

/** Requests a second over persistent connections. All servers run on one core, and are called in turn. */
export async function measuredHttp(pace: Pace): Promise<HttpResults> {
  const client = hasCommand('wrk') ? wrk : (await peer('autocannon')) ? autocannon : undefined
  if (client === undefined) throw new Error(`no client: apt-get install wrk, or ${howToInstall}`)
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-bench-'))
  const servers: { name: string; kind: Kind; server: Server }[] = []
  try {
    servers.push({ name: 'quietzone', kind: 'ours', server: await startedService(serverCore) })
    servers.push({ name: 'constant 500 bytes', kind: 'bare', server: await startedServer('constant', serverCore) })
    if (await peer('bwip-js'))
      servers.push({ name: 'bwip-js', kind: 'javascript', server: await startedServer('bwipJs', serverCore) })
    const results: Record<string, Results> = {}
    const figures: Record<'latency' | 'p99', Record<string, Record<string, Quartiles>>> = { latency: {}, p99: {} }
    const cpu: Record<string, Quartiles> = {}
    for (const [name, paths] of Object.entries(workloads)) {
      const file = join(folder, 'paths')
      writeFileSync(file, `${paths.join('\n')}\n`)
      const loads = new Map(servers.map((each) => [each.name, [] as (Load & { readonly cpu: number })[]]))
      const contenders = servers.map(
        ({ server, ...who }): Contender => ({
          ...who,
          async slice(milliseconds) {
            const seconds = Math.max(1, Math.round(milliseconds / 1000))
            const before = cpuOf(server.pid)
            const load = await client(server.url, file, seconds)
            if (load.failed > 0) throw new Error(`${who.name}, ${name}: ${load.failed} answers were no success`)
            loads.get(who.name)!.push({ ...load, cpu: (cpuOf(server.pid) - before) / (load.rate * seconds) })
            return load.rate
          },
        }),
      )
      results[name] = await measured({ name, contenders }, pace)
      const each = (figure: 'median' | 'p99' | 'cpu') =>
        [...loads].map(([who, found]) => [who, quartiles(found.slice(pace.warm).map((load) => load[figure]))] as const)
      figures.latency[name] = Object.fromEntries(each('median'))
      figures.p99[name] = Object.fromEntries(each('p99'))
      const [[, ours] = []] = each('cpu')
      if (ours !== undefined && Number.isFinite(ours.median)) cpu[name] = ours
    }
    return { workloads: results, ...figures, cpu, client: client === wrk ? 'wrk' : 'autocannon' }
  } finally {
    for (const { server } of servers) server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Milliseconds of CPU time that a process has taken, user and system; NaN on a system without /proc. */
function cpuOf(pid: number): number {
  try {
    // proc_pid_stat(5): utime and stime are fields 14 and 15, in hundredths of a second; the name in field 2 may have blanks
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return Number.NaN
  }
}

interface Load {
  readonly rate: number
  readonly median: number
  readonly p99: number
  readonly failed: number
}

const run = promisify(execFile)

async function wrk(url: string, file: string, seconds: number): Promise<Load> {
  const script = join(root, 'bench/native/paths.lua')
  const { stdout } = await onClientCore(
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    script,
    url,
    '--',
    file,
  )
  return loadOf(/^figures (.*)$/m.exec(stdout)?.[1] ?? '')
}

/** autocannon runs on node and is slower than the server of the constant answer, which makes ratios too good. */
async function autocannon(url: string, file: string, seconds: number): Promise<Load> {
  const { stdout } = await onClientCore(process.execPath, import.meta.filename, url, file, String(seconds))
  return loadOf(stdout)
}

function onClientCore(...command: readonly string[]): Promise<{ stdout: string }> {
  const [program = '', ...args] = [...pinnedTo(clientCore), ...command]
  return run(program, args)
}

function loadOf(figures: string): Load {
  const [rate = 0, median = 0, p99 = 0, failed = 1] = figures.trim().split(' ').map(Number)
  return { rate, median, p99, failed }
}

/** The functions of autocannon that are used here. */
interface Autocannon {
  default(
    options: object,
  ): Promise<{ requests: { average: number }; latency: { p50: number; p99: number }; non2xx: number; errors: number }>
}

/** Run by itself this file is the client if wrk is not installed: node http.js <url> <file of paths> <seconds>. */
async function load([url, file, seconds]: readonly string[]): Promise<void> {
  const found = await peer<Autocannon>('autocannon')
  if (!found) throw new Error('autocannon is not installed')
  const requests = readFileSync(file!, 'utf8')
    .trim()
    .split('\n')
    .map((path) => ({ method: 'GET', path }))
  const {
    requests: sent,
    latency,
    non2xx,
    errors,
  } = await found.default({
    url,
    requests,
    duration: Number(seconds),
    connections,
  })
  console.log(`${sent.average} ${latency.p50} ${latency.p99} ${non2xx + errors}`)
}

if (process.argv[1] === import.meta.filename) await load(process.argv.slice(2))
