/** Divisions of a text into pieces that fit. ISO/IEC 18004:2015, clause 8 leaves to the encoder where to divide. */

import { leastNear } from '../least.ts'
import { memoize } from '../memoize.ts'
import { fnc1Of, type Wanted } from './choice.ts'
import { alternativesFor, asPlanes } from './interpretations.ts'
import { type CharacterKind, kindsOf, leastBitsOf } from './kinds.ts'
import { PlaneCosts } from './plane-costs.ts'
import type { Plane } from './planes.ts'
import { type Room, reachIn } from './reach.ts'
import { type Run, runsOf } from './runs.ts'
import { highestVersion } from './version.ts'
import type { VersionClass } from './version-classes.ts'

/** The mode indicator, the number of the symbol, how many there are, four bits each, and the parity in eight (8.2, 8.3). */
export const headerBits = 20

/** The divisions of a text. */
export interface Division {
  /** Whether there is one of so many pieces, none of which takes more than `bits`. */
  fits(versions: VersionClass, bits: number, parts: number): boolean
  /**
   * UTF-16 indices at which pieces end. The longest of them takes the fewest codewords.
   *
   * @param bits for which it fits
   */
  balanced(versions: VersionClass, bits: number, parts: number): readonly number[]
}

/**
 * Divides by taking as much as fits into each piece. That is the best: a piece never takes fewer bits for having more
 * characters.
 */
export function divisionOf(text: string, wanted: Wanted): Division {
  const fnc1 = fnc1Of(wanted)
  const runs = runsOf(text, 'qr', fnc1 !== undefined)
  const [alternatives = []] = alternativesFor(text, runs, wanted)
  const overhead = headerBits + (fnc1?.bits ?? 0)
  const ways = alternatives.map(asPlanes).map((planes) => ({ planes, kinds: kindsOf(text, runs, planes) }))
  const bounds = boundsOf(text, runs, ways)
  const { count } = bounds
  const leastFrom = (versions: VersionClass, at: number, parts: number): number =>
    Math.ceil(bounds.between(versions, at, count) / parts) + overhead
  const reachesIn = memoize(({ headers }: VersionClass) =>
    ways.map(({ planes, kinds }) => reachIn(kinds, new PlaneCosts(planes, headers))),
  )
  const reached = (versions: VersionClass, { from, limit, bits }: Room): number => {
    let at = from
    for (const reach of reachesIn(versions)) at = Math.max(at, reach({ from, limit, bits: bits - overhead }))
    return at
  }
  const filled = (versions: VersionClass, bits: number, parts: number): readonly number[] => {
    if (bounds.ofAll / parts + overhead > bits) return []
    const ends: number[] = []
    let at = 0
    for (let left = parts - 1; left >= 0; left--) {
      if (leastFrom(versions, at, left + 1) > bits) return []
      const from = at
      // every piece that is left has a character at least
      at = reached(versions, { from, limit: count - left, bits })
      if (at === from) return []
      ends.push(at)
    }
    return at === count ? ends : []
  }
  const known = new Map<string, readonly number[]>()
  const ends = (versions: VersionClass, bits: number, parts: number): readonly number[] => {
    const key = `${versions.first} ${bits} ${parts}`
    const found = known.get(key) ?? filled(versions, bits, parts)
    known.set(key, found)
    return found
  }
  const balanced = (versions: VersionClass, bits: number, parts: number): readonly number[] => {
    const low = Math.ceil(leastFrom(versions, 0, parts) / 8)
    // each piece probably takes as much above its bound as the first of them
    const first = reached(versions, { from: 0, limit: count, bits: 8 * low })
    const above = 8 * low - overhead - bounds.between(versions, 0, first)
    const range = { low, high: bits / 8, guess: low + Math.floor(above / 8) }
    const codewords = leastNear(range, (fewer) => ends(versions, 8 * fewer, parts).length > 0)
    return ends(versions, 8 * codewords, parts).map(indexIn(text))
  }
  return { fits: (versions, bits, parts) => ends(versions, bits, parts).length > 0, balanced }
}

/** A way to write a text. */
interface Way {
  readonly planes: readonly Plane[]
  /** Of each character. */
  readonly kinds: readonly CharacterKind[]
}

/** What characters of a text take at least, in one piece or in several. */
interface Bounds {
  /** The characters of the text. */
  readonly count: number
  /** Bits of all of them, in any version. */
  readonly ofAll: number
  between(versions: VersionClass, from: number, to: number): number
}

function boundsOf(text: string, runs: readonly Run[], ways: readonly Way[]): Bounds {
  const planes = ways.flatMap(({ planes }) => planes).map(freed)
  const [first, ...others] = ways
  // planes that are freed carry the same
  const kinds = others.length === 0 ? first!.kinds : kindsOf(text, runs, planes)
  const upTo = memoize(({ headers }: VersionClass) => bitsUpTo(kinds, new PlaneCosts(planes, headers)))
  return {
    count: kinds.length,
    ofAll: leastBitsOf(kinds),
    between: (versions, from, to) => upTo(versions)[to]! - upTo(versions)[from]!,
  }
}

/**
 * A plane that may follow others for nothing if it is that without an ECI. Among such planes, pieces one after another are a
 * way to write the text that they are pieces of, so that they take no fewer bits than it.
 */
const freed = (plane: Plane): Plane => (plane.eci === undefined ? { ...plane, eci: 3, isOnly: false } : plane)

/** The bits of so many characters from the first on. */
function bitsUpTo(kinds: readonly CharacterKind[], costs: PlaneCosts): Int32Array {
  const bits = new Int32Array(kinds.length + 1)
  for (let i = 0; i < kinds.length; i++) {
    costs.add(kinds[i]!, 1)
    bits[i + 1] = costs.bits
  }
  return bits
}

/** The UTF-16 index at which so many characters of a text end. */
function indexIn(text: string): (characters: number) => number {
  const ends = [0]
  for (const character of text) ends.push(ends.at(-1)! + character.length)
  return (characters) => ends[characters]!
}

/** The first version that fits, of all or of `forced` alone. One that is too small is found out soon. */
export function smallestVersion(fits: (version: number) => boolean, forced?: number): number | undefined {
  for (let version = forced ?? 1; version <= (forced ?? highestVersion); version++) if (fits(version)) return version
  return undefined
}
