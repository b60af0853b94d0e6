/** Where a text is divided into parts for symbols of one size. */

import { leastNear } from '../least.ts'
import { memoize } from '../memoize.ts'
import type { DataMatrixSize } from './sizes.ts'

/** Characters from one on, `to` not included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A text to divide. Ranges are of characters. */
export interface Division {
  /** The characters of the text. */
  readonly count: number
  readonly parts: number
  /** False if so many parts of the size certainly do not hold the range; takes much less time than `fits`. */
  readonly mayFit: (size: DataMatrixSize, range: Range, parts: number) => boolean
  /** Whether a symbol of the size holds the range. */
  readonly fits: (size: DataMatrixSize, from: number, to: number) => boolean
  /** How many characters of the range fit, if that is known without trying several ranges. */
  readonly prefix?: ((size: DataMatrixSize, from: number, to: number) => number) | undefined
  /** Better answers, once parts with these bounds have been measured; takes about as much time as `prefix` of all of them. */
  readonly measured?: ((bounds: readonly number[]) => Pick<Division, 'mayFit' | 'fits'>) | undefined
}

export interface Divided {
  readonly size: DataMatrixSize
  /** The first character of each part, and the number of all characters. */
  readonly bounds: readonly number[]
}

/**
 * The first of the sizes that holds the parts. If an even division does not fit that size, each part has as many characters
 * as fit.
 *
 * @returns undefined if no size works
 */
export function divided(division: Division, sizes: readonly DataMatrixSize[]): Divided | undefined {
  const possible = possibleFor(division, sizes)
  if (possible.length === 0) return undefined
  const even = evenBounds(division)
  const measured = { ...division, ...division.measured?.(even) }
  // what fits a size fits every one of more codewords
  const rising = possibleFor(measured, possible).toSorted((a, b) => a.data - b.data)
  const firstEven = firstThatHolds(measured, even, rising)
  const filled = memoize((size: DataMatrixSize) => filledBounds(measured, size) ?? [])
  // the smallest ones fail soon
  const places = { low: 0, high: firstEven, guess: 0 }
  const least = leastNear(places, (place) => filled(rising[place]!).length > 0)
  const size = sizes.find(({ data }) => data >= (rising[least]?.data ?? Infinity))
  if (size === undefined) return undefined
  const isEven = firstEven < rising.length && size.data >= rising[firstEven]!.data
  return { size, bounds: isEven ? even : filled(size) }
}

/** The sizes that the parts may fit. */
function possibleFor({ count, parts, mayFit }: Division, sizes: readonly DataMatrixSize[]): readonly DataMatrixSize[] {
  return sizes.filter((size) => mayFit(size, { from: 0, to: count }, parts))
}

/** All parts have the same number of characters, give or take one. */
function evenBounds({ parts, count }: Division): number[] {
  return Array.from({ length: parts + 1 }, (_, i) => Math.floor((i * count) / parts))
}

/** The place of the first of the sizes, which rise, that holds the parts; their number if none does. */
function firstThatHolds(
  { mayFit, fits }: Division,
  bounds: readonly number[],
  rising: readonly DataMatrixSize[],
): number {
  let place = 0
  for (let i = 1; i < bounds.length; i++) {
    const range = { from: bounds[i - 1]!, to: bounds[i]! }
    const holds = (size: DataMatrixSize): boolean => mayFit(size, range, 1) && fits(size, range.from, range.to)
    while (place < rising.length && !holds(rising[place]!)) place++
  }
  return place
}

/** Each part has as many characters as fit, but leaves one for each part behind it; undefined if some are left over. */
function filledBounds({ parts, count, mayFit, fits, prefix }: Division, size: DataMatrixSize): number[] | undefined {
  const bounds = [0]
  let from = 0
  for (let left = parts; left > 0; left--) {
    if (!mayFit(size, { from, to: count }, left)) return undefined
    const most = count - from - (left - 1)
    const has = (length: number): boolean =>
      mayFit(size, { from, to: from + length }, 1) && fits(size, from, from + length)
    const guess = Math.ceil((count - from) / left)
    const length = prefix === undefined ? longest(has, guess, most) : prefix(size, from, from + most)
    if (length === 0 || (left === 1 && length < most)) return undefined
    from += length
    bounds.push(from)
  }
  return bounds
}

/** The greatest length up to `most` that fits, looked for from a guess on; 0 if there is none. */
function longest(has: (length: number) => boolean, guess: number, most: number): number {
  let low = 0
  let high = most + 1
  for (let at = guess, step = 1; high - low > 1 && at > low && at < high; step *= 2) {
    if (has(at)) low = at
    else high = at
    at = low === at ? Math.min(at + step, most) : at - step
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (has(middle)) low = middle
    else high = middle
  }
  return low
}
