import type { PdfWriter } from '../draw/drawing.ts'
import { type FontSource, provideFonts as provide } from '../text/font-source.ts'
import { RequestError } from './request-error.ts'

/** Loads the writer of PDF, and its packages. @throws RequestError not_available in a browser */
export async function pdfWriter(): Promise<PdfWriter> {
  if (!isNode()) {
    const message = 'PDF is made in node alone; svg and png are made here too'
    throw new RequestError([{ parameter: 'format', code: 'not_available', message }])
  }
  return (await import('#node')).pdfWriter()
}

let isProvided = false

/**
 * Hands over the fonts for captions beyond Latin: in a browser, what the page has fetched of the package's folder fonts/. In
 * node the installed ones are used without this.
 */
export function provideFonts(source: FontSource): void {
  isProvided = true
  provide(source)
}

/** Provides the installed fonts in node, unless others are provided. */
export async function provideInstalledFonts(): Promise<void> {
  if (isProvided || !isNode()) return
  const fonts = await (await import('#node')).installedFonts()
  if (!isProvided) provideFonts(fonts)
}

/** Whether this runs in node, or in what has its modules. */
function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}
