/** Draws with a pen: closed contours in dots, y down. */
export interface Pen {
  move(x: number, y: number): void
  line(x: number, y: number): void
  /** A quadratic Bézier curve: its control point, its end. */
  quadratic(cx: number, cy: number, x: number, y: number): void
  /** A cubic Bézier curve: its two control points, its end. */
  cubic(ax: number, ay: number, bx: number, by: number, x: number, y: number): void
  close(): void
}

/** Whole dots that cover ink, relative to an origin on the baseline, y down: columns [left, right), rows [top, bottom). */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where glyphs come from: a font file, Unifont's bitmaps, boxes with hex codes. */
export interface GlyphSource {
  /** A unique number, 0 to 255. */
  readonly id: number
  /** How many horizontal positions a glyph can have within a dot: 1, or 4 for scripts whose letters touch. */
  readonly phases: 1 | 4
  /** The ink of a glyph whose origin is at (x, 0), or undefined if it has none; `size` in dots an em. */
  box(glyph: number, size: number, x: number): Box | undefined
  /** An upper bound of the points in the glyph's outline, known without drawing it. */
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

/** A glyph and its position, in dots relative to the line's origin, y down; x is a multiple of 1/phases, y is whole. */
export interface PlacedGlyph {
  readonly source: GlyphSource
  readonly glyph: number
  readonly x: number
  readonly y: number
}
