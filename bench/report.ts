/** A run of the benchmarks as a page of Markdown. */

import { type Batch, batchRows, batchTexts } from './batches.ts'
import { addresses, together } from './limiter.ts'
import type { Measured, Results } from './measure.ts'
import { count, type Quartiles, short, spread, times } from './quartiles.ts'
import type { Run } from './results.ts'
import { yardstickMilliseconds } from './servers.ts'
import type { BundleResult } from './sizes.ts'
import { type Part, type Target, targetsOf } from './targets.ts'

/** The run as a Markdown page. README.md has figures from the table of targets. */
export function markdown(run: Run): string {
  const { date, node, processor, quick, client } = run
  return [
    '# Measured against its peers',
    '',
    `Measured ${date.slice(0, 10)} with node ${node} on ${processor}${client ? `; HTTP client: ${client}` : ''}${quick ? '; **quick mode: the figures mean nothing**' : ''}.`,
    'Contenders take turns in short slices of time. A ratio is how many times faster quietzone is, computed between slices of the',
    'same round; the quartiles are in brackets. Written by `npm run bench`.',
    '',
    '## Targets',
    '',
    ...targetTable(targetsOf(run)),
    '',
    '## All contenders',
    '',
    ...contenderTable(run),
    ...limiterTable(run),
    ...zplTable(run),
    ...languagesTable(run),
    ...verifyTable(run),
    ...designsTable(run),
    ...sizesTable(run),
    ...jobsTable(run),
    ...startTable(run),
    ...readyTable(run),
    ...batchTable(run),
    ...svgTable(run),
    ...growthTable(run),
    ...worstTable(run),
    '',
  ].join('\n')
}

function targetTable(targets: readonly Target[]): string[] {
  return [
    '| path | target | measured | |',
    '|---|---|---|---|',
    ...targets.map(
      ({ path, wanted, parts, state }) => `| ${path} | ${wanted} | ${parts.map(partCell).join('<br>')} | ${state} |`,
    ),
  ]
}

function partCell({ what, measured }: Part): string {
  if ('absent' in measured) return `${what}: ${measured.absent}`
  const { unit } = measured
  const value =
    unit === 'x'
      ? times(measured)
      : `${short(measured.median)} ${unit} (${short(measured.low)} to ${short(measured.high)})`
  return `${what}: ${value}`
}

function contenderTable({ workloads, p99 }: Run): string[] {
  const rows = Object.entries(workloads).flatMap(([workload, results]) =>
    byRate(results).map(([name, result]) => {
      const late = p99?.[workload]?.[name]
      return `| ${workload} | ${name} | ${rateCell(result)}${late ? `, p99 ${short(late.median)} ms` : ''} | ${result.ratio ? times(result.ratio) : ''} |`
    }),
  )
  return ['| workload | contender | a second | quietzone is faster by |', '|---|---|---|---|', ...rows]
}

function byRate(results: Results): [string, Measured][] {
  return Object.entries(results).toSorted(([, a], [, b]) => (b.rate?.median ?? 0) - (a.rate?.median ?? 0))
}

function rateCell({ rate, absent }: Measured): string {
  return rate === undefined ? (absent ?? '') : count(rate.median)
}

function limiterTable({ limiter }: Run): string[] {
  if (limiter === undefined) return []
  const rows = limiter.costs.map(({ place, one, many }) => `| ${place} | ${spread(one)} | ${spread(many)} |`)
  return [
    '',
    '## The limiter',
    '',
    `Microseconds a decision for ${addresses} distinct addresses, with the quartiles in brackets; the engine is ${limiter.engine} on the same machine.`,
    '',
    `| budgets are kept | one after the other | ${together} at a time |`,
    '|---|---|---|',
    ...rows,
  ]
}

