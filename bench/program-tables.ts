import { type Batch, batchTexts } from './batches.ts'
import { count, short, spread } from './figures.ts'
import type { Run } from './run.ts'
import type { Starts } from './starts.ts'

/** The sections of a page about the program as a whole. */
export function programTables({ starts, ready, batches, svgs }: Run): string[] {
  return [
    ...(starts === undefined ? [] : startTable(starts)),
    ...(ready === undefined ? [] : readyTable(ready)),
    ...(batches === undefined ? [] : batchTable(batches)),
    ...(svgs === undefined ? [] : svgTable(svgs)),
  ]
}

function startTable({ node, commands }: Starts): string[] {
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

function readyTable(ready: NonNullable<Run['ready']>): string[] {
  const rows = Object.entries(ready).map(([command, seconds]) => `| \`${command}\` | ${spread(seconds)} |`)
  return ['', '## Until `/readyz` answers 200', '', '| command | seconds |', '|---|---|', ...rows]
}

function batchTable(batches: readonly Batch[]): string[] {
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

function svgTable(svgs: NonNullable<Run['svgs']>): string[] {
  const rows = svgs.map(
    ({ symbol, plain, gzip }) => `| ${symbol} | ${short(plain.median / 1000)} | ${short(gzip.median / 1000)} |`,
  )
  return ['', '## QR as SVG', '', '| symbol | plain, KB | gzip, KB |', '|---|---|---|', ...rows]
}
