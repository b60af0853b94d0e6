import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Batch, onePdf } from '../../bench/batches.ts'
import { checkedLabels, checkWorkload, photoWorkload } from '../../bench/checks.ts'
import { plotOf } from '../../bench/growth.ts'
import { barcodePngs, labelFiles } from '../../bench/http.ts'
import { type Contender, measured } from '../../bench/measure.ts'
import { quartiles } from '../../bench/quartiles.ts'
import { markdown } from '../../bench/report.ts'
import { comparison, json, type Run } from '../../bench/results.ts'
import { described, description } from '../../bench/search/requests.ts'
import { barcodeStarts, childSeconds, labelStart, npmStart } from '../../bench/starts.ts'
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
    'text to matrix, against zint',
    'text to matrix, against qr',
    'text to matrix, against the best JavaScript',
    'HTTP, PNG of Code 128',
    'HTTP, 4x6 label',
    'batch of different',
    'peak memory',
    '`quietzone barcode`',
    '`quietzone label`',
    '`npm start`',
    '`npm test`',
    'check of a 4x6 label',
    'check of a photo',
    'proof',
    'slowest',
    'heap',
    'server',
  ]
  t.same(
    targets.map(({ path }, i) => path.startsWith(names[i]!)),
    names.map(() => true),
  )
  const native = (ratio: number) => ({ zint: { kind: 'native', rate: even(1), ratio: even(ratio) } }) as const
  const encoders = [
    'Code 128, 20 digits',
    'EAN-13',
    'EAN-8',
    'UPC-A',
    'UPC-E',
    'Data Matrix, 20 digits',
    'Data Matrix, 60 mixed',
    'Data Matrix 144x144',
  ]
  const encoded = (code128: number): Run => {
    const workloads = Object.fromEntries(encoders.map((name) => [name, native(9)]))
    return { ...nothing, workloads: { ...workloads, 'Code 128, 20 digits': native(code128) } }
  }
  t.equal(stateOf('text to matrix, against zint', encoded(1.49)), 'met', 'a tenth below 1.65')
  t.equal(stateOf('text to matrix, against zint', encoded(1.48)), 'not met')
  const micro = (best: number): Run => {
    const rows = { a: { kind: 'javascript', rate: even(1), ratio: even(99) } } as const
    const faster = { b: { kind: 'javascript', rate: even(2), ratio: even(best) } } as const
    return { ...nothing, workloads: { 'Micro QR': { ...rows, ...faster } } }
  }
  t.equal(stateOf('text to matrix, against the best', micro(20)), 'met')
  t.equal(stateOf('text to matrix, against the best', micro(19)), 'not met', 'the fastest package counts')
})

t.test('the targets of the service', async (t) => {
  const served = (ratio: number, p99: number): Run => {
    const row = { 'bwip-js': { kind: 'javascript', rate: even(1), ratio: even(ratio) } } as const
    const each = <T>(value: T) => Object.fromEntries(barcodePngs.map((name) => [name, value]))
    const latency = each({ 'bwip-js': even(100) })
    return { ...nothing, workloads: each(row), latency, p99: each({ quietzone: even(p99) }) }
  }
  t.equal(stateOf('HTTP, PNG', served(30, 100)), 'met')
  t.equal(stateOf('HTTP, PNG', served(29.9, 100)), 'not met')
  t.equal(stateOf('HTTP, PNG', served(30, 101)), 'not met')
  const labels = (pdf: number): Run => {
    const cpu = { ...Object.fromEntries(labelFiles.map((name) => [name, even(1)])), 'HTTP, label PDF': even(pdf) }
    return { ...nothing, cpu }
  }
  t.equal(stateOf('HTTP, 4x6 label', labels(3)), 'met')
  t.equal(stateOf('HTTP, 4x6 label', labels(3.1)), 'not met')
  const slowest = (milliseconds: number): Run => {
    const later = even(milliseconds)
    const request = { request: 'x', characters: 1, status: 200, first: 1, later, ratio: even(1) }
    const found = { date: '', processor: 'x', seed: 1, seconds: 1, tried: 1, yardstick: even(1), requests: [request] }
    return { ...nothing, worst: found }
  }
  t.equal(stateOf('slowest', slowest(150)), 'met')
  t.equal(stateOf('slowest', slowest(151)), 'not met')
  const proofs = (worst: number): Run => {
    const cost = { dpi: '203', milliseconds: even(1), of: 'qr' } as const
    // what is no printer's, and what prints finer, has no bound
    const others = [
      { ...cost, format: 'png', worst: 9 },
      { ...cost, format: 'zpl', dpi: '600', worst: 9 },
    ] as const
    return { ...nothing, verify: [...others, { ...cost, format: 'zpl', worst }] }
  }
  t.equal(stateOf('proof', proofs(4)), 'met')
  t.equal(stateOf('proof', proofs(4.1)), 'not met')
})

t.test('the targets of the program as a whole', async (t) => {
  const starts = (qr: number, label = 0.3): Run => {
    const cost = (above: number) => ({ seconds: even(1), above: even(above) })
    const commands = { [barcodeStarts.code128]: cost(0.07), [barcodeStarts.qr]: cost(qr), [labelStart]: cost(label) }
    return { ...nothing, starts: { node: even(0.04), commands } }
  }
  t.equal(stateOf('`quietzone barcode`', starts(0.07)), 'met')
  t.equal(stateOf('`quietzone barcode`', starts(0.071)), 'not met')
  t.equal(stateOf('`quietzone label`', starts(0.07)), 'met')
  t.equal(stateOf('`quietzone label`', starts(0.07, 0.31)), 'not met')
  t.equal(stateOf('`npm start`', { ...nothing, ready: { [npmStart]: even(1) } }), 'met')
  t.equal(stateOf('`npm start`', { ...nothing, ready: { [npmStart]: even(1.01) } }), 'not met')
  const batches = (rate: number): Run => {
    const batch = (type: Batch['type'], labels: number, cpuRate: number): Batch => {
      return { type, output: onePdf, labels, rate: even(1), cpuRate: even(cpuRate), bytes: 400, peak: even(2e8) }
    }
    return { ...nothing, batches: [batch('code128', 100, rate), batch('code128', 10, 1)], pdfkitPages: even(1000) }
  }
  t.equal(stateOf('batch of different', batches(400)), 'met', 'the larger counts')
  t.equal(stateOf('batch of different', batches(399)), 'not met')
  t.equal(stateOf('peak memory', batches(1)), 'not measured')
  t.equal(stateOf('`npm test`', { ...nothing, tests: { date: '', minutes: 2 } }), 'met')
  t.equal(stateOf('`npm test`', { ...nothing, tests: { date: '', minutes: 2.1 } }), 'not met')
  const memory = { png: even(1), pdf: even(1), pdfSize: even(1), resident: even(1) }
  t.equal(stateOf('heap', { ...nothing, memory }), 'no target')
  const checks = (milliseconds: number, photo: number): Run => {
    const ours = (each: number) => ({ quietzone: { kind: 'ours', rate: even(1000 / each) } }) as const
    const labels = checkedLabels.map((type) => [checkWorkload(type, '300'), ours(milliseconds)] as const)
    return { ...nothing, workloads: { ...Object.fromEntries(labels), [photoWorkload]: ours(photo) } }
  }
  t.equal(stateOf('check of a 4x6 label', checks(15, 1000)), 'met')
  t.equal(stateOf('check of a 4x6 label', checks(15.1, 1000)), 'not met')
  t.equal(stateOf('check of a photo', checks(15, 1000)), 'met')
  t.equal(stateOf('check of a photo', checks(15, 1001)), 'not met')
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
