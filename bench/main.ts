import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { root } from '../src/root.ts'
import { measuredBatches } from './batches.ts'
import { captionWorkloads } from './captions.ts'
import { checkWorkloads } from './checks.ts'
import { measuredGrowth } from './growth.ts'
import { gs1Workloads } from './gs1.ts'
import { measuredHttp } from './http.ts'
import { measuredJobs } from './jobs.ts'
import { measuredLimiter } from './limiter.ts'
import { measured, type Pace, type Results, type Workload } from './measure.ts'
import { measuredMemory } from './memory.ts'
import { stopNativePeers } from './native.ts'
import { howToInstall, peer } from './peers.ts'
import { pictureWorkloads } from './pictures.ts'
import { plotOf } from './plot.ts'
import { measuredReady } from './ready.ts'
import { comparison, json, markdown } from './report.ts'
import type { Run } from './run.ts'
import { measuredSizes } from './sizes.ts'
import { measuredStarts } from './starts.ts'
import { measuredSvgs } from './svgs.ts'
import { symbolWorkloads } from './symbols.ts'
import { measuredTests } from './tests.ts'
import { type Effort, measuredWorst } from './worst.ts'
import { measuredZpl } from './zpl.ts'

const sections = [
  'symbols',
  'gs1',
  'pictures',
  'captions',
  'checks',
  'http',
  'memory',
  'limiter',
  'zpl',
  'sizes',
  'jobs',
  'starts',
  'ready',
  'batches',
  'svgs',
  'growth',
  'worst',
  'tests',
] as const
type Section = (typeof sections)[number]

const usage = `npm run bench [-- [${sections.join('] [')}] [--quick] [--compare old.json] [--out folder]
                [--update] [--seconds 60] [--seed 1]]

Without a section all but tests, the time of npm test, are run, and bench/results.md, results.json and growth.svg are replaced; with --update only the
named sections are replaced in them, which needs the results.json of an earlier run on this machine.
worst searches for --seconds with --seed, a whole number from 1 to 9999; by default each run has another seed.
The peers:            ${howToInstall}
zint and libqrencode: apt-get install gcc libc6-dev libzint-dev libqrencode-dev
wrk, the HTTP client: apt-get install wrk   (without it autocannon is used, which is one of the peers)`

