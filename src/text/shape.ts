/**
 * The glyphs of a line of text: it is split into runs of one font, direction and script, which are shaped by themselves, and rearranged as
 * they are read. Texts that take long to shape are shaped once, and their lines are cut from that.
 */

import { lineLevels, mirrored, visualOrder } from './bidi.ts'
import { isNotoSans, sourceOf } from './fonts.ts'
import type { ShapedGlyph } from './glyph.ts'
import { shapedRun } from './harfbuzz.ts'
import { shapedLatin } from './latin.ts'
import type { PreparedText } from './prepared-text.ts'

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

function latinLine({ text }: PreparedText, start: number, end: number): readonly ShapedGlyph[] {
  runCount++
  return shapedLatin(text.slice(start, end), start)
}

function lineOfRuns(prepared: PreparedText, start: number, end: number, from?: ShapedText): readonly ShapedGlyph[] {
  const { text } = prepared
  const line = text.slice(start, end)
  return visualOrder(runsOf(prepared, start, end)).flatMap(
    (run) => (from && cutRun(from, run, text)) ?? glyphsOf(run, line, start),
  )
}

let runCount = 0

/** The number of runs of text shaped so far. */
export const shapedRuns = (): number => runCount

/** Units of a text in one source, of one level and one script. */
interface Run {
  /** UTF-16 units [start, end) of the text. */
  readonly start: number
  readonly end: number
  readonly level: number
  readonly source: number
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

/** The script of a character in a face of Noto Sans, the only fonts with several: 1 Latin, 2 Greek, 3 Cyrillic, 0 any. */
function scriptOf(unit: number, source: number): number {
  if (unit < 0x41 || !isNotoSans(source)) return 0
  if (unit < 0x250) return 1
  if ((unit >= 0x370 && unit < 0x400) || (unit >= 0x1f00 && unit < 0x2000)) return 2
  if ((unit >= 0x400 && unit < 0x530) || (unit >= 0x1c80 && unit < 0x1c90) || (unit >= 0xa640 && unit < 0xa6a0))
    return 3
  return unit >= 0x1d00 && unit < 0x1f00 ? 1 : 0
}

/** The glyphs of a run, from left to right. @param line  the text around it, of which `offset` is the first unit */
function glyphsOf(run: Run, line: string, offset: number): readonly ShapedGlyph[] {
  const from = sourceOf(run.source)
  const isRightToLeft = run.level % 2 === 1
  const [start, end] = [run.start - offset, run.end - offset]
  runCount++
  if (from.kind === 'shaped') {
    const em = from.unitsPerEm
    const glyphs = shapedRun(from.shaping, line, { start, end, isRightToLeft })
    return glyphs.map(({ glyph, index, mayCut, advance, dx, dy }) => {
      const unit = run.start + index
      return { source: from, glyph, index: unit, mayCut, advance: advance / em, dx: dx / em, dy: dy / em }
    })
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
  return isRightToLeft ? plain.reverse() : plain
}

const invisible = /^\p{Default_Ignorable_Code_Point}/u

/** The scripts of which HarfBuzz takes a microsecond a character and more, up to eleven; of most it takes a third of one. */
const slowScripts = ['Balinese', 'Javanese', 'Myanmar', 'Soyombo', 'Tai_Tham', 'Tibetan', 'Tirhuta']

const anySlow = new RegExp(`[${slowScripts.map((script) => String.raw`\p{Script=${script}}`).join('')}]`, 'u')

/** Whether a text has characters that take long to shape. */
export const isSlow = (text: string): boolean => anySlow.test(text)

/** A text that takes long to shape, shaped as one line, from which others are cut. */
export interface ShapedText {
  readonly text: string
  readonly runs: readonly ShapedRun[]
}

/** A run and its glyphs, from left to right. */
interface ShapedRun extends Run {
  readonly glyphs: readonly ShapedGlyph[]
}

export function shapedText(prepared: PreparedText): ShapedText {
  const { text } = prepared
  const runs = runsOf(prepared, 0, text.length).map((run) => ({ glyphs: glyphsOf(run, text, 0), ...run }))
  return { text, runs }
}

/**
 * The glyphs of a run, cut from those of a text that was shaped before; undefined where these are not those of the run when it is
 * shaped by itself. They always are in spelling that the script knows: where it does not, HarfBuzz leaves out a dotted circle now and
 * then, by the number of syllables since the one before, and here since the start of the text.
 *
 * What stands before and behind a run makes no difference: HarfBuzz looks there in scripts whose letters join, and these are none.
 *
 * @param text  that of the run
 */
function cutRun({ text: shaped, runs }: ShapedText, run: Run, text: string): readonly ShapedGlyph[] | undefined {
  const { start, end } = run
  const own = text.slice(start, end)
  const script = slowScript(own)
  if (script === undefined) return undefined
  const from = runs.find((each) => each.start <= start && end <= each.end)
  if (from === undefined || from.source !== run.source || from.level % 2 !== run.level % 2) return undefined
  const whole = shaped.slice(from.start, from.end)
  if (slowScript(whole) !== script || hasMarks(own) !== hasMarks(whole)) return undefined
  const mayCutAt = (at: number): boolean => from.glyphs.some(({ index, mayCut }) => index === at && mayCut)
  const beginsAlike = start === from.start || mayCutAt(start)
  const endsAlike = end === from.end || mayCutAt(end)
  if (!beginsAlike || !endsAlike || own !== shaped.slice(start, end)) return undefined
  return from.glyphs.filter(({ index }) => start <= index && index < end)
}

const firstSlow = new RegExp(
  String.raw`^[\p{Script=Common}\p{Script=Inherited}]*(?:${slowScripts.map((script) => String.raw`(\p{Script=${script}})`).join('|')})`,
  'u',
)

/** The number of the script that HarfBuzz takes for that of a run: of its first character that has one. Undefined if it is not slow. */
function slowScript(run: string): number | undefined {
  const found = firstSlow.exec(run)
  return found === null ? undefined : found.findIndex((script, i) => i > 0 && script !== undefined)
}

/** HarfBuzz composes letters with their marks only in runs that have marks. */
const hasMarks = (run: string): boolean => /.\p{Mark}/su.test(run)
