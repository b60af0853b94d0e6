/** Which drawings are too large for their format. */

import type { Extent } from './layout/symbol.ts'

export interface Limits {
  /** The maximum number of dots in one bitmap: of a PNG, or of a label in ZPL. */
  readonly maxPixels: number
}

/** The limits of pixels that can be set, and that where none is. */
export const maxPixelsRange = { least: 1, most: 1_000_000_000, default: 25_000_000 } as const

/** The longest side of a page in points (ISO 32000-1:2008, Annex C.2). */
const longestPage = 14400

/** What the formats of bitmaps call their dots, and a bitmap. */
const bitmaps = {
  png: { dots: 'pixels', bitmap: 'PNG' },
  zpl: { dots: 'dots', bitmap: 'label in ZPL' },
} as const

/** Why a drawing is too large for this format, if it is. */
export function excessOf(
  { width, height, paper }: Extent,
  format: keyof typeof bitmaps | 'svg' | 'pdf',
  { maxPixels }: Limits,
): string | undefined {
  switch (format) {
    case 'png':
    case 'zpl': {
      if (width * height <= maxPixels) return undefined
      const { dots, bitmap } = bitmaps[format]
      return `${width} x ${height} ${dots} are more than the ${maxPixels} that one ${bitmap} may have`
    }
    case 'pdf':
      if (Math.max(paper.width, paper.height) <= longestPage) return undefined
      return `a page of ${paper.width} x ${paper.height} points is longer than the ${longestPage} that PDF allows`
    case 'svg':
      return undefined
  }
}
