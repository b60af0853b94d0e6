/** Converts the samples of a PNG to grey values, or to the bits of a picture of two greys. ISO/IEC 15948:2004 */

import { bitsInside, type Matrix } from '../../../../symbologies/matrix/index.ts'
import type { ColourPlanes, Rgb } from '../picture/colours.ts'
import type { PngChunks } from './chunks.ts'
import { damaged, greyOf } from './png.ts'

/** Where the grey values of a row go: indices into those of the picture. */
interface Places {
  readonly from: number
  readonly step: number
  readonly count: number
}

/** Reads a row whose filter has been undone; its first byte is the filter type. */
export type RowReader = (row: Uint8Array, places: Places) => void

/** A reader of rows into the grey values of a picture. */
export function greysOf(chunks: PngChunks, into: Uint8Array): RowReader {
  const { depth, samples, kind } = chunks
  if (samples === 1) {
    const table = tableOf(chunks)
    return depth < 8 ? bitGreys(table, depth, into) : sampleGreysBy(table, depth, into)
  }
  if (depth === 8 && chunks.transparency === undefined && kind !== 'grey and alpha') return byteGreys(samples, into)
  const grey = pixelGrey(chunks)
  return (row, { from, step, count }) => {
    for (let i = 0; i < count; i++) into[from + i * step] = grey(row, i * samples)
  }
}

/** The greys of 0 and 1 if a picture is stored row by row in a bit a pixel. */
export function greyPair(chunks: PngChunks): [number, number] | undefined {
  if (chunks.depth > 1 || chunks.interlaced) return undefined
  const [zero = missing, one = missing] = tableOf(chunks)
  return zero === missing || one === missing ? undefined : [zero, one]
}

/** A reader that copies the bytes of rows, whose order in words is left to `darkenLower`. */
export function bytesInto({ width, stride, words }: Matrix): RowReader {
  const bytes = new Uint8Array(words.buffer)
  return (row, { from }) => bytes.set(row.subarray(1), (4 * stride * from) / width)
}

/** Makes words of the bytes, in which the bits of the darker grey are 1. @param greys  those that 0 and 1 stand for */
export function darkenLower({ width, height, stride, words }: Matrix, [zero, one]: readonly [number, number]): void {
  const bytes = new DataView(words.buffer)
  const flip = zero < one ? -1 : 0
  for (let at = 0; at < words.length; at++) words[at] = bytes.getInt32(4 * at) ^ flip
  const last = bitsInside(stride - 1, width)
  for (let y = 1; y <= height; y++) words[y * stride - 1]! &= last
}

const tableOf = (chunks: PngChunks): Int16Array =>
  chunks.kind === 'palette' ? paletteGreys(chunks) : sampleGreys(chunks)

/** Stands for a palette entry that does not exist. */
const missing = -1

/** The greys of palette entries, by index (11.2.3, 11.3.2). */
function paletteGreys({ palette, transparency = new Uint8Array(0) }: PngChunks): Int16Array {
  const entries = Math.floor(palette.length / 3)
  if (entries === 0 || transparency.length > entries) throw damaged()
  return Int16Array.from({ length: 256 }, (_, i) =>
    i < entries ? greyOf(palette[3 * i]!, palette[3 * i + 1]!, palette[3 * i + 2]!, transparency[i] ?? 255) : missing,
  )
}

/** The greys of samples, by value. */
function sampleGreys({ depth, transparency }: PngChunks): Int16Array {
  const [clear] = transparency === undefined ? [] : wordsIn(transparency, 1)
  return Int16Array.from({ length: 2 ** depth }, (_, sample) => (sample === clear ? 255 : byteOf(sample, depth)))
}

function sampleGreysBy(table: Int16Array, depth: number, into: Uint8Array): RowReader {
  return (row, { from, step, count }) => {
    for (let i = 0; i < count; i++) {
      const grey = table[depth === 8 ? row[1 + i]! : sampleAt(row, i, depth)]!
      if (grey === missing) throw damaged()
      into[from + i * step] = grey
    }
  }
}

