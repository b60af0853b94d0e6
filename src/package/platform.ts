import type { PdfWriter } from '../draw/drawing.ts'
import type { FontSource } from '../text/font-source.ts'
import { RequestError } from './request-error.ts'

/** Loads the writer of PDF. @throws RequestError not_available in a browser */
export async function pdfWriter(): Promise<PdfWriter> {
  if (!isNode()) {
    const message = 'PDF is made in node alone; svg and png are made here too'
    throw new RequestError([{ parameter: 'format', code: 'not_available', message }])
  }
  return (await import('#node')).pdfWriter()
}

/** The installed fonts; undefined in a browser, which has none. */
export async function installedFonts(): Promise<FontSource | undefined> {
  return isNode() ? (await import('#node')).installedFonts() : undefined
}

/** As much of node's global object as is looked at; a browser has none. */
declare const process: { readonly versions?: { readonly node?: string } } | undefined

/** Whether this runs in node, or in what has its modules. */
function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}
