/** Widths of bars and spaces, in pixels, and the modules that they stand for: of any width, or either narrow or wide. */

import type { Findings, Flaw, ModulePlace } from '../report.ts'

/** A module in pixels, and how far a width in pixels may be from what it should be. */
export interface Unit {
  readonly module: number
  readonly tolerance: number
}

/** Up to this many widths count as flaws if modules are whole pixels; if more differ, the modules may be fractional. */
const mostFlawed = 2
/** The least change of the symbol's length, in pixels, that proves fractions: they add up, spread ink evens out. */
const leastGrown = 2.5
/** How far sharp edges of a symbol with fractional modules may be from an even grid, in pixels. */
const mostAway = 0.9

/** The tolerance of sharp widths of fractional modules: they differ by less than a pixel. */
export const sharpFraction = 1

/**
 * The module, in pixels, of widths of `counts` modules each.
 *
 * With modules of whole pixels the tolerance is half a pixel, so that a bar one dot too wide is found. With fractional
 * modules, sharp edges are up to half a pixel off, and widths differ by less than a pixel.
 */
export function unitOf(widths: readonly number[], counts: readonly number[], soft: boolean): Unit {
  const single = widths.map((width, i) => width / counts[i]!)
  const whole = Math.max(1, Math.round(quantile(single, 0.5)!))
  const isOff = (i: number): boolean => Math.abs(widths[i]! - counts[i]! * whole) > (soft ? 0.05 : 0.5)
  const flawed = widths.filter((_, i) => isOff(i)).length
  if (flawed <= mostFlawed) return { module: whole, tolerance: 0.5 }
  const module = fitted(widths, counts)
  if (soft) return { module, tolerance: Math.max(0.3, 0.12 * module) }
  const grown = sumOf(widths) - whole * sumOf(counts)
  const isEven = Math.abs(grown) >= leastGrown && farthest(widths, counts, module) <= mostAway
  return isEven ? { module, tolerance: sharpFraction } : { module: whole, tolerance: 0.5 }
}

/** The module of the even grid that is closest to the edges, by least squares. */
function fitted(widths: readonly number[], counts: readonly number[]): number {
  let [place, line] = [0, 0]
  let [n, sumPlace, sumLine, sumSquares, sumProducts] = [1, 0, 0, 0, 0]
  for (const [i, width] of widths.entries()) {
    place += width
    line += counts[i]!
    n++
    sumPlace += place
    sumLine += line
    sumSquares += line * line
    sumProducts += line * place
  }
  return (n * sumProducts - sumLine * sumPlace) / (n * sumSquares - sumLine * sumLine)
}

/** The distance of the farthest edge from its grid line, with the grid shifted to where this is least. */
function farthest(widths: readonly number[], counts: readonly number[], module: number): number {
  let away = 0
  let [low, high] = [0, 0]
  for (const [i, width] of widths.entries()) {
    away += width - counts[i]! * module
    low = Math.min(low, away)
    high = Math.max(high, away)
  }
  return (high - low) / 2
}

export function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** The value below which `share` of all values are; undefined if there are none. */
export const quantile = (values: readonly number[], share: number): number | undefined =>
  new Float64Array(values).sort()[Math.floor(share * values.length)]

/** A flaw if any width differs from its count of modules by more than the tolerance. */
export function widthFlaws(widths: readonly number[], counts: readonly number[], unit: Unit): Flaw[] {
  const wrong = widths.flatMap((width, i) => (Math.abs(width - counts[i]! * unit.module) > unit.tolerance ? [i] : []))
  if (wrong.length === 0) return []
  const places = columnsOf(counts)
  const each = (i: number): string => {
    const difference = widths[i]! - counts[i]! * unit.module
    const by = `${dots(Math.abs(difference), 1)} too ${difference > 0 ? 'wide' : 'narrow'}`
    return `${i % 2 === 0 ? 'bar' : 'space'} ${1 + (i >> 1)} is ${by}`
  }
  const message = `${firstOf(wrong, each, ', ')}; a module is ${dots(unit.module, 2)}`
  return [{ message, modules: wrong.flatMap((i) => places[i]!) }]
}

/** What is said of the first five of them, and how many more there are. */
function firstOf(wrong: readonly number[], said: (i: number) => string, separator: string): string {
  const shown = wrong.slice(0, 5).map(said)
  const more = wrong.length > shown.length ? [`and ${wrong.length - shown.length} more`] : []
  return [...shown, ...more].join(separator)
}

/** @param digits  decimals, at most */
const dots = (width: number, digits: number): string => `${Number(width.toFixed(digits))} dots`

/** Each width in whole modules, at least one. */
export function countsOf(widths: readonly number[], module: number): number[] {
  return widths.map((width) => Math.max(1, Math.round(width / module)))
}

