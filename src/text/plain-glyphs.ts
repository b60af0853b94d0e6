/**
 * Glyphs of single characters, for which no font file is shaped: OCR-B, GNU Unifont, and boxes with hexadecimal codes. The last two are
 * made of pixels.
 */

import { metrics, glyphs as paths } from '../../fonts/ocr-b.ts'
import { fromSource } from './font-source.ts'
import type { InkBox, Pen, PlainSource } from './glyph.ts'
import { boxOf, type UnitBox } from './truetype.ts'

export interface OcrB extends PlainSource {
  has(code: number): boolean
  /** In ems. */
  readonly ascent: number
  readonly descent: number
}

/** OCR-B (ISO 1073-2), the font of the digits below EAN and UPC symbols. */
export function ocrB(id: number): OcrB {
  const { unitsPerEm, ascent, descent } = metrics
  const glyphs = new Map(Object.entries(paths).map(([key, value]) => [key.charCodeAt(0), outlineOf(value)]))
  return {
    kind: 'plain',
    id,
    phases: 1,
    ascent: ascent / unitsPerEm,
    descent: descent / unitsPerEm,
    has: (code) => glyphs.has(code),
    advance: (code) => glyphs.get(code)!.advance / unitsPerEm,
    box: (code, size, x) => boxOf(glyphs.get(code)!.extent, size / unitsPerEm, x),
    points: (code) => glyphs.get(code)!.points,
    draw(code, size, x, y, pen) {
      const scale = size / unitsPerEm
      const at = (values: readonly number[]): number[] => values.map((v, i) => (i % 2 ? y - v * scale : x + v * scale))
      for (const [name, ...values] of glyphs.get(code)!.commands) drawCommand(name, at(values), pen)
    },
  }
}

interface Outline {
  readonly advance: number
  /** Path commands with their coordinates in font units, y up. */
  readonly commands: readonly (readonly [name: string, ...values: number[]])[]
  readonly extent: UnitBox | undefined
  readonly points: number
}

function outlineOf({ advance, path }: { readonly advance: number; readonly path: string }): Outline {
  const commands = [...path.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, name, values]): [string, ...number[]] => [
    name!,
    ...(values ? values.split(/[ ,]/).map(Number) : []),
  ])
  const xs = commands.flatMap(([, ...values]) => values.filter((_, i) => i % 2 === 0))
  const ys = commands.flatMap(([, ...values]) => values.filter((_, i) => i % 2 === 1))
  if (xs.length === 0) return { advance, commands, extent: undefined, points: 0 }
  const extent = { xMin: Math.min(...xs), yMin: Math.min(...ys), xMax: Math.max(...xs), yMax: Math.max(...ys) }
  return { advance, commands, extent, points: xs.length }
}

function drawCommand(name: string, v: readonly number[], pen: Pen): void {
  if (name === 'M') pen.move(v[0]!, v[1]!)
  else if (name === 'L') pen.line(v[0]!, v[1]!)
  else if (name === 'C') pen.cubic(v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!)
  else pen.close()
}

/** GNU Unifont's glyphs for the characters that no outline font has. fonts/unifont.mjs describes the layout of the file. */
export function unifont(id: number): PlainSource {
  const pack = fromSource('unifont.br', (source) => source.unifont())
  const view = new DataView(pack.buffer, pack.byteOffset, pack.length)
  const count = view.getUint32(0, true)
  const metrics = 4 + 4 * count
  const bitmaps = metrics + 2 * count

  const indexOf = (code: number): number => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (view.getUint32(4 + 4 * middle, true) < code) low = middle + 1
      else high = middle
    }
    return low
  }
  const pixels = (code: number): Pixels => {
    const index = indexOf(code)
    const rows = new Uint16Array(16)
    for (let row = 0; row < 16; row++) rows[row] = view.getUint16(bitmaps + 32 * index + 2 * row, true)
    return { rows, left: view.getInt8(metrics + 2 * index + 1) }
  }
  return pixelSource(id, pixels, (code) => view.getUint8(metrics + 2 * indexOf(code)))
}

/** A box with the code point's hexadecimal digits in two rows, for a character that no font has. */
export function codeBox(id: number): PlainSource {
  return pixelSource(id, boxPixels, (code) => boxWidth(code) + 1)
}

/** The hexadecimal digits, 3 pixels wide and 5 high: an octal digit for each row, its highest bit leftmost. */
const digits: readonly string[] = [
  '75557', // 0
  '26227',
  '71747',
  '71717',
  '55711', // 4
  '74717',
  '74757',
  '71122',
  '75757', // 8
  '75717',
  '75755',
  '65656',
  '74447', // C
  '65556',
  '74747',
  '74744',
]

/** Digits in a row: code points of four digits take two in each row, those of more take three. */
const rowLength = (code: number): number => (code > 0xffff ? 3 : 2)

