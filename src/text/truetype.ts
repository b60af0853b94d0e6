/**
 * Glyph outlines read from the tables of a TrueType font: ISO/IEC 14496-22:2019 (OpenType).
 *
 * HarfBuzz draws outlines too (harfbuzzjs, drawGlyph), a third faster. They are read here because
 * - Latin captions are drawn without HarfBuzz: see latin.ts;
 * - HarfBuzz joins the components of a glyph, and halves the way between control points, in font units before they are scaled. At sizes where
 *   edges fall on the centres of dots the last bit of the sum decides: in one bitmap of a thousand another dot would be dark.
 */

import type { GlyphSource, InkBox, Pen } from './glyph.ts'

/** A TrueType font: the offsets of its outline tables in `view`. */
export interface TrueType {
  readonly view: DataView
  readonly glyf: number
  readonly loca: number
  /** Whether `loca` has 32-bit offsets. */
  readonly longLoca: boolean
  /** The number of glyphs. */
  readonly glyphs: number
  /** What has been measured, by glyph. */
  readonly measured: Map<number, Measurements>
}

/** What is measured of a glyph that has an outline. */
interface Measurements {
  readonly extent: UnitBox
  readonly points: number
}

/** A box in font units, y up. */
export interface UnitBox {
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

/** Clause 4: the table directory. @param file  the font file @throws Error if it lacks a table of outlines */
export function openTrueType(file: Uint8Array): TrueType {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const tables = new Map<string, number>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i
    tables.set(String.fromCharCode(...file.subarray(at, at + 4)), view.getUint32(at + 8))
  }
  const table = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new Error(`the font file lacks the table ${tag}`)
    return offset
  }
  const longLoca = view.getInt16(table('head') + 50) === 1
  const glyphs = view.getUint16(table('maxp') + 4)
  return { view, glyf: table('glyf'), loca: table('loca'), longLoca, glyphs, measured: new Map() }
}

/** What measures and draws the glyphs of a font. @param unitsPerEm  font units an em */
export function outlineSource(font: TrueType, unitsPerEm: number): Pick<GlyphSource, 'box' | 'points' | 'draw'> {
  return {
    box: (glyph, size, x) => boxOf(measured(font, glyph)?.extent, size / unitsPerEm, x),
    points: (glyph) => measured(font, glyph)?.points ?? 0,
    draw(glyph, size, x, y, pen) {
      const scale = size / unitsPerEm
      for (const contour of contoursOf(font, glyph, [scale, 0, 0, -scale, x, y])) drawContour(contour, pen)
    },
  }
}

/** The whole dots that an extent touches, at least one in each direction. @param scale  dots a font unit */
export function boxOf(extent: UnitBox | undefined, scale: number, x: number): InkBox | undefined {
  if (extent === undefined) return undefined
  const left = Math.floor(x + extent.xMin * scale)
  const top = Math.floor(-extent.yMax * scale)
  return {
    left,
    top,
    right: Math.max(left + 1, Math.ceil(x + extent.xMax * scale)),
    bottom: Math.max(top + 1, Math.ceil(-extent.yMin * scale)),
  }
}

/** Maps font units to dots: x' = a x + c y + e, y' = b x + d y + f. */
type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const identity: Transform = [1, 0, 0, 1, 0, 0]

interface Point {
  readonly x: number
  readonly y: number
  /** Whether the outline goes through it; otherwise it is the control point of a curve. */
  readonly isOn: boolean
}

/**
 * Measures a glyph once; undefined if it has no outline. Clause 5.3.3 (glyf): the glyph header has the extent in whole units, which scaled components
 * can exceed by up to half a unit.
 */
function measured(font: TrueType, glyph: number): Measurements | undefined {
  const known = font.measured.get(glyph)
  if (known !== undefined) return known
  const at = glyphStart(font, glyph)
  if (at === undefined) return undefined
  const [left, bottom, right, top] = [2, 4, 6, 8].map((offset) => font.view.getInt16(at + offset))
  let [xMin, yMin, xMax, yMax] = [left!, bottom!, right!, top!]
  let points = 0
  for (const contour of contoursOf(font, glyph, identity)) {
    points += contour.length
    for (const { x, y } of contour) {
      ;[xMin, xMax] = [Math.min(xMin, x), Math.max(xMax, x)]
      ;[yMin, yMax] = [Math.min(yMin, y), Math.max(yMax, y)]
    }
  }
  const measurements = { extent: { xMin, yMin, xMax, yMax }, points }
  font.measured.set(glyph, measurements)
  return measurements
}

/** The offset of the glyph's data, or undefined for a glyph without an outline. Clause 5.3.4 (loca). */
function glyphStart({ view, glyf, loca, longLoca, glyphs }: TrueType, glyph: number): number | undefined {
  if (glyph >= glyphs) return undefined
  const offset = (index: number): number =>
    longLoca ? view.getUint32(loca + 4 * index) : 2 * view.getUint16(loca + 2 * index)
  const start = offset(glyph)
  return start === offset(glyph + 1) ? undefined : glyf + start
}

