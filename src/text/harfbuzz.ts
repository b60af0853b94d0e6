/** Runs of text shaped by HarfBuzz: characters of one font, script and direction become glyphs. */

import type * as HarfBuzz from 'harfbuzzjs'
import { fromSource } from './font-source.ts'

/** A font in HarfBuzz's memory, which stays there until the process ends: HarfBuzz frees no font before it is collected as garbage. */
export interface ShapingFont {
  /** A unique number, 0 to 255. */
  readonly id: number
  /** Of HarfBuzz; programs that use the package compile without the types of harfbuzzjs, which need those of browsers. */
  readonly font: object
}

/** @param file  a complete TrueType or OpenType font */
export function openFont(id: number, file: Uint8Array): ShapingFont {
  const hb = harfBuzz()
  return { id, font: new hb.Font(new hb.Face(new hb.Blob(file))) }
}

const harfBuzz = () => fromSource('harfbuzzjs', (source) => source.harfBuzz()) as typeof HarfBuzz

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

interface ShapingRun {
  /** UTF-16 units [start, end) of the text. */
  readonly start: number
  readonly end: number
  readonly isRightToLeft: boolean
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
export function shapedRun(
  font: ShapingFont,
  line: string,
  { start, end, isRightToLeft }: ShapingRun,
): readonly RunGlyph[] {
  const from = Math.max(0, start - contextUnits)
  const text = line.slice(from, end + contextUnits)
  const run = { start: start - from, end: end - from, isRightToLeft }
  if (end - start > mostUnits) return shaped(font, text, run)
  const key = String.fromCharCode(font.id, isRightToLeft ? 1 : 0, run.start, run.end) + text
  let glyphs = kept.get(key)
  if (glyphs === undefined) {
    glyphs = shaped(font, text, run)
    if (kept.size === mostRuns) kept.clear()
    kept.set(key, glyphs)
  }
  return glyphs
}

/** The only buffer: like a font, HarfBuzz frees none before it is collected as garbage. */
let buffer: HarfBuzz.Buffer | undefined

/** The same, shaped again. @param text  the run with the text around it */
export function shaped(
  { font }: ShapingFont,
  text: string,
  { start, end, isRightToLeft }: ShapingRun,
): readonly RunGlyph[] {
  const hb = harfBuzz()
  buffer ??= new hb.Buffer()
  buffer.clearContents()
  buffer.addText(text, start, end - start)
  buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
  buffer.guessSegmentProperties()
  hb.shape(font as HarfBuzz.Font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint: glyph, cluster, flags }, i) => {
    const { xAdvance: advance, xOffset: dx, yOffset: dy } = positions[i]!
    return { glyph, index: cluster - start, mayCut: (flags & hb.GlyphFlag.UNSAFE_TO_BREAK) === 0, advance, dx, dy }
  })
}
