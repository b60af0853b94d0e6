/**
 * Outlines straight out of a TrueType font's tables.
 *
 * HarfBuzz has a call for this, hb_font_draw_glyph. Over 6,500 glyphs of Noto Sans, Arabic, Devanagari and Chinese it
 * takes 0.6 to 1.1 of the time of this file, and is not used:
 * - it calls back into functions that have to lie in the table of the WebAssembly module, which takes the glue code that
 *   harfbuzz.ts does without, or more of its internals;
 * - it writes 4 % more segments;
 * - `pointsOf` and `extentOf` know a glyph's size without drawing it, and so need these tables all the same.
 */

import type { Pen } from './glyph.ts'

/** The tables of a TrueType font that hold outlines: offsets into `bytes()`. */
export interface TrueType {
  bytes(): DataView
  /** Composite glyphs that have been examined, by glyph. */
  readonly composites: Map<number, Measures>
  readonly glyf: number
  readonly loca: number
  readonly longLoca: boolean
  readonly glyphs: number
}

/** @param bytes  returns the font file, at any time; ISO/IEC 14496-22:2019 (OpenType), clause 4 */
export function openTrueType(bytes: () => DataView): TrueType {
  const view = bytes()
  const tables = new Map<string, number>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(at + letter)))
    tables.set(tag, view.getUint32(at + 8))
  }
  const table = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new Error(`a font file without its table ${tag}`)
    return offset
  }
  const longLoca = view.getInt16(table('head') + 50) === 1
  const glyphs = view.getUint16(table('maxp') + 4)
  return { bytes, composites: new Map(), glyf: table('glyf'), loca: table('loca'), longLoca, glyphs }
}

/** Where the glyph's data starts, or undefined for a glyph without ink. Clause 5.3.4 (loca). */
function glyphStart(font: TrueType, view: DataView, glyph: number): number | undefined {
  if (glyph >= font.glyphs) return undefined
  const offset = (index: number): number =>
    font.longLoca ? view.getUint32(font.loca + 4 * index) : 2 * view.getUint16(font.loca + 2 * index)
  const start = offset(glyph)
  return start === offset(glyph + 1) ? undefined : font.glyf + start
}