/** Whole modules of consecutive groups of `size` widths, each of which takes `total` modules. */
export function apportionedGroups(
  widths: readonly number[],
  groups: readonly (readonly [size: number, total: number])[],
): number[] {
  let at = 0
  return groups.flatMap(([size, total]) => {
    at += size
    return apportioned(widths.slice(at - size, at), total)
  })
}

/** Whole numbers, at least 1, that add up to `total` and are closest to `widths` scaled to the same sum. */
function apportioned(widths: readonly number[], total: number): number[] {
  const sum = sumOf(widths)
  const exact = widths.map((width) => (width * total) / sum)
  const counts = countsOf(exact, 1)
  for (let left = total - sumOf(counts); left !== 0; left -= Math.sign(left)) {
    const step = Math.sign(left)
    let best = 0
    let most = -Infinity
    for (let i = 0; i < counts.length; i++) {
      const gain = step < 0 && counts[i] === 1 ? -Infinity : step * (exact[i]! - counts[i]!)
      if (gain > most) [best, most] = [i, gain]
    }
    counts[best]! += step
  }
  return counts
}

/** By how many modules a bar and the space beside it may be off together: ink spreads from one to the other. */
const mostOff = 0.45

/**
 * The share of adjacent bars and spaces, 0 to 1, that are not as wide as their counts of modules: next to none in a symbol of
 * the symbology, even a damaged one, and many if the bars of another were forced into its modules.
 */
export function misfit(widths: readonly number[], counts: readonly number[]): number {
  const module = sumOf(widths) / sumOf(counts)
  let off = 0
  for (let i = 1; i < widths.length; i++) {
    const pair = (widths[i - 1]! + widths[i]!) / module
    if (Math.abs(pair - counts[i - 1]! - counts[i]!) > mostOff) off++
  }
  return off / Math.max(1, widths.length - 1)
}

/** The most misfit of a symbol of the symbology. */
export const mostMisfit = 0.1

/** The modules in order; 1 is dark. */
export function modulesOfCounts(counts: readonly number[]): Uint8Array {
  const modules = new Uint8Array(sumOf(counts))
  let at = 0
  for (let i = 0; i < counts.length; i++) {
    for (const end = at + counts[i]!; at < end; at++) modules[at] = 1 - (i % 2)
  }
  return modules
}

/** `count` modules from `from` on as a number, the last in its lowest bit. */
export function word(modules: Uint8Array, from: number, count: number): number {
  let value = 0
  for (let i = from; i < from + count; i++) value = 2 * value + (modules[i] ?? 0)
  return value
}

/** The columns of each bar and space. */
export function columnsOf(counts: readonly number[]): ModulePlace[][] {
  let column = 0
  return counts.map((count) => Array.from({ length: count }, () => ({ row: 0, column: column++ })))
}

/** Columns `from` to `to`, `to` not included. */
export const columnSpan = (from: number, to: number): ModulePlace[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ row: 0, column: from + i }))

/** A gap between characters carries no data and has its own width. */
export type ElementWidth = 'narrow' | 'wide' | 'gap'

/** Modules in the reference symbol, whose ratio is 3:1; columns in findings count these, whatever the ratio. */
export const modulesOfKind: Readonly<Record<ElementWidth, number>> = { narrow: 1, wide: 3, gap: 1 }

export interface TwoWidths {
  readonly narrow: Unit
  /** The width of a wide element as a unit. */
  readonly wide: Unit
  readonly gap: Unit | undefined
  /** By how much ink widens narrow bars and narrows spaces, in pixels, negative if bars lose ink; 0 where widths are whole. */
  readonly spread: number
  readonly ratio: number
  /** By how much the ratio may differ because of the pixels. */
  readonly ratioTolerance: number
  readonly flaws: Flaw[]
}

/** A greater difference between narrow bars and narrow spaces, in pixels, is spread ink and not a fractional module. */
const mostSpread = 1.1

/** Measures bars and spaces that are already known to be narrow or wide. */
export function twoWidthsOf(widths: readonly number[], kinds: readonly ElementWidth[], soft: boolean): TwoWidths {
  const units = unitsOf(widths, kinds, soft)
  const wrong = widths.flatMap((width, i) => {
    const unit = units[kinds[i]!]
    return Math.abs(width - unit.module) > unit.tolerance ? [i] : []
  })
  const { narrow, wide, gap } = units
  const exact = narrow.tolerance === 0.5
  return {
    narrow,
    wide,
    gap: kinds.includes('gap') ? gap : undefined,
    spread: exact ? 0 : spreadIn(widths, kinds),
    ratio: wide.module / narrow.module,
    ratioTolerance: exact ? 0.01 : Math.max(0.05, 1 / narrow.module),
    flaws: wrong.length === 0 ? [] : [widthFlaw(wrong, widths, kinds, units)],
  }
}

