/** Which parts fit, from the codewords that the parts of another division take. */

import type { Division } from './division.ts'

type Bounds = Pick<Division, 'mayFit' | 'fits'>

/** Parts that have been measured. */
export interface Measured {
  /** The first character of each part, and the number of all characters. */
  readonly bounds: readonly number[]
  /**
   * Codewords of so many characters back in ASCII: of all parts before the one that the last of them is in, and from its
   * beginning on, each part without its header.
   */
  readonly codewords: Uint32Array
  /** Codewords that every part begins with. */
  readonly header: number
}

/**
 * Two pieces take so many codewords more than the whole at most: one to return to ASCII where it is cut, three to declare the
 * ECI again, and four that a state saves at most in comparison with ASCII.
 */
const cut = 8
/** The whole takes so many codewords more than two pieces at most: the second may need an ECI for its first characters of ASCII. */
const joint = 2

/**
 * @param exact tells whether a part fits by trying
 * @returns bounds on any parts, for parts that may have several ECIs
 */
export function boundsFrom({ bounds, codewords, header }: Measured, exact: Division['fits']): Bounds {
  const between = (from: number, to: number): number => codewords[to]! - codewords[from]!
  return {
    mayFit: (size, { from, to }, parts) => {
      const cuts = bounds.filter((bound) => bound > from && bound < to).length
      // an end-of-data rule saves one codeword at most
      return between(from, to) <= parts * (size.data - header + 1 + joint) + cut * cuts
    },
    fits: (size, from, to) => {
      const place = bounds.indexOf(from)
      if (place < 0 || bounds[place + 1] !== to) return exact(size, from, to)
      const room = size.data - header
      return between(from, to) === room + 1 ? exact(size, from, to) : between(from, to) <= room
    },
  }
}
