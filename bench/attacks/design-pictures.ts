/** Designs in a body whose pictures are small as files and large when they are unpacked. */

import { deflateSync } from 'node:zlib'
import { crc32 } from '../../src/render/png.ts'

/** A white PNG, a bit or a byte a pixel. */
export function whitePng(
  width: number,
  height: number,
  { depth = 1, interlaced = false } = {},
): Uint8Array<ArrayBuffer> {
  const passes = interlaced ? adam7 : [[0, 0, 1, 1] as const]
  const rows = passes.map(([left, top, across, down]) => {
    const [columns, lines] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)]
    return columns > 0 && lines > 0 ? (1 + Math.ceil((columns * depth) / 8)) * lines : 0
  })
  const length = rows.reduce((sum, bytes) => sum + bytes, 0)
  const header = [...word(width), ...word(height), depth, 0, 0, 0, interlaced ? 1 : 0]
  return pngOf(header, new Uint8Array(length))
}

/** A PNG of a byte a pixel that becomes lighter to the right and down: dithered, hardly two of its dots are alike. */
function gradientPng(side: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(side * (side + 1))
  for (let i = 0; i < rows.length; i++) {
    const [x, y] = [i % (side + 1), Math.floor(i / (side + 1))]
    // each row begins with the type of its filter
    rows[i] = x === 0 ? 0 : (128 * (x + y)) / (side + 1)
  }
  return pngOf([...word(side), ...word(side), 8, 0, 0, 0, 0], rows)
}

/** @param header  the parameters of IHDR */
const pngOf = (header: readonly number[], rows: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', header),
    ...chunk('IDAT', [...deflateSync(rows)]),
    ...chunk('IEND', []),
  ])

/** ISO/IEC 15948:2004, 8.2: left, top, across, down. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const word = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)

function chunk(type: string, data: readonly number[]): readonly number[] {
  const bytes = Uint8Array.from([...Buffer.from(type, 'latin1'), ...data])
  return [...word(data.length), ...bytes, ...word(crc32(bytes))]
}

export const uriOf = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`

/** A body with a design of these elements, and one row. */
export const bodyOf = (elements: readonly object[], size = '57x32mm'): Uint8Array =>
  Buffer.from(JSON.stringify({ design: { name: 'x', size, fields: { a: {} }, elements }, rows: [{ a: 'a' }] }))

/** An element for each picture, small on the label. */
export const picturesOf = (count: number, png: (i: number) => Uint8Array): readonly object[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'image', at: [1, 1], size: [10, 10], source: uriOf(png(i)) }))

export const name = 'designs with large pictures'

/** Pictures of 25 million pixels each, all different, and in another order of their pixels; a small one that is dithered over all of a label. */
export function* requests(): Iterable<{ method: string; path: string; headers: object; body: Uint8Array }> {
  const headers = { 'Content-Type': 'application/json' }
  const different = bodyOf(picturesOf(60, (i) => whitePng(5000 - i, 5000)))
  const interlaced = bodyOf(picturesOf(1, () => whitePng(5000, 5000, { interlaced: true })))
  const [element] = picturesOf(1, () => gradientPng(400))
  const dithered = bodyOf([{ ...element, at: [0, 0], size: [208, 208], mode: 'dither' }], '210x208mm')
  for (const format of ['pdf', 'svg', 'png', 'zpl']) {
    yield { method: 'POST', path: `/api/v1/labels?dpi=600&format=${format}`, headers, body: dithered }
  }
  for (const body of [different, interlaced]) {
    yield { method: 'POST', path: '/api/v1/labels?format=png', headers, body }
    yield { method: 'POST', path: '/api/v1/labels', headers, body }
  }
}
