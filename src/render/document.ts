import { pdfPages } from './pdf.ts'
import type { DocumentFormat, PrintDocument } from './print-document.ts'
import type { ZplPacking } from './zpl.ts'
import { zplStream } from './zpl-stream.ts'

export interface DocumentStyle {
  /** Of a PDF. */
  readonly title: string
  /** Of ZPL, z64 by default. */
  readonly packing?: ZplPacking | undefined
}

/** An empty document. */
export function printDocument(format: DocumentFormat, { title, packing = 'z64' }: DocumentStyle): PrintDocument {
  switch (format) {
    case 'pdf':
      return pdfPages(title)
    case 'zpl':
      return zplStream(packing)
  }
}
