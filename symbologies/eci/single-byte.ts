/** Character sets of one byte for each character. */

import { type BytesOf, encodedBy } from './character-set.ts'
import { upperHalves } from './single-byte-tables.ts'

export type SingleByteSet = keyof typeof upperHalves | 1 | 3 | 27 | 170 | 899

/** What ISO 646 leaves to the national versions, which ECI 170 therefore lacks. */
const national = '#$@[\\]^`{|}~'

/** The code point of each byte that has a character. */
type Table = ReadonlyMap<number, number>

const rising = (to: number): [byte: number, point: number][] => Array.from({ length: to }, (_, byte) => [byte, byte])

function tableOf(eci: SingleByteSet): Table {
  switch (eci) {
    case 1:
    case 3:
    case 899:
      return new Map(rising(0x100))
    case 27:
      return new Map(rising(0x80))
    case 170:
      return new Map(rising(0x80).filter(([, point]) => !national.includes(String.fromCharCode(point))))
    default:
      return withUpperHalf(upperHalves[eci])
  }
}

/** Below the bytes of the row, bytes are the first characters of Unicode: ASCII, and control characters in ISO 8859. */
function withUpperHalf(row: string): Table {
  const points = row.trim().split(/\s+/).flatMap(pointsOf)
  const first = 0x100 - points.length
  const upper = points.flatMap((point, i): [number, number][] => (point === undefined ? [] : [[first + i, point]]))
  return new Map([...rising(first), ...upper])
}

function pointsOf(entry: string): (number | undefined)[] {
  if (entry.startsWith('?')) return Array.from({ length: Number(entry.slice(1)) }, () => undefined)
  const [first = 0, last = first] = entry.split('-').map((point) => Number.parseInt(point, 16))
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

export function singleByteSet(eci: SingleByteSet) {
  const table = tableOf(eci)
  const bytes = new Map(Array.from(table, ([byte, point]) => [point, [byte]]))
  const bytesOf: BytesOf = (point) => bytes.get(point)
  return {
    bytesOf,
    encode: (text: string) => encodedBy(bytesOf, text),
    decode(bytes: Uint8Array): string | undefined {
      const points = Array.from(bytes, (byte) => table.get(byte))
      return points.includes(undefined) ? undefined : points.map((point) => String.fromCodePoint(point!)).join('')
    },
  }
}
