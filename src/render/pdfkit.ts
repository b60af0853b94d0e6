/**
 * pdfkit, and what of it is used that its types do not declare: the catalogue, which has the page tree and the viewer's preferences. Its
 * version is exact for that.
 */

import { createRequire } from 'node:module'
import type Kit from 'pdfkit'

/** What a page of the document refers to. */
export type Reference = ReturnType<typeof Kit.ref>

/** A dictionary: strings are names. */
export interface Dictionary {
  readonly [key: string]: Value
}

type Value = string | number | boolean | readonly Value[] | Dictionary | Reference

type Document = typeof Kit & {
  readonly _root: {
    readonly data: {
      Version?: string
      readonly Pages: Reference & { readonly data: Inherited & { readonly Kids: Reference[]; Count: number } }
      readonly ViewerPreferences: { readonly data: { PrintScaling?: string } }
    }
  }
}

/** What pages have of the page tree unless they have their own (ISO 32000-1:2008, 7.7.3.4): that of the first page. */
interface Inherited {
  MediaBox?: readonly number[]
  Resources?: Reference
}

const load = createRequire(import.meta.url)

/** A document without any page. It loads pdfkit, as node has built it for this program, for the first time. */
function opened(options: typeof Kit.options): Document {
  const { PDFDocument } = load('#pdfkit') as { readonly PDFDocument: new (options: typeof Kit.options) => Document }
  return new PDFDocument({ ...options, autoFirstPage: false })
}

/** The width of a text in Helvetica, with its kerning, in thousandths of an em. */
export type Measure = (text: string) => number

export function pdfkitMeasure(): Measure {
  const document = opened({ font: 'Helvetica' }).fontSize(1000)
  return (text) => document.widthOfString(text)
}

/** A PDF document that is written object by object. Its dates are fixed, and pdfkit makes its id from the title. */
export class PdfFile {
  readonly #document: Document

  constructor(title: string) {
    const info = {
      Producer: 'quietzone',
      Creator: 'quietzone',
      CreationDate: new Date(0),
      Subject: 'Barcode',
      Title: title.toWellFormed(),
    }
    // contents are compressed before; Helvetica is an object like others, since its metrics take longer to load than a label to draw
    this.#document = opened({ compress: false, font: '', displayTitle: true, info })
    const { data } = this.#document._root
    // the version that counts; the header has all that old interpreters have to know
    data.Version = '1.6'
    // viewers offer to print at true size (ISO 32000-1:2008, 12.2)
    data.ViewerPreferences.data.PrintScaling = 'None'
  }

  /** Adds an object. @param bytes  of a stream; one at least */
  add(dictionary: Dictionary, bytes?: Uint8Array): Reference {
    const object = this.#document.ref({ ...dictionary })
    object.end(bytes)
    return object
  }

  /** Adds a page, `copies` times. */
  addPage({ MediaBox, Resources, Contents }: Required<Inherited> & { Contents: Reference }, copies: number): void {
    const { Pages } = this.#document._root.data
    Pages.data.MediaBox ??= MediaBox
    Pages.data.Resources ??= Resources
    const page = {
      Type: 'Page',
      Parent: Pages,
      ...(`${MediaBox}` !== `${Pages.data.MediaBox}` && { MediaBox }),
      ...(Resources !== Pages.data.Resources && { Resources }),
      Contents,
    }
    for (let i = 0; i < copies; i++) {
      const object = this.add(page)
      // it is written: the page tree needs its number alone
      object.data = written
      Pages.data.Kids.push(object)
    }
    Pages.data.Count += copies
  }

  /** How many bytes `take` returns. */
  get waiting(): number {
    return this.#document.readableLength
  }

  /** The bytes written since the last call. */
  take(): Uint8Array {
    // one call returns all of it up to node 25, and one chunk from node 26 on
    const chunks: Buffer[] = []
    const read = () => this.#document.read() as Buffer | null
    for (let chunk = read(); chunk !== null; chunk = read()) chunks.push(chunk)
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  /** Ends the file and returns its remaining bytes. */
  end(): Uint8Array {
    this.#document.end()
    return this.take()
  }
}

const written = { Pattern: undefined, Annots: undefined }
