/** Codewords become modules, and the mask is chosen. ISO/IEC 18004:2015, 7.7 and 7.8 */

import { darkenIf, type Matrix, transposedWords } from '../matrix/index.ts'
import type { Packed } from './mask-layers.ts'
import { type MaskScore, maskScore } from './penalty.ts'
import type { Template } from './template.ts'

/**
 * The symbol before masking: `codewords` in place, format information light.
 *
 * Bits fill `template.order` one by one, each codeword's most significant bit first (7.7.3); remainder bits stay zero.
 *
 * @returns rows packed as a Matrix
 */
export function placed(codewords: Uint8Array, { dark, order }: Template): Uint32Array {
  const rows = dark.slice()
  place(rows, order, codewords)
  return rows
}

function place(rows: Uint32Array, order: Uint16Array, codewords: Uint8Array): void {
  for (let i = 0, at = 0; i < codewords.length; i++, at += 8) {
    const bits = codewords[i]!
    // written out: a loop takes 1.8 times as long
    darkenIf(rows, order[at]!, bits >>> 7)
    darkenIf(rows, order[at + 1]!, bits >>> 6)
    darkenIf(rows, order[at + 2]!, bits >>> 5)
    darkenIf(rows, order[at + 3]!, bits >>> 4)
    darkenIf(rows, order[at + 4]!, bits >>> 3)
    darkenIf(rows, order[at + 5]!, bits >>> 2)
    darkenIf(rows, order[at + 6]!, bits >>> 1)
    darkenIf(rows, order[at + 7]!, bits)
  }
}

export interface Masked {
  readonly matrix: Matrix
  readonly mask: number
  /** By mask number. */
  readonly scores: readonly MaskScore[]
}

/**
 * Scores the symbol under each of `layers`, complete with format information; the lowest score wins, and of equal ones
 * the lower mask number (7.8.3).
 *
 * @param rows the symbol before masking; becomes the matrix
 * @param forced the mask number to use whatever the scores
 */
export function masked(
  rows: Uint32Array,
  layers: readonly Packed[],
  { size, stride }: Template,
  forced?: number,
): Masked {
  const unmasked = { rows, columns: transposedWords(rows, size, size), size, stride }
  const scores: MaskScore[] = []
  let mask = 0
  for (const layer of layers) {
    const score = maskScore(unmasked, layer)
    if (score.total < (scores[mask]?.total ?? Infinity)) mask = scores.length
    scores.push(score)
  }
  mask = forced ?? mask
  const layer = layers[mask]!.rows
  for (let w = 0; w < rows.length; w++) rows[w]! ^= layer[w]!
  return { matrix: { width: size, height: size, stride, words: rows }, mask, scores }
}
