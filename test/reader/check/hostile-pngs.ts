/** PNGs that are made to cost their reader dear: damaged ones, bombs, and pictures in which everything looks like a symbol. */

import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { drawBarcode } from '../../../src/draw.ts'
import { encode, rowsOf, symbologies } from '../../../symbologies/index.ts'
import { drawn, type Random } from '../../random.ts'
import { shortText } from '../../texts.ts'
import { noise as bytesFrom, chunk, filteredRows, type PngPlan, pngOf, signature } from './png-writer.ts'

export interface HostilePng {
  readonly kind: string
  readonly file: Uint8Array<ArrayBuffer>
}

/** How large they get: pixels of a picture, and chunks or unpacked bytes of a file. */
export interface Extent {
  readonly pixels: number
  readonly chunks: number
  readonly bytes: number
}

type Maker = (r: Random, most: Extent) => Buffer

/** From `low` to `high`, as often between 1 and 10 as between 1000 and 10,000. */
function magnitude(r: Random, low: number, high: number): number {
  return Math.round(low * (high / low) ** (r.between(0, 1e6) / 1e6))
}

/** Sides of a picture: most are as wide as high, some are lines. */
function sides(r: Random, pixels: number): { width: number; height: number } {
  const area = magnitude(r, 64, pixels)
  const long = r.between(0, 9) === 0 ? magnitude(r, 1, Math.min(area, 2_300_000)) : Math.ceil(Math.sqrt(area))
  const other = Math.max(1, Math.floor(area / long))
  return r.between(0, 1) === 0 ? { width: long, height: other } : { width: other, height: long }
}

/** A picture of a bit a pixel. Rows of the same kind are the same. */
function bitsPng(
  { width, height }: { width: number; height: number },
  kindAt: (y: number) => number,
  isDark: (x: number, kind: number) => boolean,
): Buffer {
  const length = 1 + Math.ceil(width / 8)
  const made = new Map<number, Buffer>()
  const rows = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++) {
    const kind = kindAt(y)
    let row = made.get(kind)
    if (row === undefined) {
      row = Buffer.alloc(length, 255)
      row[0] = 0
      for (let x = 0; x < width; x++) if (isDark(x, kind)) row[1 + (x >> 3)]! &= ~(128 >> (x & 7))
      if (made.size < 1000) made.set(kind, row)
    }
    rows.set(row, y * length)
  }
  return pngOf({ width, height, depth: 1, colourType: 0 }, rows)
}

/** Pixels of '1' and '0' in the middle, and those of `around` beside them. */
function surrounded(
  rows: readonly string[],
  { dots, margin }: { dots: number; margin: number },
  around: (x: number, y: number) => boolean,
): Buffer {
  const size = { width: dots * rows[0]!.length + 2 * margin, height: dots * rows.length + 2 * margin }
  return bitsPng(
    size,
    (y) => y,
    (x, y) => {
      const row = rows[Math.floor((y - margin) / dots)]
      const module = row?.[Math.floor((x - margin) / dots)]
      return module === undefined ? around(x, y) : module === '1'
    },
  )
}

function symbolPng(r: Random): Buffer {
  const type = r.pick(symbologies)
  const drawing = { format: 'png', scale: r.between(1, 4), height: 10, rotate: 'N', includetext: true } as const
  return Buffer.from(drawBarcode({ type, text: shortText[type], ...drawing }, { maxPixels: 1e6 }).bytes)
}

/** The rows of a large symbol, a linear one a few modules high. */
function largeRows(r: Random, { pixels }: Extent): readonly string[] {
  const share = Math.min(1, pixels / 25e6) ** 0.5
  const text = (alphabet: string, most: number): string => r.text(alphabet, magnitude(r, 4, 4 + most * share))
  const lines = (row: string): string[] => new Array<string>(r.between(2, 30)).fill(row)
  switch (r.between(0, 4)) {
    case 0: {
      // fewer characters than any level of the version holds
      const version = r.between(15, 40)
      return rowsOf(encode('qr', text('ABC123', 35 * version), { version }).matrix)
    }
    case 1:
      return rowsOf(encode('datamatrix', text('ABCabc12', 1100)).matrix)
    case 2:
      return lines(rowsOf(encode('code128', text('ABCabc12\x01', 7000)).matrix)[0]!)
    case 3:
      return lines(rowsOf(encode('code39', text('ABC-12', 7000)).matrix)[0]!)
    default:
      return rowsOf(encode('microqr', '12345').matrix)
  }
}

