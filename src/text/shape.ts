import { lineLevels, mirrored, visualOrder } from './bidi.ts'
import { cutRun, type Run, type ShapedRun, type ShapedText } from './cut-run.ts'
import type { ShapedGlyph } from './glyph.ts'
import { shapeRun } from './harfbuzz.ts'
import { type PreparedText, source } from './prepared-text.ts'

/**
 * Lines shaped lately, by their text and the units in it. A label is laid out with the same lines in several sizes, and glyphs do not
 * depend on the size. All are dropped when there are too many of them.
 */
let recent = new WeakMap<PreparedText, Map<number, readonly ShapedGlyph[]>>()
let recentGlyphs = 0

/** The most glyphs of these lines: more than the longest caption needs for all sizes in which it is tried. */
const mostGlyphs = 20_000
/** What a line takes besides its glyphs, as a number of glyphs. */
const lineOverhead = 4

/**
 * The glyphs of the units [start, end) of a text, set on one line, from left to right.
 *
 * @param from  a shaped text that begins with this one or a part of it, from which glyphs are cut where they are the same; always the
 *   same for one text
 */
export function shapeLine(
  prepared: PreparedText,
  start: number,
  end: number,
  from?: ShapedText,
): readonly ShapedGlyph[] {
  const key = start * 2 ** 24 + end
  const known = recent.get(prepared)?.get(key)
  if (known !== undefined) return known
  const glyphs = shapedRuns(prepared, start, end, from).flatMap((run) => run.glyphs)
  recentGlyphs += glyphs.length + lineOverhead
  if (recentGlyphs > mostGlyphs) {
    recent = new WeakMap()
    recentGlyphs = glyphs.length + lineOverhead
  }
  const lines = recent.get(prepared) ?? new Map<number, readonly ShapedGlyph[]>()
  recent.set(prepared, lines.set(key, glyphs))
  return glyphs
}

/** A text shaped as one line, from which others are cut. */
export function shapedText(prepared: PreparedText): ShapedText {
  const { text } = prepared
  return { text, runs: shapedRuns(prepared, 0, text.length) }
}

/** The runs of a line, from left to right. */
function shapedRuns(prepared: PreparedText, start: number, end: number, from?: ShapedText): ShapedRun[] {
  const { text } = prepared
  const line = text.slice(start, end)
  return visualOrder(runsOf(prepared, start, end)).map((run) => {
    const cut = from && cutRun(from, run, text)
    return { ...run, glyphs: cut ?? shaped(line, run, start) }
  })
}

/** Splits a line into runs of one source, one level and one script, in logical order. */
function runsOf({ text, levels, sources }: PreparedText, start: number, end: number): Run[] {
  const line = lineLevels(text, levels, start, end)
  const runs: Run[] = []
  let from = start
  let script = 0
  for (let at = start; at < end; at++) {
    const ownScript = scriptOf(text.charCodeAt(at), sources[at]!)
    const startsRun =
      sources[at] !== sources[from] ||
      line[at - start] !== line[from - start] ||
      (ownScript > 0 && script > 0 && ownScript !== script)
    if (startsRun) {
      runs.push({ start: from, end: at, level: line[from - start]!, source: sources[from]! })
      from = at
      script = 0
    }
    if (ownScript > 0) script = ownScript
  }
  if (from < end) {
    runs.push({ start: from, end, level: line[from - start]!, source: sources[from]! })
  }
  return runs
}

/** The script of a character in Noto Sans, the only font with several: 1 Latin, 2 Greek, 3 Cyrillic, 0 any. */
function scriptOf(unit: number, source: number): number {
  if (source !== 0 || unit < 0x41) return 0
  if (unit < 0x250) return 1
  if ((unit >= 0x370 && unit < 0x400) || (unit >= 0x1f00 && unit < 0x2000)) return 2
  if ((unit >= 0x400 && unit < 0x530) || (unit >= 0x1c80 && unit < 0x1c90) || (unit >= 0xa640 && unit < 0xa6a0))
    return 3
  return unit >= 0x1d00 && unit < 0x1f00 ? 1 : 0
}

/** @param line  the text around the run, of which `offset` is the first unit */
function shaped(line: string, run: Run, offset: number): readonly ShapedGlyph[] {
  const from = source(run.source)
  const rightToLeft = run.level % 2 === 1
  const glyphs: ShapedGlyph[] = []
  const units = { start: run.start - offset, end: run.end - offset }
  if (from.kind === 'shaped') {
    const em = from.unitsPerEm
    shapeRun(from.shaping, line, { ...units, rightToLeft }, (glyph, index, mayCut, advance, dx, dy) => {
      const distances = { advance: advance / em, dx: dx / em, dy: dy / em }
      glyphs.push({ source: from, glyph, index: offset + index, mayCut, ...distances })
    })
    return glyphs
  }
  let index = run.start
  for (const point of line.slice(units.start, units.end)) {
    if (!invisible.test(point)) {
      const glyph = (rightToLeft ? mirrored(point) : point).codePointAt(0)!
      glyphs.push({ source: from, glyph, index, mayCut: true, advance: from.advance(glyph), dx: 0, dy: 0 })
    }
    index += point.length
  }
  return rightToLeft ? glyphs.reverse() : glyphs
}

const invisible = /^\p{Default_Ignorable_Code_Point}/u
