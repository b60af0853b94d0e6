/** Reads the bit stream of a QR Code or Micro QR Code symbol. ISO/IEC 18004:2015, 7.3 and 7.4 */

import { decoded } from '../../../../symbologies/eci/index.ts'
import { qrAlphanumerics } from '../../../../symbologies/tables.ts'
import type { Fnc1 } from '../gs1/message.ts'
import type { Findings, FunctionCharacter, ModulePlace, Part } from '../report.ts'
import { type Dialect, Stream, type StreamFlaw, type StreamMode, type StreamRule, streamRules } from './stream.ts'

export interface QrMessage {
  /** Undefined if the bit stream cannot be read to its end. */
  readonly text: string | undefined
  readonly flaws: readonly StreamFlaw[]
  /** Bits up to the terminator. */
  readonly used: number
  /** The designators in the order in which they come. */
  readonly ecis: readonly number[]
  /** How FNC1 announces the format of the data, if it does (7.4.8). */
  readonly fnc1: Fnc1 | undefined
  /** The application indicator of FNC1 in the second position: a letter or two digits. */
  readonly indicator: string | undefined
  /** The place of the symbol in a structured append. */
  readonly append: Part | undefined
  /** Has FNC1 other than once before all characters, which no text expresses. */
  readonly special: boolean
  readonly fnc: readonly FunctionCharacter[]
}

/** @param bits all data codewords, one bit each */
export function qrMessage(bits: Uint8Array, dialect: Dialect): QrMessage {
  const stream = new Stream(bits, dialect)
  let whole = true
  while (whole && !isAtEnd(stream)) whole = segment(stream)
  stream.flush()
  stream.judgeBesideKanji()
  const used = stream.at
  if (whole) judgeEnd(stream)
  const { text, flaws, ecis, fnc1, indicator, part: append, special, fnc } = stream
  return { text: whole ? text : undefined, flaws, used, ecis, fnc1, indicator, append, special, fnc }
}

/** Whether the terminator follows, or too few bits for a whole one (7.4.9). */
function isAtEnd(stream: Stream): boolean {
  const { terminatorBits } = stream.dialect
  if (stream.left < terminatorBits) return true
  return stream.areZero(terminatorBits)
}

const modes: readonly StreamMode[] = ['numeric', 'alphanumeric', 'byte', 'kanji']

/** Table 2, the four-bit indicators of QR Code. */
const indicator = {
  numeric: 1,
  alphanumeric: 2,
  structuredAppend: 3,
  byte: 4,
  fnc1First: 5,
  eci: 7,
  kanji: 8,
  fnc1Second: 9,
} as const

/** Reads one mode indicator and its data; false if nothing after them can be read. */
function segment(stream: Stream): boolean {
  const from = stream.at
  const { indicatorBits, micro } = stream.dialect
  const value = stream.take(indicatorBits)
  if (micro) {
    const mode = modes[value]
    return mode === undefined ? unknownMode(stream, value, from) : characters(stream, mode, from)
  }
  switch (value) {
    case indicator.numeric:
      return characters(stream, 'numeric', from)
    case indicator.alphanumeric:
      return characters(stream, 'alphanumeric', from)
    case indicator.byte:
      return characters(stream, 'byte', from)
    case indicator.kanji:
      return characters(stream, 'kanji', from)
    case indicator.eci:
      return designator(stream, from)
    case indicator.structuredAppend:
      return structuredAppend(stream, from)
    case indicator.fnc1First:
      return fnc1(stream, 'first', from)
    case indicator.fnc1Second:
      return secondFnc1(stream, from)
    default:
      return unknownMode(stream, value, from)
  }
}

