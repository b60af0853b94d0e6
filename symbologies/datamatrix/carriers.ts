/** Which interpretations of a text may carry each of its characters. */

import type { Eci } from '../eci/index.ts'

/** It has every character, and those of ASCII as single bytes. */
const utf8Eci = 26

/**
 * For each character, a bit for each interpretation that has it and may be used for it, the first in the lowest bit.
 *
 * Between two characters that not all interpretations have are characters of ASCII. An interpretation that has neither of the
 * two is entered and left in vain: the one before it, or UTF-8, costs no more. Only the first one may begin a text.
 *
 * @param ecis of the interpretations, at most 32
 * @param having for each character, a bit for each interpretation that has it
 */
export function carriersOf(ecis: readonly (Eci | undefined)[], having: Int32Array): Int32Array {
  const all = ecis.reduce((bits, _, i) => bits | (1 << i), 0)
  const always = 1 | ecis.reduce((bits, eci, i) => (eci === utf8Eci ? bits | (1 << i) : bits), 0)
  const carriers = new Int32Array(having.length)
  let behind = 0
  for (let from = 0, to = 0; from < having.length; from = to) {
    while (to < having.length && having[to] === all) to++
    const ahead = having[to] ?? 0
    to = Math.min(to + 1, having.length)
    for (let i = from; i < to; i++) carriers[i] = having[i]! & (always | behind | ahead)
    behind = ahead
  }
  return carriers
}

/** The place of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits)
