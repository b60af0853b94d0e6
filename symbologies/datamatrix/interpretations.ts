import { characterSet, type Eci, preferredEcis } from '../eci/index.ts'
import { type LengthClass, lengthClassOf } from '../eci/lengths.ts'
import { c40, text as textSet } from './character-sets.ts'

/** A text under one ECI, which may lack some of its characters. */
export interface Interpretation {
  /** Undefined for ASCII before any ECI. */
  readonly eci: Eci | undefined
  /** The bytes of all characters; `gap` zeros for a character that the ECI lacks, or for all of several in a row. */
  readonly bytes: Uint8Array
  /** For each character, and for the end of the text, the first of its bytes. */
  readonly offsets: Uint32Array
  /** 1 for each character that the ECI has. */
  readonly has: Uint8Array
  /** Whether it has all of them. */
  readonly isWhole: boolean
}

/** More than the two bytes by which a step of a cost table goes back at most. */
export const gap = 3

/** The bytes of each distinct character of a text, in one order for all ECIs. */
export type Repertoire = readonly (readonly number[] | undefined)[]

/** What a text may be written in. */
export interface Repertoires {
  /** For each character of the text, its place among the distinct ones. */
  readonly order: readonly number[]
  /** ASCII before any ECI, then at least UTF-8. */
  readonly repertoires: readonly { readonly eci: Eci | undefined; readonly repertoire: Repertoire }[]
}

/**
 * The interpretations by which a symbol for `text` may be smallest, the preferred ones first. Left out are those that
 * have no other characters than a preferred one, at the same costs.
 *
 * @param text without lone surrogates
 * @returns ASCII before any ECI, then at least UTF-8
 */
export function interpretationsOf(text: string): Interpretation[] {
  return interpretationsIn(repertoiresOf(text))
}

export function interpretationsIn({ order, repertoires }: Repertoires): Interpretation[] {
  return repertoires.map(({ eci, repertoire }) => ({ eci, ...written(repertoire, order) }))
}

/** The same as the bytes of distinct characters. */
export function repertoiresOf(text: string): Repertoires {
  const { distinct, order } = charactersIn(text)
  const classes = distinct.map(lengthClassOf)
  const ascii = distinct.map((point) => (point < 0x80 ? [point] : undefined))
  const kept: { readonly eci: Eci; readonly repertoire: Repertoire }[] = []
  const different = new Set(classes)
  for (const [place, eci] of preferredEcis.entries()) {
    // the first one has all of ASCII
    if (kept.length > 0 && isAsciiAtMost(different, place)) continue
    const { bytesOf } = characterSet(eci)
    const own: number[] = []
    const repertoire = distinct.map((point, n) => {
      if (classes[n]!.lengths[place] === 0) return undefined
      own.push(n)
      return bytesOf(point)
    })
    if (!kept.some((other) => covers(other.repertoire, repertoire, own))) kept.push({ eci, repertoire })
  }
  return { order, repertoires: [{ eci: undefined, repertoire: ascii }, ...kept] }
}

/** Whether an ECI has no characters of these beyond those of ASCII, and those in a byte each. */
function isAsciiAtMost(classes: ReadonlySet<LengthClass>, place: number): boolean {
  for (const { example, lengths } of classes) {
    const length = lengths[place]!
    if (length > 0 && (length > 1 || example > 0x7f)) return false
  }
  return true
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
export const costClasses = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? byte : 0x80 + 8 * c40.counts[byte]! + textSet.counts[byte]!,
)

/** The text in an ECI, its characters given by their place in the repertoire. */
export function written(repertoire: Repertoire, order: readonly number[]): Omit<Interpretation, 'eci'> {
  const offsets = new Uint32Array(order.length + 1)
  for (let i = 0; i < order.length; i++) offsets[i + 1] = offsets[i]! + (repertoire[order[i]!]?.length ?? gap)
  const bytes = new Uint8Array(offsets[order.length]!)
  const has = new Uint8Array(order.length)
  for (let i = 0; i < order.length; i++) {
    const own = repertoire[order[i]!]
    if (own === undefined) continue
    for (let n = 0; n < own.length; n++) bytes[offsets[i]! + n] = own[n]!
    has[i] = 1
  }
  return { bytes, offsets, has, isWhole: repertoire.every((own) => own !== undefined) }
}