/*
 * V8 allocates objects directly in the old generation if, in a sample of a few collections, objects from the same place have
 * survived. The last result of a slice survives until the next slice, which begins with a collection. Depending on when a function
 * was compiled, this made one contender or another half as fast for the rest of the run. All their objects are short-lived.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    compare: { type: 'string' },
    out: { type: 'string' },
    update: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const unknown = positionals.find((name) => !sections.includes(name as Section))
if (values.help || unknown !== undefined) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
if ((await peer('qr')) === undefined)
  console.log(`The peers are not installed, and their rows will be empty. To install them: ${howToInstall}\n`)

const wanted = new Set(
  positionals.length > 0 ? (positionals as Section[]) : sections.filter((name) => name !== 'tests'),
)
const bench = join(root, 'bench')
const folder = values.out ?? bench
if (values.update && !existsSync(join(folder, 'results.json'))) {
  console.error(`--update needs ${join(folder, 'results.json')}, which a run of all sections writes: npm run bench`)
  process.exit(1)
}
// results.md is made from the rounded figures in results.json
const measuredNow = JSON.parse(json(await runOf(wanted, values.quick))) as Run
const run = values.update ? merged(savedRun(join(folder, 'results.json')), measuredNow) : measuredNow
stopNativePeers()
console.log(markdown(run))
if (values.compare !== undefined) {
  console.log(comparison(savedRun(values.compare), run))
}
const out = values.out ?? ((positionals.length === 0 || values.update) && !values.quick ? bench : undefined)
if (out !== undefined) write(run, out)

async function runOf(wanted: ReadonlySet<Section>, quick: boolean): Promise<Run> {
  const pace: Pace = quick ? { warm: 1, rounds: 2, slice: 2 } : { warm: 4, rounds: 15, slice: 50 }
  const calm: Pace = quick ? { warm: 1, rounds: 1, slice: 1000 } : { warm: 1, rounds: 7, slice: 1000 }
  const workloads: Record<string, Results> = {}
  const measureAll = async (all: readonly Workload[]): Promise<void> => {
    for (const workload of all) {
      progress(workload.name)
      workloads[workload.name] = await measured(workload, pace)
    }
  }
  if (wanted.has('symbols')) await measureAll(await symbolWorkloads())
  if (wanted.has('gs1')) await measureAll(await gs1Workloads())
  if (wanted.has('pictures')) await measureAll(await pictureWorkloads())
  if (wanted.has('captions')) await measureAll(captionWorkloads())
  if (wanted.has('checks')) await measureAll(await checkWorkloads())
  if (wanted.has('http')) progress('HTTP')
  const http = wanted.has('http') ? await measuredHttp(calm) : undefined
  if (wanted.has('memory')) progress('memory')
  const memory = wanted.has('memory') ? await measuredMemory(quick ? 8 : 400) : undefined
  if (wanted.has('limiter')) progress('limiter')
  const limiter = wanted.has('limiter') ? await measuredLimiter(quick ? 1 : 11) : undefined
  if (wanted.has('zpl')) progress('zpl')
  const zpl = wanted.has('zpl') ? measuredZpl() : undefined
  if (wanted.has('sizes')) progress('sizes')
  const sizes = wanted.has('sizes') ? await measuredSizes() : undefined
  if (wanted.has('jobs')) progress('jobs')
  const jobs = wanted.has('jobs') ? await measuredJobs(quick ? 1 : 5) : undefined
  const program = await measuredProgram(wanted, quick)
  if (wanted.has('growth')) progress('growth')
  const growth = wanted.has('growth') ? await measuredGrowth(quick ? 1 : 50) : undefined
  if (wanted.has('worst')) progress('worst')
  const worst = wanted.has('worst') ? await measuredWorst(effort(quick)) : undefined
  return {
    date: new Date().toISOString(),
    node: process.versions.node,
    processor: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    quick,
    workloads: { ...workloads, ...http?.workloads },
    ...(http === undefined ? {} : { p99: http.p99, client: http.client }),
    ...(memory === undefined ? {} : { memory }),
    ...(limiter === undefined ? {} : { limiter }),
    ...(zpl === undefined ? {} : { zpl }),
    ...(sizes === undefined ? {} : { sizes }),
    ...(jobs === undefined ? {} : { jobs }),
    ...program,
    ...(growth === undefined ? {} : { growth }),
    ...(worst === undefined ? {} : { worst }),
  }
}

/** The program as a whole. */
async function measuredProgram(wanted: ReadonlySet<Section>, quick: boolean): Promise<Partial<Run>> {
  if (wanted.has('starts')) progress('starts')
  const starts = wanted.has('starts') ? await measuredStarts(quick ? 1 : 11) : undefined
  if (wanted.has('ready')) progress('ready')
  const ready = wanted.has('ready') ? await measuredReady(quick ? 1 : 5) : undefined
  if (wanted.has('batches')) progress('batches')
  const batches = wanted.has('batches') ? await measuredBatches(quick ? 1 : 3, quick ? 50 : 1) : undefined
  if (wanted.has('tests')) progress('npm test')
  const tests = wanted.has('tests') ? await measuredTests() : undefined
  return {
    ...(starts === undefined ? {} : { starts }),
    ...(ready === undefined ? {} : { ready }),
    ...(batches === undefined ? {} : { batches }),
    ...(wanted.has('svgs') ? { svgs: measuredSvgs() } : {}),
    ...(tests === undefined ? {} : { tests }),
  }
}

function effort(quick: boolean): Effort {
  const seed = Number(values.seed ?? 1 + (Date.now() % 9999))
  const seconds = Number(values.seconds ?? (quick ? 1 : 60))
  if (!Number.isInteger(seed) || seed < 1 || seed > 9999) throw new RangeError(`--seed ${values.seed}: 1 to 9999`)
  if (!(seconds > 0)) throw new RangeError(`--seconds ${values.seconds}: a number above 0`)
  return { seconds, seed, ...(quick ? { shown: 2, warm: 0, times: 1 } : { shown: 10, warm: 10, times: 45 }) }
}

function savedRun(file: string): Run {
  return JSON.parse(readFileSync(file, 'utf8')) as Run
}

/** A saved run with the sections that were measured now; its date and machine are kept. */
function merged(saved: Run, { date, node, processor, quick, workloads, ...now }: Run): Run {
  return { ...saved, workloads: { ...saved.workloads, ...workloads }, ...now }
}

function progress(what: string): void {
  process.stderr.write(`${what}\n`)
}

function write(run: Run, folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'results.md'), markdown(run))
  writeFileSync(join(folder, 'results.json'), `${json(run)}\n`)
  if (run.growth !== undefined) writeFileSync(join(folder, 'growth.svg'), plotOf(run.growth))
}
