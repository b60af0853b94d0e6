/** How much of a text fits a symbol, for its division into parts. */

import type { SymbolText } from './candidates.ts'
import { isFit, isMessageFit, mostThatFit } from './choice.ts'
import type { Division } from './division.ts'
import { type Interpretation, interpretationIn, interpretationsOf, sliceOf } from './interpretations.ts'
import { eciCodewords, eciMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import type { Encodation } from './segments.ts'
import { longestPrefix } from './several-ecis.ts'
import type { DataMatrixSize } from './sizes.ts'

type Ranges = Pick<Division, 'fits' | 'prefix'>
type Prefix = NonNullable<Division['prefix']>

export interface Divisible {
  readonly text: string
  /** Where each character begins, and the length of the text. */
  readonly starts: readonly number[]
  /** The codewords that every part begins with. */
  readonly header: readonly number[]
}

/** What fits of a text under the options. Its bytes in the ECIs that all parts may be in are made once. */
export function rangesOf(divisible: Divisible, options: DataMatrixOptions): Ranges {
  const { eci, encodation } = options
  const prefix = encodation === undefined ? nearFirst(prefixOf(divisible, eci)) : undefined
  if (prefix !== undefined) return { fits: (size, from, to) => prefix(size, from, to) === to - from, prefix }
  const { text, header } = divisible
  if (typeof eci === 'number') return rangesIn([interpretationIn(eci, text)], header, encodation)
  if (eci === 'auto') return rangesIn(interpretationsOf(text), header, encodation)
  return { fits: (size, from, to) => isFit(symbolOf(divisible, size, { from, to }), options), prefix: undefined }
}

interface Range {
  readonly from: number
  readonly to: number
}

const symbolOf = ({ text, starts, header }: Divisible, size: DataMatrixSize, { from, to }: Range): SymbolText => ({
  header,
  sizes: [size],
  text: text.slice(starts[from], starts[to]),
})

/** How many characters of a range fit, from its first on. */
function prefixOf(divisible: Divisible, eci: DataMatrixOptions['eci']): Prefix {
  if (eci === 'auto') return (size, from, to) => mostThatFit(symbolOf(divisible, size, { from, to }))
  const ways = waysOf(divisible, eci)
  return (size, from, to) => {
    // no codeword carries more than two characters
    const range = { from, to: Math.min(to, from + 2 * size.data) }
    const counts = ways.map(({ interpretations, header }) =>
      longestPrefix(
        interpretations.map((each) => sliceOf(each, range)),
        size.data,
        header,
      ),
    )
    return Math.max(...counts)
  }
}

/** A way to encode a part: the codewords that it begins with, and what may follow each other in it. */
interface Way {
  readonly header: readonly number[]
  readonly interpretations: readonly Interpretation[]
}

/** ECI 3 or 26 is declared only in parts that need it, which costs no more at their first character beyond ASCII. */
function waysOf({ text, header }: Divisible, eci: Exclude<DataMatrixOptions['eci'], 'auto'>): readonly Way[] {
  const plain = (interpretation: Interpretation): Interpretation => ({ ...interpretation, eci: undefined })
  if (eci === 'none') return [{ header, interpretations: [plain(interpretationIn(3, text))] }]
  if (eci !== undefined) {
    return [{ header: [...header, ...eciCodewords(eci)], interpretations: [plain(interpretationIn(eci, text))] }]
  }
  const ascii = plain(interpretationIn(27, text))
  if (ascii.isWhole) return [{ header, interpretations: [ascii] }]
  return ([3, 26] as const).map((own) => ({ header, interpretations: [ascii, interpretationIn(own, text)] }))
}

/** Characters that certainly take more than an end of data or a change of encodation saves: half a codeword each. */
const margin = 24

/** Looks only a little farther at first than the last part reached. */
function nearFirst(prefix: Prefix): Prefix {
  let near = Infinity
  return (size, from, to) => {
    const end = Math.min(to, from + near)
    const first = prefix(size, from, end)
    const count = end < to && first > end - from - margin ? prefix(size, from, to) : first
    near = Math.ceil(1.25 * count) + 2 * margin
    return count
  }
}

/** What fits in an encodation alone. */
function rangesIn(
  interpretations: readonly Interpretation[],
  header: readonly number[],
  encodation: Encodation | undefined,
): Ranges {
  return {
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
