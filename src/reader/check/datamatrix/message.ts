/** Reads the data codewords of a Data Matrix symbol. ISO/IEC 16022:2006, 5.2 to 5.4 */

import type { Fnc1 } from '../gs1/message.ts'
import type { FunctionCharacter } from '../report.ts'
import { base256, edifact, triplets } from './encodations.ts'
import { type Append, type DataFlaw, DataStream } from './stream.ts'

export interface DataMatrixMessage {
  readonly text: string
  readonly flaws: readonly DataFlaw[]
  /** Codewords before the first pad. */
  readonly used: number
  readonly ecis: readonly number[]
  /** How FNC1 announces the format of the data, if it does (5.2.4.6). */
  readonly fnc1: Fnc1 | undefined
  /** The symbol programs the reader. */
  readonly programs: boolean
  /** The place of the symbol in a structured append, and the file identification of all its parts. */
  readonly append: Append | undefined
  /** Has FNC1 without one in the first position, which no text expresses. */
  readonly special: boolean
  readonly fnc: readonly FunctionCharacter[]
}

/** 5.2.3, Table 2: codewords of ASCII encodation that are neither characters nor pairs of digits. */
const code = {
  pad: 129,
  firstPair: 130,
  c40: 230,
  base256: 231,
  fnc1: 232,
  structuredAppend: 233,
  programming: 234,
  upperShift: 235,
  macro05: 236,
  macro06: 237,
  x12: 238,
  text: 239,
  edifact: 240,
  eci: 241,
} as const

const macroTrailer = '\x1e\x04'

/** @param codewords all data codewords of the symbol, in their order */
export function dataMatrixMessage(codewords: Uint8Array): DataMatrixMessage {
  const stream = new DataStream(codewords)
  while (stream.left > 0 && codewords[stream.at] !== code.pad) ascii(stream)
  const used = stream.at
  stream.flush()
  judgePads(stream)
  const { text, trailer, flaws, ecis, fnc1, programs, append, special, fnc } = stream
  return { text: text + trailer, flaws, used, ecis, fnc1, programs, append, special, fnc }
}

/** Reads one codeword of ASCII encodation and, if it is a latch, all of the encodation that it selects. */
function ascii(stream: DataStream): void {
  const from = stream.at
  const value = stream.take()
  if (value >= 1 && value <= 128) stream.byte(value - 1)
  else if (isDigitPair(value)) digitPair(stream, value)
  else {
    switch (value) {
      case code.c40:
        triplets(stream, 'c40')
        break
      case code.text:
        triplets(stream, 'text')
        break
      case code.x12:
        triplets(stream, 'x12')
        break
      case code.edifact:
        edifact(stream)
        break
      case code.base256:
        base256(stream)
        break
      case code.upperShift:
        upperShift(stream, from)
        break
      case code.eci:
        designator(stream, from)
        break
      case code.macro05:
      case code.macro06:
        macro(stream, value, from)
        break
      case code.fnc1:
        fnc1(stream, from)
        break
      case code.structuredAppend:
        structuredAppend(stream, from)
        break
      case code.programming:
        programming(stream, from)
        break
      default:
        stream.fault('codeword', `codeword ${value} has no meaning in ASCII encodation`, from)
    }
  }
}

function fnc1(stream: DataStream, at: number): void {
  const announced = formatAt(stream.codewords, at)
  stream.fnc1 ??= announced
  if (stream.fnc1 !== 'first') stream.special = true
  stream.fnc.push({ name: 'FNC1', at })
  if (announced === 'second') {
    stream.note('fnc1', 'FNC1 in the second position: data of the application that the codeword before it names', at)
  }
  if (announced === undefined) stream.byte(0x1d)
}

/**
 * How FNC1 announces the format of the data: 5.2.4.6. It does so in the first position, or in the second after an
 * application indicator, which is a letter or a pair of digits; only structured append may precede these. Elsewhere FNC1
 * separates fields, and is read as GS.
 */
