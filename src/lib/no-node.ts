/** In place of node.ts in what is made for browsers, where the functions are never called. */

import type { DrawPdf } from '../draw/drawing.ts'
import type { FontSource } from '../text/font-source.ts'

export const installedFonts = (_texts: readonly string[]): Promise<FontSource> => absent()
export const pdfDrawing = (): Promise<DrawPdf> => absent()
export const deflate = (_bytes: Uint8Array): Uint8Array => absent()

function absent(): never {
  throw new Error('only node has this')
}
