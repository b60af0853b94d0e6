import type { ShapedGlyph } from './glyph.ts'

/** Units of a text in one source, of one level and one script. */
export interface Run {
  /** UTF-16 units [start, end) of the text. */
  readonly start: number
  readonly end: number
  readonly level: number
  readonly source: number
}

/** A run and its glyphs, from left to right. */
interface ShapedRun extends Run {
  readonly glyphs: readonly ShapedGlyph[]
}

export interface ShapedText {
  readonly text: string
  readonly runs: readonly ShapedRun[]
}

/**
 * The scripts of which HarfBuzz takes a microsecond a character and more, up to eleven; of most it takes a third of one. Texts that
 * have them are shaped once, and their lines are cut from that.
 */
const slowScripts = ['Balinese', 'Javanese', 'Myanmar', 'Soyombo', 'Tai_Tham', 'Tibetan', 'Tirhuta']

const anySlow = new RegExp(`[${slowScripts.map((script) => String.raw`\p{Script=${script}}`).join('')}]`, 'u')

/** Whether a text has characters that take long to shape. */
export const isSlow = (text: string): boolean => anySlow.test(text)

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

/**
 * The glyphs of a run, cut from those of a text that was shaped before; undefined where these are not those of the run when it is
 * shaped by itself. They always are in spelling that the script knows: where it does not, HarfBuzz leaves out a dotted circle now and
 * then, by the number of syllables since the one before, and here since the start of the text.
 *
 * What stands before and behind a run makes no difference: HarfBuzz looks there in scripts whose letters join, and these are none.
 *
 * @param text  that of the run
 */
export function cutRun({ text: shaped, runs }: ShapedText, run: Run, text: string): readonly ShapedGlyph[] | undefined {
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
