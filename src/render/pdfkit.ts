import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

let loaded: typeof PDFDocument | undefined

/** pdfkit's PDFDocument, loaded when a PDF first needs it: with its font library it takes longer to load than everything else. */
export function pdfkit(): typeof PDFDocument {
  loaded ??= createRequire(import.meta.url)('pdfkit') as typeof PDFDocument
  return loaded
}
