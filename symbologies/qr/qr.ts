/** QR Code, ISO/IEC 18004:2015. */

import { type Barcode, type Quiet, requireText, type Unannounced, unannouncedIn } from '../barcode.ts'
import { characterSet, type Eci } from '../eci/index.ts'
import { BitWriter } from '../matrix/index.ts'
import { blocksOf, interleaved } from './blocks.ts'
import { type Choice, chosen } from './choice.ts'
import { pushDesignator } from './designator.ts'
import { maskLayers } from './mask-layers.ts'
import { type QrOptions, requireOptions } from './options.ts'
import type { MaskScore } from './penalty.ts'
import type { Segment, Segmentation } from './segments.ts'
import { type Context, paddedCodewords, pushCharacters } from './stream.ts'
import { chosenPart } from './structured-append.ts'
import { masked, placed } from './symbol.ts'
import { templateOf } from './template.ts'
import { blockPlan, type QrLevel } from './version.ts'
import { countBits, modeIndicatorBits } from './version-classes.ts'

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
  /** The character set of bytes, if the options ask for no ECI that would announce it. */
  readonly unannounced?: Unannounced
  /** The characters that this symbol carries of a text that is divided; `segments` count from `from`. */
  readonly range?: { readonly from: number; readonly to: number }
}

/**
 * The QR Code symbol for `text`.
 *
 * @param text 1 to 7089 characters of Unicode, in parts up to 16 times as many
 * @throws EncodeError invalid_character, invalid_length (no text, or fewer characters than parts), data_too_long
 * @throws RangeError for an unknown option value, and for options that do not go together
 */
export function qr(text: string, options: QrOptions = noOptions): Barcode<QrTrace> {
  if (options !== noOptions) requireOptions(options)
  requireText('qr', text)
  const { version, level, segmentation, range } = divided(text, options) // 7.1 to 7.3, 8
  const plan = blockPlan(version, level) // 7.5.1
  const carried = range === undefined ? text : text.slice(range.from, range.to)
  const unannounced = unannouncedIn(options)
  const room = { version, count: plan.capacity }
  const data = dataCodewords(carried, segmentation, room, unannounced) // 7.4
  const blocks = blocksOf(data, plan) // 7.5
  const codewords = interleaved(blocks, plan) // 7.6
  const template = templateOf(version)
  const layers = maskLayers(version, level) // 7.8.2, 7.9
  const { matrix, mask, scores } = masked(placed(codewords, template), layers, template, options.mask) // 7.7, 7.8
  return {
    symbology: 'qr',
    matrix,
    quiet,
    captions: [{ kind: 'line', text: carried }],
    ...(range !== undefined && { carried }),
    trace: {
      version,
      level,
      mask,
      scores,
      segments: segmentation.segments,
      ...blocks,
      codewords,
      ...(unannounced !== undefined && { unannounced }),
      ...(range !== undefined && { range }),
    },
  }
}

const noOptions: QrOptions = {}

/** 6.3.8: quiet zone of four modules */
const quiet: Quiet = { left: 4, right: 4, top: 4, bottom: 4 }

/** The whole text, or the part of a structured append that is wanted. */
function divided(text: string, options: QrOptions): Choice {
  const { parts, part } = options
  return parts === undefined || part === undefined
    ? chosen(text, options)
    : chosenPart(text, { ...options, parts, part })
}

/** The bit stream with terminator and pads, as codewords (7.4). */
function dataCodewords(
  text: string,
  { segments }: Segmentation,
  { version, count }: { readonly version: number; readonly count: number },
  unannounced: Unannounced | undefined,
): Uint8Array {
  const out = new BitWriter(8 * count)
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
        pushDesignator(out, segment.designator)
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
  return paddedCodewords(out, terminatorBits, 8 * count)
}

/** Two digits are their number, a letter is 100 more than its code in ASCII (7.4.8.3). */
function indicatorValue(indicator: string): number {
  return indicator.length === 2 ? Number(indicator) : 100 + indicator.charCodeAt(0)
}

const utf8 = new TextEncoder()

/** How bytes are written under an ECI that has the text. */
function bytesUnder(eci: Eci): Context['bytesOf'] {
  if (eci === 3) return undefined
  return eci === 26 ? (text) => utf8.encode(text) : (text) => characterSet(eci).encode(text)!
}
