import { ByteWriter } from './bytes.ts'
import { NumberList } from './number-list.ts'
import { type Page, PageTree, type XObjects } from './page-tree.ts'
import { filter, type PdfStream } from './pdf-stream.ts'
import { type PdfDictionary, PdfText, Reference, syntaxOf } from './pdf-syntax.ts'

export { Reference } from './pdf-syntax.ts'

/** A PDF file that is written from its beginning to its end (ISO 32000-1:2008, 7.5). Its date is fixed, and its id is made from the title. */
export class PdfFile {
  readonly #file: ByteWriter = new ByteWriter()
  /** How many bytes were taken. */
  #taken = 0
  /** Where each object begins, by its number less one; 0 before it is written. */
  readonly #offsets = new NumberList()
  readonly #title: string
  readonly pages = new PageTree()
  // the page tree is object 1 in every document
  readonly #tree = this.#reference()
  readonly #catalogue = this.#reference()

  constructor(title: string) {
    this.#title = title.toWellFormed()
    // all that old interpreters have to know; the catalogue has the version that counts for others. Bytes above 127 tell programs that
    // the file is binary (7.5.2)
    this.#file.ascii('%PDF-1.3\n%\xff\xff\xff\xff\n')
  }

  /** Adds a stream object. */
  addStream({ dictionary, bytes }: PdfStream): Reference {
    const object = this.#reference()
    this.#writeStream(object, { ...dictionary, Length: bytes.length }, bytes)
    return object
  }

  /** Adds an object without a stream. @param syntax  a character for each byte */
  addObject(syntax: string): Reference {
    const object = this.#reference()
    this.#writeText(object, syntax)
    return object
  }

