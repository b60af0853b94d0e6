/** How many bytes a character takes under each ECI. */

import { preferredEcis } from './assignments.ts'
import { characterSet } from './index.ts'

/** Characters that take as many bytes as each other under every ECI. Unicode has about 160 such classes. */
export interface LengthClass {
  /** One of them. */
  readonly example: number
  /** Bytes of each of them, by place in `preferredEcis`; 0 if the set lacks them. */
  readonly lengths: readonly number[]
}

/** Those found so far, and by what they take. */
const classes: LengthClass[] = []
const byLengths = new Map<string, number>()

/** By code point of the Basic Multilingual Plane: 1 + the place of its class, 0 if it has not been asked for. */
let places: Uint16Array | undefined

/** All characters beyond the Basic Multilingual Plane are alike: only the encodings of Unicode have them. */
const beyond = 0x10000

/** The class of a character, by its code point. The sets are asked for a character once in the life of the process. */
export function lengthClassOf(codePoint: number): LengthClass {
  const point = Math.min(codePoint, beyond)
  places ??= new Uint16Array(beyond + 1)
  places[point] ||= 1 + placeOf(point)
  return classes[places[point]! - 1]!
}

function placeOf(point: number): number {
  const lengths = preferredEcis.map((eci) => characterSet(eci).bytesOf(point)?.length ?? 0)
  const key = lengths.join()
  const known = byLengths.get(key)
  if (known !== undefined) return known
  byLengths.set(key, classes.length)
  return classes.push({ example: point, lengths }) - 1
}
