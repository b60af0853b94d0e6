import { NumberList } from './number-list.ts'
import type { PdfStream } from './pdf-stream.ts'
import { type Reference, syntaxOf } from './pdf-syntax.ts'

/** A page as a document gets it. */
export interface Page {
  /** In points. */
  readonly width: number
  readonly height: number
  readonly content: PdfStream
  readonly hasHelvetica: boolean
}

/** Forms and images, by their names. */
export type XObjects = ReadonlyMap<string, Reference>

/** The name of Helvetica in the resources of pages. */
export const helveticaName = 'F1'

/**
 * The page tree of a document (ISO 32000-1:2008, 7.7.3): all pages, or nodes of copies, are kids of its root. What most pages have in
 * common they inherit from the root: the size of the first page, and resources without forms and images.
 */
export class PageTree {
  /** The object numbers of the pages and nodes, in order. */
  readonly kids = new NumberList()
  /** How many pages there are. */
  count = 0
  /** The size of the first page, as `boxOf` has it. */
  box: string | undefined
  /** The font of the document, once a page has it. */
  helvetica: Reference | undefined;

  /** The root, in parts of bounded length. */
  *syntax(): Generator<string> {
    const { kids, count, box } = this
    yield `<</Type/Pages/Count ${count}/Kids[`
    let separator = ''
    for (const block of kids.blocks()) {
      yield separator + block.map((kid) => `${kid} 0 R`).join(' ')
      separator = ' '
    }
    const common = count === 0 ? '' : `/MediaBox${box}${this.#resources('', true)}`
    yield `]${common}>>`
  }

  /** What a kid of the root has besides what it inherits. */
  ownEntries({ width, height, hasHelvetica }: Page, xobjects: XObjects): string {
    const box = boxOf(width, height)
    this.box ??= box
    const own = this.ownBox(box)
    if (xobjects.size === 0) return own
    const names = [...xobjects].map(([name, reference]) => `/${name} ${reference}`)
    return `${own}${this.#resources(`/XObject<<${names.join('')}>>`, hasHelvetica)}`
  }

  /** The entry for a size, if it is not that of the first page. */
  ownBox(box: string): string {
    return box === this.box ? '' : `/MediaBox${box}`
  }

  /** 7.8.3; 14.2: the procedure sets are for printers of PostScript. */
  #resources(xobjects: string, hasHelvetica: boolean): string {
    const { helvetica } = this
    const fonts = hasHelvetica && helvetica !== undefined ? `/Font<</${helveticaName} ${helvetica}>>` : ''
    return `/Resources<</ProcSet[/PDF/Text/ImageB/ImageC/ImageI]${xobjects}${fonts}>>`
  }
}

/** A rectangle from the origin (7.9.5). */
const boxOf = (width: number, height: number): string => `[0 0 ${syntaxOf(width)} ${syntaxOf(height)}]`
