/** The targets of speed, size and memory, and whether a run meets them. */

import type { Symbology } from '../symbologies/index.ts'
import { type Batch, batchTexts, onePdf } from './batches.ts'
import { checkedLabels, checkedSymbols, checkWorkload } from './checks.ts'
import { labelPdf, sameByHand } from './pictures.ts'
import { exactly, type Quartiles, scaled } from './quartiles.ts'
import type { Run } from './results.ts'
import { yardstickMilliseconds } from './servers.ts'
import { svgJobs } from './sizes.ts'
import { barcodeStarts, npmStart } from './starts.ts'
import { messageWorkload } from './symbols.ts'

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

/** Every target of speed and memory with the figures of one run, including targets that were not measured. */
export function targetsOf(run: Run): Target[] {
  const ratio = (workload: string, peer: string | 'best JavaScript', least: number): Part =>
    atLeast(run, workload, peer, least)
  const time = (workload: string): Quartiles | undefined => inverse(run.workloads[workload]?.quietzone?.rate)
  const { memory, zpl, worst, sizes } = run
  const bundle = (job: string): Quartiles | undefined => {
    const found = sizes?.jobs[job]?.quietzone
    return found && 'gzip' in found ? scaled(exactly(found.gzip), 1e-3) : undefined
  }
  const slowest = worst?.requests[0]?.ratio
  return [
    target('Code 128, 20 digits, text to matrix', 'level with zint', [ratio('Code 128, 20 digits', 'zint', 1)]),
    target(
      'EAN/UPC',
      'half of zint or better',
      ['EAN-13', 'EAN-8', 'UPC-A', 'UPC-E'].map((name) => ratio(name, 'zint', 0.5)),
    ),
    target('QR v3 / v13 / v40', '1.5x npm `qr` on v3, v13 and mixed sizes, 2x on v40', [
      ratio('QR v3', 'qr', 1.5),
      ratio('QR v13', 'qr', 1.5),
      ratio('QR, mixed sizes', 'qr', 1.5),
      ratio('QR v40', 'qr', 2),
    ]),
    target('Micro QR', '20x the best JavaScript', [ratio('Micro QR', 'best JavaScript', 20)]),
    target(
      'Data Matrix 20 digits / 60 mixed / 144x144',
      'level with zint',
      ['Data Matrix, 20 digits', 'Data Matrix, 60 mixed', 'Data Matrix 144x144'].map((name) => ratio(name, 'zint', 1)),
    ),
    target('HTTP, PNG, of what a constant 500-byte answer reaches on the same core', 'Code 128 0.75, QR v3 0.40', [
      ratio('HTTP, Code 128 PNG', 'constant 500 bytes', 0.75),
      ratio('HTTP, QR v3 PNG', 'constant 500 bytes', 0.4),
    ]),
    target(
      'label PNG 4x6 at 300 DPI, text to bytes',
      'under 1.5x a bare 1-bit zlib write',
      ['label 4x6 PNG, Code 128', 'label 4x6 PNG, QR'].map((name) => ratio(name, 'bare 1-bit zlib', 1 / 1.5)),
    ),
    target('label PDF x500', '10x pdfkit drawing each page, size under 60 KB', [
      ratio('label PDF x500', 'best JavaScript', 10),
      below('size', memory && scaled(memory.pdfSize, 1e-3), 60, 'KB'),
    ]),
    target('label PDF 4x6, Code 128 with its text, text to bytes', '0.4 of the speed of a file by hand', [
      ratio(labelPdf, sameByHand, 0.4),
    ]),
    target('label ZPL 4x6 at 300 dpi, Code 128 of 7 characters', 'Z64 of at most 2.5 KB', [
      below('size', zpl && scaled(zpl.short.z64, 1e-3), 2.5, 'KB'),
    ]),
    target('bundle that draws a text as SVG, minified and compressed by gzip', 'QR below 20 KB, Code 128 below 8 KB', [
      below('QR', bundle(svgJobs.qr), 20, 'KB'),
      below('Code 128', bundle(svgJobs.code128), 8, 'KB'),
    ]),
    target('captions of 30 characters, warm', 'Latin under 0.3 ms, Chinese and Arabic under 1 ms', [
      below('Latin', time('caption, latin'), 0.3, 'ms'),
      below('Chinese', time('caption, chinese'), 1, 'ms'),
      below('Arabic', time('caption, arabic'), 1, 'ms'),
    ]),
    target('GS1 message of four elements, text to elements and faults', 'below 20 microseconds', [
      below('message', scaledIfAny(time(messageWorkload), 1000), 20, 'µs'),
    ]),
    target(
      'check of a 4x6 label at 300 dpi, PNG to report, warm',
      'within 30 ms',
      checkedLabels.map((type) => below(type, time(checkWorkload(type, '300')), 30, 'ms')),
    ),
    target(
      'check of a symbol at scale 4, PNG to report',
      'below the time in which zxing-wasm reads its text',
      (Object.keys(checkedSymbols) as Symbology[]).map((type) => ratio(checkWorkload(type), 'best JavaScript', 1)),
    ),
    target('heap added while one is made', '4x6 PNG label and PDF of 500 pages: under 5 MB', [
      below('PNG', memory && scaled(memory.png, 1e-6), 5, 'MB'),
      below('PDF x500', memory && scaled(memory.pdf, 1e-6), 5, 'MB'),
    ]),
    target('server that has drawn only Latin captions', 'under 100 MB resident', [
      below('resident', memory?.resident && scaled(memory.resident, 1e-6), 100, 'MB'),
    ]),
    ...programTargets(run),
    target(
      'slowest request that a search finds, over HTTP',
      `at most 50 ms where the yardstick takes ${yardstickMilliseconds}`,
      [below('slowest', slowest && scaled(slowest, yardstickMilliseconds), 50, 'ms')],
    ),
  ]
}

