/** QR Code. ISO/IEC 18004:2015 */

import {
  type Barcode,
  optionCheck,
  type Quiet,
  requireText,
  type Unannounced,
  unannouncedIn,
  wholeNumbers,
} from '../barcode.ts'
import { type Eci, ecis } from '../eci/index.ts'
import type { Gs1Options } from '../gs1/fnc1.ts'
import { quoted } from '../messages.ts'
import { chosenPart } from './append.ts'
import { type Choice, chosen, mostParts } from './choice.ts'
import { blocksOf, dataCodewords, interleaved } from './codewords.ts'
import { type MaskScore, masked, maskLayers } from './masks.ts'
import type { Segment } from './segments.ts'
import { placed, templateOf } from './template.ts'
import { blockPlan, highestVersion, levels, type QrLevel } from './versions.ts'

export interface QrOptions extends Gs1Options {
  /** Error correction; by default the highest that fits the smallest version at M, or L if 40-M is too small. */
  readonly level?: QrLevel
  /** 1 to 40; by default the smallest that fits. */
  readonly version?: number
  /** 0 to 7; by default the one of the lowest score. */
  readonly mask?: number
  /**
   * The ECI that declares all of the text, or 'auto' for as many ECIs as make the symbol the smallest. No ECI: 'none' for
   * bytes in ISO 8859-1, 'utf8' for bytes in UTF-8. By default none for ASCII and for kanji mode beside it, and for other
   * text 3 (ISO 8859-1) or 26 (UTF-8), whichever is shorter.
   *
   * Kanji mode is under ECI 20 where there are ECIs. Without one readers take the bytes beside it for Shift JIS, so that
   * these are ASCII without backslash and tilde.
   */
  readonly eci?: Eci | 'none' | 'utf8' | 'auto'
  /** FNC1 in the second position, which `indicator` follows; U+001D in the text is FNC1 (7.4.8.3). */
  readonly fnc1?: 'second'
  /** The application indicator that AIM assigned: a letter or two digits. */
  readonly indicator?: string
  /** Divides the text among 2 to 16 symbols of a structured append, all of the same version and level (8). */
  readonly parts?: number
  /** Which of them this is, 1 to `parts`. */
  readonly part?: number
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
 * @throws RangeError for an unknown option or value, and for options that do not go together
 */
export function qr(text: string, options: QrOptions = noOptions): Barcode<QrTrace> {
  if (options !== noOptions) requireOptions(options)
  requireText('qr', text)
  const { version, level, segmentation, range } = divided(text, options) // 7.1 to 7.3, 8
  const plan = blockPlan(version, level) // 7.5.1
  const carried = range === undefined ? text : text.slice(range.from, range.to)
  const unannounced = unannouncedIn(options)
  const room = { version, capacity: plan.capacity }
  const data = dataCodewords(carried, segmentation.segments, room, unannounced) // 7.4
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

const requireValues = optionCheck<Omit<QrOptions, 'indicator'>>(
  'qr',
  {
    level: levels,
    version: wholeNumbers(1, highestVersion),
    mask: wholeNumbers(0, 7),
    eci: ['none', 'utf8', 'auto', ...ecis],
    gs1: [true, false],
    fnc1: ['second'],
    parts: wholeNumbers(2, mostParts),
    part: wholeNumbers(1, mostParts),
  },
  ['indicator'],
)

/** @throws RangeError for an unknown option or value, and for options that do not go together */
function requireOptions(options: QrOptions): void {
  requireValues(options)
  const { gs1, fnc1, indicator, parts, part } = options
  if (indicator !== undefined && !/^([A-Za-z]|[0-9]{2})$/.test(indicator)) {
    refuse(`indicator is ${quoted(String(indicator))}; accepted: a letter or two digits`)
  }
  if (fnc1 !== undefined && indicator === undefined)
    refuse('fnc1 is second and needs indicator, a letter or two digits')
  if (fnc1 === undefined && indicator !== undefined) refuse('indicator needs fnc1, which is second')
  if (part !== undefined && parts === undefined) refuse('part needs parts, 2 to 16')
  if (parts !== undefined && part === undefined) refuse(`parts needs part, 1 to ${parts}`)
  if (part !== undefined && parts !== undefined && part > parts) refuse(`part is ${part} of ${parts} parts`)
  if (gs1 && fnc1 !== undefined)
    refuse('gs1 puts FNC1 in the first position, fnc1 in the second; leave one of them out')
  if (fnc1 !== undefined && (options.eci === 25 || options.eci === 35)) {
    refuse(`eci ${options.eci} does not go with fnc1: readers take the indicator for its first character`)
  }
  if (gs1 && parts !== undefined) refuse('gs1 does not go with parts; leave one of them out')
}

function refuse(why: string): never {
  throw new RangeError(`qr: ${why}`)
}
