/** What node has and browsers have not, loaded when it is first needed. */

import type { PdfWriter } from '../draw/drawing.ts'
import type { FontSource } from '../text/font-source.ts'

export async function pdfWriter(): Promise<PdfWriter> {
  return (await import('../render/pdf.ts')).pdf
}

export async function installedFonts(): Promise<FontSource> {
  return (await import('../text/installed-fonts.ts')).installedFonts
}
