/** What node has and browsers have not, loaded when it is first needed. */

import { deflateSync } from 'node:zlib'
import type { DrawPdf } from '../draw/drawing.ts'
import type { FontSource } from '../text/font-source.ts'

export async function installedFonts(): Promise<FontSource> {
  return (await import('../text/installed-fonts.ts')).installedFonts
}

export async function pdfDrawing(): Promise<DrawPdf> {
  return (await import('../render/pdf.ts')).pdf
}

export const deflate = (bytes: Uint8Array): Uint8Array => deflateSync(bytes)
