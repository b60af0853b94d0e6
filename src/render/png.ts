import { differentRow, isDark, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Resolution } from '../layout/resolution.ts'
import { concatenated } from './bitmap.ts'

/** Something that lacks deflated data, which browsers give later than node. */
export interface Undeflated<T> {
  readonly data: readonly Uint8Array[]
  /** The whole. @param deflated  the data, each in the zlib format (RFC 1950) */
  readonly whole: (deflated: readonly Uint8Array[]) => T
}

/**
 * How zlib deflates in node. Level 6, the default, makes the fewest bytes of dots without a filter, or at most 2 % more than the better of
 * PNG's filters None and Up. To get 128 KB less of memory than by default saves a small picture half of its time.
 */
export const deflateOptions = { memLevel: 6 } as const

/** Bits of a pixel. */
export type Depth = 1 | 8

/**
 * A PNG of one pixel a dot, dark on white (ISO/IEC 15948:2004).
 *
 * Greyscale of depth 1, or 8 for readers that take bits for bytes, with the physical size.
 */
export function pngFile(dots: Matrix, { perMetre }: Resolution, depth: Depth = 1): Undeflated<Uint8Array> {
  const { width, height } = dots
  return {
    data: [depth === 1 ? scanlines(dots) : scanlinesOfBytes(dots)],
    whole: ([data]) =>
      concatenated([
        signature,
        // 11.2.2: depth, greyscale; deflate, filter method 0, not interlaced
        ...chunk('IHDR', Uint8Array.of(...word(width), ...word(height), depth, 0, 0, 0, 0)),
        // 11.3.5.3: dots a metre in both directions, unit metre
        ...chunk('pHYs', Uint8Array.of(...word(perMetre), ...word(perMetre), 1)),
        ...chunk('IDAT', data!),
        ...chunk('IEND', new Uint8Array()),
      ]),
  }
}

/** A PNG of grey values, 0 black to 255 white, top row first, without a physical size. */
export function greyPngFile(width: number, height: number, grey: Uint8Array): Undeflated<Uint8Array> {
  const lines = new Uint8Array((1 + width) * height)
  for (let y = 0; y < height; y++) lines.set(grey.subarray(width * y, width * (y + 1)), (1 + width) * y + 1)
  return {
    data: [lines],
    whole: ([data]) =>
      concatenated([
        signature,
        ...chunk('IHDR', Uint8Array.of(...word(width), ...word(height), 8, 0, 0, 0, 0)),
        ...chunk('IDAT', data!),
        ...chunk('IEND', new Uint8Array()),
      ]),
  }
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** The rows of a picture as they are deflated: filter type 0, then the dots, 1 for white (7.2, 9.2). */
function scanlines(dots: Matrix): Uint8Array {
  const { width, height, stride, words } = dots
  const length = 1 + Math.ceil(width / 8)
  const lines = new Uint8Array(length * height)
  const row = new Uint8Array(4 * stride)
  const view = new DataView(row.buffer)
  for (let y = 0, next = 0; y < height; y = next) {
    next = differentRow(dots, y)
    for (let i = 0; i < stride; i++) view.setUint32(4 * i, ~words[stride * y + i]!)
    lines.set(row.subarray(0, length - 1), length * y + 1)
    // most rows of modules are as the row above
    for (let same = y + 1; same < next; same++) lines.copyWithin(length * same, length * y, length * (y + 1))
  }
  return lines
}

/** The same with a byte for each dot, 255 for white. */
function scanlinesOfBytes(dots: Matrix): Uint8Array {
  const { width, height } = dots
  const length = 1 + width
  const lines = new Uint8Array(length * height)
  for (let y = 0, next = 0; y < height; y = next) {
    next = differentRow(dots, y)
    for (let x = 0; x < width; x++) lines[length * y + 1 + x] = isDark(dots, x, y) ? 0 : 255
    for (let same = y + 1; same < next; same++) lines.copyWithin(length * same, length * y, length * (y + 1))
  }
  return lines
}

/** 5.3: length, type, data, and the checksum of type and data. */
function chunk(type: string, data: Uint8Array): readonly Uint8Array[] {
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0))
  return [Uint8Array.of(...word(data.length)), name, data, Uint8Array.of(...word(crc32(data, crc32(name))))]
}

/** Most significant byte first. */
const word = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)

/**
 * The checksum of a chunk (5.5 and annex D), 0 to 2 ** 32 - 1. By hand, because browsers have none.
 *
 * @param before  that of what is before the bytes
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before
  for (let i = 0; i < bytes.length; i++) crc = remainders[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}

/** The generator polynomial of annex D, without x^32; the lowest power is the highest bit. */
const polynomial = 0xedb88320

/** The remainder of each byte. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1 ? polynomial : 0) ^ (rest >>> 1)
  return rest
})
