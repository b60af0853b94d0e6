import { fontFacts } from './coverage.ts'
import { fontFile } from './font-source.ts'
import type { Box, GlyphSource, PlainSource } from './glyph.ts'
import { closeFont, openFont, type ShapingFont } from './harfbuzz.ts'
import { drawOutline, extentOf, openTrueType, pointsOf, type TrueType, type UnitBox } from './truetype.ts'
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
  const shaping = openFont(fontFile(file))
  const outlines = outlinesOf(shaping)
  return {
    kind: 'shaped',
    id,
    phases,
    unitsPerEm,
    shaping,
    ...outlineSource(outlines, unitsPerEm),
  }
}

/** What measures and draws the glyphs of a font. */
export function outlineSource(outlines: TrueType, unitsPerEm: number): Pick<GlyphSource, 'box' | 'points' | 'draw'> {
  return {
    box: (glyph, size, x) => boxOf(extentOf(outlines, glyph), size / unitsPerEm, x),
    points: (glyph) => pointsOf(outlines, glyph),
    draw(glyph, size, x, y, pen) {
      const scale = size / unitsPerEm
      drawOutline(outlines, glyph, [scale, 0, 0, -scale, x, y], pen)
    },
  }
}

function outlinesOf(shaping: ShapingFont): TrueType {
  try {
    return openTrueType(shaping.bytes)
  } catch (error) {
    closeFont(shaping)
    throw error
  }
}

/** The whole dots that an extent touches, at least one in each direction. @param scale  dots a font unit */
export function boxOf(extent: UnitBox | undefined, scale: number, x: number): Box | undefined {
  if (extent === undefined) return undefined
  const left = Math.floor(x + extent.xMin * scale)
  const top = Math.floor(-extent.yMax * scale)
  return {
    left,
    top,
    right: Math.max(left + 1, Math.ceil(x + extent.xMax * scale)),
    bottom: Math.max(top + 1, Math.ceil(-extent.yMin * scale)),
  }
}
