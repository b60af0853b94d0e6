/** Widths of bars and spaces, in pixels, and the whole modules that they stand for. */

import type { Flaw } from '../report.ts'
import { columnsOf } from './columns.ts'

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
