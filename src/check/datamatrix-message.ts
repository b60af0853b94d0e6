/** What the data codewords of a Data Matrix symbol say. ISO/IEC 16022:2006, 5.2 to 5.4 */

import { type Triplets, tripletBytes } from './datamatrix-values.ts'
import { textUnder } from './eci.ts'

export type DataRule = 'codeword' | 'values' | 'shift' | 'length' | 'end' | 'eci' | 'pad' | 'first'

/** Something wrong with data codewords `from` to `to`, `to` not included, from 0. */
export interface DataFlaw {
  readonly rule: DataRule
  readonly kind: 'fault' | 'note'
  readonly message: string
  readonly from: number
  readonly to: number
}

export interface DataMatrixMessage {
  readonly text: string
  readonly flaws: readonly DataFlaw[]
  /** Codewords before the first pad. */
  readonly used: number
  readonly ecis: readonly number[]
  /** FNC1, structured append or reader programming: no text alone says that. */
  readonly special: boolean
}

/** 5.2.4, Table 2: codewords of ASCII encodation that are neither characters nor pairs of digits. */
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
  unlatch: 254,
} as const

const macroTrailer = '\x1e\x04'

class DataStream {
  at = 0
  text = ''
  readonly flaws: DataFlaw[] = []
  readonly ecis: number[] = []
  special = false
  trailer = ''
  readonly codewords: Uint8Array
  #bytes: number[] = []
  #bytesFrom = 0

  constructor(codewords: Uint8Array) {
    this.codewords = codewords
  }

  get left(): number {
    return this.codewords.length - this.at
  }

  take(): number {
    return this.codewords[this.at++] ?? 0
  }

  fault(rule: DataRule, message: string, from: number): void {
    this.flaws.push({ rule, kind: 'fault', message, from, to: Math.max(this.at, from + 1) })
  }

  note(rule: DataRule, message: string, from: number): void {
    this.flaws.push({ rule, kind: 'note', message, from, to: Math.max(this.at, from + 1) })
  }

