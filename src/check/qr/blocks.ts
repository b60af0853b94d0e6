/** The Reed-Solomon blocks of a symbol and their codewords. ISO/IEC 18004:2015, 7.5 and 7.6 */

import { corrected, type ReaderField, syndromesOf } from '../galois.ts'

/** The positions in the symbol of a block's codewords. */
export interface BlockPlaces {
  readonly data: readonly number[]
  readonly errorCorrection: readonly number[]
}

export interface BlockLengths {
  readonly blocks: number
  readonly total: number
  readonly errorLength: number
}

/** The number of data codewords of each block; if they do not divide evenly, the later blocks have one more. */
function dataLengths({ blocks, total, errorLength }: BlockLengths): number[] {
  const data = total - blocks * errorLength
  return Array.from({ length: blocks }, (_, block) => Math.floor((data + block) / blocks))
}

/** Interleaved: one codeword of each block in turn (7.6). */
export function inTurn(lengths: BlockLengths): BlockPlaces[] {
  const counts = dataLengths(lengths)
  const places = counts.map(() => ({ data: [] as number[], errorCorrection: [] as number[] }))
  let at = 0
  for (let turn = 0; turn <= counts[counts.length - 1]!; turn++) {
    for (const [block, count] of counts.entries()) if (turn < count) places[block]!.data.push(at++)
  }
  for (let turn = 0; turn < lengths.errorLength; turn++) {
    for (const place of places) place.errorCorrection.push(at++)
  }
  return places
}

/** One block after the other, as an encoder without 7.6 writes them. */
export function oneByOne(lengths: BlockLengths): BlockPlaces[] {
  const run = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i)
  let data = 0
  let error = lengths.total - lengths.blocks * lengths.errorLength
  return dataLengths(lengths).map((count) => {
    data += count
    error += lengths.errorLength
    return { data: run(data - count, count), errorCorrection: run(error - lengths.errorLength, lengths.errorLength) }
  })
}

export interface BlockState {
  readonly places: BlockPlaces
  /** The data codewords, corrected if possible. */
  readonly data: Uint8Array
  /** The positions in the symbol of wrong codewords; undefined if there are too many to correct. */
  readonly wrong: readonly number[] | undefined
}

/** Reads a block and corrects it. */
export function stateOf(
  codewords: Uint8Array,
  places: BlockPlaces,
  { field, first }: { field: ReaderField; first: number },
): BlockState {
  const all = [...places.data, ...places.errorCorrection]
  const block = Uint8Array.from(all, (place) => codewords[place]!)
  const correction = corrected(field, block, { first, count: places.errorCorrection.length })
  const count = places.data.length
  if (correction === undefined) return { places, data: block.subarray(0, count), wrong: undefined }
  return { places, data: correction.block.subarray(0, count), wrong: correction.wrong.map((i) => all[i]!) }
}

/** Whether all blocks are without errors. */
export function isSound(
  codewords: Uint8Array,
  blocks: readonly BlockPlaces[],
  { field, first }: { field: ReaderField; first: number },
): boolean {
  return blocks.every(({ data, errorCorrection }) => {
    const block = Uint8Array.from([...data, ...errorCorrection], (place) => codewords[place]!)
    // The first root already exposes most blocks with errors.
    const roots = (count: number): number[] => syndromesOf(field, block, { first, count })
    return roots(1)[0] === 0 && roots(errorCorrection.length).every((value) => value === 0)
  })
}
