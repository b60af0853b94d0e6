import type { Scene } from '../layout/scene.ts'
import { PdfFile, type Reference } from './pdf-file.ts'
import { type FormSource, type PdfPage, pdfPage } from './pdf-page.ts'
import type { PrintDocument } from './print-document.ts'
import { maskName } from './xobjects.ts'

/**
 * A PDF of one scene. The same scene always gives the same bytes: the date is fixed, and the file's id is derived from the title.
 */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  const pages = pdfPages(scene.title)
  pages.add(scene, copies)
  return pages.end()
}

/** A PDF being written. */
export interface PdfPages extends PrintDocument {
  /** How many bytes were written since the last call of `take`. */
  readonly waiting: number
  /**
   * Appends a page that has been drawn, `copies` times; these share its drawing.
   *
   * @param form  gives the forms of this page that the document does not have yet
   */
  addPage(page: PdfPage, copies: number, form: FormSource): void
  /** Ends the document and gives the bytes that `end` returns, in pieces of bounded size. */
  pieces(): Iterable<Uint8Array>
}

/** A PDF of several scenes, each on paper of its own size; the copies of one are pages that share its drawing. */
export function pdfPages(title: string): PdfPages {
  const file = new PdfFile(title)
  const forms = new Forms(file)
  const addPage = (page: PdfPage, copies: number, form: FormSource): void => {
    const xobjects = new Map(page.forms.map((name) => [name, forms.named(name, form)]))
    for (const [i, image] of page.masks.entries()) xobjects.set(maskName(i), file.addStream(image))
    if (page.hasHelvetica) file.pages.helvetica ??= file.addObject(builtInFont)
    file.addPage(page, xobjects, copies)
  }
  return {
    add(scene, copies) {
      const { page, form } = pdfPage(scene)
      addPage(page, copies, form)
    },
    addPage,
    get waiting() {
      return file.waiting
    },
    take: () => file.take(),
    end: () => file.end(),
    pieces: () => file.pieces(),
  }
}

/** The forms of a document: each is written once, before the first page that draws it. */
class Forms {
  readonly #file: PdfFile
  readonly #known = new Map<string, Reference>()

  constructor(file: PdfFile) {
    this.#file = file
  }

  named(name: string, form: FormSource): Reference {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const added = this.#file.addStream(form(name))
    // limits memory for documents of many pages with different glyphs; a forgotten form is written again when it is needed
    if (this.#known.size === mostKnown) this.#known.clear()
    this.#known.set(name, added)
    return added
  }
}

const mostKnown = 1000

/** One of the 14 standard fonts, which every viewer has (ISO 32000-1:2008, 9.6.2.2). */
const builtInFont = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'
