/** Joins PDFs that this program wrote: their structure is known, so it takes a page of code; no other PDF is accepted. */

import { PdfDocument, type PdfPage, type PdfStream } from './pdf.ts'
import type { Dictionary } from './pdfkit.ts'

/** A file, read in any order. */
export interface PdfSource {
  /** For messages. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** These bytes, all of them. */
  read(from: number, length: number): Promise<Uint8Array>
}

/** The files, each needed until the next one is asked for. */
type PdfSources = Iterable<PdfSource> | AsyncIterable<PdfSource>

/** Why a file cannot be joined with others. */
export class PdfJoinError extends Error {}

/** Bytes that are kept until they are written. */
const enough = 1 << 18

/**
 * One PDF with the pages of several, in pieces as they are made: its bytes are those of one document to which all these pages were added.
 * Of all pages, `wanted` says which, counted from 1.
 * Memory is bounded by the numbers of the objects: no part is in it as a whole.
 *
 * @throws PdfJoinError for a part that this program did not write
 */
export async function* joinedPdf(
  title: string,
  parts: PdfSources,
  wanted: { readonly from: number; readonly to: number } = { from: 1, to: Number.POSITIVE_INFINITY },
): AsyncGenerator<Uint8Array> {
  /** Pages so far. */
  let pages = 0
  const document = new PdfDocument(title)
  for await (const source of parts) {
    const part = await PdfPart.open(source)
    for await (const { page, copies } of part.pages()) {
      const [first, last] = [Math.max(wanted.from, pages + 1), Math.min(wanted.to, pages + copies)]
      pages += copies
      if (first > last) continue
      document.addPage(page, last - first + 1)
      if (document.waiting >= enough) yield document.take()
    }
  }
  yield document.end()
}

/** How many pages a PDF of this program has. @throws PdfJoinError */
export async function pageCount(source: PdfSource): Promise<number> {
  return (await PdfPart.open(source)).kids.length
}

/** A dictionary: names are strings, and a reference to an object is that object's number in an object of its own. */
type Entries = Readonly<Record<string, unknown>>

/** The bytes that are read at a time, and those in which an object without its stream is looked for first. */
const [blockBytes, usualBytes] = [1 << 20, 1 << 10]
/** The most bytes of an object without its stream: the root of a page tree has 12 for each page. */
const mostObjectBytes = 1 << 22
/** Forms that are kept: they stand where the first page that draws them does. */
const mostForms = 1000
/** Bytes of an entry in the cross-reference table (ISO 32000-1:2008, 7.5.4). */
const entryBytes = 20

/** 7.5.5 */
const trailer =
  /trailer\n<<\n\/Size (\d{1,8})\n\/Root (\d{1,8}) 0 R\n\/Info (\d{1,8}) 0 R\n\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]\n>>\nstartxref\n(\d{1,10})\n%%EOF\n$/

class PdfPart {
  /** The numbers of the pages, in order. */
  readonly kids: readonly number[]
  /** What pages have unless they have their own. */
  readonly #inherited: Entries
  readonly #file: PartFile
  /** Resources and forms that several pages have, by their numbers. */
  readonly #plain = new Map<number, Entries>()
  readonly #forms = new Map<number, PdfStream>()

  private constructor(file: PartFile, kids: readonly number[], inherited: Entries) {
    this.#file = file
    this.#inherited = inherited
    this.kids = kids
  }

  /** @throws PdfJoinError if this program did not write the file */
  static async open(source: PdfSource): Promise<PdfPart> {
    const tail = latin1(await source.read(Math.max(0, source.size - 512), Math.min(512, source.size)))
    const found = trailer.exec(tail)
    if (found === null) throw foreign(source, 'it does not end as it should')
    const [size, root, info, xref] = found.slice(1).map(Number) as [number, number, number, number]
    if (xref > source.size) throw foreign(source, 'its cross-reference table is not in it')
    const length = Math.min(source.size - xref, `xref\n0 ${size}\n`.length + entryBytes * size)
    const file = new PartFile(source, offsetsIn(source, latin1(await source.read(xref, length)), size), xref)
    const { Producer } = await file.entries(info)
    if ((await file.object(numberOf(Producer))).text !== '(quietzone)')
      throw foreign(source, 'another program made it, or another version of quietzone')
    const { Pages } = await file.entries(root)
    const { Count, Kids, MediaBox, Resources } = await file.entries(numberOf(Pages))
    if (!Array.isArray(Kids) || Count !== Kids.length) throw foreign(source, 'it has no page tree')
    return new PdfPart(file, Kids.map(numberOf), { MediaBox, Resources })
  }

