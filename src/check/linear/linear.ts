import type { Barcode } from '../../../symbologies/barcode.ts'
import type { Scan } from '../picture/scan.ts'
import { compared, judgeReference } from '../reference.ts'
import type { Findings, Flaw, ModulePlace, Reading, Rule } from '../report.ts'

/** What is asked of every linear symbol; each symbology adds its own clauses. */
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
    widths: [`${standard}, ${clause.widths}`, 'all bars and spaces are as wide as they should be, to the dot'],
    bars: [`${standard}, ${clause.widths}`, 'all bars are the same from their upper to their lower end'],
    polarity: [`${standard}, ${clause.polarity}`, 'bars are dark and spaces are light'],
    text: [`${standard}, ${clause.text}`, 'the symbol carries the expected text'],
    reference: [standard, 'module by module the same as the reference symbol'],
  }
}

/** What is less like a symbology than this is not taken for it. */
export const leastLikeness = 0.7

/** Light margins, in modules of `unit` pixels; what the pixels cannot show is allowed. */
export function judgeQuiet(
  findings: Findings<LinearRule>,
  { left, right }: { left: number; right: number },
  wanted: { left: number; right: number; unit: Unit },
): void {
  const { unit } = wanted
  // Of sharp fractional modules neither the margin's edge nor the module itself is known to the pixel.
  const slack = unit.tolerance === sharpFraction ? 2 : unit.tolerance
  const flaw = (side: 'left' | 'right', light: number): Flaw[] => {
    if (light + slack >= wanted[side] * unit.module) return []
    return [
      { message: `the quiet zone is ${(light / unit.module).toFixed(1)} modules wide, ${wanted[side]} are needed` },
    ]
  }
  findings.judge('quiet.left', flaw('left', left))
  findings.judge('quiet.right', flaw('right', right))
}

/** The bars over their whole height, as far as the picture shows it. */
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

/** So many widths may be flawed in a symbol whose modules are whole pixels; where more are, the modules may be none. */
const mostFlawed = 2
/** By how much the whole symbol then has to be longer or shorter, in pixels: spread ink evens out, fractions add up. */
const leastGrown = 2.5
/** How far sharp edges of such a symbol may be from even lines, in pixels. */
export const mostAway = 0.9

/**
 * The module that widths of `counts` modules have, in pixels.
 *
 * Where modules are whole pixels, half a pixel is allowed, so that a bar of one dot too many is seen. Where they are
 * not, sharp edges lie up to half a pixel beside their place, and widths differ by less than a pixel.
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

/** The value that so large a share of all are not greater than; undefined where there is none. */
export const quantile = (values: readonly number[], share: number): number | undefined =>
  new Float64Array(values).sort()[Math.floor(share * values.length)]

/** The size of a module with which edges lie nearest to even lines: least squares over their places. */
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

/** How far the farthest edge is from its line, where the lines are moved along to lie best. */
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

/** Bars and spaces whose widths are not those of `counts` modules. */
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

/** Columns `from` to `to`, not included. */
export const columnSpan = (from: number, to: number): ModulePlace[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ row: 0, column: from + i }))

/** Whole modules of each width, one at least. */
export function countsOf(widths: readonly number[], module: number): number[] {
  return widths.map((width) => Math.max(1, Math.round(width / module)))
}

/** Whole numbers of 1 and more that add up to `total` and are as near to `widths`, scaled to the same sum, as can be. */
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

/** As `apportioned`, of groups of `size` widths, each `total` modules; what is left after the last group has its own total. */
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

/** What of a reading is there to look at. */
export function seenAs(
  modules: Uint8Array,
  { left, right }: { left: number; right: number },
): Pick<Reading, 'rows' | 'quiet'> {
  return { rows: [modules.join('')], quiet: { left, right, top: 0, bottom: 0 } }
}

/** One module after the other, 1 is dark. */
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

/** Compares with the reference symbol, one module after the other; without a reference there is no finding. */
export function judgeLinearReference(
  findings: Findings<LinearRule>,
  reference: Pick<Barcode, 'matrix'> | undefined,
  modules: Uint8Array,
): void {
  if (reference === undefined) return
  judgeReference(findings, compared({ rows: 1, columns: modules.length, dark: modules }, reference))
}

/** Weights 3, 1, 3, … from the right make the sum a multiple of 10. GS1 General Specifications, 7.9.1 */
export function rightCheckDigit(digits: string): string {
  const sum = Array.from(digits.slice(0, -1))
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
