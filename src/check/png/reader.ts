/** Reads PNGs with what browsers and node have in common. ISO/IEC 15948:2004 */

import type { Picture } from '../picture/picture.ts'
import { chunksOf, type PngChunks } from './chunks.ts'
import { greysOf } from './greys.ts'
import { damaged, pngSize } from './png.ts'

/**
 * The grey values of a PNG, its transparent parts on white. One row after the other is unpacked, so that little more than
 * the grey values is held.
 *
 * @param file  the whole file
 * @throws PictureError for what is no PNG, is damaged or has too many pixels; the last before it is unpacked
 */
export async function readPng(file: Uint8Array<ArrayBuffer>): Promise<Picture> {
  const { width, height } = pngSize(file)
  const chunks = chunksOf(file)
  const grey = new Uint8Array(width * height)
  const greys = greysOf(chunks)
  const bytes = new Inflated(chunks.rows)
  const bits = chunks.samples * chunks.depth
  for (const { columns, rows, left, top, across, down } of passesOf(chunks)) {
    const length = 1 + Math.ceil((columns * bits) / 8)
    let [row, above] = [new Uint8Array(length), new Uint8Array(length)]
    for (let y = 0; y < rows; y++) {
      if (!bytes.take(row)) await bytes.fill(row)
      unfilter(row, above, Math.max(1, bits >> 3))
      greys(row, { into: grey, from: (top + y * down) * width + left, step: across, count: columns })
      ;[row, above] = [above, row]
    }
  }
  await bytes.end()
  return { width, height, grey }
}

/** Pixels of the picture that come one after the other: from `left` and `top` on every `across`th of every `down`th row. */
interface Pass {
  readonly columns: number
  readonly rows: number
  readonly left: number
  readonly top: number
  readonly across: number
  readonly down: number
}

/** 8.2, Adam7: left, top, across, down. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const inOrder = [[0, 0, 1, 1]] as const

/** Passes without a pixel have no rows either. */
function passesOf({ width, height, interlaced }: PngChunks): Pass[] {
  return (interlaced ? adam7 : inOrder)
    .map(([left, top, across, down]) => {
      const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)]
      return { columns, rows, left, top, across, down }
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
}

/** The bytes of a zlib stream, as they are asked for. */
class Inflated {
  readonly #parts: ReadableStreamDefaultReader<Uint8Array>
  #part: Uint8Array = new Uint8Array(0)
  #at = 0

  constructor(compressed: readonly Uint8Array<ArrayBuffer>[]) {
    this.#parts = new Blob([...compressed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  }

  /** Fills `row` from what is unpacked already; false where that is not enough. */
  take(row: Uint8Array): boolean {
    const end = this.#at + row.length
    if (end > this.#part.length) return false
    row.set(this.#part.subarray(this.#at, end))
    this.#at = end
    return true
  }

  async fill(row: Uint8Array): Promise<void> {
    for (let filled = 0; filled < row.length; ) {
      if (this.#at === this.#part.length) await this.#next()
      const taken = this.#part.subarray(this.#at, this.#at + row.length - filled)
      row.set(taken, filled)
      filled += taken.length
      this.#at += taken.length
    }
  }

  /** What may follow the last row is not looked at. */
  async end(): Promise<void> {
    await this.#parts.cancel().catch(() => undefined)
  }

  async #next(): Promise<void> {
    const { done, value } = await this.#parts.read().catch(() => ({ done: true, value: undefined }))
    if (done || value === undefined) throw damaged()
    this.#part = value
    this.#at = 0
  }
}

/**
 * Undoes the filter of a row in place; its first byte says which one it is (9.2).
 *
 * @param above  the row before, or zeros
 * @param step  bytes from a pixel to the next, 1 at the least
 */
function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  const before = (line: Uint8Array, i: number): number => (i > step ? line[i - step]! : 0)
  switch (row[0]) {
    case 0:
      return
    case 1:
      for (let i = 1 + step; i < row.length; i++) row[i] = row[i]! + row[i - step]!
      return
    case 2:
      for (let i = 1; i < row.length; i++) row[i] = row[i]! + above[i]!
      return
    case 3:
      for (let i = 1; i < row.length; i++) row[i] = row[i]! + ((before(row, i) + above[i]!) >> 1)
      return
    case 4:
      for (let i = 1; i < row.length; i++) row[i] = row[i]! + paeth(before(row, i), above[i]!, before(above, i))
      return
    default:
      throw damaged()
  }
}

/** 9.4: whichever of left, above and upper left is nearest to left + above - upper left, in this order. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
