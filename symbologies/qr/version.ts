/** The 40 versions and their error correction. ISO/IEC 18004:2015, 6.3.2 and 7.5.1 */

import { memoize } from '../memoize.ts'
import { alignmentCentres } from './alignment.ts'

export const levels = ['L', 'M', 'Q', 'H'] as const
/** Error correction level, in order of strength. */
export type QrLevel = (typeof levels)[number]

export const highestVersion = 40

/** How a symbol's codewords are divided into Reed-Solomon blocks. */
export interface BlockPlan {
  readonly blocks: number
  /** Error correction codewords in each block. */
  readonly errorLength: number
  /** Data codewords in the first `shortBlocks` blocks; the blocks after them have one more. */
  readonly dataLength: number
  readonly shortBlocks: number
  /** Data codewords in all blocks. */
  readonly capacity: number
  /** Codewords in the symbol. */
  readonly total: number
}

/** A row of numbers, one for each version. */
const row = (text: string): readonly number[] => text.trim().split(/ +/).map(Number)

/** 7.5.1, Table 9: error correction codewords in a block, by version. */
const errorLengths: Readonly<Record<QrLevel, readonly number[]>> = {
  //       1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
  L: row(
    ' 7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  ),
  M: row(
    '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
  ),
  Q: row(
    '13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  ),
  H: row(
    '17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  ),
}

/** 7.5.1, Table 9: blocks, by version. */
const blockCounts: Readonly<Record<QrLevel, readonly number[]>> = {
  //       1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
  L: row(
    ' 1  1  1  1  1  2  2  2  2  4  4  4  4  4  6  6  6  6  7  8  8  9  9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25',
  ),
  M: row(
    ' 1  1  1  2  2  4  4  4  5  5  5  8  9  9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
  ),
  Q: row(
    ' 1  1  2  2  4  4  6  6  8  8  8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68',
  ),
  H: row(
    ' 1  1  2  4  4  4  5  6  8  8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81',
  ),
}

/** Modules along a side of the symbol, 21 to 177 (6.3.2). */
export function sizeOf(version: number): number {
  return 17 + 4 * version
}

/** Modules that are left for codewords and remainder bits (Table 1): 208 to 29648. */
export function dataModules(version: number): number {
  const size = sizeOf(version)
  const centres = alignmentCentres(version).length
  const finders = 3 * 8 * 8
  const timing = 2 * (size - 16)
  // Three of the grid's corners are finder patterns; a pattern on a timing pattern shares five modules with it.
  const alignment = centres === 0 ? 0 : 25 * (centres * centres - 3) - 2 * 5 * (centres - 2)
  const format = 2 * 15 + 1
  const versionInformation = version < 7 ? 0 : 2 * 18
  return size * size - finders - timing - alignment - format - versionInformation
}

/** The division into blocks of a symbol of `version` 1 to 40. */
export function blockPlan(version: number, level: QrLevel): BlockPlan {
  return plansOf(level)(version)
}

const plansOf = memoize((level: QrLevel) => memoize((version: number) => newPlan(version, level)))

function newPlan(version: number, level: QrLevel): BlockPlan {
  const errorLength = errorLengths[level][version - 1]!
  const blocks = blockCounts[level][version - 1]!
  const total = Math.floor(dataModules(version) / 8)
  const capacity = total - blocks * errorLength
  return {
    blocks,
    errorLength,
    dataLength: Math.floor(capacity / blocks),
    shortBlocks: blocks - (capacity % blocks),
    capacity,
    total,
  }
}
