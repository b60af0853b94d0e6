/** How far the bars of a linear symbol reach: those of the symbol, its guard bars, and those of an add-on beside it. */

import type { Symbology } from '../../symbologies/barcode.ts'
import type { Frame, IsDark } from './frame.ts'

/** Bars that begin and end at the same lines. */
export interface BarGroup {
  /** Columns of modules, the last not included. */
  readonly from: number
  readonly to: number
  /** In pixels of the frame, from the upper side of its box. */
  readonly top: number
  readonly bottom: number
  /** Bars that are longer, by the column of their first module, and where they end. */
  readonly longer?: { readonly columns: readonly number[]; readonly bottom: number } | undefined
  /** Whether ink goes on where the bars end, above and below, as bearer bars do. */
  readonly bearers: { readonly above: boolean; readonly below: boolean }
  /** Whether something stands on the bars, which belongs to them: a component of a composite symbol, another row. */
  readonly isTouched: boolean
}

/** Symbologies with guard bars that are longer than the others. */
const guarded: readonly Symbology[] = ['ean13', 'ean8', 'upca', 'upce']

/** The share of modules that a line across bars shows. */
const leastOfLine = 0.97
/** By how many modules a bar is longer at the least, and at the most. */
const [leastLonger, mostLonger] = [1.5, 14]
/** What stands on bars: so many modules above them, dark in so large a share. */
const [touching, leastTouching] = [1.2, 0.15]

/** How alike lines beyond the ends of bars are to these where bars go on, and by how many modules they are off, as those of a tilted symbol. */
const [leastAlike, shifts, beyondEnds] = [0.9, [-1, -0.75, -0.5, 0.5, 0.75, 1], [1.2, 2.4]] as const

/**
 * @param row  the modules as they were read
 * @param main  the columns of the symbol, without its add-on
 * @returns undefined if the bars are too low to be seen; `tilted` if they go on beyond their ends, beside where they were
 */
export function barGroups(
  { row, main, symbology }: { readonly row: string; readonly main: number; readonly symbology: Symbology },
  view: Omit<Look, 'row'>,
): readonly BarGroup[] | 'tilted' | undefined {
  const look = { ...view, row }
  const first = groupOf(look, 0, main)
  if (first === undefined) return undefined
  if (doGoOn(look, first)) return 'tilted'
  const own = guarded.includes(symbology) ? withGuards(look, first) : first
  if (main === row.length) return [own]
  const start = row.indexOf('1', main)
  const addon = groupOf(look, start, row.length)
  return addon && [own, { ...addon, isTouched: false }]
}

/** Whether the bars of a group go on above or below it, moved to a side. */
function doGoOn(look: Look, { from, to, top, bottom }: BarGroup): boolean {
  const { row, module, frame, isDark } = look
  const alike = (v: number, shift: number): number => {
    let count = 0
    for (let i = from; i < to; i++) {
      const u = middleOf(look, i, i + 1) + shift * module
      if (isDark(...frame.at(u, v)) === (row[i] === '1')) count++
    }
    return count / (to - from)
  }
  return beyondEnds.some((modules) =>
    [top - modules * module, bottom + modules * module].some((v) =>
      shifts.some((shift) => alike(v, shift) >= leastAlike),
    ),
  )
}

/**
 * Bars with guard bars that are longer. Above those of a composite symbol stands a separator, which is dark above its first and its last bar
 * alone (ISO/IEC 24723).
 */
function withGuards(look: Look, group: BarGroup): BarGroup {
  const above = group.top - touching * look.module - 1
  const isSeparated = darkAt(look, group.from, above) && darkAt(look, group.to - 1, above)
  return { ...group, longer: longerBars(look, group), isTouched: group.isTouched || isSeparated }
}

/** How bars are looked at. */
interface Look {
  readonly row: string
  /** In pixels. */
  readonly module: number
  /** Of the modules, in pixels of the frame; evenly on behind the last. */
  readonly edges: readonly number[]
  readonly frame: Frame
  readonly isDark: IsDark
}

function groupOf(look: Look, from: number, to: number): BarGroup | undefined {
  const { row, module, frame } = look
  const modules = row.slice(from, to)
  const share = (v: number): number => {
    let shown = 0
    for (let i = 0; i < modules.length; i++) if (darkAt(look, from + i, v) === (modules[i] === '1')) shown++
    return shown / modules.length
  }
  const middle = [0.5, 0.6, 0.4, 0.7, 0.3].map((part) => Math.floor(part * frame.height) + 0.5)
  const start = middle.find((v) => share(v) >= leastOfLine)
  if (start === undefined) return undefined
  const reach = (step: 1 | -1): number => {
    let v = start
    // a line that is not seen between others that are is a scratch
    while (share(v + step) >= leastOfLine || share(v + 2 * step) >= leastOfLine) v += step
    return v
  }
  const [top, bottom] = [reach(-1) - 0.5, reach(1) + 0.5]
  if (bottom - top < 2 * module) return undefined
  const darkShare = (v: number): number => {
    let dark = 0
    for (let i = from; i < to; i++) if (darkAt(look, i, v)) dark++
    return dark / (to - from)
  }
  const beyond = 0.4 * module + 1
  const bearers = { above: darkShare(top - beyond) > 0.95, below: darkShare(bottom + beyond) > 0.95 }
  const isTouched = !bearers.above && darkShare(top - touching * module - 1) > leastTouching
  return { from, to, top, bottom, bearers, isTouched }
}

/** Whether the middle of a module is dark on a line. */
const darkAt = (look: Look, column: number, v: number): boolean =>
  look.isDark(...look.frame.at(middleOf(look, column, column + 1), v))

/** Halfway from a column to another one, the last not included. */
function middleOf({ edges, module }: Look, from: number, to: number): number {
  const at = (column: number): number => edges[column] ?? edges.at(-1)! + (column - edges.length + 1) * module
  return (at(from) + at(to)) / 2
}

function longerBars(look: Look, { from, to, bottom }: BarGroup): BarGroup['longer'] {
  const { row, module, frame, isDark } = look
  const found = Array.from(row.slice(from, to).matchAll(/1+/g), ({ index, 0: bar }) => {
    const middle = middleOf(look, from + index, from + index + bar.length)
    let v = bottom
    while (v < bottom + mostLonger * module && isDark(...frame.at(middle, v + 0.5))) v++
    return { column: from + index, end: v }
  }).filter(({ end }) => end - bottom >= leastLonger * module && end - bottom < mostLonger * module)
  if (found.length === 0) return undefined
  const ends = found.map(({ end }) => end).sort((a, b) => a - b)
  return { columns: found.map(({ column }) => column), bottom: ends[ends.length >> 1]! }
}
