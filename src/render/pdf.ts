import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { dpi, type Mark, type Scene } from '../layout/scene.ts'
import { outlinesOf } from '../text/index.ts'
import { ByteWriter, freshWriter } from './bytes.ts'
import { helveticaName, isDrawn, type MaskMark, writeMark } from './content.ts'
import { upright } from './upright.ts'
import { type AddStream, addMask, Forms } from './xobjects.ts'

/** Points a dot: PDF measures in 1/72 inch. */
const points = 72 / dpi

/** A PDF that is being written: whatever its number of pages, only one drawing is held at a time. */
export interface PdfPages {
  /** Appends `copies` pages, each exactly the scene's paper, that share one drawing. */
  add(scene: Scene, copies: number): void
  /** The bytes that have become final since the last call. */
  take(): Uint8Array
  /** Ends the document and returns its remaining bytes. Nothing may be added afterwards. */
  end(): Uint8Array
}

/**
 * A PDF of one scene. The same scene always gives the same bytes: the dates are fixed, and the file's id is derived
 * from them and the title.
 */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  const pages = pdfPages(scene.title)
  pages.add(scene, copies)
  return pages.end()
}

/** A PDF of several scenes, each with its own paper. */
export function pdfPages(title: string): PdfPages {
  const document = emptyDocument(title)
  const file = bytesOf(document)
  const addStream: AddStream<Reference> = (dictionary, bytes) => {
    const isDone = dictionary.Filter !== undefined || bytes.length < worthCompressing
    const object: Reference = document.ref(isDone ? dictionary : { ...dictionary, Filter: 'FlateDecode' })
    object.end(isDone ? bytes : quicklyDeflated(bytes))
    return object
  }
  const forms = new Forms(addStream)
  let helvetica: Reference | undefined
  return {
    add(scene, copies) {
      const { paper, marks } = upright(scene)
      document.addPage({ size: [paper.width, paper.height], margin: 0 })
      const drawn = marks.filter(isDrawn)
      const outlines = outlinesOf(drawn.map(({ line }) => line))
      for (const outline of outlines?.shared ?? []) document.page.xobjects[outline.id] = forms.of(outline)
      const masks = new Map<Mark, MaskMark>()
      for (const [i, text] of outlines === undefined ? drawn.entries() : []) {
        const { mark, image } = addMask(addStream, text, `M${i}`)
        masks.set(text, mark)
        document.page.xobjects[mark.name] = image
      }
      const content = freshWriter()
      content.ascii(`${points} 0 0 ${points} 0 0 cm\n`)
      for (const mark of marks) writeMark(content, masks.get(mark) ?? mark, outlines)
      writePage(document, content.taken(), drawn.length > 0)
      if (marks.some((mark) => mark.kind === 'text' && !isDrawn(mark))) {
        document.page.fonts[helveticaName] = helvetica ??= builtInFont(document)
      }
      if (copies > 1) repeatPage(document, copies)
      const dictionary: Reference = document.page.dictionary
      document.flushPages()
      // once it is written, only its number is needed
      dictionary.data = {}
    },
    take: () => file.taken(),
    end() {
      document.end()
      spare = file
      return file.taken()
    },
  }
}

/**
 * Drawings of this many bytes and more are compressed. Each use of zlib leaves some 300 kB to the garbage collector and takes
 * longer than everything else for a label.
 */
const worthCompressing = 8192

/** Appends to the page. Outlines of text are compressed fast: zlib's search takes long on numbers that hardly repeat. */
function writePage({ page }: Document, bytes: Uint8Array, hasOutlines: boolean): void {
  const { content } = page
  content.compress = bytes.length >= worthCompressing && !hasOutlines
  content.write(bytes)
  if (bytes.length < worthCompressing || !hasOutlines) return
  // the page began with what pdfkit wrote
  content.buffer = [quicklyDeflated(Buffer.concat(content.buffer))]
  content.data.Filter = 'FlateDecode'
}

/** An eighth larger than zlib would make it by itself, in a quarter of the time. */
const quicklyDeflated = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 1 })

