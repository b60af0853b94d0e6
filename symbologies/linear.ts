import type { Barcode, Quiet } from './barcode.ts'
import type { BitWriter } from './bits.ts'
import type { Matrix } from './matrix/index.ts'

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
  { patterns, width }: CharacterPatterns,
): void {
  const { words } = bits
  let { length } = bits
  for (let i = 0; i < count; i++) {
    const value = patterns[values[i]!]!
    const word = length >>> 5
    const free = 32 - (length & 31)
    length += width
    if (width <= free) {
      words[word]! |= value << (free - width)
    } else {
      words[word]! |= value >>> (width - free)
      words[word + 1] = value << (32 - (width - free))
    }
  }
  bits.length = length
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
