/** What node has and browsers have not, loaded when it is first needed. */

import { deflateSync } from 'node:zlib'
import type { DrawPdf } from '../draw/drawing.ts'
import { deflateOptions } from '../render/png.ts'
import type { FontSource } from '../text/font-source.ts'
import { needsFonts } from '../text/needed-fonts.ts'

/** The installed fonts, with all that captions with these texts need. */
export async function installedFonts(texts: readonly string[]): Promise<FontSource> {
  const { installedFonts, loadHarfBuzz } = await import('../text/installed-fonts.ts')
  if (needsFonts(texts)) await loadHarfBuzz()
  return installedFonts
}

export async function pdfDrawing(): Promise<DrawPdf> {
  return (await import('../render/pdf.ts')).pdfOf
}

export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, deflateOptions)
