/**
 * Segments become data codewords, and these get error correction, in blocks that are interleaved.
 * ISO/IEC 18004:2015, 7.4 to 7.6
 */

import type { Unannounced } from '../barcode.ts'
import { characterSet, type Eci } from '../eci/index.ts'
import { galoisField, parityOf, reedSolomon } from '../galois.ts'
import { fnc1 } from '../gs1/fnc1.ts'
import { BitWriter } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import { designatorBits } from './eci.ts'
import { alphanumericValues, kanjiValues, type Segment, type TextSegment } from './segments.ts'
import { type BlockPlan, countBits, modeIndicatorBits } from './versions.ts'

/**
 * The data codewords of a QR symbol of `version`, with terminator and pads (7.4).
 *
 * @param capacity codewords
 */
export function dataCodewords(
  text: string,
  segments: readonly Segment[],
  { version, capacity }: { readonly version: number; readonly capacity: number },
  unannounced: Unannounced | undefined,
): Uint8Array {
  const out = new BitWriter(8 * capacity)
  const counts = countBits(version)
  let context: Context = { bytesOf: unannounced === 'utf8' ? bytesUnder(26) : undefined, hasFnc1: false }
  for (const segment of segments) {
    out.push(modeIndicators[segment.mode], modeIndicatorBits)
    switch (segment.mode) {
      case 'structured-append':
        out.push(segment.part - 1, 4)
        out.push(segment.parts - 1, 4)
        out.push(segment.parity, 8)
        break
      case 'eci':
        out.push(designatorValue(segment.designator), designatorBits(segment.designator))
        context = { ...context, bytesOf: bytesUnder(segment.designator) }
        break
      case 'fnc1-second':
        out.push(indicatorValue(segment.indicator), 8)
        context = { ...context, hasFnc1: true }
        break
      case 'fnc1':
        context = { ...context, hasFnc1: true }
        break
      default:
        out.push(segment.count, counts[segment.mode])
        pushCharacters(out, text, segment, context)
    }
  }
  return paddedCodewords(out, terminatorBits, 8 * capacity)
}

/** 7.4.1, Table 2: mode indicators */
const modeIndicators = {
  numeric: 0b0001,
  alphanumeric: 0b0010,
  byte: 0b0100,
  kanji: 0b1000,
  eci: 0b0111,
  fnc1: 0b0101,
  'fnc1-second': 0b1001,
  'structured-append': 0b0011,
} as const

/** 7.4.9: terminator */
export const terminatorBits = 4

/** 7.4.2, Table 4: two bytes begin with the bits 10. */
const designatorValue = (eci: Eci): number => (designatorBits(eci) === 8 ? eci : 0x8000 | eci)

/** Two digits are their number, a letter is 100 more than its code in ASCII (7.4.8.3). */
function indicatorValue(indicator: string): number {
  return indicator.length === 2 ? Number(indicator) : 100 + indicator.charCodeAt(0)
}

/** How bytes are written under an ECI that has the text. */
function bytesUnder(eci: Eci): Context['bytesOf'] {
  if (eci === 3) return undefined
  return eci === 26 ? (text) => utf8.encode(text) : (text) => characterSet(eci).encode(text)!
}

const utf8 = /* @__PURE__ */ new TextEncoder()

/** What segments before it say about a segment. */
interface Context {
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

export interface Blocks {
  /** Data codewords by block; the first block has the first codewords. */
  readonly data: readonly Uint8Array[]
  /** Error correction codewords by block. */
  readonly errorCorrection: readonly Uint8Array[]
}

/** Divides `data`, all data codewords of the symbol, into blocks (7.5.1, Table 9) and computes their parity (7.5.2). */
export function blocksOf(data: Uint8Array, plan: BlockPlan): Blocks {
  const blocks: Uint8Array[] = []
  for (let i = 0, at = 0; i < plan.blocks; i++) {
    const length = plan.dataLength + (i < plan.shortBlocks ? 0 : 1)
    // a view of a small array would cost more than a copy, because its memory moves out of the heap
    blocks.push(data.slice(at, at + length))
    at += length
  }
  const code = qrCode(plan.errorLength)
  return { data: blocks, errorCorrection: blocks.map((block) => parityOf(code, block)) }
}

/** GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1 (7.5.2). */
const field = galoisField(0x11d)

/** The code with `degree` error correction codewords, whose generator has the roots α^0 to α^(degree - 1) (Annex A). */
export const qrCode = memoize((degree: number) => reedSolomon(field, degree, 0))

/** The first codeword of each block, the second of each, and so on: data, then error correction (7.6). */
export function interleaved({ data, errorCorrection }: Blocks, plan: BlockPlan): Uint8Array {
  const { blocks, dataLength, shortBlocks, capacity } = plan
  const codewords = new Uint8Array(plan.total)
  for (let block = 0; block < blocks; block++) {
    const own = data[block]!
    const parity = errorCorrection[block]!
    for (let i = 0, at = block; i < dataLength; i++, at += blocks) codewords[at] = own[i]!
    // Short blocks have no codeword in the last round of data.
    if (block >= shortBlocks) codewords[dataLength * blocks + block - shortBlocks] = own[dataLength]!
    for (let i = 0, at = capacity + block; i < parity.length; i++, at += blocks) codewords[at] = parity[i]!
  }
  return codewords
}
