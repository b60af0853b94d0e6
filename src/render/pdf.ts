import PDFDocument from 'pdfkit'
import { darkRuns } from '../../symbologies/index.ts'
import { dpi, type Mark, type ModulesMark, type Scene, type Turn } from '../layout/scene.ts'
import { type Line, outlineOf } from '../text/index.ts'
import { upright } from './upright.ts'

/** Points a dot: PDF measures in 1/72 inch. */
const points = 72 / dpi

/** A PDF in the making: however many pages it gets, only one drawing is held at a time. */
export interface PdfPages {
  /** Appends `copies` pages, each exactly the scene's paper, that share one drawing. */
  add(scene: Scene, copies: number): void
  /** What has become final since the last call. */
  take(): Uint8Array
  /** Ends the document: its remaining bytes. Nothing may be added after that. */
  end(): Uint8Array
}

/** A PDF of one scene. The same scene always gives the same bytes: the dates are fixed, and the file's id follows from them and the title. */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  const pages = pdfPages(scene.title)
  pages.add(scene, copies)
  return pages.end()
}

/** A PDF of several scenes, each of which may have paper of its own. */
export function pdfPages(title: string): PdfPages {
  const document = emptyDocument(title)
  const take = (): Uint8Array => (document.read() as Uint8Array | null) ?? new Uint8Array()
  return {
    add(scene, copies) {
      const { paper, marks } = upright(scene)
      document.addPage({ size: [paper.width, paper.height], margin: 0 })
      document.addContent(`${points} 0 0 ${points} 0 0 cm`)
      for (const mark of marks) draw(document, mark)
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

function emptyDocument(title: string): Document {
  const document = new PDFDocument({
    autoFirstPage: false,
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

/**
 * Further pages that refer to the last one's content.
 *
 * All of them go below a node of their own in the page tree, from which they inherit what they have in common
 * (ISO 32000-1:2008, 7.7.3.4), so that a copy is as small as a page can be.
 */
function repeatPage(document: Document, copies: number): void {
  const tree = document._root.data.Pages
  const dictionary: Reference = document.page.dictionary
  const { MediaBox, Resources, Contents, UserUnit: _, ...page } = dictionary.data
  const kids: Reference[] = [dictionary]
  const copied: Reference = document.ref({
    Type: 'Pages',
    Parent: tree,
    MediaBox,
    Resources,
    Kids: kids,
    Count: copies,
  })
  dictionary.data = { ...page, Contents, Parent: copied }
  while (kids.length < copies) {
    const copy: Reference = document.ref(dictionary.data)
    kids.push(copy)
    copy.end()
  }
  copied.end()
  tree.data.Kids[tree.data.Kids.length - 1] = copied
  tree.data.Count += copies - 1
}

function draw(document: Document, mark: Mark): void {
  switch (mark.kind) {
    case 'modules':
      document.addContent(`${modulesPath(mark)}f`)
      return
    case 'text':
      document.addContent(`q ${matrices[mark.turn]} ${mark.x} ${mark.y} cm`)
      if (winAnsi.test(mark.line.text)) drawInHelvetica(document, mark.line)
      else document.addContent(`${textPath(mark.line)}f`)
      document.addContent('Q')
  }
}

const matrices: Record<Turn, string> = { N: '1 0 0 1', R: '0 1 -1 0', I: '-1 0 0 -1', L: '0 -1 1 0' }

/** Text that the built-in fonts can spell: WinAnsiEncoding without controls (ISO 32000-1:2008, annex D.2). */
const winAnsi = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

/** Text that can be selected and searched, centred on the line's ink and made narrower where Helvetica would be wider. */
function drawInHelvetica(document: Document, { text, size, ink }: Line): void {
  document.font('Helvetica').fontSize(size)
  const room = ink.right - ink.left
  const width = document.widthOfString(text)
  const stretch = Math.min(1, room / width)
  document.addContent(`${stretch.toFixed(4)} 0 0 1 ${(ink.left + (room - stretch * width) / 2).toFixed(2)} 0 cm`)
  document.text(text, 0, 0, { lineBreak: false, baseline: 'alphabetic' })
}

/** Outlines are written in whole hundredths of a dot: shorter than fractions, and quicker. */
const fineness = 100

/** The outlines of a line relative to its origin. */
function textPath(line: Line): string {
  let path = `${1 / fineness} 0 0 ${1 / fineness} 0 0 cm\n`
  let [penX, penY] = [0, 0]
  const at = (x: number, y: number): string => `${Math.round(x * fineness)} ${Math.round(y * fineness)}`
  const cubic = (ax: number, ay: number, bx: number, by: number, x: number, y: number): void => {
    path += `${at(ax, ay)} ${at(bx, by)} ${at(x, y)} c\n`
    penX = x
    penY = y
  }
  outlineOf(line, {
    move(x, y) {
      path += `${at(x, y)} m\n`
      penX = x
      penY = y
    },
    line(x, y) {
      path += `${at(x, y)} l\n`
      penX = x
      penY = y
    },
    // PDF has cubic curves only: their control points lie two thirds of the way to the quadratic one
    quadratic: (cx, cy, x, y) =>
      cubic((penX + 2 * cx) / 3, (penY + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y),
    cubic,
    close() {
      path += 'h\n'
    },
  })
  return path
}

/** Every dark run as a rectangle, in dots. */
function modulesPath({ matrix, xs, ys }: ModulesMark): string {
  const runs = new Int32Array(matrix.width + 1)
  let path = ''
  for (let row = 0; row < matrix.height; row++) {
    const top = ys[row]!
    const height = ys[row + 1]! - top
    const count = darkRuns(matrix, row, runs)
    for (let i = 0; i < count; i += 2) {
      const left = xs[runs[i]!]!
      path += `${left} ${top} ${xs[runs[i + 1]!]! - left} ${height} re\n`
    }
  }
  return path
}

interface Reference {
  data: Record<string, unknown>
  end(chunk?: Uint8Array): void
}

/** The parts of pdfkit's document that its type declarations leave out: the objects behind it. */
interface Document extends PDFKit.PDFDocument {
  readonly page: PDFKit.PDFPage & { readonly dictionary: Reference }
  readonly _root: {
    readonly data: Record<string, unknown> & {
      readonly Pages: Reference & { readonly data: { Kids: unknown[]; Count: number } }
    }
  }
}
