import type { Scene } from '../layout/scene.ts'
import { helveticaName } from './pdf-content.ts'
import { type PdfPage, type PdfStream, pdfPage } from './pdf-page.ts'
import { PdfFile, type Reference } from './pdfkit.ts'
import type { PrintDocument } from './print-document.ts'

/** A PDF of one scene. The same scene always gives the same bytes: the date is fixed, and the file's id is derived from the title. */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  const document = new PdfDocument(scene.title)
  document.add(scene, copies)
  return document.end()
}

/** A PDF of several scenes, each on paper of its own size; the copies of one are pages that share its drawing. */
export class PdfDocument implements PrintDocument {
  readonly #file: PdfFile
  /** What pages without forms and images refer to, by whether they have text (ISO 32000-1:2008, 7.8.3). */
  readonly #plain = new Map<boolean, Reference>()
  /** Forms by their names: each is written once. */
  readonly #forms = new Map<string, Reference>()
  #helvetica: Reference | undefined

  constructor(title: string) {
    this.#file = new PdfFile(title)
  }

  add(scene: Scene, copies: number): void {
    this.addPage(pdfPage(scene), copies)
  }

  /** Appends a page that has been drawn, `copies` times; these share its drawing. */
  addPage({ width, height, content, xobjects, hasHelvetica }: PdfPage, copies: number): void {
    const file = this.#file
    const added = xobjects.map(([name, stream]) => [name, this.#xobject(name, stream)] as const)
    const Resources = this.#resources(added, hasHelvetica)
    const Contents = file.add(content.dictionary, content.bytes)
    file.addPage({ MediaBox: [0, 0, width, height], Contents, Resources }, copies)
  }

  /** How many bytes were written since the last call of `take`. */
  get waiting(): number {
    return this.#file.waiting
  }

  take(): Uint8Array {
    return this.#file.take()
  }

  end(): Uint8Array {
    return this.#file.end()
  }

  #xobject(name: string, { dictionary, bytes }: PdfStream): Reference {
    const known = this.#forms.get(name)
    if (known !== undefined) return known
    const added = this.#file.add(dictionary, bytes)
    if (dictionary.Subtype !== 'Form') return added
    // limits memory for documents of many pages with different glyphs; a forgotten form is written again when it is needed
    if (this.#forms.size === mostForms) this.#forms.clear()
    this.#forms.set(name, added)
    return added
  }

  #resources(xobjects: readonly (readonly [string, Reference])[], hasHelvetica: boolean): Reference {
    const known = xobjects.length === 0 ? this.#plain.get(hasHelvetica) : undefined
    if (known !== undefined) return known
    // one of the 14 standard fonts, which every viewer has (9.6.2.2)
    if (hasHelvetica) this.#helvetica ??= this.#file.add(helvetica)
    const resources = this.#file.add({
      // for printers of PostScript (14.2)
      ProcSet: ['PDF', 'Text', 'ImageB', 'ImageC', 'ImageI'],
      ...(hasHelvetica && this.#helvetica && { Font: { [helveticaName]: this.#helvetica } }),
      ...(xobjects.length > 0 && { XObject: Object.fromEntries(xobjects) }),
    })
    if (xobjects.length === 0) this.#plain.set(hasHelvetica, resources)
    return resources
  }
}

const mostForms = 1000
const helvetica = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }
