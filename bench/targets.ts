import type { Symbology } from '../symbologies/index.ts'
import { checkedLabels, checkedSymbols, checkWorkload } from './checks.ts'
import { messageWorkload } from './gs1.ts'
import { labelPdf, sameByHand } from './pictures.ts'
import { programTargets } from './program-targets.ts'
import type { Quartiles } from './quartiles.ts'
import type { Run } from './run.ts'
import { svgJobs } from './sizes.ts'
import { atLeast, below, exactly, type Part, scaled, type Target, target } from './target.ts'
import { yardstickMilliseconds } from './yardstick.ts'

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
