import type { Eci } from '../eci/index.ts'
import { type Repertoire, repertoiresOf } from './repertoires.ts'

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

/**
 * The interpretations of the repertoires by which a symbol for `text` may be smallest.
 *
 * @param text without lone surrogates
 * @returns ASCII before any ECI, then at least UTF-8
 */
export function interpretationsOf(text: string): Interpretation[] {
  const { order, repertoires } = repertoiresOf(text)
  return repertoires.map(({ eci, repertoire }) => ({ eci, ...written(repertoire, order) }))
}

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
