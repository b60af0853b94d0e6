import type { Resolution } from '../layout/resolution.ts'
import { type ByteWriter, sharedWriter } from './bytes.ts'
import { crc32 } from './crc32.ts'
import { RowDeflater } from './deflate.ts'
import { paintRows, type Rows } from './dot-rows.ts'

/** A picture as dots, and how large they are. */
export interface Picture extends Rows {
  readonly resolution: Resolution
}

/**
 * A PNG of one bit a pixel, one pixel a dot, dark on white (ISO/IEC 15948:2004).
 *
 * Greyscale of depth 1, with the physical size. The same picture always gives the same bytes.
 */
export function pngFile(picture: Picture): Uint8Array {
  const { width, height, resolution } = picture
  const file = sharedWriter()
  file.bytes(signature)
  writeChunk(file, 'IHDR', () => writeHeader(file, width, height))
  writeChunk(file, 'pHYs', () => writeDensity(file, resolution))
  writeChunk(file, 'IDAT', () => writeRows(file, picture))
  writeChunk(file, 'IEND', () => {})
  return file.take()
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** 5.3: length, type, data, and the checksum of type and data. */
function writeChunk(file: ByteWriter, type: string, writeData: () => void): void {
  const start = file.end
  writeWord(file, 0)
  file.ascii(type)
  writeData()
  const { array, end } = file
  writeWord(file, crc32(array, start + 4, end))
  const length = end - start - 8
  for (let i = 0; i < 4; i++) file.array[start + i] = length >>> (24 - 8 * i)
}

/** Most significant byte first. */
function writeWord(file: ByteWriter, word: number): void {
  file.reserve(4)
  for (let shift = 24; shift >= 0; shift -= 8) file.array[file.end++] = word >>> shift
}

/** 11.2.2: depth 1, greyscale; deflate, filter method 0, not interlaced. */
function writeHeader(file: ByteWriter, width: number, height: number): void {
  writeWord(file, width)
  writeWord(file, height)
  file.bytes(format)
}

const format = Uint8Array.of(1, 0, 0, 0, 0)

/** 11.3.5.3: dots a metre in both directions, unit metre. */
function writeDensity(file: ByteWriter, { perMetre }: Resolution): void {
  writeWord(file, perMetre)
  writeWord(file, perMetre)
  file.bytes(metre)
}

const metre = Uint8Array.of(1)

// the compressor: scratch; contents are not kept between calls
const deflater = new RowDeflater()

/** Writes the rows of a picture filtered and compressed, as in IDAT (10.1). */
export function writeRows(file: ByteWriter, rows: Rows): void {
  const rowLength = 1 + ((rows.width + 7) >>> 3)
  deflater.begin(file, rowLength)
  paintRows(rows, (dots, count) => {
    if (dots === undefined) return deflater.repeat(count)
    fillScanline(deflater.row.view, rowLength, dots)
    deflater.write(count)
  })
  deflater.finish()
}

/** Filter type 0, then the dots, 1 for white (7.2, 9.2). */
function fillScanline(row: DataView, rowLength: number, dots: Uint32Array): void {
  row.setUint8(0, 0)
  let at = 1
  let word = 0
  for (; at + 4 <= rowLength; at += 4) row.setUint32(at, ~dots[word++]!)
  for (let light = ~dots[word]!; at < rowLength; light <<= 8) row.setUint8(at++, light >>> 24)
}