/** The greatest number of composite glyphs that contain a component. */
const maxDepth = 8

/** The contours of a glyph and of its components. */
function contoursOf(font: TrueType, glyph: number, transform: Transform, depth = 0): Point[][] {
  const at = glyphStart(font, glyph)
  if (at === undefined || depth > maxDepth) return []
  if (font.view.getInt16(at) >= 0) return simpleContours(font.view, at, transform)
  return componentsOf(font.view, at, transform).flatMap((part) =>
    contoursOf(font, part.glyph, part.transform, depth + 1),
  )
}

/** Flags of a point. */
const onCurve = 0x1
const xShort = 0x2
const yShort = 0x4
const repeat = 0x8
const xSameOrPositive = 0x10
const ySameOrPositive = 0x20

/** The contours of the simple glyph whose data starts at `start`. Clause 5.3.3 (glyf). */
function simpleContours(view: DataView, start: number, [a, b, c, d, e, f]: Transform): Point[][] {
  const ends = Array.from({ length: view.getInt16(start) }, (_, i) => view.getUint16(start + 10 + 2 * i) + 1)
  let at = start + 10 + 2 * ends.length
  at += 2 + view.getUint16(at)
  const flags: number[] = []
  while (flags.length < (ends.at(-1) ?? 0)) {
    const flag = view.getUint8(at++)
    flags.push(flag)
    if (flag & repeat) for (let times = view.getUint8(at++); times > 0; times--) flags.push(flag)
  }
  const coordinates = (short: number, sameOrPositive: number): number[] => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += flag & sameOrPositive ? view.getUint8(at++) : -view.getUint8(at++)
      else if (!(flag & sameOrPositive)) {
        value += view.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(xShort, xSameOrPositive)
  const ys = coordinates(yShort, ySameOrPositive)
  const points = flags.map((flag, i) => {
    const [x, y] = [xs[i]!, ys[i]!]
    return { x: a * x + c * y + e, y: b * x + d * y + f, isOn: (flag & onCurve) !== 0 }
  })
  return ends.map((end, i) => points.slice(ends[i - 1] ?? 0, end))
}

/** Flags of a component. */
const wordArguments = 0x1
const offsetArguments = 0x2
const oneScale = 0x8
const moreComponents = 0x20
const twoScales = 0x40
const twoByTwoMatrix = 0x80
const scaledOffset = 0x800

/** The components of the composite glyph whose data starts at `start`. Clause 5.3.3 (glyf). */
function componentsOf(
  view: DataView,
  start: number,
  [a, b, c, d, e, f]: Transform,
): { readonly glyph: number; readonly transform: Transform }[] {
  const components: { readonly glyph: number; readonly transform: Transform }[] = []
  let at = start + 10
  let flags = moreComponents
  while (flags & moreComponents) {
    flags = view.getUint16(at)
    const glyph = view.getUint16(at + 2)
    if (!(flags & offsetArguments)) throw new Error('components positioned by point numbers are not supported')
    const words = (flags & wordArguments) !== 0
    const dx = words ? view.getInt16(at + 4) : view.getInt8(at + 4)
    const dy = words ? view.getInt16(at + 6) : view.getInt8(at + 5)
    at += words ? 8 : 6
    const count = flags & oneScale ? 1 : flags & twoScales ? 2 : flags & twoByTwoMatrix ? 4 : 0
    const values = Array.from({ length: count }, (_, i) => view.getInt16(at + 2 * i) / 16384)
    at += 2 * count
    const [p, q, r, s] =
      count === 4
        ? [values[0]!, values[1]!, values[2]!, values[3]!]
        : [values[0] ?? 1, 0, 0, values[1] ?? values[0] ?? 1]
    const x = flags & scaledOffset ? dx * Math.hypot(p, q) : dx
    const y = flags & scaledOffset ? dy * Math.hypot(r, s) : dy
    const transform: Transform = [
      a * p + c * q,
      b * p + d * q,
      a * r + c * s,
      b * r + d * s,
      a * x + c * y + e,
      b * x + d * y + f,
    ]
    components.push({ glyph, transform })
  }
  return components
}

/** Between two consecutive control points the curve has a point halfway. */
function drawContour(contour: readonly Point[], pen: Pen): void {
  if (contour.length < 2) return
  const firstOn = contour.findIndex(({ isOn }) => isOn)
  const start = firstOn < 0 ? halfway(contour[0]!, contour.at(-1)!) : contour[firstOn]!
  // from the point after the start to the start
  const points = firstOn < 0 ? [...contour, start] : [...contour.slice(firstOn + 1), ...contour.slice(0, firstOn + 1)]
  pen.move(start.x, start.y)
  for (let i = 0; i < points.length; i++) {
    const [point, next] = [points[i]!, points[i + 1]]
    if (!point.isOn) {
      const end = next!.isOn ? next! : halfway(point, next!)
      pen.quadratic(point.x, point.y, end.x, end.y)
      if (next!.isOn) i++
    } else if (next !== undefined) pen.line(point.x, point.y)
  }
  pen.close()
}

const halfway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true })
