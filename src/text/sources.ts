import { fontFacts } from './coverage.ts'
import { fontFile } from './font-source.ts'
import type { GlyphSource, PlainSource } from './glyph.ts'
import { openFont, type ShapingFont } from './harfbuzz.ts'
import { openTrueType, outlineSource } from './truetype.ts'
import { unifont } from './unifont.ts'

/** A source whose glyphs HarfBuzz chooses and places. */
export interface ShapedSource extends GlyphSource {
  readonly kind: 'shaped'
  readonly unitsPerEm: number
  readonly shaping: ShapingFont
}

export type Source = ShapedSource | PlainSource

const opened: Source[] = []

/** The font with this index in fonts/fonts.json. Its file is read at the first call. */
export function sourceOf(index: number): Source {
  opened[index] ??= fontFacts()[index]!.kind === 'bitmap' ? unifont(index) : shapedSource(index)
  return opened[index]
}

function shapedSource(id: number): ShapedSource {
  const { file, unitsPerEm, phases } = fontFacts()[id]!
  const bytes = fontFile(file)
  // outlines first: a file without them takes none of HarfBuzz's memory
  const outlines = outlineSource(openTrueType(bytes), unitsPerEm)
  return { kind: 'shaped', id, phases, unitsPerEm, shaping: openFont(id, bytes), ...outlines }
}
