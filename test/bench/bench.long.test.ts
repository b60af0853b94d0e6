import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Contender } from '../../bench/contender.ts'
import { measured } from '../../bench/measure.ts'
import { plotOf } from '../../bench/plot.ts'
import { quartiles } from '../../bench/quartiles.ts'
import { comparison, json, markdown } from '../../bench/report.ts'
import type { Run } from '../../bench/run.ts'
import { described, description } from '../../bench/search/description.ts'
import { svgJobs } from '../../bench/sizes.ts'
import { targetsOf } from '../../bench/targets.ts'
import { root } from '../../src/root.ts'

const even = (value: number): { low: number; median: number; high: number } => ({
  low: value,
  median: value,
  high: value,
})
const nothing: Run = { date: '2026-01-01', node: '20', processor: 'x', quick: true, workloads: {} }

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
    'label PDF',
    'label ZPL',
    'bundle',
    'captions',
    'GS1 message',
    'heap',
    'server',
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
    return targetsOf({ ...nothing, sizes: { bundler: 'x', jobs } })[9]?.state
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
  t.equal(targetsOf(run)[7]?.state, 'not met', 'the fastest package counts')
})

t.test('a run by itself: its page, its numbers, its plot, and how it compares', async (t) => {
  const folder = t.testdir()
  const main = join(root, 'build/bench/main.js')
  const options = ['captions', 'growth', 'worst', '--quick', '--out', folder]
  execFileSync(process.execPath, [main, ...options], { stdio: 'ignore' })
  const run = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Run
  t.equal(readFileSync(join(folder, 'results.md'), 'utf8'), markdown(run))
  t.ok(run.workloads['caption, latin']?.quietzone?.rate)
  t.equal(run.growth?.length, 10)
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
