/**
 * The segments of a QR or Micro QR symbol, their modes, and which modes carry the characters of a text.
 * ISO/IEC 18004:2015, 7.3 and 7.4
 */

import { EncodeError, invalidCharacter, loneSurrogate, type Suggestion, type Symbology } from '../barcode.ts'
import { shiftJisCodes } from '../eci/double-byte.ts'
import type { Eci } from '../eci/index.ts'
import { fnc1 } from '../gs1/fnc1.ts'
import { codePoints } from '../messages.ts'

export const modes = ['numeric', 'alphanumeric', 'byte', 'kanji'] as const
export type Mode = (typeof modes)[number]

/** Bits in front of a segment's characters, mode indicator and count together, by mode; Infinity: no such mode. */
export type Headers = Readonly<Record<Mode, number>>

/** Part of the data bit stream: characters in one mode, the designator of an interpretation, or a header. */
export type Segment = TextSegment | EciSegment | Fnc1Segment | Fnc1SecondSegment | AppendSegment

export interface TextSegment {
  readonly mode: Mode
  /** UTF-16 indices into the text, `to` not included. */
  readonly from: number
  readonly to: number
  /** The value of the count field: digits, characters, bytes or kanji. */
  readonly count: number
  /** With mode indicator and count. */
  readonly bits: number
}

interface EciSegment {
  readonly mode: 'eci'
  readonly designator: Eci
  /** The index in the text from which it is in force. */
  readonly from: number
  readonly to: number
  readonly bits: number
}

/** The mode indicator of FNC1 in the first position (7.4.8.2). */
export interface Fnc1Segment {
  readonly mode: 'fnc1'
  readonly from: 0
  readonly to: 0
  readonly bits: 4
}

/** The mode indicator of FNC1 in the second position, and an application indicator in eight bits (7.4.8.3). */
export interface Fnc1SecondSegment {
  readonly mode: 'fnc1-second'
  /** A letter or two digits. */
  readonly indicator: string
  readonly from: 0
  readonly to: 0
  readonly bits: 12
}

/** The header of a symbol of a structured append (8.2 and 8.3). */
export interface AppendSegment {
  readonly mode: 'structured-append'
  /** Which of the symbols this is, 1 to `parts`. */
  readonly part: number
  /** 2 to 16. */
  readonly parts: number
  /** All bytes of the whole message by exclusive or. */
  readonly parity: number
  readonly from: 0
  readonly to: 0
  readonly bits: 20
}

export interface Segmentation {
  readonly segments: readonly Segment[]
  /** Sum over the segments. */
  readonly bits: number
}

export const isText = (segment: Segment): segment is TextSegment => 'count' in segment

/** Shift JIS, among the assignments of AIM: kanji mode is used under no other ECI. */
export const kanjiEci = 20

/** The encoding of text in byte mode, and the ECI that declares it; without `eci` the symbol has no ECI at all. */
export interface Interpretation {
  /** `shared`: what ASCII and Shift JIS have in common. */
  readonly bytes: 'shared' | 'ascii' | 'latin1' | 'utf8'
  readonly eci?: Eci
  /** Whether kanji mode may be used. */
  readonly kanji: boolean
}

/** Bits of `count` characters (bytes in byte mode), without mode indicator and count. */
export function characterBits(mode: Mode, count: number): number {
  switch (mode) {
    case 'numeric':
      return Math.ceil((10 * count) / 3) // three in 10 bits, two in 7, one in 4 (7.4.3)
    case 'alphanumeric':
      return Math.ceil((11 * count) / 2) // two in 11 bits, one in 6 (7.4.4)
    case 'byte':
      return 8 * count // 7.4.5
    case 'kanji':
      return 13 * count // 7.4.6
  }
}

/**
 * What a character takes, in sixths of a bit: in these a digit (10/3 bits) and an alphanumeric character (11/2) are whole. Where
 * a segment ends they are rounded up to a bit, which is what 7.4.3 and 7.4.4 give for the characters left over.
 */
export const sixths = 6
export const digitCost = 20
export const letterCost = 33
export const byteCost = 48
export const kanjiCost = 78

