import { crc32, inflateSync } from 'node:zlib'
import type { Picture } from './zxing.ts'

const signature = '89504e470d0a1a0a'

/**
 * A PNG of one bit a pixel in greyscale, not interlaced, as PNG (second edition) describes it; undefined for any other.
 *
 * @throws Error for what breaks the standard
 */
export function bilevelPicture(file: Uint8Array): Picture | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (bytes.toString('hex', 0, 8) !== signature) throw new Error('no PNG')
  const chunks = [...chunksOf(bytes)]
  const header = chunks[0]!
  if (header.type !== 'IHDR' || header.data.length !== 13) throw new Error('no IHDR')
  if (chunks.at(-1)!.type !== 'IEND') throw new Error('no IEND')
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  // depth, colour, compression, filter, interlace
  if (header.data.toString('hex', 8) !== '0100000000' || chunks.some(({ type }) => type === 'tRNS')) return undefined
  const data = chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []))
  const lines = inflateSync(Buffer.concat(data))
  const stride = (width + 7) >> 3
  if (lines.length !== height * (stride + 1)) throw new Error(`${lines.length} bytes for ${width} x ${height}`)
  const padded = new Uint8Array(8 * stride * height).fill(255)
  let above: Uint8Array = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const row = lines.subarray(start + 1, start + 1 + stride)
    unfilter(lines[start]!, row, above)
    row.forEach((byte, i) => {
      if (byte !== 255) padded.set(eightPixels[byte]!, 8 * (y * stride + i))
    })
    above = row
  }
  if (width % 8 === 0) return { width, height, grey: padded }
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) grey.set(padded.subarray(8 * stride * y, 8 * stride * y + width), y * width)
  return { width, height, grey }
}

const eightPixels = Array.from({ length: 256 }, (_, byte) =>
  Uint8Array.from({ length: 8 }, (_, bit) => (byte & (0x80 >> bit) ? 255 : 0)),
)

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = 8; at < bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new Error(`the checksum of ${type}`)
    yield { type, data: bytes.subarray(at + 8, end) }
    at = end + 4
    if (type === 'IEND' && at !== bytes.length) throw new Error('more after IEND')
  }
}

/** Undoes the filter of a row (PNG, 9.2); what is left of it counts as 0. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array): void {
  if (filter > 4) throw new Error(`filter ${filter}`)
  if (filter === 0) return
  for (let i = 0; i < row.length; i++) {
    const [left, up, corner] = [row[i - 1] ?? 0, above[i]!, above[i - 1] ?? 0]
    row[i]! += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(estimate - each)) as [number, number, number]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