/** Half of what narrow bars are wider than narrow spaces; the gaps are not among these. */
function spreadIn(widths: readonly number[], kinds: readonly ElementWidth[]): number {
  const narrow = (isSpace: 0 | 1): number => meanOf(widths.filter((_, i) => kinds[i] === 'narrow' && i % 2 === isSpace))
  return (narrow(0) - narrow(1)) / 2
}

const meanOf = (list: readonly number[]): number => sumOf(list) / Math.max(1, list.length)

type Units = Readonly<Record<ElementWidth, Unit>>

/** Units of whole pixels if most widths agree with them, or else the averages. */
function unitsOf(widths: readonly number[], kinds: readonly ElementWidth[], soft: boolean): Units {
  const own = (kind: ElementWidth): number[] => widths.filter((_, i) => kinds[i] === kind)
  const whole = unitsBy((kind) => Math.max(1, Math.round(quantile(own(kind), 0.5) ?? 1)), 0.5)
  const isOff = (i: number): boolean => Math.abs(widths[i]! - whole[kinds[i]!].module) > (soft ? 0.05 : 0.5)
  if (widths.filter((_, i) => isOff(i)).length <= mostFlawed) return whole
  const narrow = meanOf(own('narrow'))
  const even = unitsBy((kind) => meanOf(own(kind)), soft ? Math.max(0.3, 0.12 * narrow) : sharpFraction)
  if (soft) return even
  const bars = meanOf(widths.filter((_, i) => kinds[i] === 'narrow' && i % 2 === 0))
  const spaces = meanOf(widths.filter((_, i) => kinds[i] === 'narrow' && i % 2 === 1))
  if (Math.abs(bars - spaces) >= mostSpread) return whole
  return usualFraction(widths, kinds) ?? (farthest(widths, widthsOf(kinds, even), 1) <= mostAway ? even : whole)
}

/** Ratios that symbols are drawn in. */
const usualRatios = [3, 2.5, 2]

/** Fits all sharp edges to one grid, which is more exact than an average of rounded widths. */
function usualFraction(widths: readonly number[], kinds: readonly ElementWidth[]): Units | undefined {
  for (const ratio of usualRatios) {
    const ofModule = unitsBy((kind) => (kind === 'wide' ? ratio : 1), sharpFraction)
    const counts = widthsOf(kinds, ofModule)
    const module = fitted(widths, counts)
    if (farthest(widths, counts, module) > mostAway) continue
    return unitsBy((kind) => module * ofModule[kind].module, sharpFraction)
  }
  return undefined
}

const widthsOf = (kinds: readonly ElementWidth[], units: Units): number[] => kinds.map((kind) => units[kind].module)

const unitsBy = (module: (kind: ElementWidth) => number, tolerance: number): Units => ({
  narrow: { module: module('narrow'), tolerance },
  wide: { module: module('wide'), tolerance },
  gap: { module: module('gap'), tolerance },
})

function widthFlaw(
  wrong: readonly number[],
  widths: readonly number[],
  kinds: readonly ElementWidth[],
  units: Units,
): Flaw {
  const places = columnsOf(kinds.map((kind) => modulesOfKind[kind]))
  const each = (i: number): string => {
    const kind = kinds[i]!
    const name = kind === 'gap' ? 'gap' : `${kind} ${i % 2 === 0 ? 'bar' : 'space'}`
    return `${name} ${1 + (i >> 1)} is ${dots(widths[i]!, 1)} wide, the others ${dots(units[kind].module, 1)}`
  }
  return { message: firstOf(wrong, each, '; '), modules: wrong.flatMap((i) => places[i]!) }
}

/** The ratio must be from `least` to 3; if it is not 3, the symbol differs from the reference. */
export function judgeRatio(findings: Findings<'ratio'>, { ratio, ratioTolerance }: TwoWidths, least: number): void {
  const found = `wide bars and spaces are ${Number(ratio.toFixed(2))} times as wide as narrow ones`
  if (ratio < least - ratioTolerance || ratio > 3 + ratioTolerance)
    findings.fault('ratio', `${found}; ${least} to 3 is allowed`)
  else if (Math.abs(ratio - 3) > ratioTolerance) findings.note('ratio', `${found}; the reference symbol has 3`)
  else findings.pass('ratio')
}

/** Makes the `count` widest of `widths` wide; undefined if they are not clearly wider than the others. */
export function widest(widths: readonly number[], count: number): ElementWidth[] | undefined {
  const sorted = widths.toSorted((a, b) => b - a)
  const least = sorted[count - 1]!
  const next = sorted[count]!
  if (least < 1.3 * next) return undefined
  return widths.map((width) => (width >= least ? 'wide' : 'narrow'))
}
