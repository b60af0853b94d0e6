/** The version, level and segments of a Micro QR symbol. ISO/IEC 18004:2015, 7.1 to 7.3 */

import type { EncodeError } from '../barcode.ts'
import { dataTooLong, leastBits } from '../qr/errors.ts'
import type { Interpretation } from '../qr/modes.ts'
import { hasKanji } from '../qr/path.ts'
import {
  alphanumeric,
  type Carriers,
  digit,
  kanji,
  latin1,
  type Run,
  requireCarried,
  runsOf,
  shared,
} from '../qr/runs.ts'
import { type Segmentation, shortestSegments } from '../qr/segments.ts'
import { type MicroKind, microHeaders, microKinds } from './version.ts'

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
  const largest = firstOf(kinds, kinds.at(-1)!.version)
  const least = leastBits(text)
  if (least > largest.capacity) throw tooLong(text, largest, least > most ? undefined : runsOf(text, 'microqr'))
  const runs = runsOf(text, 'microqr')
  requireCarried(text, runs, carried[largest.version]!)
  const interpretation = interpretationFor(runs)
  for (let version = kinds[0]!.version; version <= largest.version; version++) {
    const { capacity } = firstOf(kinds, version)
    if (least > capacity) continue
    const segmentation = shortestSegments(runs, microHeaders[version]!, interpretation, capacity)
    if (segmentation !== undefined) return { kind: highest(kinds, version, segmentation.bits), segmentation }
  }
  throw tooLong(text, largest, runs)
}

/** Bits of the largest symbol. */
const most = Math.max(...microKinds.map(({ capacity }) => capacity))

/** The kind of a version that has the lowest level, and so the largest capacity. */
function firstOf(kinds: readonly MicroKind[], version: number): MicroKind {
  let i = 0
  while (kinds[i]!.version < version) i++
  return kinds[i]!
}

/** The kind of a version that has the highest level of those that hold `bits`. */
function highest(kinds: readonly MicroKind[], version: number, bits: number): MicroKind {
  let i = kinds.length - 1
  while (kinds[i]!.version > version || kinds[i]!.capacity < bits) i--
  return kinds[i]!
}

/**
 * Without ECI mode, bytes are ISO 8859-1 (7.3.2), and readers take those beside kanji mode for Shift JIS. Kanji mode is used
 * where a text cannot do without it, and beside other bytes than both mean alike only where it cannot do without these either.
 */
function interpretationFor(runs: readonly Run[]): Interpretation {
  const isCarried = (by: number): boolean => runs.every(({ carriers }) => carriers & by)
  if (!hasKanji(runs) || isCarried(latin1)) return { bytes: 'latin1', kanji: false }
  return { bytes: isCarried(shared | kanji) ? 'shared' : 'latin1', kanji: true }
}

const bytesAndKanji: Carriers = {
  symbology: 'microqr',
  by: latin1 | kanji,
  accepted: 'ISO 8859-1 and the kanji of JIS X 0208; qr carries every character',
}

/** The characters that each version carries, from index 1 (Table 2). */
const carried: readonly Carriers[] = [
  { symbology: 'microqr', by: 0, accepted: '' },
  { symbology: 'microqr', by: digit, accepted: 'digits 0 to 9 in M1' },
  { symbology: 'microqr', by: alphanumeric, accepted: '0 to 9, A to Z (upper case), space and $ % * + - . / : in M2' },
  bytesAndKanji,
  bytesAndKanji,
]

function tooLong(text: string, kind: MicroKind, runs: readonly Run[] | undefined): EncodeError {
  const headers = microHeaders[kind.version]!
  const shortest = (version: number, most?: number): Segmentation | undefined =>
    runs && shortestSegments(runs, microHeaders[version]!, interpretationFor(runs), most)
  const larger = microKinds.find(({ version, capacity }) => shortest(version, capacity) !== undefined)
  const remedy = larger === undefined ? 'qr holds more' : `${nameOf(larger)} holds it`
  const limit = { name: nameOf(kind), bits: kind.capacity, headers, remedy }
  const isCounted = leastBits(text) <= kind.capacity
  const segmentation = isCounted ? shortest(kind.version) : undefined
  return dataTooLong('microqr', { text, segmentation }, limit)
}

const nameOf = ({ version, level }: MicroKind): string => (level === undefined ? `M${version}` : `M${version}-${level}`)
