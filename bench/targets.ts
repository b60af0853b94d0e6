/** The bounds of speed, size and memory, and whether a run keeps them. */

import { isPrinterLanguage } from '../src/render/language.ts'
import { type Batch, batchTexts, onePdf } from './batches.ts'
import { checkedLabels, checkWorkload, photoWorkload } from './checks.ts'
import { barcodePngs, labelFiles } from './http.ts'
import { exactly, type Quartiles, scaled } from './quartiles.ts'
import type { Run } from './results.ts'
import { barcodeStarts, labelStart, npmStart } from './starts.ts'

/** One figure that a target asks for. */
export interface Part {
  readonly what: string
  readonly needed: string
  /** Why there is no figure, or the figure, which is `met` or not if there is a target. */
  readonly measured: { readonly absent: string } | (Quartiles & { readonly unit: string; readonly met?: boolean })
}

export interface Target {
  readonly path: string
  readonly wanted: string
  readonly parts: readonly Part[]
  readonly state: 'met' | 'not met' | 'not measured' | 'no target'
}

/** How many times faster than a peer the encoders were when this was promised; no row may fall by more than a tenth. */
const lead = {
  zint: {
    'Code 128, 20 digits': 1.65,
    'EAN-13': 1.75,
    'EAN-8': 1.78,
    'UPC-A': 2,
    'UPC-E': 1.36,
    'Data Matrix, 20 digits': 2.11,
    'Data Matrix, 60 mixed': 2.56,
    'Data Matrix 144x144': 2.73,
  },
  qr: { 'QR v3': 2.17, 'QR v13': 2.22, 'QR, mixed sizes': 3.75, 'QR v40': 2.3 },
  'best JavaScript': { 'Micro QR': 21.3 },
} as const

/** How far a row may fall. */
const tenth = 0.9

/** Every bound with the figures of one run, including those that were not measured. */
export function targetsOf(run: Run): Target[] {
  const time = (workload: string): Quartiles | undefined => inverse(run.workloads[workload]?.quietzone?.rate)
  const start = (command: string) => run.starts?.commands[command]?.above
  const proofs = run.verify?.filter(({ format, dpi }) => isPrinterLanguage(format) && dpi !== '600')
  const proof = proofs && exactly(Math.max(...proofs.map(({ worst }) => worst)))
  const { memory, tests, ready, worst } = run
  return [
    ...Object.entries(lead).map(([peer, rows]) =>
      target(
        `text to matrix, against ${peer === 'best JavaScript' ? 'the best JavaScript' : peer}`,
        `at most a tenth below ${Object.values(rows).join(', ')}`,
        Object.entries(rows).map(([workload, figure]) => atLeast(run, workload, peer, tenth * figure)),
      ),
    ),
    target(
      'HTTP, PNG of Code 128 and of QR v3, beside the same served by bwip-js',
      '30 times its rate, and the 99th percentile below its median',
      barcodePngs.flatMap((name) => [atLeast(run, name, 'bwip-js', 30), lateness(run, name)]),
    ),
    target(
      'HTTP, 4x6 label of Code 128, CPU time of the service',
      '3 ms',
      labelFiles.map((name) => below(name, run.cpu?.[name], 3, 'ms')),
    ),
    ...batchTargets(run),
    target('`quietzone barcode` as PNG, CPU time of the whole program', '0.07 s above `node -e 0`', [
      below('Code 128', start(barcodeStarts.code128), 0.07, 's'),
      below('QR', start(barcodeStarts.qr), 0.07, 's'),
    ]),
    target('`quietzone label` as PDF, CPU time of the whole program', '0.3 s above `node -e 0`', [
      below('Code 128', start(labelStart), 0.3, 's'),
    ]),
    target('`npm start`, built before, until `/readyz` answers 200', '1 s', [below('time', ready?.[npmStart], 1, 's')]),
    target('`npm test` on two cores, by `npm run bench -- tests --update`', '2 min', [
      below('time', tests && exactly(tests.minutes), 2, 'min'),
    ]),
    target(
      'check of a 4x6 label at 300 dpi, PNG to report, warm',
      '15 ms',
      checkedLabels.map((type) => below(type, time(checkWorkload(type, '300')), 15, 'ms')),
    ),
    target('check of a photo of 12 megapixels', '1 s', [below('QR', scaledIfAny(time(photoWorkload), 1e-3), 1, 's')]),
    target('proof of a printed 4x6 label at 203 or 300 dpi, in all languages of printers, CPU time', '4 ms', [
      below('slowest', proof, 4, 'ms'),
    ]),
    target('slowest request that a search finds, over HTTP', '150 ms', [
      below('slowest', worst?.requests[0]?.later, 150, 'ms'),
    ]),
    target('heap added while one is made', '', [
      shown('4x6 PNG label', memory && scaled(memory.png, 1e-6), 'MB'),
      shown('PDF of 500', memory && scaled(memory.pdf, 1e-6), 'MB'),
    ]),
    target('server that has drawn Latin captions alone', '', [
      shown('resident', memory?.resident && scaled(memory.resident, 1e-6), 'MB'),
    ]),
  ]
}

