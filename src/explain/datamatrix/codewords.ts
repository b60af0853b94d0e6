/** Error correction and placement of codewords. ISO/IEC 16022:2006, 5.7 and 5.8.1 */

import { type Barcode, type DataMatrixTrace, dataMatrixCodewordModules } from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Part, Step } from '../explanation.ts'
import { standard } from './patterns.ts'

/**
 * The modules of all codewords, data in the order of the stream, then error correction block by block.
 *
 * @returns for every bit in that order row times width plus column
 */
export function pathOf({ matrix: { width }, trace: { size, blocks } }: Barcode<DataMatrixTrace>): number[] {
  const path: number[] = []
  const placed = dataMatrixCodewordModules(size)
  const add = (codeword: number): void => {
    for (const { x, y } of placed[codeword]!) path.push(y * width + x)
  }
  for (let i = 0; i < size.data; i++) add(i)
  const turn = size.data % size.blocks
  for (const [block, { errorCorrection }] of blocks.entries()) {
    const first = size.data + ((block - turn + size.blocks) % size.blocks)
    for (let i = 0; i < errorCorrection.length; i++) add(first + i * size.blocks)
  }
  return path
}

/** A step for each Reed-Solomon block. */
export function blockSteps({ trace: { size, blocks } }: Barcode<DataMatrixTrace>): Step[] {
  return blocks.map(({ data, errorCorrection }, block): Step => {
    const degree = errorCorrection.length
    const first = size.data + block * degree
    const own = Array.from(data, (_, i) => ofCodeword(block + i * size.blocks))
    const assignment =
      size.blocks === 1 ? '' : ` Codeword i of the message belongs to block (i − 1) mod ${size.blocks} + 1.`
    return {
      id: `block-${block + 1}`,
      title: size.blocks === 1 ? 'Error correction' : `Error correction of block ${block + 1}`,
      clause: `${standard}, 5.7 and Annexes A and E`,
      text:
        `${counted(data.length, 'data codeword')}, followed by ${degree} for error correction: the remainder of the data times x^${degree} ` +
        `divided by (x − α)(x − α^2)…(x − α^${degree}), over GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1.${assignment}`,
      values: { data: Array.from(data), errorCorrection: Array.from(errorCorrection) },
      modules: {
        path: size.blocks === 1 ? [[0, 8 * (size.data + degree)]] : [...own, [8 * first, 8 * (first + degree)]],
      },
      parts: Array.from(errorCorrection, (value, i): Part => {
        return {
          title: `error correction codeword ${i + 1}`,
          values: { value },
          modules: { path: [ofCodeword(first + i)] },
        }
      }),
    }
  })
}

/** The bits of one codeword of the path. */
function ofCodeword(i: number): readonly [from: number, to: number] {
  return [8 * i, 8 * i + 8]
}

export function placementStep({ trace: { size, codewords } }: Barcode<DataMatrixTrace>): Step {
  const order =
    size.blocks === 1 ? '' : ` The codewords for error correction come from the ${size.blocks} blocks in turn.`
  return {
    id: 'placement',
    title: `${codewords.length} codewords in order of placement`,
    clause: `${standard}, 5.8.1 and Annex F`,
    text:
      'Along diagonals up and down through the mapping matrix, each codeword as two modules above three above three, the most ' +
      `significant bit at the upper left; modules beyond an edge wrap to the opposite one.${order}`,
    values: { codewords: Array.from(codewords) },
    modules: { path: [[0, 8 * codewords.length]] },
  }
}
