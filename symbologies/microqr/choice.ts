/** The version, level and segments of a Micro QR symbol. ISO/IEC 18004:2015, 7.1 to 7.3 */

import type { EncodeError } from '../barcode.ts'
import { dataTooLong, leastBits } from '../qr/limits.ts'
import type { Interpretation } from '../qr/modes.ts'
import { alphanumeric, digit, kanji, latin1, requireCarried, runsOf } from '../qr/runs.ts'
import { type Segmentation, shortestSegments } from '../qr/segments.ts'
import { type MicroKind, microHeaders } from './version.ts'

export interface MicroChoice {
  readonly kind: MicroKind
  readonly segmentation: Segmentation
}

/**
 * The smallest version that holds `text`, and in it the highest level.
 *
 * @param kinds those to choose from, by symbol number, at least one
 * @throws EncodeError invalid_character, data_too_long
 */
export function chosenMicro(text: string, kinds: readonly MicroKind[]): MicroChoice {
  const largest = kinds.reduce((most, kind) => (kind.capacity > most.capacity ? kind : most))
  if (leastBits(text) > largest.capacity) throw tooLong(text, largest)
  const runs = runsOf(text, 'microqr')
  requireCarried(text, runs, { ...carried[largest.version]!, symbology: 'microqr' })
  let segmentation: Segmentation | undefined
  let version = 0
  let highest: MicroKind | undefined
  for (const kind of kinds) {
    if (kind.version !== version) {
      if (highest !== undefined) break
      version = kind.version
      segmentation = shortestSegments(runs, microHeaders[version]!, interpretation)
    }
    if (segmentation !== undefined && segmentation.bits <= kind.capacity) highest = kind
  }
  if (highest === undefined || segmentation === undefined) throw tooLong(text, largest, segmentation)
  return { kind: highest, segmentation }
}

/** There is no ECI mode, so bytes are what the standard says without one (7.3.2). */
const interpretation: Interpretation = { bytes: 'latin1' }

const bytesAndKanji = {
  by: latin1 | kanji,
  accepted: 'ISO 8859-1 and the kanji of JIS X 0208; qr carries every character',
}

/** What versions carry, from index 1 (Table 2). */
const carried = [
  { by: 0, accepted: '' },
  { by: digit, accepted: 'digits 0 to 9 in M1' },
  { by: alphanumeric, accepted: '0 to 9, A to Z (upper case), space and $ % * + - . / : in M2' },
  bytesAndKanji,
  bytesAndKanji,
]

function tooLong(text: string, { version, level, capacity }: MicroKind, segmentation?: Segmentation): EncodeError {
  const name = level === undefined ? `M${version}` : `M${version}-${level}`
  const limit = { name, bits: capacity, headers: microHeaders[version]!, more: 'qr' } as const
  return dataTooLong('microqr', { text, segmentation }, limit)
}
