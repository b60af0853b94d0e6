/** Reads the characters of a segment. ISO/IEC 18004:2015, 7.4.3 to 7.4.6 */

import { decoded } from '../../../symbologies/eci/index.ts'
import * as tables from '../../../symbologies/tables.ts'
import type { Stream, StreamMode } from './stream.ts'

/** The length of `count` characters in bits. */
function lengthOf(mode: StreamMode, count: number): number {
  switch (mode) {
    case 'numeric':
      return 10 * Math.floor(count / 3) + [0, 4, 7][count % 3]!
    case 'alphanumeric':
      return 11 * (count >> 1) + 6 * (count & 1)
    case 'byte':
      return 8 * count
    case 'kanji':
      return 13 * count
  }
}

/** Reads the character count and the characters; false if the bits end before all characters. */
export function characters(stream: Stream, mode: StreamMode, from: number): boolean {
  const bits = stream.dialect.countBits[mode]
  const count = stream.take(bits)
  const length = lengthOf(mode, count)
  if (bits === 0 || length > stream.left) {
    stream.fault(
      'count',
      `${count} characters of ${mode} mode take ${length} bits, but only ${Math.max(0, stream.left)} are left`,
      from,
    )
    return false
  }
  if (count === 0) stream.note('count', `a segment of ${mode} mode without characters`, from)
  if (mode === 'kanji' && stream.eci !== undefined && stream.eci !== 20) {
    stream.note('eci', `kanji mode under ECI ${stream.eci}: readers disagree about its meaning`, from)
  }
  if (mode === 'kanji' && count > 0 && stream.eci === undefined) stream.hasPlainKanji = true
  for (let done = 0; done < count; done += taken(stream, mode, count - done));
  return true
}

/** Reads the next group of characters and returns how many there were. */
function taken(stream: Stream, mode: StreamMode, left: number): number {
  switch (mode) {
    case 'numeric':
      return digits(stream, Math.min(3, left))
    case 'alphanumeric':
      return letters(stream, left)
    case 'byte':
      stream.appendByte(stream.take(8))
      return 1
    case 'kanji':
      return kanji(stream)
  }
}

function digits(stream: Stream, count: number): number {
  const from = stream.at
  const value = stream.take([0, 4, 7, 10][count]!)
  if (value >= 10 ** count) stream.fault('characters', `${value} is not ${count} digits`, from)
  stream.append(String(value).padStart(count, '0'))
  return count
}

/** Reads all of a segment at once: under FNC1, % stands for GS and %% for %, even across a border of pairs (7.4.8.2). */
function letters(stream: Stream, count: number): number {
  let text = ''
  for (let left = count; left > 0; left -= 2) text += pair(stream, Math.min(2, left))
  stream.append(stream.fnc1 !== undefined ? text.replace(/%%?/g, (signs) => (signs === '%%' ? '%' : separator)) : text)
  return count
}

const separator = '\x1d'

/** Reads two characters, or the last one of a segment. */
function pair(stream: Stream, count: number): string {
  const from = stream.at
  const value = stream.take(count === 2 ? 11 : 6)
  const alphabet = tables.qrAlphanumerics
  if (value >= alphabet.length ** count) {
    stream.fault('characters', `${value} is not ${count} alphanumeric characters`, from)
    return ''
  }
  const last = alphabet[value % alphabet.length]!
  return count === 2 ? alphabet[Math.floor(value / alphabet.length)]! + last : last
}

/** 7.4.6: two bytes of Shift JIS in 13 bits. */
function kanji(stream: Stream): number {
  const from = stream.at
  const value = stream.take(13)
  const packed = (Math.floor(value / 0xc0) << 8) | (value % 0xc0)
  const code = packed + (packed < 0x1f00 ? 0x8140 : 0xc140)
  const character = decoded(20, Uint8Array.of(code >> 8, code & 0xff))
  if (character === undefined || character.length !== 1) {
    stream.fault('characters', `${code.toString(16)} is not a character of JIS X 0208`, from)
  }
  stream.append(character ?? '\ufffd')
  return 1
}
