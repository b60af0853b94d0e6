/** How much of a text fits a symbol, for its division into parts. */

import type { SymbolText } from './candidates.ts'
import { isFit, isMessageFit } from './choice.ts'
import { decisiveOf } from './decisive.ts'
import type { Division, Range } from './division.ts'
import { type Interpretation, interpretationIn, interpretationsOf, sliceOf } from './interpretations.ts'
import { leastUpTo } from './least-codewords.ts'
import { eciCodewords, eciMessage } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import type { Encodation } from './segments.ts'
import { longestPrefix } from './several-ecis.ts'
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
  const mayFit = mayFitBehind(Math.min(...ways.map(({ header }) => header.length)), least)
  const prefix = nearFirst((size, from, to) => {
    let end = from
    while (end < to && mayFit(size, { from, to: end + 1 }, 1)) end++
    return longestIn(ways, size, { from, to: end })
  })
  return { mayFit, fits: (size, from, to) => prefix(size, from, to) === to - from, prefix }
}

/** @param least sixths of a codeword that so many characters take at least, besides what every part begins with */
function mayFitBehind(header: number, least: Float64Array): Division['mayFit'] {
  return (size, { from, to }, parts) => least[to]! - least[from]! <= 6 * parts * (size.data - header)
}

/** How many characters of a range fit, from its first on. */
function longestIn(ways: readonly Way[], size: DataMatrixSize, range: Range): number {
  const needed = ways.map(({ interpretations, beyond, header }) => ({
    header,
    // one that adds no character to ASCII is entered in vain
    lanes: interpretations.filter((_, i) => i === 0 || beyond[i]![range.to]! > beyond[i]![range.from]!),
  }))
  // with ASCII alone, the ways do not differ
  const different = needed.every(({ lanes }) => lanes.length === 1) ? needed.slice(0, 1) : needed
  const counts = different.map(({ lanes, header }) =>
    longestPrefix(
      lanes.map((each) => sliceOf(each, range)),
      size.data,
      header,
    ),
  )
  return Math.max(...counts)
}

/** A way to encode a part: the codewords that it begins with, and what may follow each other in it, the first at its beginning. */
interface Way {
  readonly header: readonly number[]
  readonly interpretations: readonly Interpretation[]
  /** For each interpretation, how many of so many characters it has that the first one lacks. */
  readonly beyond: readonly Uint32Array[]
}

/** ECI 3 or 26 is declared only in parts that need it, which costs no more at their first character beyond ASCII. */
function waysOf({ text, header }: Divisible, eci: DataMatrixOptions['eci']): readonly Way[] {
  const plain = (interpretation: Interpretation): Interpretation => ({ ...interpretation, eci: undefined })
  if (eci === 'auto') return [wayOf(header, decisiveOf(text))]
  if (eci === 'none') return [wayOf(header, [plain(interpretationIn(3, text))])]
  if (eci !== undefined) return [wayOf([...header, ...eciCodewords(eci)], [plain(interpretationIn(eci, text))])]
  const ascii = plain(interpretationIn(27, text))
  if (ascii.isWhole) return [wayOf(header, [ascii])]
  return ([3, 26] as const).map((own) => wayOf(header, [ascii, interpretationIn(own, text)]))
}

function wayOf(header: readonly number[], interpretations: readonly Interpretation[]): Way {
  const [first] = interpretations
  const beyond = interpretations.map(({ has }) => {
    const counts = new Uint32Array(has.length + 1)
    for (let i = 0; i < has.length; i++) counts[i + 1] = counts[i]! + (has[i]! & ~first!.has[i]!)
    return counts
  })
  return { header, interpretations, beyond }
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
