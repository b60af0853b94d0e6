import PDFDocument from 'pdfkit'
import { dpi, type Scene } from '../layout/scene.ts'
import { freshWriter } from './bytes.ts'
import { helveticaName, writeMark } from './content.ts'
import { withCopies } from './copies.ts'
import { upright } from './upright.ts'

/** Points a dot: PDF measures in 1/72 inch. */
const points = 72 / dpi

/**
 * A PDF whose every page is exactly the scene's paper; `copies` pages that share one drawing.
 *
 * The same scene always gives the same bytes: the dates are fixed, and the file's id follows from them and the title.
 */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  const drawing = upright(scene)
  const document = emptyDocument(drawing)
  drawPage(document, drawing)
  const { dictionary } = document.page
  const tree = document._root.data.Pages
  shareWithCopies(dictionary, tree)
  document.end()
  const file = document.read() as Uint8Array
  return copies === 1 ? file : withCopies(file, { page: dictionary.id, tree: tree.id }, copies - 1)
}

function emptyDocument({ title, paper }: Scene): Document {
  const document = new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    // none: pdfkit reads the tables of a font anew for each document
    font: '',
    info: {
      Title: title.toWellFormed(),
      Subject: 'Barcode',
      Producer: 'quietzone',
      Creator: 'quietzone',
      CreationDate: new Date(0),
    },
  }) as Document
  // pdfkit writes the title into XML metadata without escaping it, but not in version 1.3; the catalogue raises the version
  document._root.data.Version = '1.6'
  // ISO 32000-1:2008, 12.2: viewers offer to print at true size
  document._root.data.ViewerPreferences = document.ref({ PrintScaling: 'None', DisplayDocTitle: true })
  return document
}

function drawPage(document: Document, { marks }: Scene): void {
  const content = freshWriter()
  content.ascii(`${points} 0 0 ${points} 0 0 cm\n`)
  let inHelvetica = false
  for (const mark of marks) inHelvetica = writeMark(content, mark) || inHelvetica
  document.page.write(content.taken())
  if (!inHelvetica) return
  // one of the 14 fonts that every reader has (ISO 32000-1:2008, 9.6.2.2)
  const type = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }
  const font: Reference = document.ref(type)
  document.page.fonts[helveticaName] = font
  font.end()
}

/**
 * What all pages have in common goes to the page tree, from which they inherit it (ISO 32000-1:2008, 7.7.3.4),
 * so that a copy is as small as a page can be.
 */
function shareWithCopies(page: Reference, tree: Reference): void {
  const { MediaBox, Resources, UserUnit: _, ...own } = page.data
  tree.data.MediaBox = MediaBox
  tree.data.Resources = Resources
  page.data = own
}

/** An object of the file, by its number. */
interface Reference {
  readonly id: number
  data: Record<string, unknown>
  end(chunk?: Uint8Array): void
}

/** The parts of pdfkit's document that its type declarations leave out: the objects behind it. */
interface Document extends PDFKit.PDFDocument {
  readonly page: PDFKit.PDFPage & {
    readonly dictionary: Reference
    readonly fonts: Record<string, Reference>
    write(content: Uint8Array): void
  }
  readonly _root: { readonly data: Record<string, unknown> & { readonly Pages: Reference } }
}