function emptyDocument(title: string): Document {
  const document = new PDFDocument({
    autoFirstPage: false,
    compress: false,
    // none: pdfkit would read the tables of the font for each document
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

/** The writer of the document that was completed last, for the next one to use: scratch; contents are not kept between calls. */
let spare: ByteWriter | undefined

/**
 * The writer to which the document writes from now on, with the bytes that it has written already.
 *
 * pdfkit is a stream: each line of the file, and there are some for every page, would be a chunk that is queued and joined.
 */
function bytesOf(document: Document): ByteWriter {
  const file = spare ?? new ByteWriter()
  spare = undefined
  file.bytes(document.read() as Uint8Array)
  document._write = (data) => {
    const start = file.end
    if (typeof data === 'string') file.line(data)
    else file.bytes(data)
    document._offset += file.end - start
  }
  return file
}

/** One of the 14 fonts that every reader has (ISO 32000-1:2008, 9.6.2.2). */
function builtInFont(document: Document): Reference {
  const data = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }
  const font: Reference = document.ref(data)
  font.end()
  return font
}

/**
 * Further pages that refer to the last one's content.
 *
 * All of them go below a node of their own in the page tree, from which they inherit what they have in common
 * (ISO 32000-1:2008, 7.7.3.4), so that a copy is as small as a page can be. Copies and node are written at once; an object of
 * pdfkit's for each of them would take ten times as long.
 */
function repeatPage(document: Document, copies: number): void {
  const tree = document._root.data.Pages
  const { _offsets: offsets, _offset: start } = document
  const dictionary: Reference = document.page.dictionary
  const { MediaBox, Resources, UserUnit: _, ...page } = dictionary.data
  const node: Reference = document.ref({})
  dictionary.data = { ...page, Parent: node }
  const out = freshWriter()
  const copy = ` 0 obj\n<</Type/Page/Parent ${node}/Contents ${page.Contents}>>\nendobj\n`
  const first = offsets.length + 1
  for (let number = first; number < first + copies - 1; number++) {
    offsets.push(start + out.end)
    out.integer(number)
    out.ascii(copy)
  }
  node.offset = start + out.end
  const box = (MediaBox as number[]).map((edge) => Math.round(edge * 1e6) / 1e6).join(' ')
  out.line(`${node.id} 0 obj\n<</Type/Pages/Parent ${tree}/MediaBox[${box}]/Resources ${Resources}/Count ${copies}`)
  out.ascii(`/Kids[${dictionary}`)
  for (let number = first; number < first + copies - 1; number++) {
    out.ascii(' ')
    out.integer(number)
    out.ascii(' 0 R')
  }
  out.ascii(']>>\nendobj\n')
  document._write(out.taken())
  document._refEnd(node)
  tree.data.Kids[tree.data.Kids.length - 1] = node
  tree.data.Count += copies - 1
}

/** An object of the file; as a string, how others refer to it. */
interface Reference {
  readonly id: number
  data: Record<string, unknown>
  /** Where it stands in the file, once it is written. */
  offset?: number
  write(chunk: Uint8Array): void
  end(chunk?: Uint8Array): void
}

/** The parts of pdfkit's document that its type declarations leave out: the objects behind it. */
interface Document extends PDFKit.PDFDocument {
  readonly page: PDFKit.PDFPage & {
    readonly dictionary: Reference
    readonly fonts: Record<string, Reference>
    readonly xobjects: Record<string, Reference>
    readonly content: Reference & { compress: boolean; buffer: Uint8Array[] }
  }
  readonly _root: {
    readonly data: Record<string, unknown> & {
      readonly Pages: Reference & { readonly data: { Kids: unknown[]; Count: number } }
    }
  }
  /** Bytes of the file so far. */
  _offset: number
  /** Where each object stands, by its number less one; null while it is not written. */
  readonly _offsets: (number | null)[]
  /** Appends to the file: bytes, or a line whose characters are a byte each. */
  _write(data: string | Uint8Array): void
  /** Takes note of an object that is written. */
  _refEnd(reference: Reference): void
}
