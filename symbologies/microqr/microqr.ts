/** Micro QR Code, ISO/IEC 18004:2015. */

import { type Barcode, type Quiet, requireText } from '../barcode.ts'
import { BitWriter } from '../matrix/index.ts'
import { optionCheck, wholeNumbers } from '../options.ts'
import { qrCode } from '../qr/blocks.ts'
import { isText, type Segment, type Segmentation } from '../qr/segments.ts'
import { paddedCodewords, pushCharacters } from '../qr/stream.ts'
import { parityOf } from '../reed-solomon.ts'
import { chosenMicro } from './choice.ts'
import type { MicroMaskScore } from './score.ts'
import { masked, placed } from './symbol.ts'
import { microTemplateOf } from './template.ts'
import {
  type MicroKind,
  type MicroQrLevel,
  microCountBits,
  microIndicatorBits,
  microIndicators,
  microKinds,
  microLevels,
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

/** The intermediate results of a Micro QR symbol. */
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
 * @throws RangeError for an unknown option value, or a level that the version does not have
 */
export function microqr(text: string, options: MicroQrOptions = noOptions): Barcode<MicroQrTrace> {
  const kinds = kindsWanted(options)
  requireText('microqr', text)
  const { kind, segmentation } = chosenMicro(text, kinds) // 7.1 to 7.3
  const data = dataCodewords(text, segmentation, kind) // 7.4
  const errorCorrection = parityOf(qrCode(kind.errorLength), data) // 7.5.2
  const template = microTemplateOf(kind)
  const unmasked = placed(data, errorCorrection, template) // 7.6, 7.7
  const { matrix, mask, scores } = masked(unmasked, template, options.mask) // 7.8, 7.9
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

/** 6.3.8: quiet zone of two modules */
const quiet: Quiet = { left: 2, right: 2, top: 2, bottom: 2 }

/** The bit stream, with room for the largest symbol: scratch; contents are not kept between calls. */
const stream = new BitWriter(Math.max(...microKinds.map(({ capacity }) => capacity)))

/** The bit stream with terminator and pads, as codewords (7.4). */
function dataCodewords(text: string, { segments }: Segmentation, kind: MicroKind): Uint8Array {
  const { version, capacity } = kind
  stream.clear()
  const indicatorBits = microIndicatorBits(version)
  const counts = microCountBits[version]!
  for (const segment of segments) {
    if (!isText(segment)) continue
    if (indicatorBits > 0) stream.push(microIndicators[segment.mode], indicatorBits)
    stream.push(segment.count, counts[segment.mode])
    pushCharacters(stream, text, segment)
  }
  return paddedCodewords(stream, microTerminatorBits(version), capacity)
}

const noOptions: MicroQrOptions = {}

const requireOptions = optionCheck<MicroQrOptions>('microqr', {
  level: microLevels,
  version: wholeNumbers(1, 4),
  mask: wholeNumbers(0, 3),
})

/** The kinds of symbol that `options` allow. */
function kindsWanted(options: MicroQrOptions): readonly MicroKind[] {
  if (options === noOptions) return microKinds
  requireOptions(options)
  if (options.level === undefined && options.version === undefined) return microKinds
  const kinds = microKinds.filter(
    ({ version, level }) => version === (options.version ?? version) && level === (options.level ?? level),
  )
  if (kinds.length === 0) throw new RangeError(`microqr: M${options.version} has no level ${options.level}`)
  return kinds
}
