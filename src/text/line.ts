/** One line of text, set and measured in whole dots, and the outlines of its glyphs. */

import { type Face, isNotoSansFace, type NotoSansFace, ocrBSource } from './fonts.ts'
import type { GlyphSource, InkBox, Pen, PlacedGlyph, ShapedGlyph } from './glyph.ts'
import { latinExtents } from './latin.ts'
import { type PreparedText, prepared } from './prepared-text.ts'
import { type ShapedText, shapeLine } from './shape.ts'
import { clean } from './shown-text.ts'

/** One measured line of text, in dots, y down. Its origin is on the baseline, where the advance starts. */
export interface Line {
  /** The line's text, in logical order. */
  readonly text: string
  /** Dots an em. */
  readonly size: number
  /** The advance, in whole dots. */
  readonly width: number
  /** Whole dots above and below the baseline: those of the face, or more if the ink extends further. */
  readonly ascent: number
  readonly descent: number
  /** From left to right. */
  readonly glyphs: readonly PlacedGlyph[]
  /** The whole dots that ink touches, all zero if there is none. Ink can extend beyond the advance. */
  readonly ink: InkBox
  /** The face of its letters, if it is bold or condensed. */
  readonly face?: NotoSansFace
  /** Whether the paragraph that the line belongs to is read from right to left. */
  readonly isRightToLeft?: true
  /** Whether an ellipsis stands for the rest of the text. */
  readonly isCut?: true
}

export interface Style {
  readonly face: Face
  /** Dots an em, a whole number from 1 to 4095. */
  readonly size: number
}

const largestSize = 4095

/**
 * `text` as one line of any width. Control characters become spaces; a character that no font has becomes a box with its code.
 *
 * @throws RangeError  a size that is not a whole number from 1 to 4095
 */
export function typeset(text: string, { face, size }: Style): Line {
  checkSize(size)
  const whole = prepared(clean(text), face)
  return lineOf(whole, { start: 0, end: whole.text.length, face, size })
}

export function checkSize(size: number): void {
  if (!Number.isInteger(size) || size < 1 || size > largestSize) {
    throw new RangeError(`size is ${size}; a whole number of dots from 1 to ${largestSize} is accepted`)
  }
}

interface TextRange extends Style {
  /** UTF-16 units [start, end). */
  readonly start: number
  readonly end: number
  /** The text from which lines of this one are cut. */
  readonly from?: ShapedText | undefined
}

/** The units [start, end) of a prepared text as a line. */
export function lineOf(whole: PreparedText, { start, end, face, size, from }: TextRange): Line {
  const glyphs: PlacedGlyph[] = []
  const shaped = shapeLine(whole, start, end, from)
  const { width, ink } = place(shaped, size, glyphs)
  const { ascent, descent } = extentsOf(face)
  return {
    text: whole.text.slice(start, end),
    size,
    width,
    ascent: Math.max(Math.ceil(ascent * size), -ink.top),
    descent: Math.max(Math.ceil(descent * size), ink.bottom),
    glyphs,
    ink,
    ...(isNotoSansFace(face) && { face }),
    ...(whole.levels.base === 1 && { isRightToLeft: true }),
  }
}

/** The height of lines below one another, in dots. */
export function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { ascent, descent }) => sum + ascent + descent, 0)
}

/** The height in dots of a line whose ink does not extend beyond its face. */
export function lineHeight(face: Face, size: number): number {
  const { ascent, descent } = extentsOf(face)
  return Math.ceil(ascent * size) + Math.ceil(descent * size)
}

/** Of all faces of Noto Sans the same. */
function extentsOf(face: Face): { readonly ascent: number; readonly descent: number } {
  return face === 'ocrb' ? ocrBSource() : latinExtents
}

/** Places the glyphs of a line from its exact advances, each rounded to the nearest position that its source allows. */
function place(shaped: readonly ShapedGlyph[], size: number, into: PlacedGlyph[]): { width: number; ink: InkBox } {
  let pen = 0
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { source, glyph, advance, dx, dy } of shaped) {
    const x = Math.round((pen + dx) * size * source.phases) / source.phases
    const y = Math.round(-dy * size)
    pen += advance
    const box = source.box(glyph, size, x)
    if (box === undefined) continue
    into.push({ source, glyph, x, y })
    left = Math.min(left, box.left)
    top = Math.min(top, y + box.top)
    right = Math.max(right, box.right)
    bottom = Math.max(bottom, y + box.bottom)
  }
  const ink = into.length > 0 ? { left, top, right, bottom } : { left: 0, top: 0, right: 0, bottom: 0 }
  return { width: Math.ceil(pen * size - 1e-6), ink }
}

/** Draws the line's outlines with its origin at (x, y). The contours are filled by the non-zero winding rule. */
export function outlineOf(line: Line, pen: Pen, x = 0, y = 0): void {
  for (const placed of line.glyphs) placed.source.draw(placed.glyph, line.size, x + placed.x, y + placed.y, pen)
}

/** The width of advance and ink together, in dots. */
export function fullWidth({ width, ink }: Line): number {
  return Math.max(width, ink.right) - Math.min(0, ink.left)
}

/** An outline that a drawing has more than once: it is defined once and referred to. */
export interface SharedOutline {
  /** A unique name, the same in every drawing. */
  readonly id: string
  readonly source: GlyphSource
  readonly glyph: number
  readonly size: number
}

/** Which of a drawing's outlines are shared. */
export interface Outlines {
  /** In the order of their first use. */
  readonly shared: readonly SharedOutline[]
  /** The shared outline of a glyph in a line, if it has one. */
  sharedBy(placed: PlacedGlyph, line: Line): SharedOutline | undefined
}

/** The outlines of lines of text that are drawn together; undefined if they have too many points. */
export function outlinesOf(lines: readonly Line[]): Outlines | undefined {
  const seen = new Map<number, SharedOutline | undefined>()
  const shared: SharedOutline[] = []
  let points = 0
  for (const line of lines) {
    for (const placed of line.glyphs) {
      const key = keyOf(placed, line)
      if (!seen.has(key)) {
        points += placed.source.points(placed.glyph)
        if (points > maxPoints) return undefined
        seen.set(key, undefined)
      } else if (seen.get(key) === undefined) {
        const outline = sharedOutline(placed, line)
        seen.set(key, outline)
        shared.push(outline)
      }
    }
  }
  return { shared, sharedBy: (placed, line) => seen.get(keyOf(placed, line)) }
}

/**
 * The most points in the outlines of a drawing, each outline counted once. A label full of different Chinese characters has
 * fewer. Texts with more are drawn as bitmaps: a thousand different pictographs have a million points, which take a second to
 * write, while their bitmap is a few thousand bytes.
 */
const maxPoints = 20_000

function sharedOutline({ source, glyph }: PlacedGlyph, { size }: Line): SharedOutline {
  return { id: `qz-${source.id}-${glyph}-${size}`, source, glyph, size }
}

/** Source, glyph and size as one number. They are less than 2 ** 8, 2 ** 21 and 2 ** 12. */
function keyOf({ source, glyph }: PlacedGlyph, { size }: Line): number {
  return (source.id * 0x200000 + glyph) * 4096 + size
}