function zplTable({ zpl }: Run): string[] {
  if (zpl === undefined) return []
  const titles = { z64: '`zpl=z64`', rle: '`zpl=rle`', hex: 'all dots in plain hexadecimal' }
  const kilobytes = ({ median }: Quartiles): string => short(median / 1000)
  const rows = (['z64', 'rle', 'hex'] as const).map(
    (packing) => `| ${titles[packing]} | ${kilobytes(zpl.short[packing])} | ${kilobytes(zpl.long[packing])} |`,
  )
  const heading = ['| packed as | 7 characters, KB | 20 digits, KB |', '|---|---|---|']
  return ['', '## ZPL of a 4x6 label at 300 dpi, Code 128 with its text', '', ...heading, ...rows]
}

function verifyTable({ verify }: Run): string[] {
  if (verify === undefined) return []
  return [
    '',
    '## A 4x6 label read back, of five symbologies with and without words',
    '',
    '| format | dpi | ms of CPU time | worst, ms |',
    '|---|---|---|---|',
    ...verify.map(({ format, dpi, milliseconds, worst, of }) => {
      const { median, low, high } = milliseconds
      return `| ${format} | ${dpi} | ${short(median)} (${short(low)} to ${short(high)}) | ${short(worst)}, ${of} |`
    }),
  ]
}

function languagesTable({ languages }: Run): string[] {
  if (languages === undefined) return []
  return [
    '',
    '## A 4x6 label in the languages of printers, Code 128 of 7 characters with its text',
    '',
    'Microseconds from the drawing to the bytes.',
    '',
    '| language | dpi | KB | microseconds |',
    '|---|---|---|---|',
    ...languages.map(({ language, dpi, bytes, microseconds }) => {
      return `| \`${language}\` | ${dpi} | ${short(bytes.median / 1000)} | ${spread(microseconds)} |`
    }),
  ]
}

function designsTable({ designs }: Run): string[] {
  if (designs === undefined) return []
  return [
    '',
    '## 500 labels of a design with two symbols, a text and a line, in one request at 203 dpi',
    '',
    '| format | labels a second | KB | MB in use at most |',
    '|---|---|---|---|',
    ...designs.map(({ format, labelsPerSecond, bytes, memory }) => {
      return `| ${format} | ${spread(labelsPerSecond)} | ${short(bytes.median / 1000)} | ${short(memory.median / 1e6)} |`
    }),
  ]
}

function sizesTable({ sizes }: Run): string[] {
  if (sizes === undefined) return []
  const cells = (result: BundleResult): string =>
    'absent' in result
      ? `${result.absent} | | `
      : [result.minified, result.gzip, result.brotli].map((bytes) => (bytes / 1000).toFixed(1)).join(' | ')
  const rows = Object.entries(sizes.jobs).flatMap(([job, contenders]) =>
    Object.entries(contenders).map(([name, result]) => `| ${job} | ${name} | ${cells(result)} |`),
  )
  return [
    '',
    '## What a page has to load',
    '',
    `Programs in one file by ${sizes.bundler}, in KB of 1,000 bytes: minified, and then compressed by gzip and by brotli at their highest levels.`,
    '',
    '| program | contender | minified | gzip | brotli |',
    '|---|---|---|---|---|',
    ...rows,
  ]
}

function jobsTable({ jobs }: Run): string[] {
  if (jobs === undefined) return []
  const rows = jobs.map(
    ({ output, rate, faster, work, apart }) =>
      `| ${output} | ${count(rate.median)} | ${times(faster)} | ${times(work)} | ${times(apart)} |`,
  )
  return [
    '',
    '## A batch by two threads',
    '',
    `${batchRows} different 2x1 labels, Code 128 and QR in turn, one of eight with a caption in Chinese, from start to end of the program:`,
    'labels a second with `--jobs 1`, and of `--jobs 2` the gain in time, and the CPU time of all threads. What the two cores can give is',
    'the gain of two processes that have nothing in common, and half of the rows each.',
    '',
    '| output | labels a second | faster by | CPU time | two processes, half of the rows each |',
    '|---|---|---|---|---|',
    ...rows,
  ]
}

