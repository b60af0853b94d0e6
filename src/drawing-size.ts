/** Which drawings are too large for their format. */

import type { Extent } from './layout/symbol.ts'
import { mostPackedPixels } from './reader/check/picture/picture.ts'
import { isPrinterLanguage, languageTraits, type PrinterLanguage } from './render/language.ts'

export interface Limits {
  /** The maximum number of dots in one bitmap: of a PNG, or of a label in the language of a printer. */
  readonly maxPixels: number
  /** Whether drawings are read back, also those that do not ask for it: what could not be read is refused. */
  readonly isReadBack?: boolean
}

/** The limits of pixels that can be set, and that where none is. */
export const maxPixelsRange = { least: 1, most: 1_000_000_000, default: 25_000_000 } as const

/** The longest side of a page in points (ISO 32000-1:2008, Annex C.2). */
const longestPage = 14400

/** Why a symbol is too large to be read back, if it is. */
export function excessToRead({ width, height }: Pick<Extent, 'width' | 'height'>): string | undefined {
  if (width * height <= mostPackedPixels) return undefined
  return `${width} x ${height} dots are more than the ${mostPackedPixels} of a symbol that is read back`
}

/** Why a drawing is too large for this format, if it is. */
export function excessOf(
  { width, height, paper }: Extent,
  format: 'png' | 'svg' | 'pdf' | PrinterLanguage,
  { maxPixels }: Limits,
): string | undefined {
  if (isPrinterLanguage(format)) {
    return width * height <= maxPixels ? undefined : tooMany('dots', `label in ${languageTraits[format].title}`)
  }
  switch (format) {
    case 'png':
      return width * height <= maxPixels ? undefined : tooMany('pixels', 'PNG')
    case 'pdf':
      if (Math.max(paper.width, paper.height) <= longestPage) return undefined
      return `a page of ${paper.width} x ${paper.height} points is longer than the ${longestPage} that PDF allows`
    case 'svg':
      return undefined
  }

  function tooMany(dots: string, bitmap: string): string {
    return `${width} x ${height} ${dots} are more than the ${maxPixels} that one ${bitmap} may have`
  }
}
