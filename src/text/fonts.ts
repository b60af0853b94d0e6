/** The fonts that fonts/fonts.json lists and the other sources of glyphs: which has a character, each opened at its first use. */

import { fontFile } from './font-source.ts'
import type { GlyphSource, PlainSource } from './glyph.ts'
import { openFont, type ShapingFont } from './harfbuzz.ts'
import { codeBox, type OcrB, ocrB, unifont } from './plain-glyphs.ts'
import { openTrueType, outlineSource } from './truetype.ts'

/** Faces of Noto Sans that have Latin, Greek and Cyrillic letters in another weight or width. */
export type NotoSansFace = 'sans-bold' | 'condensed' | 'condensed-bold'

/** sans: Noto Sans and the Noto fonts of other scripts. All others: themselves, and sans for the characters that they lack. */
export type Face = 'sans' | NotoSansFace | 'ocrb'

export const isNotoSansFace = (face: Face): face is NotoSansFace => face !== 'sans' && face !== 'ocrb'

/** A source whose glyphs HarfBuzz chooses and places. */
interface ShapedSource extends GlyphSource {
  readonly kind: 'shaped'
  readonly unitsPerEm: number
  readonly shaping: ShapingFont
}

type Source = ShapedSource | PlainSource

// numbers above those of the fonts in fonts.json
/** No source: of a neutral character, which is given the font of the text around it. */
export const undecided = 253
export const codeBoxId = 254
export const ocrBId = 255

/**
 * A source of glyphs. The file of a font is read at the first call.
 *
 * @param id  the index of a font in fonts.json, or the number of one of the other sources
 */
export function sourceOf(id: number): Source {
  if (id === ocrBId) return ocrBSource()
  if (id === codeBoxId) return codeBoxes
  opened[id] ??= fontFacts()[id]!.kind === 'bitmap' ? unifont(id) : shapedSource(id)
  return opened[id]
}

const codeBoxes = codeBox(codeBoxId)
const opened: Source[] = []
let openedOcrB: OcrB | undefined

export function ocrBSource(): OcrB {
  openedOcrB ??= ocrB(ocrBId)
  return openedOcrB
}

function shapedSource(id: number): ShapedSource {
  const { file, unitsPerEm, phases } = fontFacts()[id]!
  const bytes = fontFile(file)
  // outlines first: a file without them takes none of HarfBuzz's memory
  const outlines = outlineSource(openTrueType(bytes), unitsPerEm)
  return { kind: 'shaped', id, phases, unitsPerEm, shaping: openFont(id, bytes), ...outlines }
}

interface FontFacts {
  /** Path below fonts/. */
  readonly file: string
  /** Of a font that is drawn with only where it is asked for. It has the extents of the first font, and characters of it. */
  readonly face?: NotoSansFace
  readonly kind: 'text' | 'symbol' | 'emoji' | 'bitmap'
  /** 1: glyphs are placed on whole dots. 4: on quarter dots, in scripts whose letters touch, so that no gap shows. */
  readonly phases: 1 | 4
  /** Ascent and descent are in font units. Descent is positive below the baseline. */
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
}

/** The fonts in order of preference, and behind them those of other faces; a font's number is its index here. */
export function fontFacts(): readonly FontFacts[] {
  return fontTable().fonts
}

/** The number of the font that draws the characters of Noto Sans in a face: 0 for sans, and for what OCR-B lacks. */
export function notoSansIn(face: Face): number {
  return isNotoSansFace(face) ? fontFacts().findIndex((font) => font.face === face) : 0
}

/** Whether a source is the first font or one of another face, which have several scripts. */
export const isNotoSans = (id: number): boolean => id === 0 || (id < undecided && fontFacts()[id]!.face !== undefined)

/** Whether the fonts of the faces of Noto Sans have this code point: all of them have the same. */
export const facesHave = (code: number): boolean => fontTable().faceCodes.has(code)

/** The fonts that have this code point, most preferred first, without those of other faces. Opens no font file. */
export function fontsCovering(code: number): readonly number[] {
  const { sets, starts, ends, setOf } = fontTable()
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (code < ends[middle]!) high = middle
    else low = middle + 1
  }
  return low < starts.length && starts[low]! <= code ? sets[setOf[low]!]! : none
}

const none: readonly number[] = []

interface FontTable {
  readonly fonts: readonly FontFacts[]
  readonly sets: readonly (readonly number[])[]
  /** Range i of code points is [starts[i], ends[i]). The fonts sets[setOf[i]] cover it. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly setOf: Uint16Array
  /** What the fonts of other faces cover. */
  readonly faceCodes: ReadonlySet<number>
}

/** What fonts.json has; `tableOf` in fonts/make.mjs says how. */
interface FontsFile extends Pick<FontTable, 'fonts' | 'sets'> {
  readonly ranges: readonly number[]
  readonly faceRanges: readonly number[]
}

let read: FontTable | undefined

function fontTable(): FontTable {
  read ??= readTable()
  return read
}

function readTable(): FontTable {
  const { fonts, sets, ranges, faceRanges }: FontsFile = JSON.parse(new TextDecoder().decode(fontFile('fonts.json')))
  const count = ranges.length / 3
  const [starts, ends, setOf] = [new Uint32Array(count), new Uint32Array(count), new Uint16Array(count)]
  let end = 0
  for (let i = 0; i < count; i++) {
    starts[i] = end + ranges[3 * i]!
    end = starts[i]! + ranges[3 * i + 1]!
    ends[i] = end
    setOf[i] = ranges[3 * i + 2]!
  }
  return { fonts, sets, starts, ends, setOf, faceCodes: codesIn(faceRanges) }
}

/** @param ranges  two numbers a range: the gap after the previous range, the length */
function codesIn(ranges: readonly number[]): ReadonlySet<number> {
  const codes = new Set<number>()
  let code = 0
  for (const [i, length] of ranges.entries()) {
    if (i % 2 === 1) for (let n = 0; n < length; n++) codes.add(code + n)
    code += length
  }
  return codes
}
