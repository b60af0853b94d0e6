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
  const draft = emptyDraft(scene.title)
  const { document } = draft
  drawPage(draft, scene)
  const { dictionary } = document.page
  const tree = document._root.data.Pages
  shareWithCopies(dictionary, tree)
  document.end()
  const file = document.read() as Uint8Array
  return copies === 1 ? file : withCopies(file, { page: dictionary.id, tree: tree.id }, copies - 1)
}

/** A PDF in the making: however many pages it gets, only one drawing is held at a time. */
export interface PdfPages {
  /** Appends `copies` pages, each exactly the scene's paper, that share one drawing. */
  add(scene: Scene, copies: number): void
  /** What has become final since the last call. */
  take(): Uint8Array
  /** Ends the document: its remaining bytes. Nothing may be added after that. */
  end(): Uint8Array
}

/** A PDF of several scenes, each of which may have paper of its own. */
export function pdfPages(title: string): PdfPages {
  const draft = emptyDraft(title)
  const { document } = draft
  const take = (): Uint8Array => (document.read() as Uint8Array | null) ?? new Uint8Array()
  return {
    add(scene, copies) {
      drawPage(draft, scene)
      if (copies > 1) repeatPage(document, copies)
      const dictionary: Reference = document.page.dictionary
      document.flushPages()
      // what is written need not be remembered, but for its number
      dictionary.data = {}
    },
    take,
    end() {
      document.end()
      return take()
    },
  }
}

interface Draft {
  readonly document: Document
  /** Once a page has needed it. */
  helvetica?: Reference
}

function emptyDraft(title: string): Draft {
  const document = new PDFDocument({
    autoFirstPage: false,
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
  return { document }
}

function drawPage(draft: Draft, scene: Scene): void {
  const { document } = draft
  const { paper, marks } = upright(scene)
  document.addPage({ size: [paper.width, paper.height], margin: 0 })
  const content = freshWriter()
  content.ascii(`${points} 0 0 ${points} 0 0 cm\n`)
  let inHelvetica = false
  for (const mark of marks) inHelvetica = writeMark(content, mark) || inHelvetica
  document.page.write(content.taken())
  if (!inHelvetica) return
  draft.helvetica ??= helveticaIn(document)
  document.page.fonts[helveticaName] = draft.helvetica
}

/** One of the 14 fonts that every reader has (ISO 32000-1:2008, 9.6.2.2). */
function helveticaIn(document: Document): Reference {
  const type = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }
  const font: Reference = document.ref(type)
  font.end()
  return font
}

/**
 * What a page and its copies have in common goes to their parent in the page tree, from which they inherit it
 * (ISO 32000-1:2008, 7.7.3.4), so that a copy is as small as a page can be.
 */
function shareWithCopies(page: Reference, parent: Reference): void {
  const { MediaBox, Resources, UserUnit: _, ...own } = page.data
  parent.data.MediaBox = MediaBox
  parent.data.Resources = Resources
  page.data = { ...own, Parent: parent }
}

/** Further pages, among others, that refer to the last one's content: below a node of their own in the page tree. */
function repeatPage(document: Document, copies: number): void {
  const tree = document._root.data.Pages
  const { dictionary } = document.page
  const kids: Reference[] = [dictionary]
  const node: Reference = document.ref({ Type: 'Pages', Parent: tree, Kids: kids, Count: copies })
  shareWithCopies(dictionary, node)
  while (kids.length < copies) {
    const copy: Reference = document.ref(dictionary.data)
    kids.push(copy)
    copy.end()
  }
  node.end()
  tree.data.Kids[tree.data.Kids.length - 1] = node
  tree.data.Count += copies - 1
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
  readonly _root: {
    readonly data: Record<string, unknown> & {
      readonly Pages: Reference & { readonly data: { Kids: unknown[]; Count: number } }
    }
  }
}