  /** The pages in their order; copies, which have one content, are one. */
  async *pages(): AsyncGenerator<{ readonly page: PdfPage; readonly copies: number }> {
    let last: Entries | undefined
    let copies = 0
    for (const kid of this.kids) {
      const entries = { ...this.#inherited, ...(await this.#file.entries(kid)) }
      if (last !== undefined && numberOf(last.Contents) !== numberOf(entries.Contents)) {
        yield { page: await this.#page(last), copies }
        copies = 0
      }
      last = entries
      copies++
    }
    if (last !== undefined) yield { page: await this.#page(last), copies }
  }

  async #page({ Type, MediaBox, Contents, Resources }: Entries): Promise<PdfPage> {
    const [left, bottom, width, height] = Array.isArray(MediaBox) ? MediaBox : []
    if (Type !== 'Page' || left !== 0 || bottom !== 0 || typeof width !== 'number' || typeof height !== 'number')
      throw foreign(this.#file.source, 'a page is not as this version writes it')
    const { Font, XObject } = await this.#resources(numberOf(Resources))
    const xobjects: [string, PdfStream][] = []
    for (const [name, reference] of Object.entries(XObject ?? {}))
      xobjects.push([name, await this.#xobject(numberOf(reference))])
    const content = await this.#file.stream(numberOf(Contents))
    return { width, height, content, xobjects, hasHelvetica: Font !== undefined }
  }

  async #xobject(number: number): Promise<PdfStream> {
    const known = this.#forms.get(number)
    if (known !== undefined) return known
    const stream = await this.#file.stream(number)
    if (stream.dictionary.Subtype !== 'Form') return stream
    if (this.#forms.size === mostForms) this.#forms.clear()
    this.#forms.set(number, stream)
    return stream
  }

  async #resources(number: number): Promise<Entries> {
    const known = this.#plain.get(number)
    if (known !== undefined) return known
    const entries = await this.#file.entries(number)
    if (entries.XObject === undefined) this.#plain.set(number, entries)
    return entries
  }
}

/** The objects of a file. */
class PartFile {
  readonly source: PdfSource
  /** Where each object begins, by its number less one. */
  readonly #offsets: Float64Array
  readonly #end: number
  #block: Uint8Array = new Uint8Array(0)
  #blockFrom = 0

  constructor(source: PdfSource, offsets: Float64Array, end: number) {
    this.source = source
    this.#offsets = offsets
    this.#end = end
  }

  async entries(number: number): Promise<Entries> {
    const { text } = await this.object(number)
    const entries = entriesOf(text)
    if (entries === undefined) throw foreign(this.source, `object ${number} is not a dictionary`)
    return entries
  }

  async stream(number: number): Promise<PdfStream> {
    const { text, end, isStream } = await this.object(number)
    const { Length, ...dictionary } = entriesOf(text) ?? {}
    const hasReference = / 0 R\b/.test(text)
    if (!isStream || hasReference || typeof Length !== 'number' || !(Length >= 0 && end + Length <= this.#end))
      throw foreign(this.source, `object ${number} is not a stream of a page`)
    // a copy, since the block is replaced
    return { dictionary: dictionary as Dictionary, bytes: (await this.#bytes(end, end + Length)).slice() }
  }

  /** What an object is, a character for each byte, without its stream, and where that begins or the object ends. */
  async object(number: number): Promise<{ readonly text: string; readonly end: number; readonly isStream: boolean }> {
    const from = this.#offsets[number - 1]
    if (from === undefined) throw foreign(this.source, `it has no object ${number}`)
    const head = `${number} 0 obj\n`
    for (let length = usualBytes; ; length *= 16) {
      const text = latin1(await this.#bytes(from, Math.min(from + length, this.#end)))
      if (!text.startsWith(head)) throw foreign(this.source, `object ${number} is not where it should be`)
      const found = /\n(stream|endobj)\n/.exec(text)
      if (found !== null) {
        const end = from + found.index + found[0].length
        return { text: text.slice(head.length, found.index), end, isStream: found[1] === 'stream' }
      }
      if (length >= mostObjectBytes || from + length >= this.#end)
        throw foreign(this.source, `object ${number} does not end`)
    }
  }

  async #bytes(from: number, to: number): Promise<Uint8Array> {
    if (from < this.#blockFrom || to > this.#blockFrom + this.#block.length) {
      this.#block = await this.source.read(from, Math.min(this.source.size - from, Math.max(to - from, blockBytes)))
      this.#blockFrom = from
    }
    return this.#block.subarray(from - this.#blockFrom, to - this.#blockFrom)
  }
}

/** Where the objects begin, by their numbers less one. */
function offsetsIn(source: PdfSource, table: string, size: number): Float64Array {
  const start = `xref\n0 ${size}\n`
  if (!table.startsWith(start) || table.length !== start.length + entryBytes * size || size === 0)
    throw foreign(source, 'its cross-reference table is not where it should be')
  return Float64Array.from({ length: size - 1 }, (_, i) => {
    const at = start.length + entryBytes * (i + 1)
    const entry = /^(\d{10}) 00000 n \n$/.exec(table.slice(at, at + entryBytes))
    if (entry === null) throw foreign(source, `its cross-reference table is damaged at object ${i + 1}`)
    return Number(entry[1])
  })
}

/** A dictionary without strings as pdfkit writes it, an entry a line; undefined for any other text. */
function entriesOf(text: string): Entries | undefined {
  const json = text
    .replace(/\b(\d+) 0 R\b/g, '{"number":$1}')
    .replace(/\[([^[\]]*)\]/g, (_, values: string) => `[${values.replaceAll(' ', ',')}]`)
    .replace(/^\/(\S+) /gm, '"$1":')
    .replace(/\/([\w.-]+)/g, '"$1"')
    .replaceAll('<<\n', '{')
    .replace(/\n?>>/g, '}')
    .replaceAll('\n', ',')
  try {
    const found: unknown = JSON.parse(json)
    return typeof found === 'object' && found !== null ? (found as Entries) : undefined
  } catch {
    return undefined
  }
}

/** The number of the object that a value refers to; 0, which no object has, for any other. */
function numberOf(value: unknown): number {
  const { number } = Object(value)
  return typeof number === 'number' ? number : 0
}

function foreign({ name }: PdfSource, why: string): PdfJoinError {
  return new PdfJoinError(`${name} is not a PDF of quietzone: ${why}`)
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
