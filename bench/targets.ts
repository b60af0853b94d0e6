import { messageWorkload } from './gs1.ts'
import type { Quartiles } from './quartiles.ts'
import type { Run } from './run.ts'
import { svgJobs } from './sizes.ts'
import { yardstickMilliseconds } from './yardstick.ts'

/** One figure that a target asks for. */
export interface Part {
  readonly what: string
  readonly needed: string
  /** Why there is no figure, or the figure. */
  readonly measured: { readonly absent: string } | (Quartiles & { readonly unit: string; readonly met: boolean })
}

export interface Target {
  readonly path: string
  readonly wanted: string
  readonly parts: readonly Part[]
  readonly state: 'met' | 'not met' | 'not measured'
}

/** Every target of speed and memory with the figures of one run, including targets that were not measured. */
export function targetsOf(run: Run): Target[] {
  const ratio = (workload: string, peer: string | 'best JavaScript', least: number): Part =>
    atLeast(run, workload, peer, least)
  const below = (what: string, found: Quartiles | undefined, most: number, unit: string): Part => ({
    what,
    needed: `${most} ${unit}`,
    measured: found === undefined ? { absent: 'not measured' } : { ...found, unit, met: found.median <= most },
  })
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
    target('HTTP, PNG, of what a constant 500-byte answer reaches on the same core', 'Code 128 0.70, QR v3 0.45', [
      ratio('HTTP, Code 128 PNG', 'constant 500 bytes', 0.7),
      ratio('HTTP, QR v3 PNG', 'constant 500 bytes', 0.45),
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
    target('heap added while one is made', '4x6 PNG label and PDF of 500 pages: under 5 MB', [
      below('PNG', memory && scaled(memory.png, 1e-6), 5, 'MB'),
      below('PDF x500', memory && scaled(memory.pdf, 1e-6), 5, 'MB'),
    ]),
    target('server that has drawn only Latin captions', 'under 100 MB resident', [
      below('resident', memory?.resident && scaled(memory.resident, 1e-6), 100, 'MB'),
    ]),
    target(
      'slowest request that a search finds, over HTTP',
      `at most 50 ms where the yardstick takes ${yardstickMilliseconds}`,
      [below('slowest', slowest && scaled(slowest, yardstickMilliseconds), 50, 'ms')],
    ),
  ]
}

function target(path: string, wanted: string, parts: readonly Part[]): Target {
  const measured = parts.map((part) => part.measured)
  if (measured.some((each) => 'met' in each && !each.met)) return { path, wanted, parts, state: 'not met' }
  return { path, wanted, parts, state: measured.every((each) => 'met' in each) ? 'met' : 'not measured' }
}

/** How many times faster ours is than a peer, or than the fastest JavaScript package in that workload. */
function atLeast({ workloads }: Run, workload: string, peer: string, least: number): Part {
  const what = `${workload} / ${peer}`
  const needed = `${Number(least.toFixed(2))}`
  const results = workloads[workload]
  if (results === undefined) return { what, needed, measured: { absent: 'not measured' } }
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

function scaled({ low, median, high }: Quartiles, factor: number): Quartiles {
  return { low: low * factor, median: median * factor, high: high * factor }
}

/** Of what does not vary. */
const exactly = (value: number): Quartiles => ({ low: value, median: value, high: value })

const scaledIfAny = (found: Quartiles | undefined, factor: number): Quartiles | undefined =>
  found && scaled(found, factor)

/** Milliseconds for one, from a rate a second. */
function inverse(rate: Quartiles | undefined): Quartiles | undefined {
  return rate && { low: 1000 / rate.high, median: 1000 / rate.median, high: 1000 / rate.low }
}
