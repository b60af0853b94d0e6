import { PdfFile, Reference } from './pdf-file.ts'
import { latin1, PdfJoinError, type PdfObject, PdfPart, type PdfSource } from './pdf-part.ts'

/**
 * One PDF with the pages of several that `pdfPages` wrote, in pieces as they are made. Memory is bounded by the numbers of the
 * objects: no part is in it as a whole.
 *
 * The objects are numbered anew under one page tree. The font and the outlines that several parts have are written once, so that the
 * bytes are those of one document with all the pages, as long as their captions have less than 1,000 different outlines.
 *
 * @throws PdfJoinError for a part that this program did not write
 */
export async function* joinedPdf(title: string, parts: PdfSources): AsyncGenerator<Uint8Array> {
  const file = new PdfFile(title)
  const first = file.nextNumber
  const shared = new SharedObjects()
  for await (const source of parts) {
    const part = await PdfPart.open(source, first)
    const { kids, count, box, helvetica } = await part.pages()
    const numbers = await numbered(part, { file, first, kids: new Set(kids), shared })
    file.pages.count += count
    file.pages.box ??= box
    if (helvetica !== undefined) file.pages.helvetica ??= new Reference(ownNumber(helvetica, numbers))
    yield* copied(part, { file, box, ...numbers })
  }
  yield* file.pieces()
}

/** The files, each needed until the next one is asked for. */
export type PdfSources = Iterable<PdfSource> | AsyncIterable<PdfSource>

/** How many pages a PDF of this program has. @throws PdfJoinError */
export async function pageCount(source: PdfSource): Promise<number> {
  const part = await PdfPart.open(source, new PdfFile('').nextNumber)
  return (await part.pages()).count
}

/** The numbers that the objects of a part get. */
interface Numbers {
  /** By their number in the part, less that of its first object. */
  readonly numbers: Int32Array
  /** The number of the first object. */
  readonly first: number
  /** Objects that the file has already. */
  readonly known: ReadonlySet<number>
  /** Pages, and nodes of pages. */
  readonly kids: ReadonlySet<number>
}

interface Numbering {
  readonly file: PdfFile
  readonly first: number
  readonly kids: ReadonlySet<number>
  readonly shared: SharedObjects
}

/** Objects get their numbers in the order in which one document would have given them; those that it would share are left out. */
async function numbered(part: PdfPart, { file, first, kids, shared }: Numbering): Promise<Numbers> {
  const numbers = new Int32Array(part.end - first)
  const texts = new Map<number, string>()
  for (const object of part.objects) {
    const text = await sharedText(part, object)
    if (text !== undefined) texts.set(object.number, text)
  }
  const known = new Set<number>()
  const added: [text: string, number: number][] = []
  for (let number = first; number < part.end; number++) {
    const text = texts.get(number)
    const earlier = text === undefined ? undefined : shared.numberOf(text)
    if (earlier !== undefined) known.add(number)
    const own = earlier ?? file.numberObject(kids.has(number))
    if (text !== undefined && earlier === undefined) added.push([text, own])
    numbers[number - first] = own
  }
  for (const [text, number] of added) shared.add(text, number)
  return { numbers, first, known, kids }
}

/** The most bytes of an object that is compared with others. */
const mostSharedBytes = 1 << 18

/** What an object is, if a document has it only once: a font, or an outline. */
async function sharedText(part: PdfPart, object: PdfObject): Promise<string | undefined> {
  const { number, from, to } = object
  if (to - from > mostSharedBytes) return undefined
  const text = await part.textOf(object)
  if (!/\/Type\/Font\/|\/Subtype\/Form\//.test(text) || reference.test(text)) return undefined
  let bytes = ''
  for await (const piece of part.pieces(from, to)) bytes += latin1(piece)
  return bytes.slice(`${number}`.length)
}

const reference = /(?<!\d)\d+ 0 R\b/

/** The objects that a document has only once, by what they are. */
class SharedObjects {
  private readonly numbers = new Map<string, number>()
  private bytes = 0

  numberOf(text: string): number | undefined {
    return this.numbers.get(text)
  }

  add(text: string, number: number): void {
    // bounds memory; a forgotten object is written again
    if (this.numbers.size === mostShared || this.bytes > mostBytes) {
      this.numbers.clear()
      this.bytes = 0
    }
    this.numbers.set(text, number)
    this.bytes += text.length
  }
}

const mostShared = 1000
const mostBytes = 1 << 24

/** Writes the objects of a part under their new numbers. Yields what was written now and then. */
async function* copied(part: PdfPart, { file, box, known, ...numbers }: Copied): AsyncGenerator<Uint8Array> {
  let pending = 0
  for (const object of part.objects) {
    const { number, from, to } = object
    if (known.has(number)) continue
    const text = await part.textOf(object)
    const own = renumbered(text, numbers)
    file.startObject(numbers.numbers[number - numbers.first]!)
    file.append(Buffer.from(numbers.kids.has(number) ? withBox(own, box, file) : own, 'latin1'))
    for await (const piece of part.pieces(from + text.length, to)) {
      file.append(piece)
      if (piece.length > enough) yield file.take()
    }
    pending += to - from
    if (pending < enough) continue
    pending = 0
    yield file.take()
  }
}

interface Copied extends Numbers {
  readonly file: PdfFile
  /** That of the first page of the part. */
  readonly box: string
}

/** Bytes that are kept until they are written. */
const enough = 1 << 18

/** A kid of the page tree, with a size of its own if it is not that of the first page of the file. */
function withBox(kid: string, inherited: string, { pages }: PdfFile): string {
  return kid.replace(
    /(\/Parent \d+ 0 R)(?:\/MediaBox(\[[^\]]*\]))?/,
    (_, parent: string, box: string | undefined) => `${parent}${pages.ownBox(box ?? inherited)}`,
  )
}

/** The number of the root of the page tree, in every document. */
const pageTree = 1

/** The number that an object of the part gets. */
function ownNumber(number: number, { numbers, first }: Omit<Numbers, 'known'>): number {
  const own = number === pageTree ? number : numbers[number - first]
  if (own === undefined) throw new PdfJoinError(`a page refers to object ${number}, which belongs to no page`)
  return own
}

/** An object without its stream, its number and those in its references replaced. */
function renumbered(text: string, numbers: Omit<Numbers, 'known'>): string {
  // a string could hold what looks like a reference; only the document's title is one, and that is not copied
  if (text.includes('(')) throw new PdfJoinError('an object of a page has a string: this version cannot join it')
  return text
    .replace(/^\d+/, (number) => `${ownNumber(Number(number), numbers)}`)
    .replace(/(?<!\d)(\d+) 0 R\b/g, (_, number: string) => `${ownNumber(Number(number), numbers)} 0 R`)
}