const chunkOf = (data: Buffer): Buffer => chunk('IDAT', data)
const headerOf = ({ width, height }: { width: number; height: number }, depth: number, colourType: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType], 8)
  return Buffer.concat([signature, chunk('IHDR', header)])
}
const end = chunk('IEND', Buffer.alloc(0))

function truncated(r: Random): Buffer {
  const file = symbolPng(r)
  return file.subarray(0, r.between(0, file.length - 1))
}

/** Some bytes are others; for one in two files the checksums are right all the same. */
function changed(r: Random): Buffer {
  const file = Buffer.from(symbolPng(r))
  for (let count = magnitude(r, 1, 20); count > 0; count--) file[r.between(8, file.length - 1)] = r.between(0, 255)
  if (r.between(0, 1) === 0) return file
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    if (at + 12 + length > file.length) break
    file.writeUInt32BE(crc32(file.subarray(at + 4, at + 8 + length)), at + 8 + length)
    at += 12 + length
  }
  return file
}

/** Far more data than the header announces, or far less. */
function bomb(r: Random, most: Extent): Buffer {
  const size = r.between(0, 1) === 0 ? { width: r.between(1, 90), height: r.between(1, 90) } : sides(r, most.pixels)
  const rows = Buffer.alloc(magnitude(r, 1, most.bytes), r.pick([0, 1, 255]))
  const [depth, colourType] = r.pick([
    [1, 0],
    [8, 0],
    [8, 2],
    [16, 6],
  ])!
  const compressed = deflateSync(rows, { level: r.pick([1, 9]) })
  return Buffer.concat([headerOf(size, depth!, colourType!), chunkOf(compressed), end])
}

function dimensions(r: Random): Buffer {
  const size = { width: magnitude(r, 1, 2 ** 32 - 1), height: magnitude(r, 1, 2 ** 32 - 1) }
  return Buffer.concat([headerOf(size, r.pick([1, 8]), 0), chunkOf(deflateSync(Buffer.alloc(1000))), end])
}

function manyChunks(r: Random, most: Extent): Buffer {
  const file = symbolPng(r)
  const one = chunk(r.pick(['IDAT', 'tEXt', 'quIz']), Buffer.alloc(r.pick([0, 0, 1, 9])))
  const count = magnitude(r, 10, most.chunks)
  return Buffer.concat([file.subarray(0, 33), Buffer.alloc(count * one.length, one), file.subarray(33)])
}

function stripes(r: Random, most: Extent): Buffer {
  const size = sides(r, most.pixels)
  const period = magnitude(r, 2, 60)
  const dark = Array.from({ length: period }, () => r.between(0, 1) === 1)
  const isDark = (at: number): boolean => (period % 2 === 0 ? at % period < period / 2 : dark[at % period]!)
  const noisy = r.between(0, 2) === 0 ? magnitude(r, 2, 1000) : Infinity
  return r.between(0, 1) === 0
    ? bitsPng(
        size,
        (y) => (y % noisy === 1 ? y : 0),
        (x, kind) => isDark(x + (kind === 0 ? 0 : kind % 7)),
      )
    : bitsPng(
        size,
        (y) => Number(isDark(y)),
        (_, kind) => kind === 1,
      )
}

function checkerboard(r: Random, most: Extent): Buffer {
  const side = magnitude(r, 1, 20)
  return bitsPng(
    sides(r, most.pixels),
    (y) => Math.floor(y / side) & 1,
    (x, kind) => ((Math.floor(x / side) + kind) & 1) === 0,
  )
}

/** Samples at random, of every kind that there is, under every filter. */
function noise(r: Random, most: Extent): Buffer {
  const [depth, colourType] = r.pick([
    [1, 0],
    [2, 0],
    [8, 0],
    [16, 0],
    [8, 2],
    [16, 2],
    [1, 3],
    [8, 3],
    [8, 4],
    [8, 6],
    [16, 6],
  ])!
  const size = sides(r, most.pixels / 10)
  const palette = Array.from({ length: 3 * 2 ** Math.min(8, depth!) }, bytesFrom(r.between(1, 2 ** 31 - 1)))
  const plan: PngPlan = {
    ...size,
    depth: depth!,
    colourType: colourType!,
    interlaced: r.between(0, 2) === 0,
    ...(colourType === 3 && { palette }),
  }
  const filter = r.pick([0, 1, 2, 3, 4])
  const next = bytesFrom(r.between(1, 2 ** 31 - 1))
  const rows = filteredRows(plan, (from) => (from === 'filter' ? filter : next()))
  return pngOf(plan, rows)
}

