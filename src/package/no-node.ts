/** In place of node.ts in what is made for browsers, where neither function is ever called. */

import type { PdfWriter } from '../draw/drawing.ts'
import type { FontSource } from '../text/font-source.ts'

export const pdfWriter: () => Promise<PdfWriter> = absent
export const installedFonts: () => Promise<FontSource> = absent

function absent(): never {
  throw new Error('only node has this')
}
