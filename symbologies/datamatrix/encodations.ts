/**
 * The encodations, and the values of each byte in C40, Text, X12 and EDIFACT.
 *
 * ISO/IEC 16022:2006, 5.2.3 for ASCII, 5.2.5 to 5.2.8 and Annex C for the others, as formulas
 */

/** By the names that the `encodation` option takes. */
export const encodations = ['ascii', 'c40', 'text', 'x12', 'edifact', 'base256'] as const

export type Encodation = (typeof encodations)[number]

/** An encodation that packs three values of 0 to 39 into two codewords. */
export interface TripletSet {
  /** How many values each byte takes: 1 to 4, or 0 if the encodation cannot encode the byte. */
  readonly counts: Uint8Array
  /** The values of each byte, a byte each, the first in the low bits. */
  readonly values: Uint32Array
}

/** Table C.1: Shift 1, 2 and 3 select the set of the next value. */
const shift = { control: 0, punctuation: 1, letters: 2 } as const
/** FNC1, in the Shift 2 set. */
const fnc1 = 27
/** Upper Shift, in the Shift 2 set: adds 128 to the byte of the next values. */
const upperShift = 30

const between = (low: number, byte: number, high: number): boolean => byte >= low && byte <= high

/** Space, digits and the 26 letters from `firstLetter` have values of their own in the basic set. */
function basicValue(byte: number, firstLetter: number): number | undefined {
  if (byte === 32) return 3
  if (between(48, byte, 57)) return byte - 48 + 4
  if (between(firstLetter, byte, firstLetter + 25)) return byte - firstLetter + 14
  return undefined
}

/** Punctuation has the values 0 to 26 in the Shift 2 set, in the order of ASCII. */
function punctuationValue(byte: number): number | undefined {
  if (between(33, byte, 47)) return byte - 33
  if (between(58, byte, 64)) return byte - 58 + 15
  if (between(91, byte, 95)) return byte - 91 + 22
  return undefined
}

function valuesOf(byte: number, firstLetter: number): number[] {
  if (byte > 127) return [shift.punctuation, upperShift, ...valuesOf(byte - 128, firstLetter)]
  const basic = basicValue(byte, firstLetter)
  if (basic !== undefined) return [basic]
  if (byte < 32) return [shift.control, byte]
  const punctuation = punctuationValue(byte)
  // The Shift 3 set holds columns 6 and 7 of ASCII, with the letters that the basic set lacks.
  return punctuation === undefined ? [shift.letters, byte & 31] : [shift.punctuation, punctuation]
}

function tripletSet(valuesOfByte: (byte: number) => number[]): TripletSet {
  const counts = new Uint8Array(256)
  const values = new Uint32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    const list = valuesOfByte(byte)
    counts[byte] = list.length
    for (let i = 0; i < list.length; i++) values[byte]! |= list[i]! << (8 * i)
  }
  return { counts, values }
}

function x12Values(byte: number): number[] {
  const special = [13, 42, 62].indexOf(byte)
  if (special >= 0) return [special]
  const basic = basicValue(byte, 65)
  return basic === undefined ? [] : [basic]
}

/** The values of FNC1 in C40 and Text, as many as those of the control character that stands for it. */
export const fnc1Values = shift.punctuation | (fnc1 << 8)

export const c40 = tripletSet((byte) => valuesOf(byte, 65))
export const text = tripletSet((byte) => valuesOf(byte, 97))
/** 5.2.7: carriage return, asterisk, greater-than, space, digits and capital letters; nothing is shifted. */
export const x12 = tripletSet(x12Values)
/** Whether X12 encodes this UTF-16 code unit; false for those above 255, which no byte holds. */
export const isX12 = (unit: number): boolean => unit < 256 && x12.counts[unit]! > 0

/** 5.2.8: the value of a byte 32 to 94 is its low six bits; 31 is the unlatch. */
export const isEdifact = (byte: number): boolean => between(32, byte, 94)
export const isDigit = (byte: number): boolean => between(48, byte, 57)
/** 5.2.3: codewords of a single byte in ASCII encodation; bytes above 127 need an upper shift. */
export const asciiCount = (byte: number): number => (byte < 128 ? 1 : 2)
