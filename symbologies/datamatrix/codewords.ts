/**
 * The codewords of a symbol: those of its message with pads, and error correction. ISO/IEC 16022:2006, 5.2.3 to 5.2.9, 5.7,
 * Annexes A, B and E
 */

import { galoisField, parityOf, reedSolomon } from '../galois.ts'
import { fnc1 } from '../gs1/fnc1.ts'
import { memoize } from '../memoize.ts'
import { longField } from './cost-table.ts'
import { c40, type Encodation, fnc1Values, isDigit, type TripletSet, text, x12 } from './encodations.ts'
import { eciCodewords, fnc1Codeword, type Message } from './message.ts'
import type { EncodationSegment } from './segments.ts'
import type { DataMatrixSize } from './sizes.ts'

/** A segment and its codewords, latch and unlatch included: counted from 0, `endCodeword` not included. */
export interface EncodedSegment extends EncodationSegment {
  readonly firstCodeword: number
  readonly endCodeword: number
}

interface DataCodewords {
  /** All data codewords of the symbol, pads included. */
  readonly codewords: Uint8Array
  readonly segments: readonly EncodedSegment[]
  /** The codewords from here on are pads. */
  readonly padsFrom: number
}

/**
 * The data codewords of a symbol: prefix, segments and pads.
 *
 * @param prefix codewords before all others
 * @param escapes ECIs, each of which begins with a segment
 * @param capacity at least as many as prefix and segments take
 * ISO/IEC 16022:2006, 5.2.3 to 5.2.9
 */
export function dataCodewords(
  { bytes, prefix, gs1, escapes }: Pick<Message, 'bytes' | 'prefix' | 'gs1' | 'escapes'>,
  segments: readonly EncodationSegment[],
  capacity: number,
): DataCodewords {
  const out: Codewords = { values: new Uint8Array(capacity), length: 0 }
  for (const codeword of prefix) push(out, codeword)
  let escaped = 0
  const encoded = segments.map(({ encodation, from, to, closed: isClosed }): EncodedSegment => {
    if (escapes?.[escaped]?.from === from) {
      for (const codeword of eciCodewords(escapes[escaped++]!.eci)) push(out, codeword) // 5.4
    }
    const firstCodeword = out.length
    // 5.2.9.2: the length of a field that fills the symbol may be 0; here it is, even if that saves no codeword.
    const closed = isClosed && !(encodation === 'base256' && firstCodeword + 2 + to - from === capacity)
    write(out, bytes, { encodation, from, to, closed, gs1: gs1 === true })
    return { encodation, from, to, closed, firstCodeword, endCodeword: out.length }
  })
  const padsFrom = out.length
  addPads(out)
  return { codewords: out.values, segments: encoded, padsFrom }
}

/** Codewords in writing order; `values` has the symbol's capacity. */
interface Codewords {
  readonly values: Uint8Array
  length: number
}

function push(out: Codewords, codeword: number): void {
  out.values[out.length++] = codeword
}

// ISO/IEC 16022:2006, 5.2.3, Table 2
const latches: Readonly<Record<Exclude<Encodation, 'ascii'>, number>> = {
  c40: 230,
  text: 239,
  x12: 238,
  edifact: 240,
  base256: 231,
}

/** A segment to write. */
interface Written extends EncodationSegment {
  /** Whether the byte 29 is FNC1. */
  readonly gs1: boolean
}

function write(out: Codewords, bytes: Uint8Array, segment: Written): void {
  const { encodation } = segment
  if (encodation !== 'ascii') push(out, latches[encodation])
  switch (encodation) {
    case 'ascii':
      writeAscii(out, bytes, segment)
      break
    case 'c40':
      writeTriplets(out, bytes, segment, c40)
      break
    case 'text':
      writeTriplets(out, bytes, segment, text)
      break
    case 'x12':
      writeTriplets(out, bytes, segment, x12)
      break
    case 'edifact':
      writeEdifact(out, bytes, segment)
      break
    case 'base256':
      writeField(out, bytes, segment)
      break
  }
}

const upperShift = 235
/** The byte that stands for FNC1. */
const separator = fnc1.charCodeAt(0)
const firstPair = 130

/** 5.2.3: a byte plus 1, a pair of digits plus 130, an upper shift before bytes above 127. */
function writeAscii(out: Codewords, bytes: Uint8Array, { from, to, gs1 }: Written): void {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!
    if (i + 1 < to && isDigit(byte) && isDigit(bytes[i + 1]!)) {
      push(out, firstPair + (byte - 48) * 10 + (bytes[++i]! - 48))
    } else if (gs1 && byte === separator) {
      push(out, fnc1Codeword)
    } else if (byte < 128) {
      push(out, byte + 1)
    } else {
      push(out, upperShift)
      push(out, byte - 127)
    }
  }
}

/** Leaves C40, Text and X12. */
const unlatch = 254

