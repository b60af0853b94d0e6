import { ByteWriter, sharedWriter } from './bytes.ts'
import type { PdfStream } from './pdf-stream.ts'
import { pdfkit } from './pdfkit.ts'

/**
 * A PDF file written with pdfkit. This is the only file that uses pdfkit's internals; without them
 * - 500 copies of a label, as pages of pdfkit that share their content, take 12 times as long and four times the bytes;
 *   as objects of pdfkit that only the page tree knows, 1.7 times as long: see `repeatPage`;
 * - one label takes 1.15 times as long, and 500 copies 1.4 times: see `redirectedOutput`;
 * - a label with a caption in Arabic takes 1.4 times as long, in Chinese 1.9 times: see `write`;
 * - a file of many pages keeps three times as much memory for each: see `endPage`;
 * - viewers scale a label to fit the paper: see `emptyDocument`.
 *
 * package.json pins the exact version of pdfkit; a test calls `missingInternals` to see that it has all of them.
 */
export class PdfFile {
  readonly #document: Document
  readonly #file: ByteWriter

  constructor(title: string) {
    this.#document = emptyDocument(title)
    this.#file = redirectedOutput(this.#document)
  }

  /** Adds a stream object. */
  addStream({ dictionary, bytes }: PdfStream): Reference {
    // pdfkit adds the length to it
    const object: Reference = this.#document.ref({ ...dictionary })
    object.end(bytes)
    return object
  }

  /** Adds an object without a stream. */
  addObject(dictionary: Record<string, unknown>): Reference {
    const object: Reference = this.#document.ref(dictionary)
    object.end()
    return object
  }

  /** Starts a page of this size in points, which the calls up to `endPage` fill. */
  startPage(width: number, height: number): void {
    this.#document.addPage({ size: [width, height], margin: 0 })
  }

  /** Adds a form or an image to the page's resources. */
  nameXObject(name: string, object: Reference): void {
    this.#document.page.xobjects[name] = object
  }

  /** Adds a font to the page's resources. */
  nameFont(name: string, font: Reference): void {
    this.#document.page.fonts[name] = font
  }

  /** Writes the content of the page. */
  write({ dictionary, bytes }: PdfStream): void {
    const { content } = this.#document.page
    // pdfkit has already written the page's coordinate system, with which the content begins too
    content.buffer = []
    content.write(bytes)
    Object.assign(content.data, dictionary)
  }

  /** Ends the page, which the file has `copies` times. */
  endPage(copies: number): void {
    const document = this.#document
    if (copies > 1) repeatPage(document, copies)
    const dictionary: Reference = document.page.dictionary
    document.flushPages()
    // the page tree keeps the object for its number alone
    dictionary.data = {}
  }

  /** The number that the next object gets. */
  get nextNumber(): number {
    return this.#document._offsets.length + 1
  }

  /** Numbers an object that `startObject` begins. @param isKid  whether it is a page, or a node of pages, at the end of the page tree */
  numberObject(isKid: boolean): number {
    const { _offsets: offsets, _root: catalogue } = this.#document
    if (!isKid) return offsets.push(null)
    const kid: Reference = this.#document.ref({})
    catalogue.data.Pages.data.Kids.push(kid)
    return kid.id
  }

  /** Counts the pages of numbered kids. */
  countPages(count: number): void {
    this.#document._root.data.Pages.data.Count += count
  }

  /** Begins an object as another file has it: what `append` writes until the next one. */
  startObject(number: number, isKid: boolean): void {
    const { _offset: offset, _offsets: offsets } = this.#document
    if (isKid) this.#document._refEnd({ id: number, offset } as Reference)
    else offsets[number - 1] = offset
  }

  /** Writes bytes of an object. */
  append(bytes: Uint8Array): void {
    this.#document._write(bytes)
  }

  /** How many bytes were written since the last call of `take`. */
  get waiting(): number {
    return this.#file.end
  }

  /** The bytes written since the last call. */
  take(): Uint8Array {
    return this.#file.take()
  }

  /** Ends the file and returns its remaining bytes. */
  end(): Uint8Array {
    this.#document.end()
    spare = this.#file
    return this.#file.take()
  }
}

