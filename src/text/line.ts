import { clean } from './clean.ts'
import type { ShapedText } from './cut-run.ts'
import { type Face, ocrBSource } from './font-choice.ts'
import type { Box, Pen, PlacedGlyph, ShapedGlyph } from './glyph.ts'
import { latinExtents } from './latin.ts'
import { type PreparedText, prepared } from './prepared-text.ts'
import { shapeLine } from './shape.ts'

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
  readonly ink: Box
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

export interface TextRange extends Style {
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

function extentsOf(face: Face): { readonly ascent: number; readonly descent: number } {
  return face === 'ocrb' ? ocrBSource() : latinExtents
}

/** Places the glyphs of a line from its exact advances, each rounded to the nearest position that its source allows. */
function place(shaped: readonly ShapedGlyph[], size: number, into: PlacedGlyph[]): { width: number; ink: Box } {
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
