import { characterSet, type Eci, preferredEcis } from '../eci/index.ts'
import { c40, text as textSet } from './character-sets.ts'

/** A text under one ECI, which may lack some of its characters. */
export interface Interpretation {
  /** Undefined for ASCII before any ECI. */
  readonly eci: Eci | undefined
  /** The bytes of all characters; `gap` zeros for a character that the ECI lacks. */
  readonly bytes: Uint8Array
  /** For each character, and for the end of the text, the first of its bytes. */
  readonly offsets: Uint32Array
  /** 1 for each character that the ECI has. */
  readonly has: Uint8Array
  /** Whether it has all of them. */
  readonly isWhole: boolean
}

/** More than the two bytes by which a step of a cost table goes back at most. */
const gap = 3

/** The bytes of each distinct character of a text, in one order for all ECIs. */
type Repertoire = readonly (readonly number[] | undefined)[]

/**
 * The interpretations by which a symbol for `text` may be smallest, the preferred ones first. Left out are those that
 * have no other characters than a preferred one, at the same costs.
 *
 * @param text without lone surrogates
 * @returns ASCII before any ECI, then at least UTF-8
 */
export function interpretationsOf(text: string): Interpretation[] {
  const { distinct, order } = charactersIn(text)
  const kept: { readonly eci: Eci; readonly repertoire: Repertoire }[] = []
  for (const eci of preferredEcis) {
    const { bytesOf } = characterSet(eci)
    const repertoire = distinct.map((point) => bytesOf(point))
    if (!kept.some((other) => covers(other.repertoire, repertoire))) kept.push({ eci, repertoire })
  }
  const ascii = distinct.map((point) => (point < 0x80 ? [point] : undefined))
  return [{ eci: undefined, repertoire: ascii }, ...kept].map((each) => ({
    eci: each.eci,
    ...written(each.repertoire, order),
  }))
}

/** A text under one ECI. */
export function interpretationIn(eci: Eci, text: string): Interpretation {
  const { distinct, order } = charactersIn(text)
  const { bytesOf } = characterSet(eci)
  const repertoire = distinct.map((point) => bytesOf(point))
  return { eci, ...written(repertoire, order) }
}

/** The characters `from` to `to` of it, `to` not included. */
export function sliceOf(
  { eci, bytes, offsets, has, isWhole }: Interpretation,
  { from, to }: { readonly from: number; readonly to: number },
): Interpretation {
  const first = offsets[from]!
  return {
    eci,
    bytes: bytes.subarray(first, offsets[to]),
    offsets: offsets.subarray(from, to + 1).map((offset) => offset - first),
    has: has.subarray(from, to),
    isWhole,
  }
}

/** The distinct characters of a text, and the place among them of each of its characters. */
function charactersIn(text: string): { readonly distinct: readonly number[]; readonly order: readonly number[] } {
  const characters = Array.from(text, (character) => character.codePointAt(0)!)
  const distinct = [...new Set(characters)]
  const places = new Map(distinct.map((point, place) => [point, place]))
  return { distinct, order: characters.map((point) => places.get(point)!) }
}

/** Whether `a` has all that `b` has, in bytes of the same costs. */
function covers(a: Repertoire, b: Repertoire): boolean {
  return b.every((bytes, i) => {
    const own = a[i]
    return bytes === undefined || (own?.length === bytes.length && bytes.every((byte, n) => costAlike(byte, own[n]!)))
  })
}

/** Whether two bytes cost the same in every encodation. Beyond ASCII, X12 and EDIFACT have none. */
function costAlike(a: number, b: number): boolean {
  if (a < 0x80 || b < 0x80) return a === b
  return c40.counts[a] === c40.counts[b] && textSet.counts[a] === textSet.counts[b]
}

/** The text in an ECI, its characters given by their place in the repertoire. */
function written(repertoire: Repertoire, order: readonly number[]): Omit<Interpretation, 'eci'> {
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
