/** Which interpretations of a text may carry each of its characters. */

import type { Interpretation } from './interpretations.ts'

/** It has every character, and those of ASCII as single bytes. */
const utf8Eci = 26

/**
 * For each character, a bit for each interpretation that has it and may be used for it, the first in the lowest bit.
 *
 * Between two characters that not all interpretations have are characters of ASCII. An interpretation that has neither of the
 * two is entered and left in vain: the one before it, or UTF-8, costs no more. Only the first one may begin a text.
 *
 * @param interpretations at most 32 of the same text
 */
export function carriersOf(interpretations: readonly Interpretation[]): Int32Array {
  const having = havingOf(interpretations)
  const all = interpretations.reduce((bits, _, i) => bits | (1 << i), 0)
  const always = 1 | interpretations.reduce((bits, { eci }, i) => (eci === utf8Eci ? bits | (1 << i) : bits), 0)
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

/** For each character, a bit for each interpretation that has it. */
function havingOf(interpretations: readonly Interpretation[]): Int32Array {
  const having = new Int32Array(interpretations[0]!.has.length)
  for (const [i, { has }] of interpretations.entries()) {
    for (let character = 0; character < having.length; character++) {
      if (has[character] === 1) having[character]! |= 1 << i
    }
  }
  return having
}