/** More than any text costs, whole bits, and small enough that sums stay in 32 bits. */
export const unreachable = sixths * 2 ** 25

/** Consecutive characters that the same modes can carry. */
export interface ModeRun {
  /** The bits below that hold for each of its characters. */
  readonly carriers: number
  /** UTF-16 indices, `to` not included. */
  readonly from: number
  to: number
  /** Bytes in UTF-8. */
  bytes: number
}

/**
 * The text as runs, in order and without gaps.
 *
 * @param text not empty
 * @param hasFnc1 whether U+001D stands for FNC1
 * @throws EncodeError invalid_character for half of a surrogate pair
 */
export function runsOf(text: string, symbology: Symbology, hasFnc1 = false): ModeRun[] {
  let run: ModeRun = { carriers: carriersAt(text, 0, hasFnc1), from: 0, to: 0, bytes: 0 }
  const runs = [run]
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i)
    const carriers = carriersAt(text, i, hasFnc1)
    if (carriers !== run.carriers) {
      run = { carriers, from: i, to: i, bytes: 0 }
      runs.push(run)
    }
    const pair = isSurrogate(code)
    if (pair) requirePair(text, i, symbology)
    i += pair ? 2 : 1
    run.to = i
    run.bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : pair ? 4 : 3
  }
  return runs
}

function carriersAt(text: string, index: number, hasFnc1: boolean): number {
  const code = text.charCodeAt(index)
  return hasFnc1 ? fnc1CarriersOf(code, text.charCodeAt(index + 1)) : plainCarriersOf(code)
}

function plainCarriersOf(code: number): number {
  if (code < 0x80) return asciiCarriers[code]!
  if (isSurrogate(code)) return 0
  return (code < 0x100 ? latin1 : 0) | (kanjiValues()[code] === 0 ? 0 : kanji)
}

/** In alphanumeric mode % stands for FNC1 and is itself written twice (7.4.8.2), so that FNC1 cannot stand before another or before %. */
function fnc1CarriersOf(code: number, next: number): number {
  if (code === percent) return alphanumeric | doubled | ascii | latin1 | shared
  if (code !== separator) return plainCarriersOf(code)
  const bytes = ascii | latin1 | shared
  return next === separator || next === percent ? bytes : alphanumeric | bytes
}

const percent = '%'.charCodeAt(0)
const separator = fnc1.charCodeAt(0)

/** The modes and character sets that can carry a character, a bit each. UTF-8 carries them all. */
export const digit = 1
export const alphanumeric = 2
export const ascii = 4
export const latin1 = 8
export const kanji = 16
/** Takes two characters in alphanumeric mode. */
export const doubled = 32
/** In ASCII, and the same byte in Shift JIS: not backslash and tilde, for which JIS X 0201 has the yen sign and the overline. */
export const shared = 64

/** Table 5: the value of a character is its index. */
export const alphanumerics = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Alphanumeric mode values by ASCII code, 0 to 44; 255 for all other characters. Digits come first in Table 5. */
export const alphanumericValues: Uint8Array = new Uint8Array(128).fill(255)
for (let i = 0; i < alphanumerics.length; i++) alphanumericValues[alphanumerics.charCodeAt(i)] = i

/** The carriers of each character of ASCII. */
const asciiCarriers = Uint8Array.from(alphanumericValues, (value, code) => {
  const bytes = ascii | latin1 | (isShared(code) ? shared : 0)
  return value < 10 ? digit | alphanumeric | bytes : value < 255 ? alphanumeric | bytes : bytes
})

