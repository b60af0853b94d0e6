/** Receives closed contours, in dots, y down. */
export interface Pen {
  move(x: number, y: number): void
  line(x: number, y: number): void
  /** A quadratic Bézier curve: its control point and its end. */
  quadratic(cx: number, cy: number, x: number, y: number): void
  /** A cubic Bézier curve: its two control points and its end. */
  cubic(ax: number, ay: number, bx: number, by: number, x: number, y: number): void
  close(): void
}

/** The whole dots that ink touches, relative to an origin on the baseline, y down: columns [left, right), rows [top, bottom). */
export interface InkBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A source of glyphs: a font file, Unifont's bitmaps, or boxes with hexadecimal codes. */
export interface GlyphSource {
  /** A unique number, 0 to 255. */
  readonly id: number
  /** The number of horizontal positions of a glyph within a dot: 1, or 4 in scripts whose letters touch. */
  readonly phases: 1 | 4
  /** The ink of a glyph with its origin at (x, 0), or undefined if it has none. `size` is in dots an em. */
  box(glyph: number, size: number, x: number): InkBox | undefined
  /** An upper bound of the number of points in the glyph's outline, computed without drawing it. */
  points(glyph: number): number
  /** Draws the glyph with its origin at (x, y). */
  draw(glyph: number, size: number, x: number, y: number, pen: Pen): void
}

/** A source with one glyph for each character; the glyph's number is the code point. */
export interface PlainSource extends GlyphSource {
  readonly kind: 'plain'
  /** Advance width in ems. */
  advance(code: number): number
}

/** A glyph and its position, in dots relative to the line's origin, y down. x is a multiple of 1/phases, y a whole number. */
export interface PlacedGlyph {
  readonly source: GlyphSource
  readonly glyph: number
  readonly x: number
  readonly y: number
}

/** A glyph as shaped, independent of size: distances in ems, y up. */
export interface ShapedGlyph {
  readonly source: GlyphSource
  readonly glyph: number
  /** The UTF-16 unit of the prepared text at which the glyph's cluster starts. */
  readonly index: number
  /** Whether the text has the same glyphs if it is cut there. */
  readonly mayCut: boolean
  readonly advance: number
  readonly dx: number
  readonly dy: number
}