  byte(value: number): void {
    if (this.#bytes.length === 0) this.#bytesFrom = Math.max(0, this.at - 1)
    this.#bytes.push(value)
  }

  flush(): void {
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    const eci = this.ecis[this.ecis.length - 1]
    const { text, known } = textUnder(eci, bytes)
    if (!known) this.note('eci', `ECI ${eci} is not known here; bytes are shown as ISO 8859-1`, this.#bytesFrom)
    if (text === undefined) this.fault('eci', `the bytes are none of ECI ${eci}`, this.#bytesFrom)
    this.text += text ?? Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  }
}

/** @param codewords all data codewords of the symbol, in their order */
export function dataMatrixMessage(codewords: Uint8Array): DataMatrixMessage {
  const stream = new DataStream(codewords)
  while (stream.left > 0 && codewords[stream.at] !== code.pad) ascii(stream)
  const used = stream.at
  stream.flush()
  judgePads(stream)
  const { text, trailer, flaws, ecis, special } = stream
  return { text: text + trailer, flaws, used, ecis, special }
}

/** One codeword of ASCII encodation, or all of another encodation that it latches to. */
function ascii(stream: DataStream): void {
  const from = stream.at
  const value = stream.take()
  if (value >= 1 && value <= 128) stream.byte(value - 1)
  else if (value >= code.firstPair && value < code.c40) digitPair(stream, value)
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
        stream.special = true
        // 5.2.4.6: elsewhere than in front it separates, and is read as GS.
        if (from > 1) stream.byte(0x1d)
        break
      case code.structuredAppend:
        structuredAppend(stream, from)
        break
      case code.programming:
        stream.special = true
        if (from !== 0) stream.fault('first', 'reader programming is not the first codeword', from)
        break
      default:
        stream.fault('codeword', `codeword ${value} has no meaning in ASCII encodation`, from)
    }
  }
}

function digitPair(stream: DataStream, value: number): void {
  const pair = value - code.firstPair
  stream.byte(48 + Math.floor(pair / 10))
  stream.byte(48 + (pair % 10))
}

function upperShift(stream: DataStream, from: number): void {
  const value = stream.take()
  if (value >= 1 && value <= 128) stream.byte(value + 127)
  else stream.fault('shift', `upper shift before codeword ${value}, which is no single character`, from)
}

/** 5.2.4.7: header of ISO/IEC 15434, and its trailer at the end. */
function macro(stream: DataStream, value: number, from: number): void {
  if (from !== 0) stream.fault('first', 'a macro is not the first codeword', from)
  for (const byte of `[)>\x1e0${value - code.macro05 + 5}\x1d`) stream.byte(byte.charCodeAt(0))
  stream.trailer = macroTrailer
}

function structuredAppend(stream: DataStream, from: number): void {
  stream.special = true
  stream.at += 3
  if (from !== 0) stream.fault('first', 'structured append is not the first codeword', from)
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

/** C40, Text and X12 up to the unlatch or the end of the symbol (5.2.5 to 5.2.7). */
function triplets(stream: DataStream, set: Triplets): void {
  const values: number[] = []
  const places: number[] = []
  const name = set === 'x12' ? 'X12' : set === 'c40' ? 'C40' : 'Text'
  let unlatched = false
  const from = stream.at
  while (stream.left > 0 && !unlatched) {
    if (stream.codewords[stream.at] === code.unlatch) {
      unlatched = true
      stream.at++
    } else if (stream.left === 1) break
    else {
      const at = stream.at
      const sum = 256 * stream.take() + stream.take() - 1
      const three = [Math.floor(sum / 1600), Math.floor(sum / 40) % 40, sum % 40]
      if (sum < 0 || three[0]! > 39) stream.fault('values', `${name}: ${sum + 1} is not three values`, at)
      else for (const value of three) places.push(at, values.push(value) - 1)
    }
  }
  const end = stream.at
  const read = tripletBytes(set, values)
  const placeOf = (value: number): number => places[2 * value] ?? from
  stream.at = Math.min(end, from + 2)
  for (const byte of read.bytes) stream.byte(byte)
  stream.at = end
  if (read.special) stream.special = true
  for (const { message, value } of read.flaws) stream.fault('values', `${name}: ${message}`, placeOf(value))
  judgeTripletEnd(stream, { name, open: read.open, values, unlatched })
}

/** 5.2.5.2, 5.2.7.2: how C40, Text and X12 may end. */
function judgeTripletEnd(
  stream: DataStream,
  { name, open, values, unlatched }: { name: string; open: boolean; values: readonly number[]; unlatched: boolean },
): void {
  const at = stream.at
  const last = values[values.length - 1]
  // 5.2.5.2 b): Shift 1 as the last value of the symbol is a pad.
  if (open && (unlatched || stream.left > 0 || last !== 0 || name === 'X12')) {
    stream.note('end', `${name} ends with a shift that nothing follows`, at - 1)
  }
  if (unlatched || stream.left !== 1) return
  const left = stream.codewords[at]!
  const single = left >= 1 && left <= 128
  if (!single) {
    stream.at++
    stream.note('end', `${name} is left without an unlatch for codeword ${left}, which is not one character`, at)
    stream.at--
  }
}

/** 5.2.8: four values of six bits in three codewords; one or two codewords that are left in the symbol are in ASCII (5.2.8.2). */
function edifact(stream: DataStream): void {
  const { codewords } = stream
  while (stream.left > 2) {
    const group = stream.at
    const bits = (codewords[group]! << 16) | (codewords[group + 1]! << 8) | codewords[group + 2]!
    for (let i = 0; i < 4; i++) {
      const value = (bits >>> (18 - 6 * i)) & 63
      stream.at = group + Math.min(3, i + 1)
      if (value === 31) {
        judgeEdifactFill(stream, bits, i)
        return
      }
      stream.byte(value < 32 ? value + 64 : value)
    }
  }
}

/** The bits between the unlatch and the next codeword. */
function judgeEdifactFill(stream: DataStream, bits: number, value: number): void {
  const fill = [0x030000, 0x000f00, 0x00003f, 0][value]!
  if ((bits & fill) !== 0) stream.fault('end', 'EDIFACT: the bits after the unlatch are not 0', stream.at - 1)
}

/** 5.2.9, Annex B.2 */
function base256(stream: DataStream): void {
  const from = stream.at
  const next = (): number => {
    const position = stream.at + 1
    return (stream.take() - ((149 * position) % 255) - 1 + 512) % 256
  }
  const first = next()
  const length = first === 0 ? stream.left : first < 250 ? first : (first - 249) * 250 + next()
  if (length > stream.left) {
    stream.fault('length', `a Base 256 field of ${length} bytes, where ${stream.left} codewords are left`, from)
  }
  for (const end = Math.min(stream.codewords.length, stream.at + length); stream.at < end; ) stream.byte(next())
}

/** 5.2.3: a plain 129, then each of the others by its position (Annex B.1). */
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
