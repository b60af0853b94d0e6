import { crc32 } from 'node:zlib'
import { areWordsEqual, strideOf } from '../../symbologies/matrix/index.ts'
import type { Resolution } from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import { type ByteWriter, sharedWriter } from './bytes.ts'
import { RowDeflater } from './deflate.ts'
import { type Painter, painterOf } from './paint.ts'
import { upright } from './upright.ts'

/**
 * A PNG of one bit a pixel, one pixel a dot, dark on white (ISO/IEC 15948:2004).
 *
 * Greyscale of depth 1, with the physical size. The same scene always gives the same bytes.
 */
export function png(scene: Scene): Uint8Array {
  const { width, height, marks, resolution } = upright(scene)
  const file = sharedWriter()
  file.bytes(signature)
  writeChunk(file, 'IHDR', () => writeHeader(file, width, height))
  writeChunk(file, 'pHYs', () => writeDensity(file, resolution))
  writeChunk(file, 'IDAT', () => writeRows(file, { width, height, painters: marks.map(painterOf) }))
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
  writeWord(file, crc32(array.subarray(start + 4, end)))
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

/** The rows of a picture, top first. */
interface Rows {
  readonly width: number
  readonly height: number
  readonly painters: readonly Painter[]
}

// the compressor, the row being painted and the one above: scratch; contents are not kept between calls
const deflater = new RowDeflater()
let dots = new Uint32Array(64)
let above = new Uint32Array(64)

/** Writes the rows of a picture filtered and compressed, as in IDAT (10.1). */
export function writeRows(file: ByteWriter, { width, height, painters }: Rows): void {
  const words = strideOf(width)
  const rowLength = 1 + ((width + 7) >>> 3)
  if (dots.length < words) {
    dots = new Uint32Array(words)
    above = new Uint32Array(words)
  }
  deflater.begin(file, rowLength)
  for (let y = 0; y < height; ) {
    for (let i = 0; i < words; i++) dots[i] = 0
    let next = height
    for (let i = 0; i < painters.length; i++) {
      const change = painters[i]!(dots, y)
      if (change < next) next = change
    }
    // a turned linear symbol has a row for each module, and the rows of a bar or space are equal
    if (y > 0 && areWordsEqual(dots, 0, above, 0, words)) deflater.repeat(next - y)
    else {
      fillScanline(deflater.row, rowLength)
      deflater.write(next - y)
    }
    ;[dots, above] = [above, dots]
    y = next
  }
  deflater.finish()
}

/** Filter type 0, then the dots, 1 for white (7.2, 9.2). */
function fillScanline(row: Uint8Array, rowLength: number): void {
  row[0] = 0
  let at = 1
  let word = 0
  for (; at + 4 <= rowLength; at += 4) {
    const light = ~dots[word++]!
    row[at] = light >>> 24
    row[at + 1] = light >>> 16
    row[at + 2] = light >>> 8
    row[at + 3] = light
  }
  for (let light = ~dots[word]!; at < rowLength; light <<= 8) row[at++] = light >>> 24
}
