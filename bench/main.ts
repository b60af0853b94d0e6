import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { root } from '../src/root.ts'
import { measuredBatches, measuredJobs, measuredPdfkit } from './batches.ts'
import { checkWorkloads } from './checks.ts'
import { measuredDesigns } from './designs.ts'
import { measuredGrowth, plotOf } from './growth.ts'
import { measuredHttp } from './http.ts'
import { measuredLanguages } from './languages.ts'
import { measuredLimiter } from './limiter.ts'
import { measured, type Results, type Workload } from './measure.ts'
import { measuredMemory } from './memory.ts'
import { howToInstall, peer, stopNativePeers } from './peers.ts'
import { captionWorkloads, measuredSvgs, measuredZpl, pictureWorkloads } from './pictures.ts'
import { markdown } from './report.ts'
import { comparison, json, type Run } from './results.ts'
import { pinnedTo } from './servers.ts'
import { measuredSizes } from './sizes.ts'
import { measuredReady, measuredStarts } from './starts.ts'
import { gs1Workloads, symbolWorkloads } from './symbols.ts'
import { measuredVerify } from './verify.ts'
import { type Effort, measuredWorst } from './worst.ts'

/** What a section adds to a run. */
type Added = { readonly [Name in keyof Run]?: Run[Name] | undefined }

/** The sections in the order in which they are run, and what each of them measures. */
const sections: Readonly<Record<string, () => Promise<Added>>> = {
  symbols: async () => workloads(await symbolWorkloads()),
  gs1: async () => workloads(await gs1Workloads()),
  pictures: async () => workloads(await pictureWorkloads()),
  captions: () => workloads(captionWorkloads()),
  checks: async () => workloads(await checkWorkloads()),
  http: () => measuredHttp(quick ? { warm: 1, rounds: 1, slice: 1000 } : { warm: 1, rounds: 7, slice: 1000 }),
  memory: async () => ({ memory: await measuredMemory(quick ? 8 : 400) }),
  limiter: async () => ({ limiter: await measuredLimiter(quick ? 1 : 11) }),
  zpl: async () => ({ zpl: measuredZpl() }),
  languages: async () => ({ languages: measuredLanguages(quick ? 1 : 50) }),
  verify: async () => ({ verify: measuredVerify(quick ? 1 : 50) }),
  designs: async () => ({ designs: measuredDesigns(quick ? 1 : 11) }),
  sizes: async () => ({ sizes: await measuredSizes() }),
  jobs: async () => ({ jobs: await measuredJobs(quick ? 1 : 5) }),
  starts: async () => ({ starts: await measuredStarts(quick ? 1 : 11) }),
  ready: async () => ({ ready: await measuredReady(quick ? 1 : 5) }),
  batches: async () => ({
    batches: await measuredBatches(quick ? 1 : 3, quick ? 50 : 1),
    pdfkitPages: await measuredPdfkit(quick ? 1 : 3, quick ? 50 : 1),
  }),
  svgs: async () => ({ svgs: measuredSvgs() }),
  growth: async () => ({ growth: await measuredGrowth(quick ? 1 : 50) }),
  worst: async () => ({ worst: await measuredWorst(effort()) }),
  tests: async () => ({ tests: await measuredTests() }),
}

const usage = `npm run bench [-- [${Object.keys(sections).join('] [')}] [--quick] [--compare old.json] [--out folder]
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
const unknown = positionals.find((name) => !Object.hasOwn(sections, name))
if (values.help || unknown !== undefined) {
  console.log(usage)
  process.exit(values.help ? 0 : 1)
}
if ((await peer('qr')) === undefined)
  console.log(`The peers are not installed, and their rows will be empty. To install them: ${howToInstall}\n`)

const { quick } = values
const wanted = positionals.length > 0 ? positionals : Object.keys(sections).filter((name) => name !== 'tests')
const bench = join(root, 'bench')
const folder = values.out ?? bench
if (values.update && !existsSync(join(folder, 'results.json'))) {
  console.error(`--update needs ${join(folder, 'results.json')}, which a run of all sections writes: npm run bench`)
  process.exit(1)
}
// results.md is made from the rounded figures in results.json
const measuredNow = JSON.parse(json(await runOf(wanted))) as Run
const run = values.update ? merged(savedRun(join(folder, 'results.json')), measuredNow) : measuredNow
stopNativePeers()
console.log(markdown(run))
if (values.compare !== undefined) {
  console.log(comparison(savedRun(values.compare), run))
}
const out = values.out ?? ((positionals.length === 0 || values.update) && !quick ? bench : undefined)
if (out !== undefined) write(run, out)

/** @param wanted  names of sections */
async function runOf(wanted: readonly string[]): Promise<Added> {
  let run: Added = {
    date: new Date().toISOString(),
    node: process.versions.node,
    processor: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    quick,
    workloads: {},
  }
  for (const [name, measure] of Object.entries(sections)) {
    if (!wanted.includes(name)) continue
    progress(name)
    const added = await measure()
    run = { ...run, ...added, workloads: { ...run.workloads, ...added.workloads } }
  }
  return run
}

async function workloads(all: readonly Workload[]): Promise<Added> {
  const pace = quick ? { warm: 1, rounds: 2, slice: 2 } : { warm: 4, rounds: 15, slice: 50 }
  const results: Record<string, Results> = {}
  for (const workload of all) {
    progress(workload.name)
    results[workload.name] = await measured(workload, pace)
  }
  return { workloads: results }
}

/** Runs `npm test` on two cores. */
async function measuredTests(): Promise<Run['tests']> {
  const [program = '', ...args] = [...(cpus().length > 2 ? pinnedTo('0,1') : []), 'npm', 'test']
  const started = performance.now()
  // its output is no part of this program's
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm test ends with ${code}`)
  return { date: new Date().toISOString(), minutes: (performance.now() - started) / 60_000 }
}

function effort(): Effort {
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
