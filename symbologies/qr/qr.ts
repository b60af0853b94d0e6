/** QR Code, ISO/IEC 18004:2015. */

import { type Barcode, type Quiet, requireText } from '../barcode.ts'
import { BitWriter } from '../bits.ts'
import type { Gs1Options } from '../gs1/fnc1.ts'
import { optionCheck, wholeNumbers } from '../options.ts'
import { blocksOf, interleaved } from './blocks.ts'
import { chosen, countBits, modeIndicatorBits } from './choice.ts'
import { maskLayers } from './mask-layers.ts'
import type { MaskScore } from './penalty.ts'
import type { Segment, Segmentation } from './segments.ts'
import { paddedCodewords, pushCharacters } from './stream.ts'
import { masked, placed } from './symbol.ts'
import { templateOf } from './template.ts'
import { blockPlan, highestVersion, levels, type QrLevel } from './version.ts'

/** 7.4.1, Table 2: mode indicators */
const modeIndicators = {
  numeric: 0b0001,
  alphanumeric: 0b0010,
  byte: 0b0100,
  kanji: 0b1000,
  eci: 0b0111,
  fnc1: 0b0101,
} as const
/** 7.4.9: terminator */
export const terminatorBits = 4

export interface QrOptions extends Gs1Options {
  /** Error correction; by default the highest that fits the smallest version at M, or L if 40-M is too small. */
  readonly level?: QrLevel
  /** 1 to 40; by default the smallest that fits. */
  readonly version?: number
  /** 0 to 7; by default the one of the lowest score. */
  readonly mask?: number
  /**
   * The ECI of byte mode: 3 (ISO 8859-1), 26 (UTF-8), or 'none' for ISO 8859-1 bytes without an ECI.
   * By default none for ASCII, and for other text whichever of the two is shorter.
   */
  readonly eci?: 3 | 26 | 'none'
}

/** The intermediate results of a QR symbol. */
export interface QrTrace {
  readonly version: number
  readonly level: QrLevel
  readonly mask: number
  /** Scores of all masks by mask number. */
  readonly scores: readonly MaskScore[]
  readonly segments: readonly Segment[]
  /** Data codewords by block, pads included. */
  readonly data: readonly Uint8Array[]
  /** Error correction codewords by block. */
  readonly errorCorrection: readonly Uint8Array[]
  /** All codewords in the order in which they are placed. */
  readonly codewords: Uint8Array
}

/**
 * The QR Code symbol for `text`.
 *
 * @param text 1 to 7089 characters of Unicode
 * @throws EncodeError invalid_character, invalid_length (no text), data_too_long
 * @throws RangeError for an unknown option value
 */
export function qr(text: string, options: QrOptions = {}): Barcode<QrTrace> {
  requireOptions(options)
  requireText('qr', text)
  const { version, level, segmentation } = chosen(text, options) // 7.1 to 7.3
  const plan = blockPlan(version, level) // 7.5.1
  const data = dataCodewords(text, segmentation, version, plan.capacity) // 7.4
  const blocks = blocksOf(data, plan) // 7.5
  const codewords = interleaved(blocks, plan) // 7.6
  const template = templateOf(version)
  const layers = maskLayers(version, level) // 7.8.2, 7.9
  const { matrix, mask, scores } = masked(placed(codewords, template), layers, template, options.mask) // 7.7, 7.8
  return {
    symbology: 'qr',
    matrix,
    quiet,
    captions: [{ kind: 'line', text }],
    trace: { version, level, mask, scores, segments: segmentation.segments, ...blocks, codewords },
  }
}

/** 6.3.8: quiet zone of four modules */
const quiet: Quiet = { left: 4, right: 4, top: 4, bottom: 4 }

/** The bit stream with terminator and pads, as codewords (7.4). */
function dataCodewords(
  text: string,
  { segments, interpretation }: Segmentation,
  version: number,
  count: number,
): Uint8Array {
  const out = new BitWriter(8 * count)
  const counts = countBits(version)
  for (const segment of segments) {
    out.push(modeIndicators[segment.mode], modeIndicatorBits)
    if (segment.mode === 'eci') {
      out.push(segment.designator, 8)
    } else if (segment.mode !== 'fnc1') {
      out.push(segment.count, counts[segment.mode])
      pushCharacters(out, text, segment, interpretation)
    }
  }
  return paddedCodewords(out, terminatorBits, 8 * count)
}

const requireOptions = optionCheck<QrOptions>('qr', {
  level: levels,
  version: wholeNumbers(1, highestVersion),
  mask: wholeNumbers(0, 7),
  eci: [3, 26, 'none'],
  gs1: [true, false],
})
