/** From the samples of a PNG to grey values. ISO/IEC 15948:2004 */

import type { PngChunks } from './chunks.ts'
import { damaged, greyOf } from './png.ts'

/** Where the grey values of a row go. */
interface Places {
  readonly into: Uint8Array
  readonly from: number
  readonly step: number
  readonly count: number
}

/** Reads a row, with the byte of its filter in front, which has been undone. */
export type RowGreys = (row: Uint8Array, places: Places) => void

export function greysOf(chunks: PngChunks): RowGreys {
  const { depth, samples, kind } = chunks
  if (samples === 1) {
    const table = kind === 'palette' ? paletteGreys(chunks) : sampleGreys(chunks)
    return (row, { into, from, step, count }) => {
      for (let i = 0; i < count; i++) {
        const grey = table[sampleAt(row, i, depth)] ?? missing
        if (grey === missing) throw damaged()
        into[from + i * step] = grey
      }
    }
  }
  const grey = pixelGrey(chunks)
  return (row, { into, from, step, count }) => {
    for (let i = 0; i < count; i++) into[from + i * step] = grey(row, i * samples)
  }
}

/** 7.2: samples of less than a byte begin at its high bits. */
function sampleAt(row: Uint8Array, i: number, depth: number): number {
  if (depth === 8) return row[1 + i]!
  if (depth === 16) return (row[1 + 2 * i]! << 8) | row[2 + 2 * i]!
  const bit = i * depth
  return (row[1 + (bit >> 3)]! >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

/** In place of the grey of a palette entry that there is not. */
const missing = -1

/** By the number of the entry (11.2.3, 11.3.2). */
function paletteGreys({ palette, transparency = new Uint8Array(0) }: PngChunks): Int16Array {
  const entries = Math.floor(palette.length / 3)
  if (entries === 0 || transparency.length > entries) throw damaged()
  return Int16Array.from({ length: entries }, (_, i) =>
    greyOf(palette[3 * i]!, palette[3 * i + 1]!, palette[3 * i + 2]!, transparency[i] ?? 255),
  )
}

/** By the sample. */
function sampleGreys({ depth, transparency }: PngChunks): Int16Array {
  const [clear] = transparency === undefined ? [] : wordsIn(transparency, 1)
  return Int16Array.from({ length: 2 ** depth }, (_, sample) => (sample === clear ? 255 : byteOf(sample, depth)))
}

/** Reads the pixel that begins with sample `at`. */
function pixelGrey({ depth, kind, transparency }: PngChunks): (row: Uint8Array, at: number) => number {
  const byteAt = (row: Uint8Array, i: number): number => byteOf(sampleAt(row, i, depth), depth)
  switch (kind) {
    case 'colour and alpha':
      return (row, at) => greyOf(byteAt(row, at), byteAt(row, at + 1), byteAt(row, at + 2), byteAt(row, at + 3))
    case 'grey and alpha':
      return (row, at) => {
        const grey = byteAt(row, at)
        return greyOf(grey, grey, grey, byteAt(row, at + 1))
      }
    default: {
      const clear = transparency === undefined ? undefined : wordsIn(transparency, 3)
      const isClear = (row: Uint8Array, at: number): boolean =>
        clear?.every((sample, i) => sampleAt(row, at + i, depth) === sample) ?? false
      return (row, at) =>
        isClear(row, at) ? 255 : greyOf(byteAt(row, at), byteAt(row, at + 1), byteAt(row, at + 2), 255)
    }
  }
}

/** 13.12: as near as a byte comes to the same part of the range. */
function byteOf(sample: number, depth: number): number {
  return depth === 8 ? sample : Math.floor((sample * 255) / (2 ** depth - 1) + 0.5)
}

function wordsIn(data: Uint8Array, count: number): number[] {
  if (data.length < 2 * count) throw damaged()
  return Array.from({ length: count }, (_, i) => (data[2 * i]! << 8) | data[2 * i + 1]!)
}
