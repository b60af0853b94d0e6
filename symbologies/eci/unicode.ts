/** The encodings of Unicode, which carry every character. A byte order mark is a character like others. */

import { type BytesOf, isSurrogate } from './character-set.ts'

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

/** By the number of their ECI. */
export const unicodeBytes = { 25: utf16, 26: utf8, 35: utf32 }