  /** Adds a page, `copies` times. @param xobjects  those that it draws */
  addPage(page: Page, xobjects: XObjects, copies: number): void {
    const entries = this.pages.ownEntries(page, xobjects)
    const [contents, first] = [this.#reference(), this.#reference()]
    if (copies === 1) this.#writeText(first, pageSyntax(`/Parent ${this.#tree}${entries}`, contents))
    this.pages.kids.push((copies === 1 ? first : this.#repeat(first, { entries, contents, copies })).id)
    this.pages.count += copies
    const { dictionary, bytes } = page.content
    this.#begin(contents)
    this.#file.ascii(`<</Length ${bytes.length}${dictionary.Filter === undefined ? '' : filter}>>\nstream\n`)
    this.#file.bytes(bytes)
    this.#file.ascii(endOfStream)
  }

  /**
   * Writes pages that share their content. They are kids of a new node in the page tree, and inherit all other entries from it (7.7.3.4),
   * which makes a copy as small as a page can be.
   *
   * @returns the node
   */
  #repeat(first: Reference, { entries, contents, copies }: Copies): Reference {
    const node = this.#reference()
    const kids = Array.from({ length: copies }, (_, i) => (i === 0 ? first : this.#reference()))
    const copy = ` 0 obj\n${pageSyntax(`/Parent ${node}`, contents)}\nendobj\n`
    for (const page of kids) {
      this.#offsets.set(page.id - 1, this.#position)
      this.#file.integer(page.id)
      this.#file.ascii(copy)
    }
    this.#begin(node)
    this.#file.ascii(`<</Type/Pages/Parent ${this.#tree}${entries}/Count ${copies}\n`)
    this.#file.ascii(`/Kids[${kids.join(' ')}]>>\nendobj\n`)
    return node
  }

  /** The number that the next object gets. */
  get nextNumber(): number {
    return this.#offsets.length + 1
  }

  /** Numbers an object that `startObject` begins. @param isKid  whether it is a page, or a node of pages, at the end of the page tree */
  numberObject(isKid: boolean): number {
    const object = this.#reference()
    if (isKid) this.pages.kids.push(object.id)
    return object.id
  }

  /** Begins an object as another file has it: what `append` writes until the next one. */
  startObject(number: number): void {
    this.#offsets.set(number - 1, this.#position)
  }

  /** Writes bytes of an object. */
  append(bytes: Uint8Array): void {
    this.#file.bytes(bytes)
  }

  /** How many bytes were written since the last call of `take`. */
  get waiting(): number {
    return this.#file.end
  }

  /** The bytes written since the last call. */
  take(): Uint8Array {
    this.#taken += this.#file.end
    return this.#file.take()
  }

  /** Ends the file and returns its remaining bytes. */
  end(): Uint8Array {
    for (const _ of this.#ending());
    return this.take()
  }

  /** The same in pieces of bounded size, however many pages there are. */
  *pieces(): Generator<Uint8Array> {
    for (const _ of this.#ending()) yield this.take()
    yield this.take()
  }

  /** Ends the file; stops where it has written much. */
  *#ending(): Generator<void> {
    const information = this.#reference()
    this.#writeText(information, informationOf(this.#title))
    this.#writeText(this.#catalogue, catalogue(this.#tree))
    this.#begin(this.#tree)
    for (const part of this.pages.syntax()) {
      this.#file.ascii(part)
      if (this.waiting >= pieceBytes) yield
    }
    this.#file.ascii(endOfObject)
    yield* this.#writeTrailer(information)
  }

  /** The cross-reference table, and the trailer (7.5.4, 7.5.5). */
  *#writeTrailer(information: Reference): Generator<void> {
    const start = this.#position
    const size = this.#offsets.length + 1
    this.#file.ascii(`xref\n0 ${size}\n0000000000 65535 f \n`)
    for (const offsets of this.#offsets.blocks()) {
      for (const offset of offsets) {
        this.#file.padded(offset, 10)
        this.#file.ascii(' 00000 n \n')
      }
      if (this.waiting >= pieceBytes) yield
    }
    const id = `<${idOf(this.#title)}>`
    const entries = `/Size ${size}/Root ${this.#catalogue}/Info ${information}/ID[${id}${id}]`
    this.#file.ascii(`trailer\n<<${entries}>>\nstartxref\n${start}\n%%EOF\n`)
  }

  #reference(): Reference {
    return new Reference(this.#offsets.push(0))
  }

  get #position(): number {
    return this.#taken + this.#file.end
  }

  /** @param text  a character for each byte */
  #writeText(object: Reference, text: string): void {
    this.#begin(object)
    this.#file.ascii(text)
    this.#file.ascii(endOfObject)
  }

  #writeStream(object: Reference, dictionary: PdfDictionary, bytes: Uint8Array): void {
    this.#begin(object)
    this.#file.ascii(`${syntaxOf(dictionary)}\nstream\n`)
    this.#file.bytes(bytes)
    this.#file.ascii(endOfStream)
  }

  #begin(object: Reference): void {
    this.#offsets.set(object.id - 1, this.#position)
    this.#file.integer(object.id)
    this.#file.ascii(' 0 obj\n')
  }
}

/** 7.7.3.3 */
const pageSyntax = (entries: string, contents: Reference): string => `<</Type/Page${entries}/Contents ${contents}>>`

/** What the copies of a page have in common. */
interface Copies {
  readonly entries: string
  readonly contents: Reference
  readonly copies: number
}

/** Of the pieces in which a file ends, about. */
const pieceBytes = 1 << 16
const endOfObject = '\nendobj\n'
const endOfStream = `\nendstream${endOfObject}`
const constantTexts = '/Producer(quietzone)/Creator(quietzone)/CreationDate(D:19700101000000Z)/Subject(Barcode)'

/** 14.3.3 */
const informationOf = (title: string): string => `<<${constantTexts}/Title${new PdfText(title)}>>`

/** 7.7.2. Viewers offer to print at true size (12.2). */
const catalogue = (pages: Reference): string =>
  `<</Type/Catalog/Pages ${pages}/Version/1.6/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>`

/**
 * 14.4: 16 bytes in hexadecimal, the same for the same title. Each four are a sum like FNV-1a of 32 bits (G. Fowler, L. C. Noll, K.-P. Vo)
 * over its UTF-16 units, which begins differently.
 */
function idOf(title: string): string {
  let id = ''
  for (let word = 0; word < 4; word++) {
    let sum = Math.imul(fnvBasis ^ word, fnvPrime)
    for (let i = 0; i < title.length; i++) sum = Math.imul(sum ^ title.charCodeAt(i), fnvPrime)
    id += (sum >>> 0).toString(16).padStart(8, '0')
  }
  return id
}

const [fnvBasis, fnvPrime] = [0x811c9dc5, 0x01000193]
