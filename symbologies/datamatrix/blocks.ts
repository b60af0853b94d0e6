import { galoisField } from '../galois.ts'
import { memoize } from '../memoize.ts'
import { parityOf, reedSolomon } from '../reed-solomon.ts'
import type { DataMatrixSize } from './sizes.ts'

export interface DataMatrixBlock {
  readonly data: Uint8Array
  readonly errorCorrection: Uint8Array
}

// ISO/IEC 16022:2006, 5.7: x^8 + x^5 + x^3 + x^2 + 1
const field = galoisField(0x12d)
const codeOf = memoize((degree: number) => reedSolomon(field, degree, 1))

/**
 * The data codewords divided into blocks, each with its error correction.
 *
 * Codeword i belongs to block i modulo the number of blocks. In 144x144 the first eight blocks thus have 156 data
 * codewords and the last two 155.
 *
 * ISO/IEC 16022:2006, 5.7 and Annex A
 */
export function blocksOf(data: Uint8Array, { blocks, errorCorrection }: DataMatrixSize): DataMatrixBlock[] {
  const code = codeOf(errorCorrection / blocks)
  if (blocks === 1) return [{ data, errorCorrection: parityOf(code, data) }]
  return Array.from({ length: blocks }, (_, block) => {
    const own = new Uint8Array(Math.ceil((data.length - block) / blocks))
    for (let i = 0; i < own.length; i++) own[i] = data[block + i * blocks]!
    return { data: own, errorCorrection: parityOf(code, own) }
  })
}

/**
 * All codewords in the order of placement: data, then error correction, one codeword of each block in turn. In 144x144
 * the turn after the last data codeword is block 9's, so error correction begins with the ninth block, as readers
 * expect.
 */
export function symbolCodewords(data: Uint8Array, blocks: readonly DataMatrixBlock[]): Uint8Array {
  const degree = blocks[0]!.errorCorrection.length
  const codewords = new Uint8Array(data.length + degree * blocks.length)
  codewords.set(data)
  const turn = data.length % blocks.length
  for (const [block, { errorCorrection }] of blocks.entries()) {
    let at = data.length + ((block - turn + blocks.length) % blocks.length)
    for (let i = 0; i < degree; i++, at += blocks.length) codewords[at] = errorCorrection[i]!
  }
  return codewords
}
