import { createHash } from 'node:crypto'
import { ByteWriter } from './bytes.ts'
import type { PdfStream } from './pdf-stream.ts'
import { type PdfDictionary, PdfText, Reference, syntaxOf } from './pdf-syntax.ts'

export { Reference } from './pdf-syntax.ts'

/** The page that is being made. */
interface OpenPage {
  readonly dictionary: Reference
  readonly resources: Reference
  readonly contents: Reference
  readonly box: readonly number[]
  readonly fonts: Record<string, Reference>
  readonly xobjects: Record<string, Reference>
  content?: PdfStream
}

/** A PDF file that is written from its beginning to its end (ISO 32000-1:2008, 7.5). Its date is fixed, and its id is made from it and the title. */
export class PdfFile {
  readonly #file: ByteWriter = spare ?? new ByteWriter()
  /** How many bytes were taken. */
  #taken = 0
  /** Where each object begins, by its number less one; 0 before it is written. */
  readonly #offsets: number[] = []
  readonly #title: string
  readonly #kids: Reference[] = []
  #pages = 0
  #page: OpenPage | undefined
  // the page tree is object 1 in every document
  readonly #tree = this.#reference()
  readonly #names = this.#reference()
  readonly #catalogue = this.#reference()
  readonly #outlines = this.#reference()
  readonly #preferences = this.#reference()

  constructor(title: string) {
    spare = undefined
    this.#title = title.toWellFormed()
    // the catalogue has the version that counts; bytes above 127 tell programs that the file is binary (7.5.2)
    this.#file.line('%PDF-1.3\n%\xff\xff\xff\xff')
  }

  /** Adds a stream object. */
  addStream({ dictionary, bytes }: PdfStream): Reference {
    const object = this.#reference()
    this.#writeStream(object, { ...dictionary, Length: bytes.length }, bytes)
    return object
  }

  /** Adds an object without a stream. */
  addObject(dictionary: PdfDictionary): Reference {
    const object = this.#reference()
    this.#writeObject(object, dictionary)
    return object
  }

