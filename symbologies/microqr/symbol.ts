/** Codewords become modules, and the mask is chosen. ISO/IEC 18004:2015, 7.6 to 7.8 */

import type { Matrix } from '../matrix/index.ts'
import { type MicroMaskScore, microMaskScore, sidesOf } from './score.ts'
import type { MicroTemplate } from './template.ts'
import { microSizeOf } from './version.ts'

/** The rows of the symbol before masking. Scratch; contents are not kept between calls. */
const unmaskedRows = new Uint32Array(microSizeOf(4))

/**
 * The symbol before masking: data and error correction codewords in place, in a single block (7.6, 7.7.3), format
 * information light.
 *
 * @returns a row a word, of the same array in every call
 */
export function placed(data: Uint8Array, errorCorrection: Uint8Array, { dark, order }: MicroTemplate): Uint32Array {
  for (let y = 0; y < dark.length; y++) unmaskedRows[y] = dark[y]!
  place(order, data, 0)
  place(order, errorCorrection, 8 * data.length)
  return unmaskedRows
}

/**
 * Darkens the modules of `codewords`; the first bit goes to the place `order[at]`.
 *
 * No function pattern interrupts a pair of columns in Micro QR, so every two bits are neighbours, the first on the
 * right.
 */
function place(order: Uint16Array, codewords: Uint8Array, at: number): void {
  for (let i = 0; i < codewords.length; i++, at += 8) {
    const bits = codewords[i]!
    const pairs = ((bits & 0b01010101) << 1) | ((bits >>> 1) & 0b01010101)
    darkenPair(order[at + 1]!, pairs >>> 6)
    darkenPair(order[at + 3]!, pairs >>> 4)
    darkenPair(order[at + 5]!, pairs >>> 2)
    darkenPair(order[at + 7]!, pairs)
  }
}

/** Darkens the module at `address` and the one to its right by the last two of `bits`. */
function darkenPair(address: number, bits: number): void {
  unmaskedRows[address >>> 5]! |= (bits << 30) >>> (address & 31)
}

export interface MicroMasked {
  readonly matrix: Matrix
  readonly mask: number
  readonly scores: readonly MicroMaskScore[]
}

/**
 * Scores the symbol under each mask; the highest score wins, of equal ones the lower mask number (7.8.3.2). The layers
 * include the format information (7.9.2).
 *
 * @param forced the mask number to use whatever the scores
 */
export function masked(unmasked: Uint32Array, { size, layers }: MicroTemplate, forced?: number): MicroMasked {
  const sides = sidesOf(unmasked, size)
  const scores = layers.map((layer) => microMaskScore(sides, layer.sides))
  let mask = 0
  for (let i = 1; i < scores.length; i++) if (scores[i]!.total > scores[mask]!.total) mask = i
  mask = forced ?? mask
  const { rows } = layers[mask]!
  const words = new Uint32Array(size)
  for (let y = 0; y < size; y++) words[y] = unmasked[y]! ^ rows[y]!
  return { matrix: { width: size, height: size, stride: 1, words }, mask, scores }
}
