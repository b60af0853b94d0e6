import { lineLevels, mirrored, visualOrder } from './bidi.ts'
import { cutRun, type Run, type ShapedText } from './cut-run.ts'
import { source } from './font-choice.ts'
import type { ShapedGlyph } from './glyph.ts'
import { shapedRun } from './harfbuzz.ts'
import { shapedLatin } from './latin.ts'
import type { PreparedText } from './prepared-text.ts'

/**
 * Lines shaped lately, by their text and the units in it. A label is laid out with the same lines in several sizes, and glyphs do not
 * depend on the size. All are dropped when there are too many of them. No WeakMap: only a full collection of
 * garbage frees its values, and until then a batch would keep the glyphs of each label.
 */
let recent = new Map<PreparedText, Map<number, readonly ShapedGlyph[]>>()
let recentGlyphs = 0

/** The most glyphs of these lines: more than the longest caption needs for all sizes in which it is tried. */
const mostGlyphs = 20_000
/** The most texts of these lines: no more are kept prepared. */
const mostTexts = 64
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
  const glyphs = prepared.isLatin ? latinLine(prepared, start, end) : lineOfRuns(prepared, start, end, from)
  recentGlyphs += glyphs.length + lineOverhead
  if (recentGlyphs > mostGlyphs || recent.size === mostTexts) {
    recent = new Map()
    recentGlyphs = glyphs.length + lineOverhead
  }
  const lines = recent.get(prepared) ?? new Map<number, readonly ShapedGlyph[]>()
  recent.set(prepared, lines.set(key, glyphs))
  return glyphs
}

let runs = 0

/** The number of runs of text shaped so far. */
export const shapedRuns = (): number => runs

function latinLine({ text }: PreparedText, start: number, end: number): readonly ShapedGlyph[] {
  runs++
  return shapedLatin(text.slice(start, end), start)
}

function lineOfRuns(prepared: PreparedText, start: number, end: number, from?: ShapedText): readonly ShapedGlyph[] {
  const glyphs: ShapedGlyph[] = []
  const line = prepared.text.slice(start, end)
  for (const run of visualOrder(runsOf(prepared, start, end))) {
    const cut = from && cutRun(from, run, prepared.text)
    if (cut === undefined) shapeInto(glyphs, line, run, start)
    else glyphs.push(...cut)
  }
  return glyphs
}

/** A text shaped as one line, from which others are cut. */
export function shapedText(prepared: PreparedText): ShapedText {
  const { text } = prepared
  const runs = runsOf(prepared, 0, text.length).map((run) => {
    const glyphs: ShapedGlyph[] = []
    shapeInto(glyphs, text, run, 0)
    return { glyphs, ...run }
  })
  return { text, runs }
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

/** Appends the glyphs of a run. @param line  the text around it, of which `offset` is the first unit */
function shapeInto(glyphs: ShapedGlyph[], line: string, run: Run, offset: number): void {
  const from = source(run.source)
  const isRightToLeft = run.level % 2 === 1
  const [start, end] = [run.start - offset, run.end - offset]
  runs++
  if (from.kind === 'shaped') {
    const em = from.unitsPerEm
    for (const { glyph, index, mayCut, advance, dx, dy } of shapedRun(from.shaping, line, {
      start,
      end,
      isRightToLeft,
    })) {
      const unit = run.start + index
      glyphs.push({ source: from, glyph, index: unit, mayCut, advance: advance / em, dx: dx / em, dy: dy / em })
    }
    return
  }
  const plain: ShapedGlyph[] = []
  let index = run.start
  for (const point of line.slice(start, end)) {
    if (!invisible.test(point)) {
      const glyph = (isRightToLeft ? mirrored(point) : point).codePointAt(0)!
      plain.push({ source: from, glyph, index, mayCut: true, advance: from.advance(glyph), dx: 0, dy: 0 })
    }
    index += point.length
  }
  glyphs.push(...(isRightToLeft ? plain.reverse() : plain))
}

const invisible = /^\p{Default_Ignorable_Code_Point}/u
