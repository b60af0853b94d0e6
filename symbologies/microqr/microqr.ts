/** Micro QR Code, ISO/IEC 18004:2015. */

import { type Barcode, type Quiet, requireText } from '../barcode.ts'
import { BitWriter } from '../bits.ts'
import type { Matrix } from '../matrix/index.ts'
import { optionCheck, wholeNumbers } from '../options.ts'
import { qrCode } from '../qr/blocks.ts'
import type { Segment, Segmentation } from '../qr/segments.ts'
import { paddedCodewords, pushCharacters } from '../qr/stream.ts'
import { parityOf } from '../reed-solomon.ts'
import { chosenMicro } from './choice.ts'
import { type MicroMaskScore, microMaskScore, sidesOf } from './score.ts'
import { type MicroTemplate, microTemplateOf } from './template.ts'
import {
  type MicroKind,
  type MicroQrLevel,
  microCountBits,
  microIndicatorBits,
  microIndicators,
  microKinds,
  microLevels,
  microSizeOf,
  microTerminatorBits,
} from './version.ts'

export interface MicroQrOptions {
  /** Error correction; by default the highest that fits the smallest version. M1 has none, only M4 has Q. */
  readonly level?: MicroQrLevel
  /** 1 to 4, for M1 to M4; by default the smallest that fits. */
  readonly version?: number
  /** 0 to 3; by default the one of the highest score. */
  readonly mask?: number
}

/** How a Micro QR symbol came about. */
export interface MicroQrTrace {
  readonly version: number
  /** Undefined in M1, which only detects errors. */
  readonly level: MicroQrLevel | undefined
  readonly mask: number
  /** Scores of all masks by mask number. */
  readonly scores: readonly MicroMaskScore[]
  readonly segments: readonly Segment[]
  /** Data codewords, pads included. In M1 and M3 the last one has only its upper four bits. */
  readonly data: Uint8Array
  readonly errorCorrection: Uint8Array
}

/**
 * The Micro QR Code symbol for `text`.
 *
 * @param text 1 to 35 characters, of ISO 8859-1 or kanji of JIS X 0208
 * @throws EncodeError invalid_character, invalid_length (no text), data_too_long
 * @throws RangeError for an option that does not exist
 */
export function microqr(text: string, options: MicroQrOptions = unasked): Barcode<MicroQrTrace> {
  const kinds = kindsWanted(options)
  requireText('microqr', text)
  const { kind, segmentation } = chosenMicro(text, kinds) // 7.1 to 7.3
  const data = dataCodewords(text, segmentation, kind) // 7.4
  const errorCorrection = parityOf(qrCode(kind.errorLength), data) // 7.5.2
  const template = microTemplateOf(kind)
  const { matrix, mask, scores } = masked(placed(data, errorCorrection, template), template, options.mask) // 7.6 to 7.8
  return {
    symbology: 'microqr',
    matrix,
    quiet,
    captions: [{ kind: 'line', text }],
    trace: {
      version: kind.version,
      level: kind.level,
      mask,
      scores,
      segments: segmentation.segments,
      data,
      errorCorrection,
    },
  }
}

/** 6.3.8 */
const quiet: Quiet = { left: 2, right: 2, top: 2, bottom: 2 }

/** The bit stream, with room for the largest symbol: scratch; contents are not kept between calls. */
const stream = new BitWriter(Math.max(...microKinds.map(({ capacity }) => capacity)))

/** The bit stream with terminator and pads, as codewords (7.4). */
function dataCodewords(text: string, { segments, interpretation }: Segmentation, kind: MicroKind): Uint8Array {
  const { version, capacity } = kind
  stream.clear()
  const indicatorBits = microIndicatorBits(version)
  const counts = microCountBits[version]!
  for (const segment of segments) {
    if (segment.mode === 'eci') continue
    if (indicatorBits > 0) stream.push(microIndicators[segment.mode], indicatorBits)
    stream.push(segment.count, counts[segment.mode])
    pushCharacters(stream, text, segment, interpretation.bytes)
  }
  return paddedCodewords(stream, microTerminatorBits(version), capacity)
}

/** The rows of the symbol before masking: scratch; contents are not kept between calls. */
const unmaskedRows = new Uint32Array(microSizeOf(4))

/** Data and error correction in their places (7.6: a single block; 7.7.3), format information light. */
function placed(data: Uint8Array, errorCorrection: Uint8Array, { dark, order }: MicroTemplate): Uint32Array {
  for (let y = 0; y < dark.length; y++) unmaskedRows[y] = dark[y]!
  place(order, data, 0)
  place(order, errorCorrection, 8 * data.length)
  return unmaskedRows
}

/**
 * Darkens the modules of `codewords`, of which the first takes the places from `at` on.
 *
 * No function pattern narrows a column of Micro QR, so that every two bits are neighbours, the first of them on the right.
 */
function place(order: Uint16Array, codewords: Uint8Array, at: number): void {
  for (let i = 0; i < codewords.length; i++, at += 8) {
    const bits = codewords[i]!
    const pairs = ((bits & 0b01010101) << 1) | ((bits >>> 1) & 0b01010101)
    darkenPair(order[at + 1]!, pairs >>> 6)
    darkenPair(order[at + 3]!, pairs >>> 4)
    darkenPair(order[at + 5]!, pairs >>> 2)
    darkenPair(order[at + 7]!, pairs)
  }
}

/** Makes the module at `address` and the one to its right dark where the last two of `bits` are set. */
function darkenPair(address: number, bits: number): void {
  unmaskedRows[address >>> 5]! |= (bits << 30) >>> (address & 31)
}

interface MicroMasked {
  readonly matrix: Matrix
  readonly mask: number
  readonly scores: readonly MicroMaskScore[]
}

/**
 * Scores the symbol under each mask; the highest score wins, and of equal ones the lower mask number (7.8.3.2).
 *
 * @param forced a mask number that is taken whatever the scores
 */
function masked(unmasked: Uint32Array, { size, layers }: MicroTemplate, forced?: number): MicroMasked {
  const sides = sidesOf(unmasked, size)
  const scores = layers.map((layer) => microMaskScore(sides, layer.sides))
  let mask = 0
  for (let i = 1; i < scores.length; i++) if (scores[i]!.total > scores[mask]!.total) mask = i
  mask = forced ?? mask
  const { rows } = layers[mask]!
  const words = new Uint32Array(size)
  for (let y = 0; y < size; y++) words[y] = unmasked[y]! ^ rows[y]!
  return { matrix: { width: size, height: size, stride: 1, words }, mask, scores }
}

const unasked: MicroQrOptions = {}

const requireOptions = optionCheck<MicroQrOptions>('microqr', {
  level: microLevels,
  version: wholeNumbers(1, 4),
  mask: wholeNumbers(0, 3),
})

/** The kinds of symbol that `options` leave. */
function kindsWanted(options: MicroQrOptions): readonly MicroKind[] {
  if (options === unasked) return microKinds
  requireOptions(options)
  if (options.level === undefined && options.version === undefined) return microKinds
  const kinds = microKinds.filter(
    ({ version, level }) => version === (options.version ?? version) && level === (options.level ?? level),
  )
  if (kinds.length === 0) throw new RangeError(`microqr: M${options.version} has no level ${options.level}`)
  return kinds
}