export interface UnitBox {
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

interface Measures {
  readonly extent: UnitBox
  readonly points: number
}

/**
 * The glyph's extent in font units, y up. Clause 5.3.3 (glyf), glyph header: the font states it in whole units, so that
 * scaled components can extend up to half a unit beyond.
 */
export function extentOf(font: TrueType, glyph: number): UnitBox | undefined {
  const view = font.bytes()
  const at = glyphStart(font, view, glyph)
  if (at === undefined) return undefined
  return view.getInt16(at) >= 0 ? statedExtent(view, at) : compositeMeasures(font, view, glyph).extent
}

/** How many points the glyph's outline has, known without drawing it. */
export function pointsOf(font: TrueType, glyph: number): number {
  const view = font.bytes()
  const at = glyphStart(font, view, glyph)
  if (at === undefined) return 0
  const contours = view.getInt16(at)
  if (contours < 0) return compositeMeasures(font, view, glyph).points
  return contours === 0 ? 0 : view.getUint16(at + 10 + 2 * (contours - 1)) + 1
}

/** Box and number of points of a composite glyph, computed together in one walk through its components. */
function compositeMeasures(font: TrueType, view: DataView, glyph: number): Measures {
  const known = font.composites.get(glyph)
  if (known !== undefined) return known
  const stated = statedExtent(view, glyphStart(font, view, glyph)!)
  const parts = partsOf(font, view, { glyph, transform: unchanged, depth: 0 })
  const scaled = parts.some(({ transform }) => !transform.every(Number.isInteger))
  const measures = {
    extent: scaled ? withPoints(font, glyph, stated) : stated,
    points: parts.reduce((sum, part) => sum + pointsOf(font, part.glyph), 0),
  }
  font.composites.set(glyph, measures)
  return measures
}

function statedExtent(view: DataView, at: number): UnitBox {
  return {
    xMin: view.getInt16(at + 2),
    yMin: view.getInt16(at + 4),
    xMax: view.getInt16(at + 6),
    yMax: view.getInt16(at + 8),
  }
}

/** From font units to dots: x' = a x + c y + e, y' = b x + d y + f. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Draws the glyph's outline. Clause 5.3.3: simple glyphs, and composite ones to a depth of 8. */
export function drawOutline(font: TrueType, glyph: number, transform: Transform, pen: Pen): void {
  drawAt(font, font.bytes(), { glyph, transform, depth: 0 }, pen)
}

interface Part {
  readonly glyph: number
  readonly transform: Transform
  readonly depth: number
}

function drawAt(font: TrueType, view: DataView, part: Part, pen: Pen): void {
  const at = glyphStart(font, view, part.glyph)
  if (at === undefined || part.depth > deepest) return
  const contours = view.getInt16(at)
  if (contours >= 0) drawSimple(view, at, part.transform, pen)
  else for (const component of componentsOf(view, at, part)) drawAt(font, view, component, pen)
}

const deepest = 8

const unchanged: Transform = [1, 0, 0, 1, 0, 0]

/** The simple glyphs that a glyph consists of. */
function partsOf(font: TrueType, view: DataView, part: Part): Part[] {
  const at = glyphStart(font, view, part.glyph)
  if (at === undefined || part.depth > deepest) return []
  if (view.getInt16(at) >= 0) return [part]
  return [...componentsOf(view, at, part)].flatMap((component) => partsOf(font, view, component))
}

/** The box, enlarged to hold all points of the glyph's outline. */
function withPoints(font: TrueType, glyph: number, box: UnitBox): UnitBox {
  let { xMin, yMin, xMax, yMax } = box
  const put = (...values: number[]): void => {
    for (let i = 0; i < values.length; i += 2) {
      ;[xMin, xMax] = [Math.min(xMin, values[i]!), Math.max(xMax, values[i]!)]
      ;[yMin, yMax] = [Math.min(yMin, values[i + 1]!), Math.max(yMax, values[i + 1]!)]
    }
  }
  drawOutline(font, glyph, unchanged, { move: put, line: put, quadratic: put, cubic: put, close() {} })
  return { xMin, yMin, xMax, yMax }
}

const wordArguments = 0x1
const argumentsAreOffsets = 0x2
const oneScale = 0x8
const more = 0x20
const twoScales = 0x40
const matrix = 0x80
const scaledOffset = 0x800

function* componentsOf(view: DataView, start: number, { transform, depth }: Part): Generator<Part> {
  const [a, b, c, d, e, f] = transform
  let at = start + 10
  let flags = more
  while (flags & more) {
    flags = view.getUint16(at)
    const glyph = view.getUint16(at + 2)
    if (!(flags & argumentsAreOffsets)) throw new Error('a composite glyph that is placed by point numbers')
    const words = (flags & wordArguments) !== 0
    const dx = words ? view.getInt16(at + 4) : view.getInt8(at + 4)
    const dy = words ? view.getInt16(at + 6) : view.getInt8(at + 5)
    at += words ? 8 : 6
    const count = flags & oneScale ? 1 : flags & twoScales ? 2 : flags & matrix ? 4 : 0
    const values = Array.from({ length: count }, (_, i) => view.getInt16(at + 2 * i) / 16384)
    at += 2 * count
    const [p, q, r, s] =
      count === 4
        ? [values[0]!, values[1]!, values[2]!, values[3]!]
        : [values[0] ?? 1, 0, 0, values[1] ?? values[0] ?? 1]
    const x = flags & scaledOffset ? dx * Math.hypot(p, q) : dx
    const y = flags & scaledOffset ? dy * Math.hypot(r, s) : dy
    const placed: Transform = [
      a * p + c * q,
      b * p + d * q,
      a * r + c * s,
      b * r + d * s,
      a * x + c * y + e,
      b * x + d * y + f,
    ]
    yield { glyph, transform: placed, depth: depth + 1 }
  }
}

const onCurve = 0x1
const xShort = 0x2
const yShort = 0x4
const repeat = 0x8
const xSameOrPositive = 0x10
const ySameOrPositive = 0x20

function drawSimple(view: DataView, start: number, [a, b, c, d, e, f]: Transform, pen: Pen): void {
  const contours = view.getInt16(start)
  let at = start + 10
  const last = (contour: number): number => view.getUint16(start + 10 + 2 * contour)
  const points = contours === 0 ? 0 : last(contours - 1) + 1
  at += 2 * contours
  at += 2 + view.getUint16(at)
  const flags = new Uint8Array(points)
  for (let i = 0; i < points; i++) {
    const flag = view.getUint8(at++)
    flags[i] = flag
    if (flag & repeat) for (let times = view.getUint8(at++); times > 0; times--) flags[++i] = flag
  }
  const unit = new Float64Array(2 * points)
  at = readAxis(view, at, flags, { short: xShort, same: xSameOrPositive, into: unit, offset: 0 })
  readAxis(view, at, flags, { short: yShort, same: ySameOrPositive, into: unit, offset: 1 })
  const xy = new Float64Array(2 * points)
  for (let i = 0; i < 2 * points; i += 2) {
    xy[i] = a * unit[i]! + c * unit[i + 1]! + e
    xy[i + 1] = b * unit[i]! + d * unit[i + 1]! + f
  }
  for (let contour = 0, first = 0; contour < contours; contour++) {
    drawContour({ flags, xy, first, end: last(contour) + 1 }, pen)
    first = last(contour) + 1
  }
}

interface Axis {
  readonly short: number
  readonly same: number
  readonly into: Float64Array
  readonly offset: number
}

function readAxis(view: DataView, start: number, flags: Uint8Array, { short, same, into, offset }: Axis): number {
  let at = start
  let value = 0
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i]!
    if (flag & short) value += flag & same ? view.getUint8(at++) : -view.getUint8(at++)
    else if (!(flag & same)) {
      value += view.getInt16(at)
      at += 2
    }
    into[2 * i + offset] = value
  }
  return at
}