/** The frame and a gap take three pixels, each digit with the gap after it four: 11 or 15 pixels. */
const boxWidth = (code: number): number => 3 + 4 * rowLength(code)

function boxPixels(code: number): Pixels {
  const width = boxWidth(code)
  const height = 16
  const rows = new Uint16Array(height)
  const full = ((1 << width) - 1) << (16 - width)
  const sides = 0x8000 | (0x8000 >>> (width - 1))
  for (let row = 0; row < height; row++) rows[row] = row === 0 || row === height - 1 ? full : sides
  const text = code.toString(16).padStart(2 * rowLength(code), '0')
  for (let i = 0; i < text.length; i++) {
    const digit = digits[Number.parseInt(text.charAt(i), 16)]!
    const column = 2 + 4 * (i % rowLength(code))
    const top = i < rowLength(code) ? 2 : 9
    for (let row = 0; row < 5; row++) rows[top + row]! |= Number(digit[row]) << (13 - column)
  }
  return { rows, left: 0 }
}

/** A glyph made of pixels, 16 an em: rows of 16 bits, top first, most significant bit leftmost. */
interface Pixels {
  readonly rows: Uint16Array
  /** The column of the leftmost bit. */
  readonly left: number
}

/** @param advance  in pixels */
function pixelSource(id: number, pixels: (code: number) => Pixels, advance: (code: number) => number): PlainSource {
  return {
    kind: 'plain',
    id,
    phases: 1,
    advance: (code) => advance(code) / 16,
    box: (code, size, x) => boxOfPixels(pixels(code), size, x),
    // four for each run, as if no rectangle were extended
    points: (code) => pixels(code).rows.reduce((points, row) => points + 4 * runsOf(row).length, 0),
    draw: (code, size, x, y, pen) => drawPixels(pixels(code), size, x, y, pen),
  }
}

/** Rows above the baseline, as in Unifont. */
const pixelAscent = 14

/** The dot at which column or row `n` starts: pixels are rectangles of whole dots without gaps between them. */
const edge = (n: number, size: number): number => Math.round((n * size) / 16)

/** The whole dots that the pixels cover, or undefined if there are none. */
function boxOfPixels({ rows, left }: Pixels, size: number, x: number): InkBox | undefined {
  let any = 0
  let [first, last] = [-1, -1]
  for (let row = 0; row < rows.length; row++) {
    if (rows[row] === 0) continue
    any |= rows[row]!
    if (first < 0) first = row
    last = row
  }
  if (any === 0) return undefined
  const from = Math.clz32(any) - 16
  const to = Math.clz32(any & -any) - 15
  const slack = size < 16 ? 1 : 0
  return {
    left: x + edge(left + from, size),
    top: edge(first - pixelAscent, size),
    right: x + edge(left + to, size) + slack,
    bottom: edge(last + 1 - pixelAscent, size) + slack,
  }
}

/** Draws each run of pixels in a row as a rectangle, which extends over the rows below that have the same run. */
function drawPixels({ rows, left }: Pixels, size: number, x: number, y: number, pen: Pen): void {
  for (let row = 0; row < rows.length; row++) {
    for (const [from, to] of runsOf(rows[row]!)) {
      if (row > 0 && hasRun(rows[row - 1]!, from, to)) continue
      let end = row + 1
      while (end < rows.length && hasRun(rows[end]!, from, to)) end++
      const box = {
        left: x + edge(left + from, size),
        top: y + edge(row - pixelAscent, size),
        right: x + edge(left + to, size),
        bottom: y + edge(end - pixelAscent, size),
      }
      drawRectangle(widened(box), pen)
    }
  }
}

/** The runs of ones, as columns [from, to). */
function runsOf(bits: number): [number, number][] {
  const runs: [number, number][] = []
  for (let column = 0; column < 16; column++) {
    if (!(bits & (0x8000 >>> column))) continue
    const from = column
    while (column < 16 && bits & (0x8000 >>> column)) column++
    runs.push([from, column])
  }
  return runs
}

/** Whether [from, to) is exactly a run of ones. Bit 16 is the column left of the first. */
function hasRun(bits: number, from: number, to: number): boolean {
  const run = (0x10000 >>> from) - (0x10000 >>> to)
  const beside = (0x10000 >>> from) | (to < 16 ? 0x8000 >>> to : 0)
  return (bits & (run | beside)) === run
}

/** At less than 16 dots an em a pixel can round to nothing: it is made one dot. */
function widened(box: InkBox): InkBox {
  return { ...box, right: Math.max(box.right, box.left + 1), bottom: Math.max(box.bottom, box.top + 1) }
}

function drawRectangle({ left, top, right, bottom }: InkBox, pen: Pen): void {
  pen.move(left, top)
  pen.line(right, top)
  pen.line(right, bottom)
  pen.line(left, bottom)
  pen.close()
}
