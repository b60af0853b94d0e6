/** How much of a text fits a symbol, for its division into parts. */

import type { SymbolText } from './candidates.ts'
import { isFit, isMessageFit } from './choice.ts'
import { decisiveOf } from './decisive.ts'
import type { Division, Range } from './division.ts'
import { type Interpretation, interpretationIn, interpretationsOf } from './interpretations.ts'
import { leastUpTo } from './least-codewords.ts'
import { eciCodewords, eciMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import { reachIn } from './reach.ts'
import type { Encodation } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'

type Ranges = Pick<Division, 'mayFit' | 'fits' | 'prefix'>
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
  if (typeof eci === 'number') return rangesIn([interpretationIn(eci, text)], header, encodation)
  if (eci === 'auto') return rangesIn(interpretationsOf(text), header, encodation)
  // without an option, parts are in ISO 8859-1 or UTF-8
  const possible = ([3, 26] as const).map((each) => interpretationIn(each, text))
  return {
    mayFit: mayFitBehind(header.length, leastUpTo(possible, encodation)),
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
function rangesUnder(ways: readonly Way[]): Ranges {
  const least = leastUpTo(ways.flatMap(({ interpretations }) => interpretations))
  const reaches = ways.map(({ interpretations, header }) => reachIn(interpretations, header))
  const prefix: Prefix = ({ data }, from, to) =>
    Math.max(...reaches.map((reach) => reach({ from, limit: to, capacity: data })))
  return {
    mayFit: mayFitBehind(Math.min(...ways.map(({ header }) => header)), least),
    fits: (size, from, to) => prefix(size, from, to) === to - from,
    prefix,
  }
}

/** @param least sixths of a codeword that so many characters take at least, besides what every part begins with */
function mayFitBehind(header: number, least: Float64Array): Division['mayFit'] {
  return (size, { from, to }, parts) => least[to]! - least[from]! <= 6 * parts * (size.data - header)
}

/** A way to encode a part: what may follow each other in it, the first at its beginning, behind so many codewords. */
interface Way {
  readonly header: number
  readonly interpretations: readonly Interpretation[]
}

/** ECI 3 or 26 is declared only in parts that need it, which costs no more at their first character beyond ASCII. */
function waysOf({ text, header: { length } }: Divisible, eci: DataMatrixOptions['eci']): readonly Way[] {
  const plain = (interpretation: Interpretation): Interpretation => ({ ...interpretation, eci: undefined })
  if (eci === 'auto') return [{ header: length, interpretations: decisiveOf(text) }]
  if (eci === 'none') return [{ header: length, interpretations: [plain(interpretationIn(3, text))] }]
  if (eci !== undefined) {
    return [{ header: length + eciCodewords(eci).length, interpretations: [plain(interpretationIn(eci, text))] }]
  }
  const ascii = plain(interpretationIn(27, text))
  if (ascii.isWhole) return [{ header: length, interpretations: [ascii] }]
  return ([3, 26] as const).map((own) => ({ header: length, interpretations: [ascii, interpretationIn(own, text)] }))
}

/** What fits in an encodation alone. */
function rangesIn(
  interpretations: readonly Interpretation[],
  header: readonly number[],
  encodation: Encodation | undefined,
): Ranges {
  return {
    mayFit: mayFitBehind(header.length, leastUpTo(interpretations, encodation)),
    fits: (size, from, to) =>
      interpretations.some(({ eci, bytes, offsets, has, isWhole }) => {
        if (!isWhole && has.subarray(from, to).includes(0)) return false
        const own = bytes.subarray(offsets[from], offsets[to])
        const message = eci === undefined ? { bytes: own, prefix: header } : eciMessage(own, eci, header)
        return isMessageFit(message, size, encodation)
      }),
    prefix: undefined,
  }
}