function formatAt(codewords: Uint8Array, at: number): Fnc1 | undefined {
  const front = codewords[0] === code.structuredAppend ? appendLength : 0
  if (at === front) return 'first'
  if (at !== front + 1) return undefined
  const before = codewords[front]!
  return isDigitPair(before) || /^[A-Za-z]$/.test(String.fromCharCode(before - 1)) ? 'second' : undefined
}

/** Codewords of structured append: its own, one for position and number of symbols, two for the file identification (5.6). */
const appendLength = 4

const isDigitPair = (value: number): boolean => value >= code.firstPair && value < code.c40

function digitPair(stream: DataStream, value: number): void {
  const pair = value - code.firstPair
  stream.byte(48 + Math.floor(pair / 10))
  stream.byte(48 + (pair % 10))
}

function upperShift(stream: DataStream, from: number): void {
  const value = stream.take()
  if (value >= 1 && value <= 128) stream.byte(value + 127)
  else stream.fault('shift', `upper shift before codeword ${value}, which is not a single character`, from)
}

/** 5.2.4.7: stands for a header of ISO/IEC 15434, and for its trailer at the end of the text. */
function macro(stream: DataStream, value: number, from: number): void {
  if (from !== 0) stream.fault('first', 'a macro is not the first codeword', from)
  for (const byte of `[)>\x1e0${value - code.macro05 + 5}\x1d`) stream.byte(byte.charCodeAt(0))
  stream.trailer = macroTrailer
}

/** 5.6.3 */
const isFileNumber = (value: number): boolean => value >= 1 && value <= 254

/** 5.2.4.9: the rest of the symbol is a message for the reader itself. */
function programming(stream: DataStream, from: number): void {
  stream.programs = true
  if (from === 0) stream.note('programming', 'the symbol programs the reader; its text is not data', from)
  else stream.fault('first', 'reader programming is not the first codeword', from)
}

function structuredAppend(stream: DataStream, from: number): void {
  const [sequence, first, second] = [stream.take(), stream.take(), stream.take()]
  const [part, parts] = [(sequence >> 4) + 1, 17 - (sequence & 15)]
  const header = `part ${part} of ${parts} of a structured append with the file identification ${first}, ${second}`
  if (from !== 0) stream.fault('first', 'structured append is not the first codeword', from)
  else if (parts > 16 || part > parts) stream.fault('append', `${header}; 2 to 16 parts are allowed`, from)
  else if (!isFileNumber(first) || !isFileNumber(second))
    stream.fault('append', `${header}; its numbers must be 1 to 254`, from)
  else {
    stream.note('append', header, from)
    stream.append = { part, parts, fileid: [first, second] }
  }
  if (stream.append === undefined) stream.special = true
}

/** 5.4.1, Table 6 */
function designator(stream: DataStream, from: number): void {
  stream.flush()
  const first = stream.take()
  let value: number | undefined
  if (first >= 1 && first <= 127) value = first - 1
  else if (first >= 128 && first <= 191) value = (first - 128) * 254 + 127 + stream.take() - 1
  else if (first >= 192 && first <= 207) {
    const second = stream.take()
    value = (first - 192) * 64516 + 16383 + (second - 1) * 254 + stream.take() - 1
  }
  if (value === undefined || stream.at > stream.codewords.length) {
    stream.fault('eci', `an ECI cannot begin with codeword ${first}`, from)
  } else stream.ecis.push(value)
}

/** 5.2.4: the first pad is 129, each of the others depends on its position (Annex B.1). */
function judgePads(stream: DataStream): void {
  const from = stream.at
  for (let at = from; at < stream.codewords.length; at++) {
    const sum = code.pad + ((149 * (at + 1)) % 253) + 1
    const wanted = at === from ? code.pad : sum > 254 ? sum - 254 : sum
    const value = stream.codewords[at]!
    stream.at = at + 1
    if (value !== wanted) stream.fault('pad', `pad ${at - from + 1} is ${value}, not ${wanted}`, at)
  }
}