/** 5.2.5.2: three values V1, V2, V3 are the two bytes of 1600 V1 + 40 V2 + V3 + 1. */
function writeTriplets(out: Codewords, bytes: Uint8Array, { from, to, closed, gs1 }: Written, set: TripletSet): void {
  let sum = 0
  let count = 0
  const add = (value: number): void => {
    sum = sum * 40 + value
    if (++count < 3) return
    push(out, (sum + 1) >>> 8)
    push(out, (sum + 1) & 255)
    sum = count = 0
  }
  for (let i = from; i < to; i++) {
    let values = gs1 && bytes[i] === separator ? fnc1Values : set.values[bytes[i]!]!
    for (let left = set.counts[bytes[i]!]!; left > 0; left--, values >>>= 8) add(values & 255)
  }
  if (closed) push(out, unlatch)
  // 5.2.5.2 b): in the symbol's last two codewords, Shift 1 makes a triplet of two values.
  else if (count === 2) add(0)
}

/** The EDIFACT value that leaves EDIFACT: 5.2.8, Table C.3. */
const edifactUnlatch = 31

/** 5.2.8: values of six bits, one after the other; zeros fill up the last codeword after the unlatch. */
function writeEdifact(out: Codewords, bytes: Uint8Array, { from, to, closed }: EncodationSegment): void {
  let bits = 0
  let count = 0
  const add = (value: number): void => {
    bits = (bits << 6) | value
    count += 6
    if (count < 8) return
    count -= 8
    push(out, (bits >>> count) & 255)
  }
  for (let i = from; i < to; i++) add(bytes[i]! & 63)
  if (!closed) return
  add(edifactUnlatch)
  if (count > 0) push(out, (bits << (8 - count)) & 255)
}

/** 5.2.9: the length, then the bytes, all randomised. */
function writeField(out: Codewords, bytes: Uint8Array, { from, to, closed }: EncodationSegment): void {
  const length = to - from
  const add = (byte: number): void => {
    // Annex B.2: the 255-state algorithm, positions counted from 1
    push(out, (byte + ((149 * (out.length + 1)) % 255) + 1) & 255)
  }
  if (!closed) {
    add(0)
  } else if (length < longField) {
    add(length)
  } else {
    add(Math.floor(length / longField) + longField - 1)
    add(length % longField)
  }
  for (let i = from; i < to; i++) add(bytes[i]!)
}

const pad = 129

/** 5.2.4: a pad of 129 as it is, then pads randomised by their position. */
function addPads(out: Codewords): void {
  const { values } = out
  if (out.length < values.length) push(out, pad)
  while (out.length < values.length) {
    // Annex B.1: the 253-state algorithm, positions counted from 1
    const sum = pad + ((149 * (out.length + 1)) % 253) + 1
    push(out, sum > 254 ? sum - 254 : sum)
  }
}

export interface DataMatrixBlock {
  readonly data: Uint8Array
  readonly errorCorrection: Uint8Array
}

// ISO/IEC 16022:2006, 5.7: x^8 + x^5 + x^3 + x^2 + 1
const field = galoisField(0x12d)
const codeOf = memoize((degree: number) => reedSolomon(field, degree, 1))

/**
 * The data codewords divided into blocks, each with its error correction.
 *
 * Codeword i belongs to block i modulo the number of blocks. In 144x144 the first eight blocks thus have 156 data
 * codewords and the last two 155.
 *
 * ISO/IEC 16022:2006, 5.7 and Annex A
 */
export function blocksOf(data: Uint8Array, { blocks, errorCorrection }: DataMatrixSize): DataMatrixBlock[] {
  const code = codeOf(errorCorrection / blocks)
  if (blocks === 1) return [{ data, errorCorrection: parityOf(code, data) }]
  return Array.from({ length: blocks }, (_, block) => {
    const own = new Uint8Array(Math.ceil((data.length - block) / blocks))
    for (let i = 0; i < own.length; i++) own[i] = data[block + i * blocks]!
    return { data: own, errorCorrection: parityOf(code, own) }
  })
}

/**
 * All codewords in the order of placement: data, then error correction, one codeword of each block in turn. In 144x144
 * the turn after the last data codeword is block 9's, so error correction begins with the ninth block, as readers
 * expect.
 */
export function symbolCodewords(data: Uint8Array, blocks: readonly DataMatrixBlock[]): Uint8Array {
  const degree = blocks[0]!.errorCorrection.length
  const codewords = new Uint8Array(data.length + degree * blocks.length)
  codewords.set(data)
  const turn = data.length % blocks.length
  for (const [block, { errorCorrection }] of blocks.entries()) {
    let at = data.length + ((block - turn + blocks.length) % blocks.length)
    for (let i = 0; i < degree; i++, at += blocks.length) codewords[at] = errorCorrection[i]!
  }
  return codewords
}
