import type { GlyphSource, PlacedGlyph } from './glyph.ts'
import type { Line } from './line.ts'

/**
 * The most points in the outlines of a drawing, each outline counted once. A label full of different Chinese characters has
 * fewer. Texts with more are drawn as bitmaps: a thousand different pictographs have a million points, which take a second to
 * write, while their bitmap is a few thousand bytes.
 */
const maxPoints = 20_000

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

function sharedOutline({ source, glyph }: PlacedGlyph, { size }: Line): SharedOutline {
  return { id: `qz-${source.id}-${glyph}-${size}`, source, glyph, size }
}

/** Source, glyph and size as one number. They are less than 2 ** 8, 2 ** 21 and 2 ** 12. */
function keyOf({ source, glyph }: PlacedGlyph, { size }: Line): number {
  return (source.id * 0x200000 + glyph) * 4096 + size
}
