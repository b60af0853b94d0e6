import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Batch, onePdf } from '../../bench/batches.ts'
import { plotOf } from '../../bench/growth.ts'
import { type Contender, measured } from '../../bench/measure.ts'
import { quartiles } from '../../bench/quartiles.ts'
import { markdown } from '../../bench/report.ts'
import { comparison, json, type Run } from '../../bench/results.ts'
import { described, description } from '../../bench/search/requests.ts'
import { svgJobs } from '../../bench/sizes.ts'
import { barcodeStarts, childSeconds, npmStart } from '../../bench/starts.ts'
import { targetsOf } from '../../bench/targets.ts'
import { root } from '../../src/root.ts'

const even = (value: number): { low: number; median: number; high: number } => ({
  low: value,
  median: value,
  high: value,
})
const nothing: Run = { date: '2026-01-01', node: '20', processor: 'x', quick: true, workloads: {} }

/** Of the target whose path starts with `path`. */
const stateOf = (path: string, run: Run): string | undefined =>
  targetsOf(run).find((target) => target.path.startsWith(path))?.state

t.test('quartiles', async (t) => {
  t.same(quartiles([7]), even(7))
  t.same(quartiles([4, 1, 3, 2, 5]), { low: 2, median: 3, high: 4 })
  t.same(quartiles([1, 2]), { low: 1.25, median: 1.5, high: 1.75 })
})

t.test('contenders take turns, and ratios are taken within a round', async (t) => {
  const order: string[] = []
  const paced = (name: string, kind: Contender['kind'], rates: number[]): Contender => {
    return {
      name,
      kind,
      async slice() {
        order.push(name)
        return rates.shift()!
      },
    }
  }
  const contenders = [
    paced('a', 'ours', [0, 100, 10]),
    paced('b', 'javascript', [0, 50, 5]),
    { name: 'c', kind: 'native', absent: 'not installed' } as const,
  ]
  const results = await measured({ name: 'x', contenders }, { warm: 1, rounds: 2, slice: 1 })
  t.same(order, ['a', 'b', 'a', 'b', 'b', 'a'])
  t.same(results.b?.ratio, even(2))
  t.same(results.a, { kind: 'ours', rate: quartiles([100, 10]) })
  t.same(results.c, { kind: 'native', absent: 'not installed' })
})

t.test('every target is in the table, measured or not', async (t) => {
  const targets = targetsOf(nothing)
  t.same(new Set(targets.map(({ state }) => state)), new Set(['not measured']))
  const names = [
    'Code 128',
    'EAN/UPC',
    'QR v3',
    'Micro QR',
    'Data Matrix',
    'HTTP',
    'label PNG',
    'label PDF x500',
    'label PDF 4x6',
    'label ZPL',
    'bundle',
    'captions',
    'GS1 message',
    'check of a 4x6 label',
    'check of a symbol',
    'heap',
    'server',
    '`quietzone barcode`',
    '`npm start`',
    'batch of different',
    'bytes a page',
    'peak memory',
    'batch with `--jobs 2`',
    '`npm test`',
    'HTTP, 4x6 label',
    'QR v40 as SVG',
    'slowest',
  ]
  t.same(
    targets.map(({ path }, i) => path.startsWith(names[i]!)),
    names.map(() => true),
  )
  const rates = (ratio: number): Run => {
    const zint = { kind: 'native', rate: even(1), ratio: even(ratio) } as const
    return { ...nothing, workloads: { 'Code 128, 20 digits': { zint } } }
  }
  t.equal(targetsOf(rates(1))[0]?.state, 'met')
  t.equal(targetsOf(rates(0.99))[0]?.state, 'not met')
  const slowest = (ratio: number): Run => {
    const request = { request: 'x', characters: 1, status: 200, first: 1, later: even(1), ratio: even(ratio) }
    const found = { date: '', processor: 'x', seed: 1, seconds: 1, tried: 1, yardstick: even(1), requests: [request] }
    return { ...nothing, worst: found }
  }
  t.equal(targetsOf(slowest(50 / 47)).at(-1)?.state, 'met')
  t.equal(targetsOf(slowest(51 / 47)).at(-1)?.state, 'not met')
  const bundles = (qr: number, code128: number): string | undefined => {
    const ours = (gzip: number) => ({ quietzone: { minified: 30_000, gzip, brotli: 7000 } })
    const jobs = { [svgJobs.qr]: ours(qr), [svgJobs.code128]: ours(code128) }
    return stateOf('bundle', { ...nothing, sizes: { bundler: 'x', jobs } })
  }
  t.equal(bundles(20_000, 8000), 'met')
  t.equal(bundles(20_001, 8000), 'not met')
  t.equal(bundles(20_000, 8001), 'not met')
  const pdfs = {
    a: { kind: 'javascript', rate: even(1), ratio: even(20) },
    b: { kind: 'javascript', rate: even(2), ratio: even(9) },
  } as const
  const size = { png: even(1e6), pdf: even(1e6), pdfSize: even(50_000) }
  const run = { ...nothing, workloads: { 'label PDF x500': pdfs }, memory: size }
  t.equal(stateOf('label PDF x500', run), 'not met', 'the fastest package counts')
})

