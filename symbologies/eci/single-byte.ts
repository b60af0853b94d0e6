/** Character sets of one byte for each character. */

import { memoize } from '../memoize.ts'
import type { BytesOf } from './character-set.ts'
import { numbersIn } from './numbers.ts'
import { upperHalves } from './single-byte-tables.ts'

export type SingleByteSet = keyof typeof upperHalves | 1 | 3 | 27 | 170 | 899

/** What ISO 646 leaves to the national versions, which ECI 170 therefore lacks. */
const national = '#$@[\\]^`{|}~'

/** Code points by byte; undefined for a byte without a character. */
type Characters = readonly (number | undefined)[]

/** The characters of a set. */
export const singleByteCharacters: (eci: SingleByteSet) => Characters = memoize(charactersIn)

const rising = (to: number): number[] => Array.from({ length: to }, (_, byte) => byte)

function charactersIn(eci: SingleByteSet): Characters {
  switch (eci) {
    case 1:
    case 3:
    case 899:
      return rising(0x100)
    case 27:
      return rising(0x80)
    case 170:
      return rising(0x80).map((byte) => (national.includes(String.fromCharCode(byte)) ? undefined : byte))
    default:
      return withUpperHalf(upperHalves[eci])
  }
}

/** ASCII, and behind it the characters of a row of `upperHalves`. */
function withUpperHalf(row: string): Characters {
  const points: (number | undefined)[] = rising(0x80)
  for (const entry of row.split(' ')) {
    const next = continuation[entry[0]!]
    if (next === undefined) points.push(...pointsIn(entry))
    else for (let left = Number(entry.slice(1)); left > 0; left--) points.push(next(points))
  }
  return points
}

/** The code points of an entry: a page with what is in it, or a range. */
function pointsIn(entry: string): number[] {
  const [page, cells] = entry.split(':')
  return cells === undefined ? numbersIn(entry) : cells.match(/../g)!.map((cell) => Number.parseInt(page + cell, 16))
}

/** The character behind others, by the sign in a row. */
const continuation: { readonly [sign: string]: (before: Characters) => number | undefined } = {
  '?': () => undefined,
  '=': ({ length }) => length,
  '<': (before) => String.fromCodePoint(before.at(-32)!).toLowerCase().codePointAt(0),
}

export function singleByteBytes(eci: SingleByteSet): BytesOf {
  const bytes = new Map(singleByteCharacters(eci).map((point, byte) => [point, [byte]]))
  return (point) => bytes.get(point)
}