function startTable({ starts }: Run): string[] {
  if (starts === undefined) return []
  const { node, commands } = starts
  const rows = Object.entries(commands).map(
    ([command, { seconds, above }]) => `| \`quietzone ${command}\` | ${spread(seconds)} | ${spread(above)} |`,
  )
  return [
    '',
    '## The start of the program',
    '',
    'CPU time in seconds from start to end, user and system, of all threads and processes; in turn with `node -e 0`.',
    '',
    '| command | seconds | above `node -e 0` |',
    '|---|---|---|',
    `| \`node -e 0\` | ${spread(node)} | |`,
    ...rows,
  ]
}

function readyTable({ ready }: Run): string[] {
  if (ready === undefined) return []
  const rows = Object.entries(ready).map(([command, seconds]) => `| \`${command}\` | ${spread(seconds)} |`)
  return ['', '## Until `/readyz` answers 200', '', '| command | seconds |', '|---|---|', ...rows]
}

function batchTable({ batches }: Run): string[] {
  if (batches === undefined) return []
  const rows = batches.map(({ type, output, labels, rate, cpuRate, bytes, peak }) => {
    const figures = [labels, rates(rate), rates(cpuRate), Math.round(bytes), Math.round(peak.median / 1e6)]
    return `| ${type} | ${output} | ${figures.join(' | ')} |`
  })
  return [
    '',
    '## A batch by one thread',
    '',
    `Different 2x1 labels with their texts, ${batchTexts}, with \`--jobs 1\` on one core, from start to end of the program:`,
    'labels a second, labels for a second of CPU time, bytes of output for a label, and peak memory (VmHWM) in MB.',
    '',
    '| type | output | labels | a second | a CPU second | bytes a label | MB |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ]
}

const rates = ({ low, median, high }: Batch['rate']): string => `${count(median)} (${count(low)} to ${count(high)})`

function svgTable({ svgs }: Run): string[] {
  if (svgs === undefined) return []
  const rows = svgs.map(
    ({ symbol, plain, gzip }) => `| ${symbol} | ${short(plain.median / 1000)} | ${short(gzip.median / 1000)} |`,
  )
  return ['', '## QR as SVG', '', '| symbol | plain, KB | gzip, KB |', '|---|---|---|', ...rows]
}

function growthTable({ growth }: Run): string[] {
  if (growth === undefined) return []
  const rows = growth.map(({ symbology, points, power }) => {
    const last = points.at(-1)!
    return `| ${symbology} | ${last.length} | ${short(last.microseconds)} | ${power === undefined ? '' : power.toFixed(2)} |`
  })
  return [
    '',
    '## Growth',
    '',
    'Time grows with this power of the length, over the longer half of the lengths: 1 is linear. ![Time by length](growth.svg)',
    '',
    '| symbology | longest text | microseconds | power |',
    '|---|---|---|---|',
    ...rows,
  ]
}

function worstTable({ worst }: Run): string[] {
  if (worst === undefined) return []
  const { date, processor, seed, seconds, tried, yardstick, requests } = worst
  const rows = requests.map(
    ({ request, characters, status, first, later, ratio }) =>
      `| \`${request}\` | ${characters} | ${status} | ${spread(later)} | ${spread(ratio)} | ${short(first)} |`,
  )
  return [
    '',
    '## The ten slowest requests',
    '',
    `Found on ${date.slice(0, 10)}, on ${processor}, by a search of ${seconds} s with seed ${seed}, which tried ${tried} different requests:`,
    'the slowest of each endpoint, type, format and status. The times are from the request to the last byte of its answer, over HTTP:',
    `in milliseconds; as a multiple of the yardstick, which takes ${yardstickMilliseconds} ms on README's machine and took ${spread(yardstick)} here; and in`,
    'milliseconds as the first request after the start. `bench/search/requests.ts` explains the notation of requests.',
    '',
    '| request | characters | status | ms | of the yardstick | first, ms |',
    '|---|---|---|---|---|---|',
    ...rows,
  ]
}