/** Whether a character of ASCII is the same byte in Shift JIS. */
export function isShared(code: number): boolean {
  return code !== 0x5c && code !== 0x7e
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

function requirePair(text: string, index: number, symbology: Symbology): void {
  const high = text.charCodeAt(index)
  const low = text.charCodeAt(index + 1)
  if (high > 0xdbff || !(low >= 0xdc00 && low <= 0xdfff)) {
    throw loneSurrogate(symbology, text, index)
  }
}

export interface Carriers {
  /** Bits of `carriers`; each character needs one of them. */
  readonly by: number
  readonly symbology: Symbology
  /** Accepted characters, for the message. */
  readonly accepted: string
  readonly suggestion?: Suggestion
}

/** @throws EncodeError invalid_character for the first character that has none of the carriers */
export function requireCarried(
  text: string,
  runs: readonly ModeRun[],
  { by, symbology, accepted, suggestion }: Carriers,
): void {
  for (const { carriers, from } of runs) {
    if ((carriers & by) === 0) throw invalidCharacter(symbology, text, from, accepted, suggestion)
  }
}

/** Second bytes of a Shift JIS code span 0xC0 values; kanji mode multiplies the first byte by this (7.4.6). */
const secondBytes = 0xc0

/** The two spans of Shift JIS that kanji mode covers, and what 7.4.6 subtracts from codes in each. */
const spans = [
  { from: 0x8140, to: 0x9ffc, subtract: 0x8140 },
  { from: 0xe040, to: 0xebbf, subtract: 0xc140 },
] as const

let values: Uint16Array | undefined

/**
 * Kanji mode values by UTF-16 code unit: 1 + the 13-bit value, 0 if kanji mode cannot encode the character. It encodes those
 * of JIS X 0208, by their Shift JIS codes (7.4.6 and Annex H), without codes on which readers disagree.
 *
 * Made at the first call from the platform's Shift JIS decoder.
 */
export function kanjiValues(): Uint16Array {
  values ??= shiftJisCodes().map((code) => (code < spans[0].from ? 0 : 1 + compacted(code)))
  return values
}

function compacted(code: number): number {
  const offset = code - (code <= spans[0].to ? spans[0].subtract : spans[1].subtract)
  return (offset >> 8) * secondBytes + (offset & 0xff)
}

/** The most that a symbol holds. */
interface Limit {
  /** The symbol's name in messages, `version 40-L`. */
  readonly name: string
  readonly bits: number
  readonly headers: Headers
  /** What holds more. */
  readonly remedy?: string
}

/** @param segmentation undefined for a text that was too long to divide */
export function dataTooLong(
  symbology: Symbology,
  text: string,
  segmentation: Segmentation | undefined,
  { name, bits, headers, remedy = '' }: Limit,
): EncodeError {
  const most = modes
    .filter((mode) => headers[mode] < bits)
    .map((mode) => `${charactersIn(mode, bits - headers[mode])} ${modeNouns[mode]}`)
  const room = `${name} holds at most ${bits} bits: ${alternatives(most)}`
  const advice = remedy === '' ? '' : `; ${remedy}`
  return new EncodeError('data_too_long', `${symbology}: ${need(text, segmentation)}; ${room}${advice}`)
}

function need(text: string, segmentation: Segmentation | undefined): string {
  const characters = codePoints(text)
  if (segmentation === undefined) return `${characters} characters need ${leastBits(text)} bits or more`
  const [segment, ...others] = segmentation.segments.filter(isText)
  const single = segment !== undefined && others.length === 0
  const given = single ? `${segment.count} ${modeNouns[segment.mode]}` : `${characters} characters`
  return `${given} need ${segmentation.bits} bits`
}

/** `a`, `a or b`, `a, b, or c` */
function alternatives(names: readonly string[]): string {
  if (names.length < 3) return names.join(' or ')
  return `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`
}

/** The most characters (bytes in byte mode) that `bits` hold, after mode indicator and count. */
function charactersIn(mode: Mode, bits: number): number {
  switch (mode) {
    case 'numeric':
      return Math.floor((3 * bits) / 10)
    case 'alphanumeric':
      return Math.floor((2 * bits) / 11)
    case 'byte':
      return Math.floor(bits / 8)
    case 'kanji':
      return Math.floor(bits / 13)
  }
}

/** The names in messages of the characters of a mode. */
const modeNouns: Readonly<Record<Mode, string>> = {
  numeric: 'digits',
  alphanumeric: 'alphanumeric characters',
  byte: 'bytes',
  kanji: 'kanji',
}

/** No text takes fewer bits than as many digits; `text.length` counts UTF-16 code units. */
export const leastBits = (text: string): number => Math.ceil((10 * text.length) / 3)
