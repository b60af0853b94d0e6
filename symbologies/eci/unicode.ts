/** The encodings of Unicode, which carry every character. A byte order mark is a character like others. */

import { type BytesOf, decodedBy, encodedBy } from './character-set.ts'

const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff

/** RFC 3629, section 3 */
const utf8Bytes: BytesOf = (point) => {
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f)
  if (isSurrogate(point)) return undefined
  if (point < 0x80) return [point]
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)]
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)]
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)]
}

/** RFC 2781, section 2.1; the most significant byte first */
const utf16Bytes: BytesOf = (point) => {
  if (isSurrogate(point)) return undefined
  if (point < 0x10000) return [point >> 8, point & 0xff]
  const [high, low] = [0xd7c0 + (point >> 10), 0xdc00 | (point & 0x3ff)]
  return [high >> 8, high & 0xff, low >> 8, low & 0xff]
}

/** The least significant byte first */
const utf32Bytes: BytesOf = (point) =>
  isSurrogate(point) ? undefined : [point & 0xff, (point >> 8) & 0xff, point >> 16, 0]

function utf32Text(bytes: Uint8Array): string | undefined {
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

const set = (bytesOf: BytesOf, decode: (bytes: Uint8Array) => string | undefined) => ({
  bytesOf,
  encode: (text: string) => encodedBy(bytesOf, text),
  decode,
})

export const unicodeSets = {
  25: set(utf16Bytes, (bytes) => decodedBy('utf-16be', bytes)),
  26: set(utf8Bytes, (bytes) => decodedBy('utf-8', bytes)),
  35: set(utf32Bytes, utf32Text),
}
