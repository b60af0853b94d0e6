import type { Quiet } from './barcode.ts'
import type { BitWriter } from './bits.ts'
import type { Matrix } from './matrix/index.ts'

/** A matrix of one row, the modules in `bits`, whose capacity must be what was written. */
export function rowOf(bits: BitWriter): Matrix {
  return { width: bits.length, height: 1, stride: bits.words.length, words: bits.words }
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
