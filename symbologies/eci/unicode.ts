/** The encodings of Unicode, which carry every character; GB 18030 among them. A byte order mark is a character like others. */

import { pairsIn } from './double-byte.ts'
import type { BytesOf } from './single-byte.ts'

/** RFC 3629, section 3 */
const utf8: BytesOf = (point) => {
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f)
  if (isSurrogate(point)) return undefined
  if (point < 0x80) return [point]
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)]
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)]
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)]
}

/** RFC 2781, section 2.1; the most significant byte first */
const utf16: BytesOf = (point) => {
  if (isSurrogate(point)) return undefined
  if (point < 0x10000) return [point >> 8, point & 0xff]
  const [high, low] = [0xd7c0 + (point >> 10), 0xdc00 | (point & 0x3ff)]
  return [high >> 8, high & 0xff, low >> 8, low & 0xff]
}

/** The least significant byte first */
const utf32: BytesOf = (point) => (isSurrogate(point) ? undefined : [point & 0xff, (point >> 8) & 0xff, point >> 16, 0])

/** One byte for ASCII, two for the characters of GBK, four for all others of Unicode. */
const gb18030: BytesOf = (point) => {
  if (point < 0x80) return [point]
  if (point >= 0x10000) return fourBytes(supplementary + point - 0x10000)
  if (isMoved(point) || isPrivate(point) || isSurrogate(point)) return undefined
  known ??= codes()
  const { pairs, indices } = known
  const pair = pairs[point]!
  return pair === 0 ? fourBytes(indices[point]!) : [pair >> 8, pair & 0xff]
}

/** By the number of their ECI. */
export const unicodeBytes = { 25: utf16, 26: utf8, 32: gb18030, 35: utf32 }

/** Codes of the Basic Multilingual Plane, derived at the first call. */
interface Codes {
  /** Codes of two bytes by code point; 0 for none. */
  readonly pairs: Uint16Array
  /** Indices of codes of four bytes by code point. */
  readonly indices: Uint16Array
}

let known: Codes | undefined

/** Codes of four bytes number, in order, the characters that have none of two. */
function codes(): Codes {
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

/** The characters that the editions of 2000, 2005 and 2022 give different codes. Like those for private use they are never written. */
const isMoved = (point: number): boolean =>
  point === 0x1e3f || (point >= 0x9fb4 && point <= 0x9fbb) || (point >= 0xfe10 && point <= 0xfe19)
const isPrivate = (point: number): boolean => point >= 0xe000 && point <= 0xf8ff

/** Half of a surrogate pair, which is not a character. */
const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff

/** The text of bytes in an encoding that the platform's decoder names; undefined if they are not text in it. */
export function platformText(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export function utf32Text(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length % 4 !== 0) return undefined
  let text = ''
  for (let i = 0; i < bytes.length; i += 4) {
    const point = view.getUint32(i, true)
    if (point > 0x10ffff || isSurrogate(point)) return undefined
    text += String.fromCodePoint(point)
  }
  return text
}
