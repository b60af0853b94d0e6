/**
 * Glyph outlines read directly from the tables of a TrueType font.
 *
 * HarfBuzz has a function for this, hb_font_draw_glyph. For 6,500 glyphs of Noto Sans, Arabic, Devanagari and Chinese it
 * takes 0.6 to 1.1 times as long as this code. It is not used, for three reasons:
 * - its callbacks must be in the function table of the WebAssembly module, which requires the package's glue code, which
 *   harfbuzz.ts avoids, or more of the package's internals;
 * - it emits 4 % more segments;
 * - `pointsOf` and `extentOf`, which measure a glyph without drawing it, need these tables anyway.
 */

import type { Pen } from './glyph.ts'
import { componentsOf, type Part } from './truetype-composite.ts'
import { drawSimple, type Transform } from './truetype-simple.ts'

/** A TrueType font: the offsets of its outline tables in `bytes()`. */
export interface TrueType {
  bytes(): DataView
  /** Measurements of composite glyphs, by glyph. */
  readonly composites: Map<number, Measurements>
  readonly glyf: number
  readonly loca: number
  /** Whether `loca` has 32-bit offsets. */
  readonly longLoca: boolean
  /** The number of glyphs. */
  readonly glyphs: number
}

/**
 * ISO/IEC 14496-22:2019 (OpenType), clause 4: the table directory.
 *
 * @param bytes  returns the font file; called for each glyph
 */
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
    if (offset === undefined) throw new Error(`the font file lacks the table ${tag}`)
    return offset
  }
  const longLoca = view.getInt16(table('head') + 50) === 1
  const glyphs = view.getUint16(table('maxp') + 4)
  return { bytes, composites: new Map(), glyf: table('glyf'), loca: table('loca'), longLoca, glyphs }
}

/** The offset of the glyph's data, or undefined for a glyph without an outline. Clause 5.3.4 (loca). */
function glyphStart(font: TrueType, view: DataView, glyph: number): number | undefined {
  if (glyph >= font.glyphs) return undefined
  const offset = (index: number): number =>
    font.longLoca ? view.getUint32(font.loca + 4 * index) : 2 * view.getUint16(font.loca + 2 * index)
  const start = offset(glyph)
  return start === offset(glyph + 1) ? undefined : font.glyf + start
}

/** A box in font units, y up. */
export interface UnitBox {
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

interface Measurements {
  readonly extent: UnitBox
  readonly points: number
}

/**
 * The glyph's extent. Clause 5.3.3 (glyf): the glyph header has it in whole units, which scaled components can exceed by up to
 * half a unit.
 */
export function extentOf(font: TrueType, glyph: number): UnitBox | undefined {
  const view = font.bytes()
  const at = glyphStart(font, view, glyph)
  if (at === undefined) return undefined
  return view.getInt16(at) >= 0 ? headerExtent(view, at) : measuredComposite(font, view, glyph).extent
}

/** The number of points in the glyph's outline, without drawing it. */
export function pointsOf(font: TrueType, glyph: number): number {
  const view = font.bytes()
  const at = glyphStart(font, view, glyph)
  if (at === undefined) return 0
  const contours = view.getInt16(at)
  if (contours < 0) return measuredComposite(font, view, glyph).points
  return contours === 0 ? 0 : view.getUint16(at + 10 + 2 * (contours - 1)) + 1
}

/** Measures a composite glyph once. */
function measuredComposite(font: TrueType, view: DataView, glyph: number): Measurements {
  const known = font.composites.get(glyph)
  if (known !== undefined) return known
  const stated = headerExtent(view, glyphStart(font, view, glyph)!)
  const parts = simpleParts(font, view, { glyph, transform: identity, depth: 0 })
  const isScaled = parts.some(({ transform }) => !transform.every(Number.isInteger))
  const measurements = {
    extent: isScaled ? extendedToPoints(stated, font, glyph) : stated,
    points: parts.reduce((sum, part) => sum + pointsOf(font, part.glyph), 0),
  }
  font.composites.set(glyph, measurements)
  return measurements
}

function headerExtent(view: DataView, at: number): UnitBox {
  return {
    xMin: view.getInt16(at + 2),
    yMin: view.getInt16(at + 4),
    xMax: view.getInt16(at + 6),
    yMax: view.getInt16(at + 8),
  }
}

/** Draws the glyph's outline, of composite glyphs to a depth of 8. */
export function drawOutline(font: TrueType, glyph: number, transform: Transform, pen: Pen): void {
  drawAt(font, font.bytes(), { glyph, transform, depth: 0 }, pen)
}

function drawAt(font: TrueType, view: DataView, part: Part, pen: Pen): void {
  const at = glyphStart(font, view, part.glyph)
  if (at === undefined || part.depth > maxDepth) return
  const contours = view.getInt16(at)
  if (contours >= 0) drawSimple(view, at, part.transform, pen)
  else for (const component of componentsOf(view, at, part)) drawAt(font, view, component, pen)
}

const maxDepth = 8

const identity: Transform = [1, 0, 0, 1, 0, 0]

/** The simple glyphs of which a glyph consists. */
function simpleParts(font: TrueType, view: DataView, part: Part): Part[] {
  const at = glyphStart(font, view, part.glyph)
  if (at === undefined || part.depth > maxDepth) return []
  if (view.getInt16(at) >= 0) return [part]
  return [...componentsOf(view, at, part)].flatMap((component) => simpleParts(font, view, component))
}

/** The box, extended to contain all points of the glyph's outline. */
function extendedToPoints(box: UnitBox, font: TrueType, glyph: number): UnitBox {
  let { xMin, yMin, xMax, yMax } = box
  const include = (...values: number[]): void => {
    for (let i = 0; i < values.length; i += 2) {
      ;[xMin, xMax] = [Math.min(xMin, values[i]!), Math.max(xMax, values[i]!)]
      ;[yMin, yMax] = [Math.min(yMin, values[i + 1]!), Math.max(yMax, values[i + 1]!)]
    }
  }
  const pen = { move: include, line: include, quadratic: include, cubic: include, close() {} }
  drawOutline(font, glyph, identity, pen)
  return { xMin, yMin, xMax, yMax }
}
