/** What linear symbologies share: bars and spaces as modules of a row, and their quiet zones. */

import type { Barcode, Quiet } from './barcode.ts'
import type { BitWriter, Matrix } from './matrix/index.ts'

/** A matrix of one row, the modules in `bits`, whose capacity must be what was written. */
export function rowOf(bits: BitWriter): Matrix {
  return { width: bits.length, height: 1, stride: bits.words.length, words: bits.words }
}

/** The characters of a symbology as modules. */
export interface CharacterPatterns {
  /** By symbol character value; the lowest bit is the last module. */
  readonly patterns: Int32Array
  /** Modules a character, 1 to 32. */
  readonly width: number
}

/** Appends the characters with the first `count` of these values, as `push` does for each, in less time. */
export function pushCharacters(
  bits: BitWriter,
  values: Uint8Array,
  count: number,
  characters: CharacterPatterns,
): void {
  const { patterns, width } = characters
  const paired = 2 * width <= 32 ? pushPairs(bits, values, count, characters) : 0
  for (let i = paired; i < count; i++) bits.push(patterns[values[i]!]!, width)
}

/**
 * Two characters at a time, and each word once it is full.
 *
 * @returns how many were appended: all but the last of an odd number
 */
function pushPairs(bits: BitWriter, values: Uint8Array, count: number, { patterns, width }: CharacterPatterns): number {
  const { words, length } = bits
  let word = length >>> 5
  let used = length & 31
  let pending = words[word]!
  let i = 0
  for (; i + 1 < count; i += 2) {
    const pair = (patterns[values[i]!]! << width) | patterns[values[i + 1]!]!
    used += 2 * width
    if (used < 32) {
      pending |= pair << (32 - used)
    } else {
      used -= 32
      words[word++] = pending | (pair >>> used)
      // by 32 - used, which may be 32
      pending = (pair << 1) << (31 - used)
    }
  }
  if (used > 0) words[word] = pending
  bits.length += i * width
  return i
}

/** The quiet zones of a linear symbol: at its two ends only. */
export function quietZones(left: number, right: number): Quiet {
  return { left, right, top: 0, bottom: 0 }
}

/** The modules of alternating bars and spaces, bar first, as a number whose lowest bit is the last module. */
export function modulesOf(widths: Iterable<number>): number {
  let modules = 0
  let dark = true
  for (const width of widths) {
    modules = (modules << width) | (dark ? (1 << width) - 1 : 0)
    dark = !dark
  }
  return modules
}

/** The width of wide elements, a narrow one being 1. */
export type Ratio = 2 | 2.5 | 3

/** Columns of the two widths of elements. */
export interface ElementWidths {
  /** A module. */
  readonly narrow: 1 | 2
  readonly wide: 2 | 3 | 5
}

/** The fewest whole columns for each ratio. */
export const elementWidths: { readonly [R in Ratio]: ElementWidths } = {
  2: { narrow: 1, wide: 2 },
  2.5: { narrow: 2, wide: 5 },
  3: { narrow: 1, wide: 3 },
}

/** Bars and spaces in turn, '1' for a wide one, as modules. The bars are one more than the spaces, or as many. */
export function twoWidthModules(bars: string, spaces: string, { narrow, wide }: ElementWidths): number {
  const count = bars.length + spaces.length
  return modulesOf(Array.from({ length: count }, (_, i) => ((i % 2 ? spaces : bars)[i >> 1] === '1' ? wide : narrow)))
}

/** The symbol, which says how many columns a module takes if they are more than one. */
export function withModules<B extends Barcode>(barcode: B, { narrow }: ElementWidths): B {
  return narrow === 1 ? barcode : { ...barcode, columnsPerModule: narrow }
}
