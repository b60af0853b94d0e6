/** How much of a text fits a symbol, for its division into parts. */

import { memoize } from '../memoize.ts'
import type { SymbolText } from './candidates.ts'
import { isFit, isMessageFit } from './choice.ts'
import type { Division, Range } from './division.ts'
import { written } from './interpretations.ts'
import { leastUpTo } from './least-codewords.ts'
import { boundsFrom } from './measured.ts'
import { eciCodewords, eciMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import { reachIn } from './reach.ts'
import { havingOf, type Repertoires, repertoiresIn, repertoiresOf } from './repertoires.ts'
import type { Encodation } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'

type Ranges = Pick<Division, 'mayFit' | 'fits' | 'prefix' | 'measured'>
type Prefix = NonNullable<Division['prefix']>

export interface Divisible {
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
  const { text, header } = divisible
  if (typeof eci === 'number') return rangesIn(repertoiresIn([eci], text), header, encodation)
  if (eci === 'auto') return rangesIn(repertoiresOf(text), header, encodation)
  return {
    // without an option, parts are in ISO 8859-1 or UTF-8
    mayFit: mayFitBehind(header.length, leastUpTo(repertoiresIn([3, 26], text), encodation)),
    fits: (size, from, to) => isFit(symbolOf(divisible, size, { from, to }), options),
    prefix: undefined,
  }
}

const symbolOf = ({ text, starts, header }: Divisible, size: DataMatrixSize, { from, to }: Range): SymbolText => ({
  header,
  sizes: [size],
  text: text.slice(starts[from], starts[to]),
})

/** What fits in all encodations. */
function rangesUnder({ header, repertoires, ways }: Ways): Ranges {
  const least = leastUpTo(repertoires)
  const reaches = ways.map((each) => reachIn(each, header))
  const prefix: Prefix = ({ data }, from, to) =>
    Math.max(...reaches.map(({ longest }) => longest({ from, limit: to, capacity: data })))
  const fits: Division['fits'] = (size, from, to) => prefix(size, from, to) === to - from
  // pieces of parts in different ECIs would not make a part
  const [only, ...others] = reaches
  const measured: Division['measured'] = (bounds) =>
    boundsFrom({ bounds, codewords: only!.codewords(bounds), header }, fits)
  return { mayFit: mayFitBehind(header, least), fits, prefix, ...(others.length === 0 && { measured }) }
}

/** @param least sixths of a codeword that so many characters take at least, besides what every part begins with */
function mayFitBehind(header: number, least: Float64Array): Division['mayFit'] {
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
  const mayFitIn = (some: Repertoires): Division['mayFit'] => mayFitBehind(header.length, leastUpTo(some, encodation))
  const known = memoize((i: number) => {
    const { eci, repertoire } = repertoires[i]!
    return { eci, ...written(repertoire, order), mayFit: mayFitIn({ order, repertoires: [repertoires[i]!] }) }
  })
  const fitsIn = (i: number, size: DataMatrixSize, { from, to }: Range): boolean => {
    const { eci, bytes, offsets, mayFit } = known(i)
    if (!mayFit(size, { from, to }, 1)) return false
    const own = bytes.subarray(offsets[from], offsets[to])
    const message = eci === undefined ? { bytes: own, prefix: header } : eciMessage(own, eci, { header })
    return isMessageFit(message, size, encodation)
  }
  return {
    mayFit: mayFitIn(all),
    fits: (size, from, to) => {
      let whole = -1
      for (let i = from; i < to; i++) whole &= having[i]!
      return repertoires.some((_, i) => ((whole >>> i) & 1) === 1 && fitsIn(i, size, { from, to }))
    },
    prefix: undefined,
  }
}
