/** The distinct characters of a text, and their bytes under each ECI. */

import { characterSet, type Eci, type LengthClass, lengthClassOf, preferredEcis } from '../eci/index.ts'
import { c40, text as textSet } from './character-sets.ts'

/** The bytes of each distinct character of a text, in one order for all ECIs; undefined for one that the ECI lacks. */
export type Repertoire = readonly (readonly number[] | undefined)[]

/** What a text may be written in. */
export interface Repertoires {
  /** For each character of the text, its place among the distinct ones. */
  readonly order: readonly number[]
  /** At most 32. */
  readonly repertoires: readonly {
    /** Undefined for ASCII before any ECI. */
    readonly eci: Eci | undefined
    readonly repertoire: Repertoire
  }[]
}

/**
 * Those by which a symbol for `text` may be smallest, the preferred ones first. Left out are those that have no other
 * characters than a preferred one, at the same costs.
 *
 * @param text without lone surrogates
 * @returns ASCII before any ECI, then at least UTF-8
 */
export function repertoiresOf(text: string): Repertoires {
  const { distinct, order } = charactersIn(text)
  const classes = placesByClass(distinct)
  const ascii = distinct.map((point) => (point < 0x80 ? [point] : undefined))
  const kept: { readonly eci: Eci; readonly repertoire: Repertoire }[] = []
  for (const [number, eci] of preferredEcis.entries()) {
    // the first one has all of ASCII
    if (kept.length > 0 && isAsciiAtMost(classes.keys(), number)) continue
    const { bytesOf } = characterSet(eci)
    const own: number[] = []
    const repertoire = new Array<readonly number[] | undefined>(distinct.length).fill(undefined)
    for (const [{ lengths }, places] of classes) {
      if (lengths[number] === 0) continue
      for (const place of places) {
        own.push(place)
        repertoire[place] = bytesOf(distinct[place]!)
      }
    }
    if (!kept.some((other) => covers(other.repertoire, repertoire, own))) kept.push({ eci, repertoire })
  }
  return { order, repertoires: [{ eci: undefined, repertoire: ascii }, ...kept] }
}

/** The bytes of the distinct characters of a text under these ECIs. */
export function repertoiresIn(ecis: readonly Eci[], text: string): Repertoires {
  const { distinct, order } = charactersIn(text)
  const repertoires = ecis.map((eci) => {
    const { bytesOf } = characterSet(eci)
    return { eci, repertoire: distinct.map((point) => bytesOf(point)) }
  })
  return { order, repertoires }
}

/** For each character of the text, a bit for each repertoire that has it, the first in the lowest. */
export function havingOf({ order, repertoires }: Repertoires): Int32Array {
  const bits = new Int32Array(repertoires[0]!.repertoire.length)
  for (const [i, { repertoire }] of repertoires.entries()) {
    for (let place = 0; place < bits.length; place++) if (repertoire[place] !== undefined) bits[place]! |= 1 << i
  }
  const having = new Int32Array(order.length)
  for (let i = 0; i < having.length; i++) having[i] = bits[order[i]!]!
  return having
}

/** The distinct characters of a text, and the place among them of each of its characters. */
function charactersIn(text: string): { readonly distinct: readonly number[]; readonly order: readonly number[] } {
  const places = new Map<number, number>()
  const order: number[] = []
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i)!
    if (point > 0xffff) i++
    const known = places.get(point)
    order.push(known ?? places.size)
    if (known === undefined) places.set(point, places.size)
  }
  return { distinct: [...places.keys()], order }
}

/** The places of the distinct characters of each class. */
function placesByClass(distinct: readonly number[]): ReadonlyMap<LengthClass, readonly number[]> {
  const classes = new Map<LengthClass, number[]>()
  for (const [place, point] of distinct.entries()) {
    const own = lengthClassOf(point)
    const places = classes.get(own)
    if (places === undefined) classes.set(own, [place])
    else places.push(place)
  }
  return classes
}

/** Whether an ECI has no characters of these beyond those of ASCII, and those in a byte each. */
function isAsciiAtMost(classes: Iterable<LengthClass>, place: number): boolean {
  for (const { example, lengths } of classes) {
    const length = lengths[place]!
    if (length > 0 && (length > 1 || example > 0x7f)) return false
  }
  return true
}

/** Whether `a` has all that `b` has, at these places, in bytes of the same costs. */
function covers(a: Repertoire, b: Repertoire, places: readonly number[]): boolean {
  return places.every((place) => {
    const own = a[place]
    const other = b[place]!
    return own?.length === other.length && other.every((byte, n) => costClasses[byte] === costClasses[own[n]!])
  })
}

/**
 * Bytes of the same number cost the same in every encodation. Those of ASCII are all different; beyond ASCII, X12 and EDIFACT have
 * none, and C40 and Text have them in three or four values.
 */
const costClasses = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? byte : 0x80 + 8 * c40.counts[byte]! + textSet.counts[byte]!,
)