t.test('the targets of the program as a whole', async (t) => {
  const starts = (qr: number): Run => {
    const cost = (above: number) => ({ seconds: even(1), above: even(above) })
    const commands = { [barcodeStarts.code128]: cost(0.05), [barcodeStarts.qr]: cost(qr) }
    return { ...nothing, starts: { node: even(0.04), commands } }
  }
  t.equal(stateOf('`quietzone barcode`', starts(0.05)), 'met')
  t.equal(stateOf('`quietzone barcode`', starts(0.051)), 'not met')
  t.equal(stateOf('`npm start`', { ...nothing, ready: { [npmStart]: even(1) } }), 'met')
  t.equal(stateOf('`npm start`', { ...nothing, ready: { [npmStart]: even(1.01) } }), 'not met')
  const batches = (rate: number, bytes: number, peak: number): Run => {
    const batch = (type: Batch['type'], labels: number): Batch => {
      const large = { rate: even(rate), bytes, peak: even(peak) }
      const small = { rate: even(1), bytes: 9999, peak: even(100) }
      return { type, output: onePdf, labels, cpuRate: even(1), ...(labels > 10 ? large : small) }
    }
    return { ...nothing, batches: [batch('code128', 100), batch('code128', 10), batch('qr', 10), batch('qr', 100)] }
  }
  const states = (run: Run) => ['batch of different', 'bytes a page', 'peak memory'].map((path) => stateOf(path, run))
  t.same(states(batches(15_000, 600, 110)), ['met', 'met', 'met'])
  t.same(states(batches(14_999, 601, 111)), ['not met', 'not met', 'not met'])
  const twoJobs = (faster: number): Run => {
    const outputs = ['one PDF', 'one file of ZPL', 'a folder of PNG']
    return {
      ...nothing,
      jobs: outputs.map((output) => ({ output, rate: even(1), faster: even(faster), work: even(1), apart: even(2) })),
    }
  }
  t.equal(stateOf('batch with `--jobs 2`', twoJobs(1.7)), 'met')
  t.equal(stateOf('batch with `--jobs 2`', twoJobs(1.69)), 'not met')
  t.equal(stateOf('`npm test`', { ...nothing, tests: { date: '', minutes: 2 } }), 'met')
  t.equal(stateOf('`npm test`', { ...nothing, tests: { date: '', minutes: 2.1 } }), 'not met')
  const svgs = [{ symbol: 'QR v40', plain: even(1), gzip: even(1) }]
  t.equal(stateOf('QR v40 as SVG', { ...nothing, svgs }), 'no target')
})

t.test('the CPU time of what a shell has waited for', async (t) => {
  t.equal(childSeconds('0m9.001s 0m9.000s\n1m2.345s 2m0.004s\n'), 60 + 2.345 + 120 + 0.004)
  t.throws(() => childSeconds(''))
})

t.test('a run by itself: its page, its numbers, its plot, and how it compares', async (t) => {
  const folder = t.testdir()
  const main = join(root, 'build/bench/main.js')
  const options = ['captions', 'starts', 'ready', 'batches', 'svgs', 'growth', 'worst', '--quick', '--out', folder]
  execFileSync(process.execPath, [main, ...options], { stdio: 'ignore' })
  const run = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Run
  t.equal(readFileSync(join(folder, 'results.md'), 'utf8'), markdown(run))
  t.ok(run.workloads['caption, latin']?.quietzone?.rate)
  t.equal(run.growth?.length, 10)
  const wholes = Object.values(run.starts?.commands ?? {}).map(({ seconds }) => seconds.median)
  t.equal(wholes.length, 9)
  for (const seconds of wholes) t.ok(seconds > 0)
  for (const command of [npmStart, 'node build/src/server/main.js'])
    t.match(run.ready?.[command]?.median, Number, command)
  t.equal(run.batches?.length, 12)
  for (const { output, rate, bytes, peak } of run.batches ?? []) {
    t.ok(rate.median > 0 && bytes > 100 && peak.median > 10e6, output)
  }
  t.same(
    run.svgs?.map(({ symbol }) => symbol),
    ['QR v3', 'QR v13', 'QR v40'],
  )
  for (const { plain, gzip } of run.svgs ?? []) t.ok(gzip.median < plain.median)
  t.equal(run.worst?.requests.length, 2)
  for (const { request } of run.worst?.requests ?? []) t.equal(description(described(request)), request)
  t.match(readFileSync(join(folder, 'growth.svg'), 'utf8'), /^<svg [\s\S]*<polyline[\s\S]*<\/svg>\n$/)
  t.equal(plotOf(run.growth!).match(/<polyline/g)?.length, 10)
  t.same(JSON.parse(json(run)), run)
  execFileSync(process.execPath, [main, 'captions', '--quick', '--update', '--out', folder], { stdio: 'ignore' })
  const updated = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Run
  const { workloads, ...others } = run
  t.match(updated, others, 'what was not measured again stays')
  t.notSame(updated.workloads, workloads)
  t.equal(readFileSync(join(folder, 'results.md'), 'utf8'), markdown(updated))
  const peer = { kind: 'native', rate: even(1), ratio: even(2) } as const
  const then = { ...nothing, workloads: { x: { zint: peer } } }
  t.match(comparison(then, { ...nothing, workloads: { x: { zint: { ...peer, ratio: even(3) } } } }), '1.5 | faster')
  t.match(comparison(then, { ...nothing, workloads: { x: { zint: { ...peer, ratio: even(1) } } } }), '0.5 | slower')
})
