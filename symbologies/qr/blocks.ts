/** Error correction and the order of codewords in the symbol. ISO/IEC 18004:2015, 7.5 and 7.6 */

import { galoisField } from '../galois.ts'
import { memoize } from '../memoize.ts'
import { parityOf, reedSolomon } from '../reed-solomon.ts'
import type { BlockPlan } from './version.ts'

/** GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1 (7.5.2). */
export const field = galoisField(0x11d)

/** The code with `degree` error correction codewords, whose generator has the roots α^0 to α^(degree - 1) (Annex A). */
export const qrCode = memoize((degree: number) => reedSolomon(field, degree, 0))

export interface Blocks {
  /** Data codewords by block; the first block has the first codewords. */
  readonly data: readonly Uint8Array[]
  /** Error correction codewords by block. */
  readonly errorCorrection: readonly Uint8Array[]
}

/** Divides `data`, all data codewords of the symbol, into blocks (7.5.1, Table 9) and computes their parity (7.5.2). */
export function blocksOf(data: Uint8Array, plan: BlockPlan): Blocks {
  const blocks: Uint8Array[] = []
  for (let i = 0, at = 0; i < plan.blocks; i++) {
    const length = plan.dataLength + (i < plan.shortBlocks ? 0 : 1)
    // a view of a small array would cost more than a copy, because its memory moves out of the heap
    blocks.push(data.slice(at, at + length))
    at += length
  }
  const code = qrCode(plan.errorLength)
  return { data: blocks, errorCorrection: blocks.map((block) => parityOf(code, block)) }
}

/** The first codeword of each block, the second of each, and so on: data, then error correction (7.6). */
export function interleaved({ data, errorCorrection }: Blocks, plan: BlockPlan): Uint8Array {
  const { blocks, dataLength, shortBlocks, capacity } = plan
  const codewords = new Uint8Array(plan.total)
  for (let block = 0; block < blocks; block++) {
    const own = data[block]!
    const parity = errorCorrection[block]!
    for (let i = 0, at = block; i < dataLength; i++, at += blocks) codewords[at] = own[i]!
    // Short blocks have no codeword in the last round of data.
    if (block >= shortBlocks) codewords[dataLength * blocks + block - shortBlocks] = own[dataLength]!
    for (let i = 0, at = capacity + block; i < parity.length; i++, at += blocks) codewords[at] = parity[i]!
  }
  return codewords
}
