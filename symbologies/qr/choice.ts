/** The version, level and segments of a QR symbol. ISO/IEC 18004:2015, 7.1 to 7.3 */

import type { EncodeError } from '../barcode.ts'
import { dataTooLong, leastBits } from './errors.ts'
import {
  type Alternative,
  alternativesFor,
  type Declared,
  type ShortestUnder,
  shortestUnder,
} from './interpretations.ts'
import { runsOf } from './runs.ts'
import { type Fnc1SecondSegment, type Fnc1Segment, type Segmentation, withFnc1 } from './segments.ts'
import { blockPlan, highestVersion, levels, type QrLevel } from './version.ts'
import { classOf, type VersionClass, versionClasses } from './version-classes.ts'

/** The options that the choice depends on. */
export interface Wanted extends Declared {
  /** With `fnc1`: a letter or two digits. */
  readonly indicator?: string
}

export interface Choice {
  readonly version: number
  readonly level: QrLevel
  readonly segmentation: Segmentation
  /** The characters of a part of the text: UTF-16 indices, `to` not included. */
  readonly range?: { readonly from: number; readonly to: number }
}

/** Bits that the data codewords of a symbol hold. */
export const capacity = (version: number, level: QrLevel): number => 8 * blockPlan(version, level).capacity

/** The levels to try in turn. Without one that is wanted: M, or L if version 40-M is too small. */
export const askedLevels = ({ level }: Wanted): readonly QrLevel[] => (level === undefined ? ['M', 'L'] : [level])

/**
 * The smallest symbol for `text`, and in it the highest level: the smallest at level M if no level is wanted, or at L
 * if version 40-M does not hold the text.
 *
 * @throws EncodeError invalid_character, data_too_long
 */
export function chosen(text: string, wanted: Wanted): Choice {
  if (leastBits(text) > capacity(highestVersion, 'L')) throw tooLong(text, undefined, wanted)
  const searches = searchesFor(text, wanted)
  for (const shortest of searches) {
    for (const level of askedLevels(wanted)) {
      const found = smallest(shortest, level, wanted.version)
      if (found !== undefined) return wanted.level === undefined ? raised(found) : found
    }
  }
  throw tooLong(text, searches[0], wanted)
}

/** The shortest segmentation in a class of versions. */
export type Shortest = (versions: VersionClass) => Segmentation | undefined

/** The searches to try in turn. @throws EncodeError invalid_character */
export function searchesFor(text: string, wanted: Wanted): Shortest[] {
  const fnc1 = fnc1Of(wanted)
  const runs = runsOf(text, 'qr', fnc1 !== undefined)
  const shortest = shortestUnder(text, runs)
  return alternativesFor(text, runs, wanted).map((alternatives) => shortestByClass(shortest, alternatives, fnc1))
}

/** The segment that says that U+001D is FNC1. */
export function fnc1Of({ gs1, indicator }: Wanted): Fnc1Segment | Fnc1SecondSegment | undefined {
  if (gs1) return { mode: 'fnc1', from: 0, to: 0, bits: 4 }
  return indicator === undefined ? undefined : { mode: 'fnc1-second', indicator, from: 0, to: 0, bits: 12 }
}

/** The shortest segmentation in each class of versions under any of `alternatives`, the first one at a tie. */
function shortestByClass(
  shortest: ShortestUnder,
  alternatives: readonly Alternative[],
  fnc1: Fnc1Segment | Fnc1SecondSegment | undefined,
): Shortest {
  const known = new Map<VersionClass, Segmentation | undefined>()
  return (versions) => {
    if (!known.has(versions)) {
      let best: Segmentation | undefined
      for (const alternative of alternatives) {
        const most = best === undefined ? Infinity : best.bits - 1
        best = shortest(alternative, versions.headers, most) ?? best
      }
      known.set(versions, best === undefined || fnc1 === undefined ? best : withFnc1(best, fnc1))
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
  const segmentation = shortest?.(classOf(version))
  const others = shortest === undefined ? [] : otherValues(shortest, wanted)
  const bits = segmentation?.bits ?? mostBits(text)
  const hasParts = !wanted.gs1 && bits <= mostParts * (capacity(version, level) - partOverhead)
  const divided = hasParts ? `parts divides a text among up to ${mostParts} symbols` : ''
  const remedy = others.length > 0 ? `${others.join(' or ')} holds it` : divided
  return dataTooLong('qr', { text, segmentation }, { ...limit, remedy })
}

/** The values of single options that hold the text: the strongest level in the version wanted, a version of the level wanted. */
function otherValues(shortest: Shortest, { version, level }: Wanted): string[] {
  const weaker = levels.map((each) => smallest(shortest, each, version)).findLast((each) => each !== undefined)
  const larger = version === undefined ? undefined : (smallest(shortest, level ?? 'M') ?? smallest(shortest, 'L'))
  return [
    ...(weaker === undefined ? [] : [`level=${weaker.level}`]),
    ...(larger === undefined ? [] : [`version=${larger.version}`]),
  ]
}

/** The most symbols that a text is divided among (8.1). */
export const mostParts = 16

/** More bits than a part takes besides its share of the text: its headers, and a character that it has no more room for. */
const partOverhead = 96

/** No text takes more bits: UTF-8 has at most three bytes for each UTF-16 code unit. */
const mostBits = (text: string): number => 24 * text.length
