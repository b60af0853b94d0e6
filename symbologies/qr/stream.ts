/** Segments as bits. ISO/IEC 18004:2015, 7.4 */

import type { BitWriter } from '../bits.ts'
import { characterSet, type Eci } from '../eci/index.ts'
import { fnc1 } from '../gs1/fnc1.ts'
import { kanjiValues } from './kanji.ts'
import { alphanumericValues } from './modes.ts'
import type { TextSegment } from './segments.ts'

/** What segments before it say about a segment. */
export interface Context {
  /** The ECI in force, if any. */
  readonly eci: Eci | undefined
  /** Whether U+001D is FNC1. */
  readonly hasFnc1: boolean
}

const noContext: Context = { eci: undefined, hasFnc1: false }

/** Appends the characters of `segment`, without mode indicator and count. */
export function pushCharacters(
  out: BitWriter,
  text: string,
  segment: TextSegment,
  { eci, hasFnc1 }: Context = noContext,
): void {
  const characters = text.slice(segment.from, segment.to)
  switch (segment.mode) {
    case 'numeric':
      pushDigits(out, characters)
      break
    case 'alphanumeric':
      pushAlphanumerics(out, hasFnc1 ? escaped(characters) : characters)
      break
    case 'byte':
      pushBytes(out, characters, eci)
      break
    case 'kanji':
      pushKanji(out, characters)
      break
  }
}

/** Three digits in 10 bits, then two in 7 or one in 4 (7.4.3). */
function pushDigits(out: BitWriter, text: string): void {
  const digit = (i: number): number => text.charCodeAt(i) - 48
  let i = 0
  for (; i + 2 < text.length; i += 3) out.push(100 * digit(i) + 10 * digit(i + 1) + digit(i + 2), 10)
  if (i + 2 === text.length) out.push(10 * digit(i) + digit(i + 1), 7)
  else if (i + 1 === text.length) out.push(digit(i), 4)
}

/** FNC1 is %, and % itself is doubled (7.4.8.2). */
export const escaped = (text: string): string => text.replaceAll('%', '%%').replaceAll(fnc1, '%')

/** Two characters in 11 bits, then one in 6 (7.4.4). */
function pushAlphanumerics(out: BitWriter, text: string): void {
  const value = (i: number): number => alphanumericValues[text.charCodeAt(i)]!
  let i = 0
  for (; i + 1 < text.length; i += 2) out.push(45 * value(i) + value(i + 1), 11)
  if (i < text.length) out.push(value(i), 6)
}

/** Bytes are ISO 8859-1 unless an ECI says otherwise (7.4.5). */
function pushBytes(out: BitWriter, text: string, eci: Eci = latin1Eci): void {
  if (eci === utf8Eci) pushUtf8(out, text)
  else if (eci === latin1Eci) pushLatin1(out, text)
  else for (const byte of characterSet(eci).encode(text)!) out.push(byte, 8)
}

const latin1Eci = 3
const utf8Eci = 26

/** The code of a character is its byte. */
function pushLatin1(out: BitWriter, text: string): void {
  for (let i = 0; i < text.length; i++) out.push(text.charCodeAt(i), 8)
}

/** RFC 3629, section 3; `text` has no lone surrogates. */
function pushUtf8(out: BitWriter, text: string): void {
  for (const character of text) {
    const point = character.codePointAt(0)!
    const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f)
    if (point < 0x80) out.push(point, 8)
    else if (point < 0x800) out.push(((0xc0 | (point >> 6)) << 8) | tail(0), 16)
    else if (point < 0x10000) out.push(((0xe0 | (point >> 12)) << 16) | (tail(6) << 8) | tail(0), 24)
    else out.push((((0xf0 | (point >> 18)) << 24) | (tail(12) << 16) | (tail(6) << 8) | tail(0)) >>> 0, 32)
  }
}

/** Thirteen bits each (7.4.6). */
function pushKanji(out: BitWriter, text: string): void {
  const values = kanjiValues()
  for (let i = 0; i < text.length; i++) out.push(values[text.charCodeAt(i)]! - 1, 13)
}

/**
 * The bits as codewords, with the terminator (7.4.9), zeros up to the next codeword and pad codewords 236 and 17 in
 * turn (7.4.10), as far as the capacity allows. In M1 and M3 the last codeword has four bits, here its upper ones; as a
 * pad it is zero.
 *
 * @param capacity bits of all data codewords, no fewer than are written
 */
export function paddedCodewords(out: BitWriter, terminatorBits: number, capacity: number): Uint8Array {
  const codewords = new Uint8Array((capacity + 7) >>> 3)
  const written = (Math.min(out.length + terminatorBits, capacity) + 7) >>> 3
  for (let i = 0; i < written; i++) codewords[i] = out.words[i >>> 2]! >>> (24 - 8 * (i & 3))
  for (let i = written, pad = 0xec; i < capacity >>> 3; i++, pad ^= 0xec ^ 0x11) codewords[i] = pad
  return codewords
}