  /** Starts a page of this size in points, which the calls up to `endPage` fill. */
  startPage(width: number, height: number): void {
    const [contents, resources, dictionary] = [this.#reference(), this.#reference(), this.#reference()]
    this.#page = { dictionary, resources, contents, box: [0, 0, width, height], fonts: {}, xobjects: {} }
    this.#kids.push(dictionary)
    this.#pages++
  }

  /** Adds a form or an image to the page's resources. */
  nameXObject(name: string, object: Reference): void {
    this.#page!.xobjects[name] = object
  }

  /** Adds a font to the page's resources. */
  nameFont(name: string, font: Reference): void {
    this.#page!.fonts[name] = font
  }

  /** Writes the content of the page. */
  write(content: PdfStream): void {
    this.#page!.content = content
  }

  /** Ends the page, which the file has `copies` times. */
  endPage(copies: number): void {
    const { dictionary, resources, contents, box, fonts, xobjects, content } = this.#page!
    const node = copies > 1 ? this.#repeat(this.#page!, copies) : undefined
    this.#writeObject(dictionary, {
      Type: 'Page',
      Parent: node ?? this.#tree,
      MediaBox: node === undefined ? box : undefined,
      Contents: contents,
      Resources: node === undefined ? resources : undefined,
      UserUnit: node === undefined ? 1 : undefined,
    })
    this.#writeObject(resources, {
      ProcSet: ['PDF', 'Text', 'ImageB', 'ImageC', 'ImageI'],
      ...(Object.keys(xobjects).length > 0 && { XObject: xobjects }),
      ...(Object.keys(fonts).length > 0 && { Font: fonts }),
      ColorSpace: {},
    })
    const { dictionary: style, bytes } = content!
    this.#writeStream(contents, { Length: bytes.length, ...style }, bytes)
    this.#page = undefined
  }

  /**
   * Adds pages that share the content of the page: `copies` in all, with it.
   *
   * All of them are children of a new node in the page tree and inherit their common entries from it (7.7.3.4), which makes a copy as
   * small as a page can be.
   *
   * @returns the node
   */
  #repeat({ dictionary, resources, contents, box }: OpenPage, copies: number): Reference {
    const node = this.#reference()
    const kids = [dictionary]
    const copy = ` 0 obj\n<</Type/Page/Parent ${node}/Contents ${contents}>>\nendobj\n`
    for (let i = 1; i < copies; i++) {
      const page = this.#reference()
      this.#offsets[page.id - 1] = this.#position
      this.#file.integer(page.id)
      this.#file.ascii(copy)
      kids.push(page)
    }
    this.#offsets[node.id - 1] = this.#position
    const shared = `/MediaBox${syntaxOf(box)}/Resources ${resources}/Count ${copies}`
    this.#file.line(`${node.id} 0 obj\n<</Type/Pages/Parent ${this.#tree}${shared}`)
    this.#file.line(`/Kids[${kids.join(' ')}]>>\nendobj`)
    this.#kids[this.#kids.length - 1] = node
    this.#pages += copies - 1
    return node
  }

  /** The number that the next object gets. */
  get nextNumber(): number {
    return this.#offsets.length + 1
  }

  /** Numbers an object that `startObject` begins. @param isKid  whether it is a page, or a node of pages, at the end of the page tree */
  numberObject(isKid: boolean): number {
    const object = this.#reference()
    if (isKid) this.#kids.push(object)
    return object.id
  }

  /** Counts the pages of numbered kids. */
  countPages(count: number): void {
    this.#pages += count
  }

  /** Begins an object as another file has it: what `append` writes until the next one. */
  startObject(number: number): void {
    this.#offsets[number - 1] = this.#position
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
    const information = this.#writeInformation()
    this.#writeObject(this.#outlines, {})
    const [tree, names, preferences] = [this.#tree, this.#names, this.#preferences]
    this.#writeObject(this.#catalogue, {
      Type: 'Catalog',
      Pages: tree,
      Names: names,
      Version: '1.6',
      ViewerPreferences: preferences,
    })
    this.#writeObject(tree, { Type: 'Pages', Count: this.#pages, Kids: this.#kids })
    this.#writeText(names, '<<\n/Dests <<\n  /Names [\n]\n>>\n>>')
    // 12.2: viewers offer to print at true size
    this.#writeObject(preferences, { PrintScaling: 'None', DisplayDocTitle: true })
    this.#writeTrailer(information)
    const bytes = this.take()
    spare = this.#file
    return bytes
  }

  /** 14.3.3 */
  #writeInformation(): Reference {
    const information = this.#reference()
    const entries = {
      Producer: this.#addText(producer),
      Creator: this.#addText(producer),
      CreationDate: this.#addText('D:19700101000000Z'),
      Title: this.#addText(this.#title),
      Subject: this.#addText(subject),
    }
    this.#writeObject(information, entries)
    return information
  }

  #addText(text: string): Reference {
    const object = this.#reference()
    this.#writeText(object, `${new PdfText(text)}`)
    return object
  }

  /** The cross-reference table, and the trailer (7.5.4, 7.5.5). */
  #writeTrailer(information: Reference): void {
    const start = this.#position
    const size = this.#offsets.length + 1
    this.#file.line(`xref\n0 ${size}\n0000000000 65535 f `)
    for (const offset of this.#offsets) this.#file.line(`${`${offset}`.padStart(10, '0')} 00000 n `)
    const id = `<${idOf(this.#title)}>`
    const entries = `/Size ${size}\n/Root ${this.#catalogue}\n/Info ${information}\n/ID [${id} ${id}]`
    this.#file.line(`trailer\n<<\n${entries}\n>>\nstartxref\n${start}\n%%EOF`)
  }

  #reference(): Reference {
    return new Reference(this.#offsets.push(0))
  }

  get #position(): number {
    return this.#taken + this.#file.end
  }

  #writeObject(object: Reference, dictionary: PdfDictionary): void {
    this.#writeText(object, syntaxOf(dictionary))
  }

  /** @param text  a character for each byte */
  #writeText(object: Reference, text: string): void {
    this.#offsets[object.id - 1] = this.#position
    this.#file.line(`${object.id} 0 obj\n${text}\nendobj`)
  }

  #writeStream(object: Reference, dictionary: PdfDictionary, bytes: Uint8Array): void {
    this.#offsets[object.id - 1] = this.#position
    this.#file.line(`${object.id} 0 obj\n${syntaxOf(dictionary)}\nstream`)
    this.#file.bytes(bytes)
    this.#file.line('\nendstream\nendobj')
  }
}

const producer = 'quietzone'
const subject = 'Barcode'

/** 14.4: the same for the same title. */
function idOf(title: string): string {
  const entries = { Producer: producer, Creator: producer, CreationDate: 0, Title: title, Subject: subject }
  const lines = Object.entries(entries).map(([key, value]) => `${key}: ${value}\n`)
  return createHash('md5')
    .update(`0\n${lines.join('')}`)
    .digest('hex')
}

/** The writer of the last finished document, reused by the next one; its contents are not kept. */
let spare: ByteWriter | undefined
