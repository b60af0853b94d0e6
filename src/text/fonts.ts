/** The fonts that fonts/fonts.json lists and the other sources of glyphs: which has a character, each opened at its first use. */

import { fontFile } from './font-source.ts'
import type { GlyphSource, PlainSource } from './glyph.ts'
import { openFont, type ShapingFont } from './harfbuzz.ts'
import { codeBox, type OcrB, ocrB, unifont } from './plain-glyphs.ts'
import { openTrueType, outlineSource } from './truetype.ts'

/** sans: Noto Sans and the Noto fonts of other scripts. ocrb: OCR-B, and sans for the characters that it lacks. */
export type Face = 'sans' | 'ocrb'

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
  readonly kind: 'text' | 'symbol' | 'emoji' | 'bitmap'
  /** 1: glyphs are placed on whole dots. 4: on quarter dots, in scripts whose letters touch, so that no gap shows. */
  readonly phases: 1 | 4
  /** Ascent and descent are in font units. Descent is positive below the baseline. */
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
}

/** The fonts in order of preference; a font's number is its index here. */
export function fontFacts(): readonly FontFacts[] {
  return fontTable().fonts
}

/** The fonts that have this code point, most preferred first. Opens no font file. */
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
}

let read: FontTable | undefined

function fontTable(): FontTable {
  read ??= readTable()
  return read
}

/** Reads fonts.json: see `tableOf` in fonts/make.mjs. */
function readTable(): FontTable {
  const { fonts, sets, ranges }: Pick<FontTable, 'fonts' | 'sets'> & { readonly ranges: readonly number[] } =
    JSON.parse(new TextDecoder().decode(fontFile('fonts.json')))
  const count = ranges.length / 3
  const [starts, ends, setOf] = [new Uint32Array(count), new Uint32Array(count), new Uint16Array(count)]
  let end = 0
  for (let i = 0; i < count; i++) {
    starts[i] = end + ranges[3 * i]!
    end = starts[i]! + ranges[3 * i + 1]!
    ends[i] = end
    setOf[i] = ranges[3 * i + 2]!
  }
  return { fonts, sets, starts, ends, setOf }
}
