/** Where a text is divided into parts for symbols of one size, and what of it such a symbol holds. */

import { leastNear } from '../least.ts'
import { memoize } from '../memoize.ts'
import {
  asciiCount,
  c40,
  type Encodation,
  encodations,
  isDigit,
  isEdifact,
  text as textSet,
  x12,
} from './encodations.ts'
import { fitOf, fitOfMessage } from './fit.ts'
import { longestPrefixIn } from './longest-prefix.ts'
import { eciCodewords, eciMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import { havingOf, type Repertoires, repertoiresIn, repertoiresOf, written } from './several-ecis.ts'
import type { DataMatrixSize } from './sizes.ts'

/**
 * The first of the sizes that holds the parts. If an even division does not fit that size, each part has as many characters
 * as fit.
 *
 * @returns undefined if no size works
 */
export function divided(division: Division, sizes: readonly DataMatrixSize[]): Divided | undefined {
  const { count, parts, mayFit } = division
  // what fits a size fits every one of more codewords
  const rising = sizes.filter((size) => mayFit(size, { from: 0, to: count }, parts)).toSorted((a, b) => a.data - b.data)
  if (rising.length === 0) return undefined
  const even = evenBounds(division)
  const firstEven = firstThatHolds(division, even, rising)
  const filled = memoize((size: DataMatrixSize) => filledBounds(division, size) ?? [])
  // the smallest ones fail soon
  const places = { low: 0, high: firstEven, guess: 0 }
  const least = leastNear(places, (place) => filled(rising[place]!).length > 0)
  const size = sizes.find(({ data }) => data >= (rising[least]?.data ?? Infinity))
  if (size === undefined) return undefined
  const isEven = firstEven < rising.length && size.data >= rising[firstEven]!.data
  return { size, bounds: isEven ? even : filled(size) }
}

interface Divided {
  readonly size: DataMatrixSize
  /** The first character of each part, and the number of all characters. */
  readonly bounds: readonly number[]
}

/** Characters from one on, `to` not included. */
export interface CharacterRange {
  readonly from: number
  readonly to: number
}

/** A text to divide. Ranges are of characters. */
export interface Division extends Ranges {
  /** The characters of the text. */
  readonly count: number
  readonly parts: number
}

/** What fits of a text. */
export interface Ranges {
  /** False if the given number of parts of the size certainly do not hold the range; takes much less time than `fits`. */
  readonly mayFit: (size: DataMatrixSize, range: CharacterRange, parts: number) => boolean
  /** Whether a symbol of the size holds the range. */
  readonly fits: (size: DataMatrixSize, from: number, to: number) => boolean
  /** How many characters of the range fit, if that is known without trying several ranges. */
  readonly prefix?: (size: DataMatrixSize, from: number, to: number) => number
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

interface Divisible {
  readonly text: string
  /** Where each character begins, and the length of the text. */
  readonly starts: readonly number[]
  /** The codewords that every part begins with. */
  readonly header: readonly number[]
}

/** What fits of a text under the options. Its bytes in the ECIs that its parts may be in are made once. */
export function rangesOf(divisible: Divisible, options: DataMatrixOptions): Ranges {
  const { eci, encodation } = options
  if (encodation === undefined) return rangesUnder(waysOf(divisible, eci))
  const { text, starts, header } = divisible
  if (typeof eci === 'number') return rangesIn(repertoiresIn([eci], text), header, encodation)
  if (eci === 'auto') return rangesIn(repertoiresOf(text), header, encodation)
  return {
    // without an option, parts are in ISO 8859-1 or UTF-8
    mayFit: mayFitBehind(header.length, leastUpTo(repertoiresIn([3, 26], text), encodation)),
    fits: (size, from, to) => {
      const wanted = { header, sizes: [size], text: text.slice(starts[from], starts[to]) }
      return fitOf(wanted, options) !== undefined
    },
  }
}

/** What fits in all encodations. */
function rangesUnder({ header, repertoires, ways }: Ways): Ranges {
  const longest = ways.map((each) => longestPrefixIn(each, header))
  const prefix: Ranges['prefix'] = ({ data }, from, to) => Math.max(...longest.map((each) => each(data, from, to)))
  return {
    mayFit: mayFitBehind(header, leastUpTo(repertoires)),
    fits: (size, from, to) => prefix(size, from, to) === to - from,
    prefix,
  }
}

/** @param least sixths of a codeword that the given number of characters take at least, besides what every part begins with */
function mayFitBehind(header: number, least: Float64Array): Ranges['mayFit'] {
  return (size, { from, to }, parts) => least[to]! - least[from]! <= 6 * parts * (size.data - header)
}

/** How a part may be encoded. */
interface Ways {
  /** Codewords that it begins with. */
  readonly header: number
  readonly repertoires: Repertoires
  /** Those that may follow each other in it, the first at its beginning. */
  readonly ways: readonly Repertoires[]
}

/** ECI 3 or 26 is declared only in parts that need it, which costs no more at their first character beyond ASCII. */
function waysOf({ text, header: { length } }: Divisible, eci: DataMatrixOptions['eci']): Ways {
  if (eci === 'auto') return oneWay(length, repertoiresOf(text))
  if (eci === 'none' || eci === 'utf8') return oneWay(length, plain(repertoiresIn([eci === 'none' ? 3 : 26], text)))
  if (eci !== undefined) return oneWay(length + eciCodewords(eci).length, plain(repertoiresIn([eci], text)))
  const repertoires = plain(repertoiresIn([27, 3, 26], text))
  const { order } = repertoires
  const [ascii, latin1, utf8] = repertoires.repertoires
  if (!ascii!.repertoire.includes(undefined)) return oneWay(length, { order, repertoires: [ascii!] })
  const ways = [latin1!, utf8!].map((own) => ({ order, repertoires: [ascii!, own] }))
  return { header: length, repertoires, ways }
}

const oneWay = (header: number, repertoires: Repertoires): Ways => ({ header, repertoires, ways: [repertoires] })

/** The first one is not declared. */
function plain({ order, repertoires: [first, ...others] }: Repertoires): Repertoires {
  return { order, repertoires: [{ ...first!, eci: undefined }, ...others] }
}

/** What fits in an encodation alone. */
function rangesIn(all: Repertoires, header: readonly number[], encodation: Encodation): Ranges {
  const { order, repertoires } = all
  const having = havingOf(all)
  const mayFitIn = (some: Repertoires): Ranges['mayFit'] => mayFitBehind(header.length, leastUpTo(some, encodation))
  const known = memoize((i: number) => {
    const { eci, repertoire } = repertoires[i]!
    return { eci, ...written(repertoire, order), mayFit: mayFitIn({ order, repertoires: [repertoires[i]!] }) }
  })
  const fitsIn = (i: number, size: DataMatrixSize, { from, to }: CharacterRange): boolean => {
    const { eci, bytes, offsets, mayFit } = known(i)
    if (!mayFit(size, { from, to }, 1)) return false
    const own = bytes.subarray(offsets[from], offsets[to])
    const message = eci === undefined ? { bytes: own, prefix: header } : eciMessage(own, eci, { header })
    return fitOfMessage(message, [size], encodation) !== undefined
  }
  return {
    mayFit: mayFitIn(all),
    fits: (size, from, to) => {
      let whole = -1
      for (let i = from; i < to; i++) whole &= having[i]!
      return repertoires.some((_, i) => ((whole >>> i) & 1) === 1 && fitsIn(i, size, { from, to }))
    },
  }
}

/**
 * Sixths of a codeword that the given number of characters of a text take at least, each under any of the interpretations, in one symbol
 * or in several: in an encodation alone if one is given; nothing for a character that all lack. They are whole, so that
 * differences are exact.
 */
function leastUpTo({ order, repertoires }: Repertoires, encodation?: Encodation): Float64Array {
  const leastOfByte = leastOfBytes(encodation)
  const least = new Float64Array(repertoires[0]!.repertoire.length).fill(Infinity)
  for (const { repertoire } of repertoires) {
    for (let place = 0; place < least.length; place++) {
      const bytes = repertoire[place]
      if (bytes === undefined) continue
      let sixths = 0
      for (let n = 0; n < bytes.length; n++) sixths += leastOfByte[bytes[n]!]!
      if (sixths < least[place]!) least[place] = sixths
    }
  }
  const sixths = new Float64Array(order.length + 1)
  for (let i = 0; i < order.length; i++) {
    const own = least[order[i]!]!
    sixths[i + 1] = sixths[i]! + (own === Infinity ? 0 : own)
  }
  return sixths
}

/** Sixths of a codeword that each byte takes at least in an encodation alone, or whichever the encodation. */
const leastOfBytes = memoize((encodation: Encodation | undefined) =>
  Uint8Array.from({ length: 256 }, (_, byte) =>
    encodation === undefined
      ? Math.min(...encodations.filter((each) => has(each, byte)).map((each) => leastOf(byte, each)))
      : leastOf(byte, encodation),
  ),
)

/** Sixths of a codeword that a byte takes at least in an encodation alone, the ASCII behind its last group included. */
function leastOf(byte: number, encodation: Encodation): number {
  const ascii = isDigit(byte) ? 3 : 6 * asciiCount(byte)
  switch (encodation) {
    case 'ascii':
      return ascii
    case 'c40':
      return Math.min(4 * c40.counts[byte]!, ascii)
    case 'text':
      return Math.min(4 * textSet.counts[byte]!, ascii)
    case 'x12':
      return Math.min(4 * x12.counts[byte]!, ascii)
    case 'edifact':
      return Math.min(4, ascii)
    case 'base256':
      return 6
  }
}

/** Whether an encodation has a byte; X12 and EDIFACT have few. */
function has(encodation: Encodation, byte: number): boolean {
  if (encodation === 'x12') return x12.counts[byte]! > 0
  return encodation !== 'edifact' || isEdifact(byte)
}
