/** GB 18030: one byte for ASCII, two for the characters of GBK, four for all others of Unicode. */

import { type BytesOf, isSurrogate } from './character-set.ts'
import { pairsIn } from './double-byte.ts'

/** The characters that the editions of 2000, 2005 and 2022 give different codes. Like those for private use they are never written. */
const isMoved = (point: number): boolean =>
  point === 0x1e3f || (point >= 0x9fb4 && point <= 0x9fbb) || (point >= 0xfe10 && point <= 0xfe19)
const isPrivate = (point: number): boolean => point >= 0xe000 && point <= 0xf8ff

/** The codes of four bytes in order: their second and fourth bytes are 0x30 to 0x39, the third 0x81 to 0xFE. */
const fourBytes = (index: number): number[] => [
  0x81 + Math.floor(index / 12600),
  0x30 + (Math.floor(index / 1260) % 10),
  0x81 + (Math.floor(index / 10) % 126),
  0x30 + (index % 10),
]

/** The index of 0x84308131, the code of U+F900: those before it are for private use. */
const compatibility = 37801
/** The index of 0x90308130, the code of U+10000. */
const supplementary = 189000

interface Codes {
  /** Codes of two bytes by code point; 0 for none. */
  readonly pairs: Uint16Array
  /** Indices of codes of four bytes by code point. */
  readonly indices: Uint16Array
}

let known: Codes | undefined

/** Codes of the Basic Multilingual Plane; derived at the first call. */
function codes(): Codes {
  known ??= derived()
  return known
}

/** Codes of four bytes number, in order, the characters that have none of two. */
function derived(): Codes {
  const pairs = new Uint16Array(0x10000)
  for (const [code, point] of pairsIn('gb18030', '81-FE', '40-7E 80-FE')) {
    if (!isMoved(point) && pairs[point] === 0) pairs[point] = code
  }
  const indices = new Uint16Array(0x10000)
  let index = 0
  for (let point = 0x80; point < 0x10000; point++) {
    if (point === 0xf900) index = compatibility
    if (pairs[point] === 0 && !isSurrogate(point)) indices[point] = index++
  }
  return { pairs, indices }
}

export const gb18030Bytes: BytesOf = (point) => {
  if (point < 0x80) return [point]
  if (point >= 0x10000) return fourBytes(supplementary + point - 0x10000)
  if (isMoved(point) || isPrivate(point) || isSurrogate(point)) return undefined
  const { pairs, indices } = codes()
  const pair = pairs[point]!
  return pair === 0 ? fourBytes(indices[point]!) : [pair >> 8, pair & 0xff]
}
