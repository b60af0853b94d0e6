/** Designs as people write them, and as they do not: elements anywhere, or each in a place of its own. */

import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { chunk, signature } from '../reader/check/png-writer.ts'

/** An element of a design as a JSON text has it. */
export type JsonElement = { readonly kind: string; readonly [field: string]: unknown }

export interface JsonDesign {
  readonly name: string
  readonly size: string
  readonly fields?: { readonly [name: string]: object }
  readonly elements: readonly JsonElement[]
}

/** A box in mm. */
interface Box {
  readonly at: readonly [number, number]
  readonly size: readonly [number, number]
}

const tenths = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: 10 * least, max: 10 * most }).map((value) => value / 10)

/** A PNG of 8-bit greys. */
export function greyFile(width: number, height: number, grey: (x: number, y: number) => number): Buffer {
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = grey(x, y)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat(parts)
}

export const uri = (file: Uint8Array): string => `data:image/png;base64,${Buffer.from(file).toString('base64')}`

/** A ring on a gradient. */
export const logo = uri(greyFile(60, 40, (x, y) => (Math.abs(Math.hypot(x - 30, y - 20) - 15) < 3 ? 0 : 150 + x)))

const turn = fc.constantFrom(0, 90, 180, 270)
const align = fc.constantFrom('left', 'center', 'right')
const valign = fc.constantFrom('top', 'middle', 'bottom')

/** Texts that each symbology carries. */
const symbols = {
  code128: fc.stringMatching(/^[A-Z0-9-]{1,10}$/),
  qr: fc.string({ minLength: 1, maxLength: 40 }),
  datamatrix: fc.stringMatching(/^[A-Za-z0-9]{1,30}$/),
  ean13: fc.stringMatching(/^[0-9]{12}$/),
} as const

export type SymbolType = keyof typeof symbols
export const symbolTypes = Object.keys(symbols) as SymbolType[]

const braced = (text: string): string => text.replaceAll('{', '{{')

const symbolIn = (box: Box, type: SymbolType): fc.Arbitrary<JsonElement> =>
  fc.record({
    kind: fc.constant('symbol'),
    at: fc.constant(box.at),
    size: fc.constant(box.size),
    type: fc.constant(type),
    value: (symbols[type] as fc.Arbitrary<string>).map(braced),
    text: fc.boolean(),
    turn,
    align,
    valign,
  })

/** The letters of a text. */
const letters = fc.constantFrom<Readonly<Record<string, unknown>>>(
  {},
  {},
  { bold: true },
  { face: 'condensed' },
  { face: 'condensed', bold: true },
  { face: 'ocrb' },
)

const textIn = (box: Box): fc.Arbitrary<JsonElement> =>
  fc.tuple(plainTextIn(box), letters).map(([text, more]) => ({ ...text, ...more }))

const plainTextIn = (box: Box): fc.Arbitrary<JsonElement> =>
  fc.record({
    kind: fc.constant('text'),
    at: fc.constant(box.at),
    size: fc.constant(box.size),
    value: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.lorem({ maxCount: 4 })).map(braced),
    lines: fc.integer({ min: 1, max: 4 }),
    turn,
    align,
    valign,
  })

/** @param lineTurn  of a line, which turns about its middle and so may leave its place */
const shapeIn = (box: Box, lineTurn: fc.Arbitrary<number> = fc.constantFrom(0, 180)): fc.Arbitrary<JsonElement> => {
  const [x, y] = box.at
  const [width, height] = box.size
  const end = fc.tuple(tenths(0, 1), tenths(0, 1)).map(([a, b]) => [x + a * width, y + b * height])
  return fc.oneof(
    fc.record({
      kind: fc.constantFrom('box', 'ellipse'),
      at: fc.constant(box.at),
      size: fc.constant(box.size),
      width: tenths(0.1, 3),
      fill: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('line'), from: end, to: end, width: tenths(0.1, 2), turn: lineTurn }),
    fc.record({
      kind: fc.constant('image'),
      at: fc.constant(box.at),
      size: fc.constant(box.size),
      source: fc.constant(logo),
      mode: fc.constantFrom('threshold', 'dither'),
      turn,
    }),
  )
}

/** A symbol of this type, in a box that may be too small for it. */
export const anySymbolIn = (box: Box): fc.Arbitrary<JsonElement> =>
  fc.constantFrom(...symbolTypes).chain((type) => symbolIn(box, type))

const elementIn = (box: Box): fc.Arbitrary<JsonElement> => fc.oneof(anySymbolIn(box), textIn(box), shapeIn(box, turn))

const design = (size: string, elements: readonly JsonElement[]): JsonDesign => ({ name: 'random', size, elements })

/** Elements anywhere, over one another and over the edges. */
export const crowded: fc.Arbitrary<JsonDesign> = fc
  .tuple(fc.integer({ min: 30, max: 80 }), fc.integer({ min: 20, max: 60 }))
  .chain(([width, height]) => {
    const box = fc.record({
      at: fc.tuple(tenths(-3, width), tenths(-3, height)),
      size: fc.tuple(tenths(3, 40), tenths(3, 30)),
    })
    return fc
      .array(box.chain(elementIn), { minLength: 1, maxLength: 6 })
      .map((elements) => design(`${width}x${height}mm`, elements))
  })

/** Elements in places of their own: shapes and texts, if wanted, beside symbols. */
export const tidy = (hasTexts: boolean): fc.Arbitrary<JsonDesign> =>
  fc
    .record({
      width: tenths(16, 34),
      height: tenths(14, 30),
      columns: fc.integer({ min: 1, max: 3 }),
      rows: fc.integer({ min: 1, max: 2 }),
    })
    .chain(({ width, height, columns, rows }) => {
      const boxes = Array.from({ length: columns * rows }, (_, i): Box => {
        const at = [1 + (i % columns) * (width + 1), 1 + Math.floor(i / columns) * (height + 1)] as const
        return { at: at.map((mm) => Math.round(10 * mm) / 10) as unknown as Box['at'], size: [width, height] }
      })
      const size = [columns * (width + 1) + 1, rows * (height + 1) + 1].map((mm) => mm.toFixed(1)).join('x')
      const others = hasTexts ? [textIn, shapeIn] : [shapeIn]
      return fc
        .tuple(...boxes.map((box) => fc.oneof(anySymbolIn(box), ...others.map((other) => other(box)))))
        .map((elements) => design(`${size}mm`, elements))
    })
