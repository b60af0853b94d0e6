import type { Barcode } from '../../../symbologies/barcode.ts'
import type { Scan } from '../picture/scan.ts'
import { compared, judgeReference } from '../reference.ts'
import type { Findings, Flaw, ModulePlace, Reading, Rule } from '../report.ts'
import { lengthOf, type Size } from '../size.ts'

/** The rules for every linear symbol; each symbology adds more, and the clauses. */
export type LinearRule = 'quiet.left' | 'quiet.right' | 'widths' | 'bars' | 'polarity' | 'text' | 'reference'

/** The rules of `LinearRule`, with the clauses of one standard. */
export function linearRules(
  standard: string,
  clause: { quiet: string; widths: string; polarity: string; text: string },
  quiet: { left: number; right: number },
): Readonly<Record<LinearRule, Rule>> {
  return {
    'quiet.left': [`${standard}, ${clause.quiet}`, `${quiet.left} modules or more are light before the first bar`],
    'quiet.right': [`${standard}, ${clause.quiet}`, `${quiet.right} modules or more are light after the last bar`],
    widths: [`${standard}, ${clause.widths}`, 'all bars and spaces have the right width, to the dot'],
    bars: [`${standard}, ${clause.widths}`, 'all bars are the same from their upper to their lower end'],
    polarity: [`${standard}, ${clause.polarity}`, 'bars are dark and spaces are light'],
    text: [`${standard}, ${clause.text}`, 'the symbol carries the expected text'],
    reference: [standard, 'module by module the same as the reference symbol'],
  }
}

/** The least likeness with which bars are taken for a symbol of a symbology. */
export const leastLikeness = 0.7

/** The quiet zones, in modules of `unit` pixels; a lack that pixels cannot show is allowed. */
export function judgeQuiet(
  findings: Findings<LinearRule>,
  { left, right }: { left: number; right: number },
  wanted: { left: number; right: number; unit: Unit },
): void {
  const { unit } = wanted
  // With sharp fractional modules neither the quiet zone's edge nor the module's width is known to the pixel.
  const slack = unit.tolerance === sharpFraction ? 2 : unit.tolerance
  const flaw = (side: 'left' | 'right', light: number): Flaw[] => {
    if (light + slack >= wanted[side] * unit.module) return []
    return [
      { message: `the quiet zone is ${(light / unit.module).toFixed(1)} modules wide; ${wanted[side]} are needed` },
    ]
  }
  findings.judge('quiet.left', flaw('left', left))
  findings.judge('quiet.right', flaw('right', right))
}

/** Whether the bars are the same over their whole height. */
export function judgeBars(findings: Findings<LinearRule>, { uneven, lines }: Scan): void {
  findings.judge(
    'bars',
    uneven === 0 ? [] : [{ message: `${uneven} of ${lines} lines across the bars differ from the others` }],
  )
}

/** The tolerance of sharp widths of fractional modules: they differ by less than a pixel. */
export const sharpFraction = 1

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
export const mostAway = 0.9

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

export function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** The value below which `share` of all values are; undefined if there are none. */
export const quantile = (values: readonly number[], share: number): number | undefined =>
  new Float64Array(values).sort()[Math.floor(share * values.length)]

/** The module of the even grid that is closest to the edges, by least squares. */
export function fitted(widths: readonly number[], counts: readonly number[]): number {
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
export function farthest(widths: readonly number[], counts: readonly number[], module: number): number {
  let away = 0
  let [low, high] = [0, 0]
  for (const [i, width] of widths.entries()) {
    away += width - counts[i]! * module
    low = Math.min(low, away)
    high = Math.max(high, away)
  }
  return (high - low) / 2
}

/** A flaw if any width differs from its count of modules by more than the tolerance. */
export function widthFlaws(widths: readonly number[], counts: readonly number[], unit: Unit): Flaw[] {
  const wrong = widths.flatMap((width, i) => (Math.abs(width - counts[i]! * unit.module) > unit.tolerance ? [i] : []))
  if (wrong.length === 0) return []
  const places = columnsOf(counts)
  const shown = wrong.slice(0, 5).map((i) => {
    const difference = widths[i]! - counts[i]! * unit.module
    const by = `${Math.abs(difference).toFixed(1).replace(/\.0$/, '')} dots too ${difference > 0 ? 'wide' : 'narrow'}`
    return `${i % 2 === 0 ? 'bar' : 'space'} ${1 + (i >> 1)} is ${by}`
  })
  const rest = wrong.length - shown.length
  const message = `${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}; a module is ${dots(unit)}`
  return [{ message, modules: wrong.flatMap((i) => places[i]!) }]
}

const dots = ({ module }: Unit): string => `${Number(module.toFixed(2))} dots`

/** The columns of each bar and space. */
export function columnsOf(counts: readonly number[]): ModulePlace[][] {
  let column = 0
  return counts.map((count) => Array.from({ length: count }, () => ({ row: 0, column: column++ })))
}

/** Columns `from` to `to`, `to` not included. */
export const columnSpan = (from: number, to: number): ModulePlace[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ row: 0, column: from + i }))

/** Each width in whole modules, at least one. */
export function countsOf(widths: readonly number[], module: number): number[] {
  return widths.map((width) => Math.max(1, Math.round(width / module)))
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

/** The same for consecutive groups of `size` widths, each of which takes `total` modules. */
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

/** The most pixels by which bars are counted too low: heights are rounded, and a blurred line at each end is not counted. */
const sharpHeight = 0.5
const softHeight = 2

/** The size on paper of a symbol whose modules are `module` pixels wide; undefined without a resolution. */
export function sizeOf({ resolution, lines, soft }: Scan, module: number): Size | undefined {
  if (resolution === undefined) return undefined
  const { across, down } = resolution
  const tolerance = soft ? softHeight : sharpHeight
  return { modules: [lengthOf(module, across)], bars: { height: lengthOf(lines, down), tolerance } }
}

/** The part of a reading that pages draw. */
export function seenAs(
  modules: Uint8Array,
  { left, right }: { left: number; right: number },
): Pick<Reading, 'rows' | 'quiet'> {
  return { rows: [modules.join('')], quiet: { left, right, top: 0, bottom: 0 } }
}

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

/** Compares with the reference symbol module by module; without a reference there is no finding. */
export function judgeLinearReference(
  findings: Findings<LinearRule>,
  reference: Pick<Barcode, 'matrix'> | undefined,
  modules: Uint8Array,
): void {
  if (reference === undefined) return
  judgeReference(findings, compared({ rows: 1, columns: modules.length, dark: modules }, reference))
}

/** Makes the sum with weights 3, 1, 3, … from the right a multiple of 10. GS1 General Specifications, 7.9.1 */
export function rightCheckDigit(digits: string): string {
  const sum = Array.from(digits.slice(0, -1))
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
