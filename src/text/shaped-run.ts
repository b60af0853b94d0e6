import { type ShapingRun, shapeRun } from './harfbuzz.ts'
import type { ShapedSource } from './sources.ts'

/** A glyph of a run: distances in font units, y up. */
interface RunGlyph {
  readonly glyph: number
  /** The UTF-16 unit of the run at which the glyph's cluster starts. */
  readonly index: number
  /** Whether the run has the same glyphs if it is cut there. */
  readonly mayCut: boolean
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

/**
 * The glyphs of short runs, by what they depend on. A text that alternates between scripts has as many runs as characters, and a
 * label is laid out with the same ones in many lines. All are dropped when there are too many.
 */
const kept = new Map<string, readonly RunGlyph[]>()

/** The most runs that are kept. */
const mostRuns = 2000
/** The most UTF-16 units of a run that is kept. */
const mostUnits = 24
/** The UTF-16 units of the five characters before and behind a run that HarfBuzz takes into account. */
const contextUnits = 10

/** The glyphs of one run of `line`, from left to right. */
export function shapedRun(source: ShapedSource, line: string, run: ShapingRun): readonly RunGlyph[] {
  if (run.end - run.start > mostUnits) return shape(source, line, run)
  const key = keyOf(source, line, run)
  let glyphs = kept.get(key)
  if (glyphs === undefined) {
    glyphs = shape(source, line, run)
    if (kept.size === mostRuns) kept.clear()
    kept.set(key, glyphs)
  }
  return glyphs
}

/** The font, the direction, and the run with the text around it. */
function keyOf({ id }: ShapedSource, line: string, { start, end, isRightToLeft }: ShapingRun): string {
  const from = Math.max(0, start - contextUnits)
  const places = String.fromCharCode(id, isRightToLeft ? 1 : 0, start - from, end - start)
  return places + line.slice(from, end + contextUnits)
}

function shape({ shaping }: ShapedSource, line: string, run: ShapingRun): readonly RunGlyph[] {
  const glyphs: RunGlyph[] = []
  shapeRun(shaping, line, run, (glyph, index, mayCut, advance, dx, dy) => {
    glyphs.push({ glyph, index: index - run.start, mayCut, advance, dx, dy })
  })
  return glyphs
}
