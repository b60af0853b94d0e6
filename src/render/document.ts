import { zpl } from './deflate.ts'
import { PdfDocument } from './pdf.ts'
import type { DocumentFormat, PrintDocument } from './print-document.ts'
import type { ZplPacking } from './zpl.ts'

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
      return new PdfDocument(title)
    case 'zpl':
      return zplStream(packing)
  }
}

/** ZPL of several scenes: labels one after another, each of its own size. */
function zplStream(packing: ZplPacking): PrintDocument {
  let labels: Uint8Array[] = []
  const take = (): Uint8Array => {
    const bytes = Buffer.concat(labels)
    labels = []
    return bytes
  }
  return { add: (scene, copies) => void labels.push(zpl(scene, copies, packing)), take, end: take }
}
