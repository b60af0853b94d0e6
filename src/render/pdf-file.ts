import { deflateSync } from 'node:zlib'
import { ByteWriter, freshWriter } from './bytes.ts'
import { pdfkit } from './pdfkit.ts'

/**
 * A PDF file on pdfkit, and the only place that knows the parts of pdfkit that are not its public interface: the page tree,
 * the table of offsets and the writing of objects. Through these alone can
 * - a page be repeated 500 times for the price of its line in the page tree, where pages of pdfkit cost ten times as much;
 * - the file be written into one buffer, where pdfkit streams, queues and joins a chunk for each line;
 * - pages share forms, masks and one font, and objects be forgotten that are written.
 *
 * package.json names the exact version of pdfkit; `internalsMissing` tells what another one lacks, and a test asks it.
 */
export class PdfFile {
  readonly #document: Document
  readonly #file: ByteWriter

  constructor(title: string) {
    this.#document = emptyDocument(title)
    this.#file = bytesOf(this.#document)
  }

  /** A stream of its own, as other objects refer to it; without a filter it is compressed where that is worth it. */
  addStream(dictionary: Record<string, unknown>, bytes: Uint8Array): Reference {
    const isDone = dictionary.Filter !== undefined || bytes.length < worthCompressing
    const object: Reference = this.#document.ref(isDone ? dictionary : { ...dictionary, Filter: 'FlateDecode' })
    object.end(isDone ? bytes : quicklyDeflated(bytes))
    return object
  }

  /** An object without a stream. */
  addObject(dictionary: Record<string, unknown>): Reference {
    const object: Reference = this.#document.ref(dictionary)
    object.end()
    return object
  }

  /** Begins a page of this size in points; what follows, up to `endPage`, belongs to it. */
  startPage(width: number, height: number): void {
    this.#document.addPage({ size: [width, height], margin: 0 })
  }

  /** Names a form or an image for the content of the page. */
  nameXObject(name: string, object: Reference): void {
    this.#document.page.xobjects[name] = object
  }

  /** Names a font for the content of the page. */
  nameFont(name: string, font: Reference): void {
    this.#document.page.fonts[name] = font
  }

  /** Appends to the page; Outlines of text are compressed fast: zlib's search takes long on numbers that hardly repeat. */
  write(bytes: Uint8Array, hasOutlines: boolean): void {
    const { content } = this.#document.page
    content.compress = bytes.length >= worthCompressing && !hasOutlines
    content.write(bytes)
    if (bytes.length < worthCompressing || !hasOutlines) return
    // the page began with what pdfkit wrote
    content.buffer = [quicklyDeflated(Buffer.concat(content.buffer))]
    content.data.Filter = 'FlateDecode'
  }

  /** Ends the page, of which there are `copies` in the file. */
  endPage(copies: number): void {
    const document = this.#document
    if (copies > 1) repeatPage(document, copies)
    const dictionary: Reference = document.page.dictionary
    document.flushPages()
    // what is written need not be remembered, but for its number
    dictionary.data = {}
  }

  /** What has become final since the last call. */
  take(): Uint8Array {
    return this.#file.taken()
  }

  /** Ends the file: its remaining bytes. */
  end(): Uint8Array {
    this.#document.end()
    spare = this.#file
    return this.#file.taken()
  }
}

/**
 * Drawings of this many bytes and more are compressed. Each use of zlib leaves some 300 kB to the garbage collector and takes
 * longer than everything else for a label.
 */
const worthCompressing = 8192

/** An eighth larger than zlib would make it by itself, in a quarter of the time. */
const quicklyDeflated = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 1 })

function emptyDocument(title: string): Document {
  const document = new (pdfkit())({
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
  // from node 26 on, one chunk at a time
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
export interface Reference {
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

/**
 * What is used here of pdfkit and is not in `document`, a new one with a page: names of parts, none where all are there.
 *
 * @param document  a PDFDocument
 */
export function internalsMissing(document: object): string[] {
  const { page, _root: rootObject, _offset, _offsets, _write, _refEnd } = document as Partial<Document>
  const { Pages } = rootObject?.data ?? {}
  const parts: Record<string, boolean> = {
    '_write()': typeof _write === 'function',
    '_refEnd()': typeof _refEnd === 'function',
    _offset: typeof _offset === 'number',
    _offsets: Array.isArray(_offsets),
    '_root.data.Pages.data.Kids': Array.isArray(Pages?.data?.Kids),
    '_root.data.Pages.data.Count': typeof Pages?.data?.Count === 'number',
    'page.dictionary.data': typeof page?.dictionary?.data === 'object',
    'page.fonts': typeof page?.fonts === 'object',
    'page.xobjects': typeof page?.xobjects === 'object',
    'page.content.compress': typeof page?.content?.compress === 'boolean',
    'page.content.buffer': Array.isArray(page?.content?.buffer),
    'page.content.data': typeof page?.content?.data === 'object',
    'page.content.write()': typeof page?.content?.write === 'function',
  }
  return Object.keys(parts).filter((name) => parts[name] !== true)
}
