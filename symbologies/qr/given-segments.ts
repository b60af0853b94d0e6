/**
 * QR Code of given segments, for programs that choose modes, parity and place in a sequence themselves.
 * ISO/IEC 18004:2015, 7.4 and 8
 */

import { type Barcode, EncodeError, type Quiet } from '../barcode.ts'
import { blocksOf, dataCodewords, interleaved } from './codewords.ts'
import { masked, maskLayers } from './masks.ts'
import { shortestSegments } from './path.ts'
import type { QrTrace } from './qr.ts'
import {
  type AppendSegment,
  alphanumericValues,
  characterBits,
  dataTooLong,
  type Headers,
  kanjiValues,
  leastBits,
  type Mode,
  runsOf,
  type Segment,
  type Segmentation,
} from './segments.ts'
import { placed, templateOf } from './template.ts'
import { blockPlan, classOf, highestVersion, levels, type QrLevel, versionClasses } from './versions.ts'

/** Characters of one mode. */
export interface GivenSegment {
  /** 'auto' for the modes that take the fewest bits, numeric, alphanumeric and byte. */
  readonly mode: Mode | 'auto'
  /** In byte mode and 'auto' a character a byte, U+0000 to U+00FF; in kanji mode characters of JIS X 0208. */
  readonly text: string
}

export interface GivenSymbol {
  readonly segments: readonly GivenSegment[]
  readonly level: QrLevel
  /** Whether a higher level is taken where the same version holds it. */
  readonly isRaised?: boolean
  /** 0 to 7; by default the one of the lowest score. */
  readonly mask?: number | undefined
  /** The place in a structured append, and the parity that all of its symbols share. */
  readonly append?: { readonly part: number; readonly parts: number; readonly parity: number } | undefined
}

/**
 * The smallest QR Code symbol of these segments. No ECI declares its bytes.
 *
 * @throws EncodeError invalid_length without characters, invalid_character for one that its mode does not have, data_too_long
 * @throws RangeError for a mask, part or parity out of its range
 */
export function qrOfSegments({ segments, level, isRaised = false, mask, append }: GivenSymbol): Barcode<QrTrace> {
  requireNumbers(mask, append)
  const given = segments.filter(({ text }) => text !== '')
  if (given.length === 0) throw new EncodeError('invalid_length', 'qr: the segments have no characters')
  for (const segment of given) requireCharacters(segment)
  const text = given.map((segment) => segment.text).join('')
  const { version, segmentation } = smallest(text, given, { level, append })
  const own = isRaised ? raised(version, level, segmentation.bits) : level
  const plan = blockPlan(version, own)
  const data = dataCodewords(text, segmentation.segments, { version, capacity: plan.capacity }, 'latin1')
  const blocks = blocksOf(data, plan)
  const codewords = interleaved(blocks, plan)
  const template = templateOf(version)
  const drawn = masked(placed(codewords, template), maskLayers(version, own), template, mask)
  const { segments: all } = segmentation
  return {
    symbology: 'qr',
    matrix: drawn.matrix,
    quiet,
    captions: [{ kind: 'line', text }],
    trace: {
      version,
      level: own,
      mask: drawn.mask,
      scores: drawn.scores,
      segments: all,
      ...blocks,
      codewords,
      unannounced: 'latin1',
      ...(append && { range: { from: 0, to: text.length } }),
    },
  }
}

/** 6.3.8 */
const quiet: Quiet = { left: 4, right: 4, top: 4, bottom: 4 }

function requireNumbers(mask: number | undefined, append: GivenSymbol['append']): void {
  if (mask !== undefined) requireWhole('mask', mask, 0, 7)
  if (append === undefined) return
  requireWhole('parts', append.parts, 2, 16)
  requireWhole('part', append.part, 1, append.parts)
  requireWhole('parity', append.parity, 0, 255)
}

function requireWhole(name: string, value: number, low: number, high: number): void {
  if (Number.isInteger(value) && value >= low && value <= high) return
  throw new RangeError(`qr: ${name} is ${value}; accepted: ${low} to ${high}`)
}

/** The characters of each mode. 7.4.3 to 7.4.6 */
const carries: Readonly<Record<GivenSegment['mode'], (code: number) => boolean>> = {
  numeric: (code) => code >= 48 && code <= 57,
  alphanumeric: (code) => (alphanumericValues[code] ?? 255) < 255,
  byte: (code) => code < 256,
  auto: (code) => code < 256,
  kanji: (code) => kanjiValues()[code] !== 0,
}

function requireCharacters({ mode, text }: GivenSegment): void {
  for (let i = 0; i < text.length; i++) {
    if (carries[mode](text.charCodeAt(i))) continue
    const message = `qr: ${JSON.stringify(text[i])} at position ${i + 1} of a segment is not in ${mode} mode`
    throw new EncodeError('invalid_character', message, i + 1)
  }
}

const capacity = (version: number, level: QrLevel): number => 8 * blockPlan(version, level).capacity

/** The smallest version that holds the segments. */
function smallest(
  text: string,
  given: readonly GivenSegment[],
  { level, append }: Pick<GivenSymbol, 'level' | 'append'>,
): { readonly version: number; readonly segmentation: Segmentation } {
  const header = append === undefined ? [] : [headerOf(append)]
  const most = capacity(highestVersion, level)
  const isShort = leastBits(text) <= most
  let last: Segmentation | undefined
  for (const { first, last: end, headers } of isShort ? versionClasses : []) {
    last = segmentationOf(given, headers, header)
    for (let version = first; version <= end; version++) {
      if (capacity(version, level) >= last.bits) return { version, segmentation: last }
    }
  }
  const { headers } = classOf(highestVersion)
  throw dataTooLong('qr', text, last, { name: `version ${highestVersion}-${level}`, bits: most, headers })
}

const headerOf = ({ part, parts, parity }: NonNullable<GivenSymbol['append']>): AppendSegment => ({
  mode: 'structured-append',
  part,
  parts,
  parity,
  from: 0,
  to: 0,
  bits: 20,
})

/** The segments one after the other, those of `auto` as the fewest bits in this class of versions. */
function segmentationOf(
  given: readonly GivenSegment[],
  headers: Headers,
  header: readonly AppendSegment[],
): Segmentation {
  const segments: Segment[] = [...header]
  let from = 0
  for (const { mode, text } of given) {
    const to = from + text.length
    if (mode === 'auto') {
      const found = shortestSegments(runsOf(text, 'qr'), headers, { bytes: 'latin1', kanji: false })!
      for (const each of found.segments)
        segments.push({ ...each, from: each.from + from, to: each.to + from } as Segment)
    } else {
      const bits = headers[mode] + characterBits(mode, text.length)
      segments.push({ mode, from, to, count: text.length, bits })
    }
    from = to
  }
  return { segments, bits: segments.reduce((sum, { bits }) => sum + bits, 0) }
}

/** The highest level at which the version holds as many bits. */
function raised(version: number, level: QrLevel, bits: number): QrLevel {
  return levels.findLast((higher) => capacity(version, higher) >= bits) ?? level
}