interface Contour {
  readonly flags: Uint8Array
  /** x and y of each point, in dots. */
  readonly xy: Float64Array
  readonly first: number
  readonly end: number
}

/** Two control points in a row have a point of the curve halfway between them. */
function drawContour({ flags, xy, first, end }: Contour, pen: Pen): void {
  const count = end - first
  if (count < 2) return
  const isOn = (i: number): boolean => (flags[first + (i % count)]! & onCurve) !== 0
  const x = (i: number): number => xy[2 * (first + (i % count))]!
  const y = (i: number): number => xy[2 * (first + (i % count)) + 1]!
  let start = 0
  while (start < count && !isOn(start)) start++
  const allControls = start === count
  if (allControls) start = 0
  const startX = allControls ? (x(0) + x(count - 1)) / 2 : x(start)
  const startY = allControls ? (y(0) + y(count - 1)) / 2 : y(start)
  pen.move(startX, startY)
  const from = allControls ? 0 : start + 1
  const to = allControls ? count : start + count
  for (let i = from; i < to; i++) {
    if (isOn(i)) pen.line(x(i), y(i))
    else if (i + 1 === to) pen.quadratic(x(i), y(i), startX, startY)
    else if (isOn(i + 1)) {
      pen.quadratic(x(i), y(i), x(i + 1), y(i + 1))
      i++
    } else pen.quadratic(x(i), y(i), (x(i) + x(i + 1)) / 2, (y(i) + y(i + 1)) / 2)
  }
  pen.close()
}
