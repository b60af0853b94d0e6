/** The version, level and segments of a QR symbol. ISO/IEC 18004:2015, 7.1 to 7.3 */

import type { EncodeError } from '../barcode.ts'
import { gs1Characters, requireNoEci } from '../gs1/fnc1.ts'
import { dataTooLong, leastBits } from './errors.ts'
import type { Headers, Interpretation, Mode } from './modes.ts'
import { ascii, kanji, latin1, type Run, requireCarried, runsOf } from './runs.ts'
import { type Segmentation, shortestSegments } from './segments.ts'
import { blockPlan, highestVersion, levels, type QrLevel } from './version.ts'

/** The options that the choice depends on. */
export interface Wanted {
  readonly level?: QrLevel
  readonly version?: number
  readonly eci?: 3 | 26 | 'none'
  readonly gs1?: boolean
}

export interface Choice {
  readonly version: number
  readonly level: QrLevel
  readonly segmentation: Segmentation
}

/** Versions that have the same lengths of counts (7.4.1, Table 3). */
interface VersionClass {
  readonly first: number
  readonly last: number
  readonly countBits: Readonly<Record<Mode, number>>
  readonly headers: Headers
}

/** 7.4.1, Table 2: mode indicators have four bits. */
export const modeIndicatorBits = 4

const versionClass = (first: number, last: number, countBits: VersionClass['countBits']): VersionClass => ({
  first,
  last,
  countBits,
  headers: {
    numeric: modeIndicatorBits + countBits.numeric,
    alphanumeric: modeIndicatorBits + countBits.alphanumeric,
    byte: modeIndicatorBits + countBits.byte,
    kanji: modeIndicatorBits + countBits.kanji,
  },
})

/** 7.4.1, Table 3: bits of the character count */
const versionClasses = [
  versionClass(1, 9, { numeric: 10, alphanumeric: 9, byte: 8, kanji: 8 }),
  versionClass(10, 26, { numeric: 12, alphanumeric: 11, byte: 16, kanji: 10 }),
  versionClass(27, 40, { numeric: 14, alphanumeric: 13, byte: 16, kanji: 12 }),
]

export function countBits(version: number): Readonly<Record<Mode, number>> {
  return classOf(version).countBits
}

function classOf(version: number): VersionClass {
  return versionClasses.find(({ last }) => version <= last)!
}

/** Bits that the data codewords of a symbol hold. */
const capacity = (version: number, level: QrLevel): number => 8 * blockPlan(version, level).capacity

/**
 * The smallest symbol for `text`, and in it the highest level: the smallest at level M if no level is wanted, or at L
 * if version 40-M does not hold the text.
 *
 * @throws EncodeError invalid_character, data_too_long
 */
export function chosen(text: string, wanted: Wanted): Choice {
  if (leastBits(text) > capacity(highestVersion, 'L')) throw tooLong(text, undefined, wanted)
  const runs = runsOf(text, 'qr', wanted.gs1)
  const asked: readonly QrLevel[] = wanted.level === undefined ? ['M', 'L'] : [wanted.level]
  const searches = interpretationsFor(text, runs, wanted).map((interpretations) =>
    shortestByClass(runs, interpretations),
  )
  for (const shortest of searches) {
    for (const level of asked) {
      const found = smallest(shortest, level, wanted.version)
      if (found !== undefined) return wanted.level === undefined ? raised(found) : found
    }
  }
  throw tooLong(text, searches[0], wanted)
}

const withoutUtf8 = 'ISO 8859-1 and the kanji of JIS X 0208, others only under ECI 26'

/** By the standard, bytes are ISO 8859-1 without an ECI (7.3.2). */
const withoutEci: Interpretation = { bytes: 'latin1' }

/** For characters beyond ASCII: kanji mode, or bytes under an ECI. */
const declared: Interpretation[] = [{ bytes: 'ascii' }, { bytes: 'latin1', eci: 3 }, { bytes: 'utf8', eci: 26 }]

/** The interpretations to choose from, then those to fall back on if no symbol holds the text under the first. */
function interpretationsFor(text: string, runs: readonly Run[], wanted: Wanted): Interpretation[][] {
  const { eci, level = 'L', version = highestVersion } = wanted
  if (wanted.gs1) {
    requireNoEci(eci)
    requireCarried(text, runs, { by: ascii, symbology: 'qr', accepted: gs1Characters })
    return [[{ bytes: 'ascii', gs1: true }]]
  }
  if (eci === 26) return [[{ bytes: 'utf8', eci }]]
  if (eci !== undefined) {
    requireCarried(text, runs, { by: latin1 | kanji, symbology: 'qr', accepted: withoutUtf8 })
    return [[eci === 3 ? { bytes: 'latin1', eci } : withoutEci]]
  }
  // ASCII is the same under all interpretations and needs no ECI.
  if (runs.every(({ carriers }) => carriers & ascii)) return [[{ bytes: 'ascii' }]]
  return level === 'L' && version === highestVersion ? [declared, [withoutEci]] : [declared]
}

type Shortest = (versions: VersionClass) => Segmentation | undefined

/** The shortest segmentation in each class of versions under any of `interpretations`, the first one at a tie. */
function shortestByClass(runs: readonly Run[], interpretations: readonly Interpretation[]): Shortest {
  const known = new Map<VersionClass, Segmentation | undefined>()
  return (versions) => {
    if (!known.has(versions)) {
      let best: Segmentation | undefined
      for (const interpretation of interpretations) {
        const most = best === undefined ? Infinity : best.bits - 1
        best = shortestSegments(runs, versions.headers, interpretation, most) ?? best
      }
      known.set(versions, best)
    }
    return known.get(versions)
  }
}

/** The smallest version that holds the text at `level`; only `forced` if it is given. */
function smallest(shortest: Shortest, level: QrLevel, forced?: number): Choice | undefined {
  let least = 0
  for (const versions of versionClasses) {
    const first = forced ?? versions.first
    const last = forced ?? versions.last
    // Counts grow with the version, so a text that is too long in a lower class is no shorter in a higher one.
    if (first < versions.first || last > versions.last || capacity(last, level) < least) continue
    const segmentation = shortest(versions)
    if (segmentation === undefined) return undefined
    least = segmentation.bits
    for (let version = first; version <= last; version++) {
      if (capacity(version, level) >= least) return { version, level, segmentation }
    }
  }
  return undefined
}

/** The same version at the highest level that holds the same segments. */
function raised({ version, level, segmentation }: Choice): Choice {
  const highest = levels.findLast((higher) => capacity(version, higher) >= segmentation.bits)
  return { version, level: highest ?? level, segmentation }
}

function tooLong(text: string, shortest: Shortest | undefined, wanted: Wanted): EncodeError {
  const version = wanted.version ?? highestVersion
  const level = wanted.level ?? 'L'
  const { headers } = classOf(version)
  const limit = { name: `version ${version}-${level}`, bits: capacity(version, level), headers }
  return dataTooLong('qr', { text, segmentation: shortest?.(classOf(version)) }, limit)
}
