import { crc32 } from 'node:zlib'
import { darkRuns } from '../../symbologies/index.ts'
import { dpi, type Mark, type ModulesMark, type Scene } from '../layout/scene.ts'
import { moved, turned } from '../layout/turn.ts'
import { bitmapOf } from '../text/index.ts'
import { RowDeflater } from './deflate.ts'
import { upright } from './upright.ts'

/**
 * A PNG of one bit a pixel, one pixel a dot, dark on white (ISO/IEC 15948:2004).
 *
 * Greyscale of depth 1 with the physical size; the same scene always gives the same bytes.
 */
export function png(scene: Scene): Uint8Array {
  const { width, height, marks } = upright(scene)
  const data = compressedRows(
    width,
    height,
    marks.map((mark) => modulesPainter(inkOf(mark))),
  )
  const file = new Uint8Array(signature.length + 3 * chunkFrame + 13 + physical.length + chunkFrame + data.length)
  file.set(signature)
  let at = signature.length
  at = writeChunk(file, at, 'IHDR', header(width, height))
  at = writeChunk(file, at, 'pHYs', physical)
  at = writeChunk(file, at, 'IDAT', data)
  writeChunk(file, at, 'IEND', new Uint8Array(0))
  return file
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Bytes a chunk takes besides its data: length, type, CRC (5.3). */
const chunkFrame = 12

/** 11.3.5.3: dots a metre in both directions, unit metre. */
const physical = new Uint8Array(9)
new DataView(physical.buffer).setUint32(0, Math.round(dpi / 0.0254))
new DataView(physical.buffer).setUint32(4, Math.round(dpi / 0.0254))
physical[8] = 1

/** 11.2.2: depth 1, greyscale; deflate, filter method 0, not interlaced. */
function header(width: number, height: number): Uint8Array {
  const data = new Uint8Array(13)
  const view = new DataView(data.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  data[8] = 1
  return data
}

function writeChunk(file: Uint8Array, at: number, type: string, data: Uint8Array): number {
  const view = new DataView(file.buffer)
  view.setUint32(at, data.length)
  for (let i = 0; i < 4; i++) file[at + 4 + i] = type.charCodeAt(i)
  file.set(data, at + 8)
  const end = at + 8 + data.length
  view.setUint32(end, crc32(file.subarray(at + 4, end)))
  return end + 4
}

/** What a mark makes dark: of a text its bitmap, whose modules are single dots. */
function inkOf(mark: Mark): ModulesMark {
  switch (mark.kind) {
    case 'modules':
      return mark
    case 'text': {
      const { matrix, left, top } = bitmapOf(mark.line)
      const xs = Int32Array.from({ length: matrix.width + 1 }, (_, i) => left + i)
      const ys = Int32Array.from({ length: matrix.height + 1 }, (_, i) => top + i)
      const aroundOrigin = { width: 0, height: 0, turn: mark.turn }
      return moved(turned({ kind: 'modules', matrix, xs, ys }, aroundOrigin), mark.x, mark.y)
    }
  }
}

/** Paints its part of row `y` dark into the row's dots and says up to which row, not included, it stays the same. */
type Painter = (row: Uint32Array, y: number) => number

function compressedRows(width: number, height: number, painters: readonly Painter[]): Uint8Array {
  const dots = new Uint32Array((width + 31) >>> 5)
  const deflater = new RowDeflater(1 + ((width + 7) >>> 3))
  for (let y = 0; y < height; ) {
    dots.fill(0)
    let next = height
    for (const paint of painters) next = Math.min(next, paint(dots, y))
    deflater.write(scanline(dots, width), next - y)
    y = next
  }
  return deflater.finish()
}

/** Filter type 0 and the dots, white 1 (7.2, 9.2). */
function scanline(dots: Uint32Array, width: number): Uint8Array {
  const bytes = (width + 7) >>> 3
  const line = new Uint8Array(1 + bytes)
  for (let i = 0; i < bytes; i++) line[1 + i] = ~(dots[i >>> 2]! >>> (24 - 8 * (i & 3)))
  return line
}

function modulesPainter({ matrix, xs, ys }: ModulesMark): Painter {
  const runs = new Int32Array(matrix.width + 1)
  let row = -1
  return (dots, y) => {
    while (row < matrix.height && y >= ys[row + 1]!) row++
    if (row < 0) return ys[0]!
    if (row === matrix.height) return Number.POSITIVE_INFINITY
    const count = darkRuns(matrix, row, runs)
    for (let i = 0; i < count; i += 2) darkenDots(dots, xs[runs[i]!]!, xs[runs[i + 1]!]!)
    return ys[row + 1]!
  }
}

/** Sets the bits `from` to `to`, the end not included. */
function darkenDots(dots: Uint32Array, from: number, to: number): void {
  const first = from >>> 5
  const last = to >>> 5
  const head = 0xffffffff >>> (from & 31)
  const tail = ~(0xffffffff >>> (to & 31))
  if (first === last) {
    dots[first]! |= head & tail
    return
  }
  dots[first]! |= head
  for (let i = first + 1; i < last; i++) dots[i] = 0xffffffff
  if (tail !== 0) dots[last]! |= tail
}