/** Reads the character count and the characters; false if the bits end before all characters. */
function characters(stream: Stream, mode: StreamMode, from: number): boolean {
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
  const alphabet = qrAlphanumerics
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

/** 7.4.2: one, two or three codewords, by their first bits. */
function designator(stream: Stream, from: number): boolean {
  stream.flush()
  const first = stream.take(8)
  const value =
    first < 0x80
      ? first
      : first < 0xc0
        ? ((first & 0x3f) << 8) | stream.take(8)
        : first < 0xe0
          ? ((first & 0x1f) << 16) | stream.take(16)
          : undefined
  if (value === undefined || value > 999_999) {
    stream.fault('eci', `the ECI designator begins with ${first.toString(2)}, or is above 999999`, from)
    return false
  }
  const shortest = value < 0x80 ? 8 : value < 0x4000 ? 16 : 24
  if (stream.at - from - 4 > shortest) stream.note('eci', `ECI ${value} takes more codewords than it needs`, from)
  stream.ecis.push(value)
  return true
}

/** 7.4.8: GS1 data follow, or data of the application that the indicator names. */
function fnc1(stream: Stream, place: Fnc1, from: number): boolean {
  const isInPlace = stream.fnc1 === undefined && stream.isEmpty
  stream.fnc.push({ name: 'FNC1', at: from >> 3 })
  if (!isInPlace) stream.fault('mode', 'the mode indicator of FNC1 stands once, before all characters', from)
  if (!isInPlace) stream.special = true
  if (isInPlace) stream.fnc1 = place
  return true
}

/** 7.4.8.3: a letter as its ASCII value and 100, or a number of two digits. */
function secondFnc1(stream: Stream, from: number): boolean {
  const value = stream.take(8)
  const letter = String.fromCharCode(value - 100)
  const indicator = value < 100 ? String(value).padStart(2, '0') : /^[A-Za-z]$/.test(letter) ? letter : undefined
  const meaning = 'FNC1 in the second position: data of the application'
  if (indicator === undefined) {
    stream.special = true
    stream.fault('fnc1', `the application indicator ${value} is neither a letter nor two digits`, from)
  } else stream.note('fnc1', `${meaning} with the indicator ${indicator}`, from)
  stream.indicator = indicator
  return fnc1(stream, 'second', from)
}

/** 8.2: the symbol's position, the number of symbols less 1, and the parity of all of them. */
function structuredAppend(stream: Stream, from: number): boolean {
  const [place, last, parity] = [stream.take(4), stream.take(4), stream.take(8)]
  const header = `part ${place + 1} of ${last + 1} of a structured append; the parity of all its data is ${parity}`
  if (from !== 0) stream.fault('append', `${header}; the header is not the first segment`, from)
  else if (place > last) stream.fault('mode', `symbol ${place + 1} of a structured append of ${last + 1}`, from)
  else {
    stream.note('append', header, from)
    if (last > 0) stream.part = { part: place + 1, parts: last + 1 }
  }
  if (stream.part === undefined) stream.special = true
  return true
}

/** Pads in place of a mode indicator mean that the terminator is missing; anything else is an unknown mode. */
function unknownMode(stream: Stream, value: number, from: number): boolean {
  const start = 8 * Math.ceil(from / 8)
  const isPad = byteAt(stream.bits, start) === pads[0] && stream.bits.subarray(from, start).every((bit) => bit === 0)
  if (isPad) {
    stream.at = from
    stream.fault('terminator', `no terminator after ${from} bits, where pad codewords begin`, from)
    stream.at = start
    stream.flush()
    judgePads(stream)
    stream.at = stream.bits.length
    return true
  }
  const bits = stream.dialect.indicatorBits
  stream.fault('mode', `mode indicator ${value.toString(2).padStart(bits, '0')} does not exist`, from)
  return false
}

const byteAt = (bits: Uint8Array, at: number): number => {
  let value = 0
  for (let i = at; i < at + 8; i++) value = 2 * value + (bits[i] ?? 0)
  return value
}

/** Terminator, zeros up to the next codeword, pads (7.4.9, 7.4.10). */
function judgeEnd(stream: Stream): void {
  const from = stream.at
  const zeros = Math.min(stream.left, stream.dialect.terminatorBits)
  if (zeros < 0) return
  const value = stream.take(zeros)
  if (value !== 0)
    stream.fault('terminator', `the last ${zeros} bits should be a truncated terminator, but are not 0`, from)
  const start = stream.at
  const fill = stream.take(Math.min((8 - (start % 8)) % 8, stream.left))
  if (fill !== 0) stream.fault('fill', 'the bits between the terminator and the next codeword are not 0', start)
  judgePads(stream)
}

const pads = [0b11101100, 0b00010001] as const

function judgePads(stream: Stream): void {
  for (let i = 0; stream.left > 0; i++) {
    const from = stream.at
    const short = stream.left < 8
    const wanted = short ? 0 : pads[i % 2]!
    const value = stream.take(Math.min(8, stream.left))
    if (value !== wanted) stream.fault('pad', `pad codeword ${i + 1} is ${value}, not ${wanted}`, from)
  }
}

/** Reports the flaws of the bit stream, with the modules of their bits. */
export function judgeStream(
  findings: Findings<StreamRule>,
  { flaws }: QrMessage,
  places: readonly ModulePlace[],
): void {
  for (const rule of streamRules) {
    const own = flaws.filter((flaw) => flaw.rule === rule)
    findings.judge(
      rule,
      own.map(({ kind, message, from, to }) => ({ kind, message, modules: places.slice(from, to) })),
    )
  }
}