const scaledIfAny = (found: Quartiles | undefined, factor: number): Quartiles | undefined =>
  found && scaled(found, factor)

/** Milliseconds for one, from a rate a second. */
function inverse(rate: Quartiles | undefined): Quartiles | undefined {
  return rate && { low: 1000 / rate.high, median: 1000 / rate.median, high: 1000 / rate.low }
}

/** The targets of the program as a whole: its start, batches, and what is sent over the network. */
function programTargets(run: Run): readonly Target[] {
  const { starts, ready, jobs, tests, workloads, svgs } = run
  const start = (command: string) => starts?.commands[command]?.above
  const twoJobs = (output: string) => jobs?.find((each) => each.output === output)?.faster
  const constant = (workload: string) => workloads[workload]?.['constant 500 bytes']?.ratio
  const v40 = svgs?.find(({ symbol }) => symbol === 'QR v40')
  return [
    target('`quietzone barcode` without a caption, CPU time of the whole program', '0.05 s above `node -e 0`', [
      below('Code 128', start(barcodeStarts.code128), 0.05, 's'),
      below('QR', start(barcodeStarts.qr), 0.05, 's'),
    ]),
    target('`npm start`, built before, until `/readyz` answers 200', '1 s', [below('time', ready?.[npmStart], 1, 's')]),
    ...batchTargets(run.batches),
    target('batch with `--jobs 2` on two cores', '1.7x `--jobs 1`', [
      above('one PDF', twoJobs('one PDF'), 1.7, 'x'),
      above('ZPL', twoJobs('one file of ZPL'), 1.7, 'x'),
      above('PNG', twoJobs('a folder of PNG'), 1.7, 'x'),
    ]),
    target('`npm test` on two cores, by `npm run bench -- tests --update`', '2 min', [
      below('time', tests && exactly(tests.minutes), 2, 'min'),
    ]),
    target('HTTP, 4x6 label of Code 128, of what a constant 500-byte answer reaches on the same core', '', [
      shown('PNG', constant('HTTP, label PNG'), 'x'),
      shown('PDF', constant('HTTP, label PDF'), 'x'),
    ]),
    target('QR v40 as SVG', '', [
      shown('plain', v40 && scaled(v40.plain, 1e-3), 'KB'),
      shown('gzip', v40 && scaled(v40.gzip, 1e-3), 'KB'),
    ]),
  ]
}

function batchTargets(batches: readonly Batch[] = []): readonly Target[] {
  const pdfs = (type: Batch['type']): Batch[] =>
    batches.filter((each) => each.type === type && each.output === onePdf).toSorted((a, b) => a.labels - b.labels)
  const growth = (type: Batch['type']): Part => {
    const [small, large] = [pdfs(type)[0], pdfs(type).at(-1)]
    const found = small && large && exactly(large.peak.median / small.peak.median)
    return below(type === 'qr' ? 'QR' : 'Code 128', found, 1.1, 'x')
  }
  const [code128, qr] = [pdfs('code128').at(-1), pdfs('qr').at(-1)]
  const thousands = (batch: Batch | undefined) => batch && scaled(batch.rate, 1e-3)
  const bytes = (batch: Batch | undefined) => batch && exactly(batch.bytes)
  return [
    target(
      `batch of different 2x1 labels (${batchTexts}) to one PDF, on one core`,
      'Code 128 15k labels a second, QR 6k',
      [above('Code 128', thousands(code128), 15, 'k/s'), above('QR', thousands(qr), 6, 'k/s')],
    ),
    target('bytes a page of that PDF', 'Code 128 600, QR 1200', [
      below('Code 128', bytes(code128), 600, 'bytes'),
      below('QR', bytes(qr), 1200, 'bytes'),
    ]),
    target('peak memory of that batch, 100,000 labels against 10,000', 'flat: at most 1.1x', [
      growth('code128'),
      growth('qr'),
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