function emptyDocument(title: string): Document {
  const document = new (pdfkit())({
    autoFirstPage: false,
    compress: false,
    // no font: pdfkit would parse the metrics of its default font for each document
    font: '',
    info: {
      Title: title.toWellFormed(),
      Subject: 'Barcode',
      Producer: 'quietzone',
      Creator: 'quietzone',
      CreationDate: new Date(0),
    },
  }) as Document
  // from version 1.4 on pdfkit adds XML metadata with the title unescaped: the header stays at 1.3, the catalogue overrides it
  document._root.data.Version = '1.6'
  // ISO 32000-1:2008, 12.2: viewers offer to print at true size
  document._root.data.ViewerPreferences = document.ref({ PrintScaling: 'None', DisplayDocTitle: true })
  return document
}

/** The writer of the last finished document, reused by the next one; its contents are not kept. */
let spare: ByteWriter | undefined

/**
 * Makes the document write to the returned writer, which starts with the bytes written so far.
 *
 * Otherwise each line of the file would be a chunk in the queue of a stream.
 */
function redirectedOutput(document: Document): ByteWriter {
  const file = spare ?? new ByteWriter()
  spare = undefined
  // from node 26 on, `read` returns one chunk at a time
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) file.bytes(chunk as Uint8Array)
  document._write = (data) => {
    const start = file.end
    if (typeof data === 'string') file.line(data)
    else file.bytes(data)
    document._offset += file.end - start
  }
  return file
}

/**
 * Adds pages that share the content of the last one.
 *
 * All of them are children of a new node in the page tree and inherit their common entries from it
 * (ISO 32000-1:2008, 7.7.3.4), which makes a copy as small as a page can be. Copies and node are written in one piece.
 */
function repeatPage(document: Document, copies: number): void {
  const tree = document._root.data.Pages
  const { _offsets: offsets, _offset: start } = document
  const dictionary: Reference = document.page.dictionary
  const { MediaBox, Resources, UserUnit: _, ...page } = dictionary.data
  const node: Reference = document.ref({})
  dictionary.data = { ...page, Parent: node }
  const out = sharedWriter()
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
  document._write(out.take())
  document._refEnd(node)
  tree.data.Kids[tree.data.Kids.length - 1] = node
  tree.data.Count += copies - 1
}

/** An object of the file. Its string form is an indirect reference: `7 0 R`. */
export interface Reference {
  readonly id: number
  data: Record<string, unknown>
  /** The object's position in the file; set when it is written. */
  offset?: number
  write(chunk: Uint8Array): void
  end(chunk?: Uint8Array): void
}

/** The internals of pdfkit's document that are used here; most are missing from its type declarations. */
interface Document extends PDFKit.PDFDocument {
  readonly page: PDFKit.PDFPage & {
    readonly dictionary: Reference
    readonly fonts: Record<string, Reference>
    readonly xobjects: Record<string, Reference>
    readonly content: Reference & { buffer: Uint8Array[] }
  }
  readonly _root: {
    readonly data: Record<string, unknown> & {
      readonly Pages: Reference & { readonly data: { Kids: unknown[]; Count: number } }
    }
  }
  /** The number of bytes written so far. */
  _offset: number
  /** The position of each object in the file, at the index of its number less one; null before it is written. */
  readonly _offsets: (number | null)[]
  /** Appends bytes, or a line of text in Latin-1. */
  _write(data: string | Uint8Array): void
  /** Records that an object has been written. */
  _refEnd(reference: Reference): void
}

/**
 * The names of the internals that are used here and that `document` lacks.
 *
 * @param document  a new PDFDocument with one page
 */
export function missingInternals(document: object): string[] {
  const { page, _root: rootObject, _offset, _offsets, _write, _refEnd } = document as Partial<Document>
  const { Pages } = rootObject?.data ?? {}
  const isPresent: Record<string, boolean> = {
    '_write()': typeof _write === 'function',
    '_refEnd()': typeof _refEnd === 'function',
    _offset: typeof _offset === 'number',
    _offsets: Array.isArray(_offsets),
    '_root.data.Pages.data.Kids': Array.isArray(Pages?.data?.Kids),
    '_root.data.Pages.data.Count': typeof Pages?.data?.Count === 'number',
    'page.dictionary.data': typeof page?.dictionary?.data === 'object',
    'page.fonts': typeof page?.fonts === 'object',
    'page.xobjects': typeof page?.xobjects === 'object',
    'page.content.buffer': Array.isArray(page?.content?.buffer),
    'page.content.data': typeof page?.content?.data === 'object',
    'page.content.write()': typeof page?.content?.write === 'function',
  }
  return Object.keys(isPresent).filter((name) => !isPresent[name])
}