/** Our 99th percentile against the median of bwip-js. */
function lateness({ p99, latency }: Run, workload: string): Part {
  const [ours, theirs] = [p99?.[workload]?.quietzone, latency?.[workload]?.['bwip-js']]
  const share = ours && theirs && scaled(ours, 1 / theirs.median)
  return below(`${workload}, 99th percentile / median of bwip-js`, share, 1, 'x')
}

const scaledIfAny = (found: Quartiles | undefined, factor: number): Quartiles | undefined =>
  found && scaled(found, factor)

/** Milliseconds for one, from a rate a second. */
function inverse(rate: Quartiles | undefined): Quartiles | undefined {
  return rate && { low: 1000 / rate.high, median: 1000 / rate.median, high: 1000 / rate.low }
}

function batchTargets({ batches = [], pdfkitPages }: Run): readonly Target[] {
  const pdfs = (type: Batch['type']): Batch[] =>
    batches.filter((each) => each.type === type && each.output === onePdf).toSorted((a, b) => a.labels - b.labels)
  const [code128, qr] = [pdfs('code128').at(-1), pdfs('qr').at(-1)]
  const share = code128 && pdfkitPages && scaled(code128.cpuRate, 1 / pdfkitPages.median)
  const megabytes = (batch: Batch | undefined) => batch && scaled(batch.peak, 1e-6)
  return [
    target(
      `batch of different 2x1 labels (${batchTexts}) to one PDF, labels for a second of CPU time, against pages of pdfkit`,
      '0.4 times as many',
      [above('Code 128', share, 0.4, 'x')],
    ),
    target(`peak memory of that batch with ${pdfs('code128').at(-1)?.labels ?? 'the most'} labels`, '', [
      shown('Code 128', megabytes(code128), 'MB'),
      shown('QR', megabytes(qr), 'MB'),
    ]),
  ]
}

const notMeasured = { absent: 'not measured' }

function target(path: string, wanted: string, parts: readonly Part[]): Target {
  const measured = parts.map((part) => part.measured)
  if (measured.some((each) => 'met' in each && !each.met)) return { path, wanted, parts, state: 'not met' }
  if (measured.some((each) => 'absent' in each)) return { path, wanted, parts, state: 'not measured' }
  return { path, wanted, parts, state: measured.some((each) => 'met' in each) ? 'met' : 'no target' }
}

/** A figure that has to be at most `most`. */
function below(what: string, found: Quartiles | undefined, most: number, unit: string): Part {
  const needed = `${most} ${unit}`
  return { what, needed, measured: found ? { ...found, unit, met: found.median <= most } : notMeasured }
}

/** A figure that has to be at least `least`. */
function above(what: string, found: Quartiles | undefined, least: number, unit: string): Part {
  const needed = `${least} ${unit}`
  return { what, needed, measured: found ? { ...found, unit, met: found.median >= least } : notMeasured }
}

/** A figure without a target. */
function shown(what: string, found: Quartiles | undefined, unit: string): Part {
  return { what, needed: '', measured: found ? { ...found, unit } : notMeasured }
}

/** How many times faster ours is than a peer, or than the fastest JavaScript package in that workload. */
function atLeast({ workloads }: Run, workload: string, peer: string, least: number): Part {
  const what = `${workload} / ${peer}`
  const needed = `${Number(least.toFixed(2))}`
  const results = workloads[workload]
  if (results === undefined) return { what, needed, measured: notMeasured }
  const packages = Object.entries(results).filter(([, { kind }]) => kind === 'javascript')
  const name = peer !== 'best JavaScript' ? peer : bestOf(packages.map(([name, { rate }]) => [name, rate?.median ?? 0]))
  const found = results[name]
  if (found?.ratio === undefined) return { what, needed, measured: { absent: found?.absent ?? 'not measured' } }
  const to = peer === name ? what : `${what}, ${name}`
  return { what: to, needed, measured: { ...found.ratio, unit: 'x', met: found.ratio.median >= least } }
}

function bestOf(rates: readonly (readonly [string, number])[]): string {
  return rates.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}