/** 7.2: the first of several samples in a byte has the highest bits. */
function bitGreys(table: Int16Array, depth: number, into: Uint8Array): RowReader {
  const mask = (1 << depth) - 1
  return (row, { from, step, count }) => {
    for (let i = 0, byte = 1, at = from; i < count; byte++) {
      for (let shift = 8 - depth; shift >= 0 && i < count; shift -= depth, i++, at += step) {
        const grey = table[(row[byte]! >> shift) & mask]!
        if (grey === missing) throw damaged()
        into[at] = grey
      }
    }
  }
}

/** As `pixelGrey`, for the commonest colour types: three or four bytes a pixel. */
function byteGreys(samples: number, into: Uint8Array): RowReader {
  return (row, { from, step, count }) => {
    for (let i = 0, at = 1; i < count; i++, at += samples) {
      into[from + i * step] = greyOf(row[at]!, row[at + 1]!, row[at + 2]!, samples === 4 ? row[at + 3]! : 255)
    }
  }
}

/** A reader of the pixel whose first sample is `at`. */
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

/** A reader of rows into the colours of a picture, on white; undefined where all of its values are grey. */
export function coloursOf(chunks: PngChunks, into: ColourPlanes): RowReader | undefined {
  const { kind, depth, samples, palette, transparency } = chunks
  const onWhite = (value: number, alpha: number): number =>
    alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255)
  if (kind === 'palette') {
    const mask = (1 << depth) - 1
    return (row, { from, step, count }) => {
      for (let i = 0; i < count; i++) {
        const bit = i * depth
        const entry = (row[1 + (bit >> 3)]! >> (8 - depth - (bit & 7))) & mask
        const alpha = transparency?.[entry] ?? 255
        const [red, green, blue] = [0, 1, 2].map((k) => onWhite(palette[3 * entry + k] ?? 255, alpha))
        into.set(from + i * step, red!, green!, blue!)
      }
    }
  }
  if (kind !== 'colour' && kind !== 'colour and alpha') return undefined
  const clear = kind === 'colour' && transparency !== undefined ? wordsIn(transparency, 3) : undefined
  const byteAt = (row: Uint8Array, at: number): number => byteOf(sampleAt(row, at, depth), depth)
  return (row, { from, step, count }) => {
    for (let i = 0, at = 0; i < count; i++, at += samples) {
      const isClear = clear?.every((sample, k) => sampleAt(row, at + k, depth) === sample)
      const alpha = isClear ? 0 : samples === 4 ? byteAt(row, at + 3) : 255
      into.set(
        from + i * step,
        onWhite(byteAt(row, at), alpha),
        onWhite(byteAt(row, at + 1), alpha),
        onWhite(byteAt(row, at + 2), alpha),
      )
    }
  }
}

/** The colours of 0 and 1 of a picture with a bit a pixel, if one of them is not grey. */
export function colourPair({ kind, palette, transparency }: PngChunks): readonly [zero: Rgb, one: Rgb] | undefined {
  if (kind !== 'palette') return undefined
  const rgb = (entry: number): Rgb => {
    const alpha = transparency?.[entry] ?? 255
    const [red, green, blue] = [0, 1, 2].map((k) => {
      const value = palette[3 * entry + k] ?? 255
      return alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255)
    }) as [number, number, number]
    return [red, green, blue]
  }
  const pair = [rgb(0), rgb(1)] as const
  return pair.every(([red, green, blue]) => red === green && green === blue) ? undefined : pair
}

/** A sample of one byte or two. */
function sampleAt(row: Uint8Array, i: number, depth: number): number {
  return depth === 8 ? row[1 + i]! : (row[1 + 2 * i]! << 8) | row[2 + 2 * i]!
}

/** 13.12: the sample scaled to a byte, rounded to the nearest. */
function byteOf(sample: number, depth: number): number {
  if (depth === 8) return sample
  // 65535 is 255 * 257.
  if (depth === 16) return ((sample + 128) / 257) | 0
  return Math.floor((sample * 255) / (2 ** depth - 1) + 0.5)
}

function wordsIn(data: Uint8Array, count: number): number[] {
  if (data.length < 2 * count) throw damaged()
  return Array.from({ length: count }, (_, i) => (data[2 * i]! << 8) | data[2 * i + 1]!)
}
