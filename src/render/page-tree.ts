import type { PdfStream } from './pdf-stream.ts'
import { type PdfDictionary, type Reference, syntaxOf } from './pdf-syntax.ts'

/** A page as a document gets it, with the objects that it refers to. */
export interface Page {
  /** In points. */
  readonly width: number
  readonly height: number
  readonly content: PdfStream
  readonly hasHelvetica: boolean
  /** Forms and images, by their names. */
  readonly xobjects: ReadonlyMap<string, Reference>
}

/** The name of Helvetica in the resources of pages. */
export const helveticaName = 'F1'

/**
 * The page tree of a document (ISO 32000-1:2008, 7.7.3): all pages, or nodes of copies, are kids of its root. What most pages have in
 * common they inherit from the root: the size of the first page, and resources without forms and images.
 */
export class PageTree {
  /** The pages and nodes, in order. */
  readonly kids: Reference[] = []
  /** How many pages there are. */
  count = 0
  /** The size of the first page, as `boxOf` has it. */
  box: string | undefined
  /** The font of the document, once a page has it. */
  helvetica: Reference | undefined

  /** The entries of the root. */
  entries(): PdfDictionary {
    const { kids, count, box } = this
    const common = { MediaBox: box?.slice(1, -1).split(' ').map(Number), Resources: this.#resources(true) }
    return { Type: 'Pages', Count: count, Kids: kids, ...(count > 0 && common) }
  }

  /** What a kid of the root has besides what it inherits. */
  ownEntries({ width, height, hasHelvetica, xobjects }: Page): string {
    const box = boxOf(width, height)
    this.box ??= box
    const own = this.ownBox(box)
    if (xobjects.size === 0) return own
    return `${own}/Resources ${syntaxOf(this.#resources(hasHelvetica, { XObject: Object.fromEntries(xobjects) }))}`
  }

  /** The entry for a size, if it is not that of the first page. */
  ownBox(box: string): string {
    return box === this.box ? '' : `/MediaBox${box}`
  }

  /** 7.8.3; 14.2: the procedure sets are for printers of PostScript. */
  #resources(hasHelvetica: boolean, xobjects: PdfDictionary = {}): PdfDictionary {
    const font = hasHelvetica && this.helvetica !== undefined ? { Font: { [helveticaName]: this.helvetica } } : {}
    return { ProcSet: ['PDF', 'Text', 'ImageB', 'ImageC', 'ImageI'], ...xobjects, ...font }
  }
}

/** A rectangle from the origin (7.9.5), as the root has it. */
const boxOf = (width: number, height: number): string => syntaxOf([0, 0, width, height])