/** Greys that rise along the rows, the columns or both, again and again. */
function gradient(r: Random, most: Extent): Buffer {
  const { width, height } = sides(r, most.pixels / 2)
  const [across, down] = [r.between(0, 130), r.between(0, 130)]
  const rows = Buffer.alloc((1 + width) * height)
  for (let y = 0; y < height; y++) {
    rows[y * (1 + width)] = 0
    for (let x = 0; x < width; x++) rows[y * (1 + width) + 1 + x] = (x * across + y * down) >> 2
  }
  return pngOf({ width, height, depth: 8, colourType: 0 }, rows)
}

/** Squares in rows and columns; gaps between them are the same, or all different, so that they join to ever larger parts. */
function boxes(r: Random, most: Extent): Buffer {
  const side = magnitude(r, 1, 200)
  const size = sides(r, most.pixels)
  const grows = r.between(0, 1) === 1
  const marks = new Set<number>()
  for (let at = 0, gap = 1; at < Math.max(size.width, size.height); at += side + gap, gap += grows ? 1 : 0) {
    for (let i = 0; i < side; i++) marks.add(at + i)
  }
  return bitsPng(
    size,
    (y) => (marks.has(y) ? 1 : 0),
    (x, kind) => kind === 1 && marks.has(x),
  )
}

/** Rings inside each other, as finder patterns are, alone or many of them. */
function nested(r: Random, most: Extent): Buffer {
  const ring = magnitude(r, 1, 30)
  const pitch = ring * r.pick([9, 14, 40, 1000])
  const away = (at: number): number => Math.abs((at % pitch) - (pitch >> 1))
  const size = sides(r, most.pixels / 4)
  return bitsPng(size, away, (x, kind) => (Math.floor(Math.max(away(x), kind) / ring) & 1) === 0)
}

/** A large symbol with some of its modules or columns changed, or left out. */
function nearMiss(r: Random, most: Extent): Buffer {
  const rows = largeRows(r, most)
  const share = magnitude(r, 1, 1e5)
  const columns = new Set(Array.from({ length: r.between(0, 4) }, () => r.between(0, rows[0]!.length - 1)))
  const isLinear = rows[0] === rows[1]
  const next = bytesFrom(r.between(1, 2 ** 31 - 1))
  const isWrong = (): boolean => ((next() << 16) | (next() << 8) | next()) / 2 ** 24 < share / 1e6
  const wrong = rows.map((row) =>
    Array.from(row, (module, column) => {
      if (columns.has(column)) return isLinear ? '' : '1'
      return !isLinear && isWrong() ? String(next() & 1) : module
    }).join(''),
  )
  return surrounded(wrong, { dots: r.between(1, rows.length > 40 ? 4 : 2), margin: r.between(0, 40) }, () => false)
}

/** A sound symbol with stripes all around its quiet zone. */
function crowded(r: Random, most: Extent): Buffer {
  const rows = largeRows(r, { ...most, pixels: most.pixels / 10 })
  const dots = r.between(1, 4)
  const period = r.between(1, 9)
  const quiet = 10 * dots
  const margin = quiet + r.between(1, 200)
  const [width, height] = [dots * rows[0]!.length + 2 * margin, dots * rows.length + 2 * margin]
  return surrounded(rows, { dots, margin }, (x, y) => {
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y)
    return edge < margin - quiet && Math.floor(x / period) % 2 === 0
  })
}

const makers: Readonly<Record<string, Maker>> = {
  truncated,
  changed,
  bomb,
  dimensions,
  manyChunks,
  stripes,
  checkerboard,
  noise,
  gradient,
  boxes,
  nested,
  nearMiss,
  crowded,
}

export const hostileKinds: readonly string[] = Object.keys(makers)

/** The kinds come in turn; what they are like is up to `r`. */
export function hostilePng(i: number, r: Random, most: Extent): HostilePng {
  const kind = hostileKinds[i % hostileKinds.length]!
  return { kind, file: new Uint8Array(makers[kind]!(r, most)) }
}

/** A file that is printed by its length: it may have megabytes. */
class Hostile extends Uint8Array<ArrayBuffer> {
  [fc.toStringMethod](): string {
    const start = Buffer.from(this.subarray(0, 1000)).toString('base64')
    return `${this.length} bytes: ${start}${this.length > 1000 ? '...' : ''}`
  }
}

/** PNGs of a kind; what they are like is drawn, and the extremes are no more frequent than the rest: they cost a second each. */
export const hostilePngs = (kind: string, most: Extent): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc.noBias(drawn((r) => new Hostile(new Uint8Array(makers[kind]!(r, most)).buffer)))
