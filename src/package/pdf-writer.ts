import type { PdfWriter } from '../draw/drawing.ts'
import { isNode } from './platform.ts'
import { RequestError } from './request-error.ts'

/** Loads the writer of PDF, and its packages. @throws RequestError not_available in a browser */
export async function pdfWriter(): Promise<PdfWriter> {
  if (!isNode()) {
    const message = 'PDF is made in node alone; svg and png are made here too'
    throw new RequestError([{ parameter: 'format', code: 'not_available', message }])
  }
  const { pdf } = await import('../render/pdf.ts')
  return pdf
}
