/** Segments as bits. ISO/IEC 18004:2015, 7.4 */

import { fnc1 } from '../gs1/fnc1.ts'
import type { BitWriter } from '../matrix/index.ts'
import { kanjiValues } from './kanji.ts'
import { alphanumericValues } from './modes.ts'
import type { TextSegment } from './segments.ts'

/** What segments before it say about a segment. */
export interface Context {
  /** The bytes of a text under the ECI in force; without one, bytes are ISO 8859-1 (7.4.5). */
  readonly bytesOf: ((text: string) => Uint8Array) | undefined
  /** Whether U+001D is FNC1. */
  readonly hasFnc1: boolean
}

const noContext: Context = { bytesOf: undefined, hasFnc1: false }

/** Appends the characters of `segment`, without mode indicator and count. */
export function pushCharacters(
  out: BitWriter,
  text: string,
  segment: TextSegment,
  { bytesOf, hasFnc1 }: Context = noContext,
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
      if (bytesOf === undefined) pushLatin1(out, characters)
      else pushBytes(out, bytesOf(characters))
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

/** Two at a time, as long as there are two. */
function pushBytes(out: BitWriter, bytes: Uint8Array): void {
  let i = 0
  for (; i + 1 < bytes.length; i += 2) out.push((bytes[i]! << 8) | bytes[i + 1]!, 16)
  if (i < bytes.length) out.push(bytes[i]!, 8)
}

/** The code of a character is its byte. */
function pushLatin1(out: BitWriter, text: string): void {
  for (let i = 0; i < text.length; i++) out.push(text.charCodeAt(i), 8)
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
