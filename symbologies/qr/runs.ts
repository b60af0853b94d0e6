import { invalidCharacter, loneSurrogate, type Suggestion, type Symbology } from '../barcode.ts'
import { fnc1 } from '../gs1/fnc1.ts'
import { kanjiValues } from './kanji.ts'
import { alphanumericValues } from './modes.ts'

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

/** Consecutive characters that the same modes can carry. */
export interface Run {
  /** The bits above that hold for each of its characters. */
  readonly carriers: number
  /** UTF-16 indices, `to` not included. */
  readonly from: number
  to: number
  /** Bytes in UTF-8. */
  bytes: number
}

const asciiCarriers = Uint8Array.from(alphanumericValues, (value, code) => {
  const bytes = ascii | latin1 | (isShared(code) ? shared : 0)
  return value < 10 ? digit | alphanumeric | bytes : value < 255 ? alphanumeric | bytes : bytes
})

/** Whether a character of ASCII is the same byte in Shift JIS. */
export function isShared(code: number): boolean {
  return code !== 0x5c && code !== 0x7e
}

/**
 * The text as runs, in order and without gaps.
 *
 * @param text not empty
 * @param hasFnc1 whether U+001D stands for FNC1
 * @throws EncodeError invalid_character for half of a surrogate pair
 */
export function runsOf(text: string, symbology: Symbology, hasFnc1 = false): Run[] {
  let run: Run = { carriers: carriersAt(text, 0, hasFnc1), from: 0, to: 0, bytes: 0 }
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
  runs: readonly Run[],
  { by, symbology, accepted, suggestion }: Carriers,
): void {
  for (const { carriers, from } of runs) {
    if ((carriers & by) === 0) throw invalidCharacter(symbology, text, from, accepted, suggestion)
  }
}
