/** The parts of a workbook in XML, read within a bound of bytes of each and of tokens of all together. */

import { elementsIn, type XmlElement, type XmlEvent } from './elements.ts'
import type { ZipFile } from './zip.ts'

export class Parts {
  readonly #zip: ZipFile
  readonly #budget: { left: number; readonly most: number }

  /** @param mostTokens  tags and texts of all parts that are read */
  constructor(zip: ZipFile, mostTokens: number) {
    this.#zip = zip
    this.#budget = { left: mostTokens, most: mostTokens }
  }

  has(part: string): boolean {
    return this.#zip.has(part)
  }

  /** The elements of a part, of which those with these names come whole. @throws TableError */
  elements(part: string, whole: readonly string[]): Generator<XmlEvent> {
    return elementsIn(this.#zip.unpacked(part), whole, this.#budget)
  }

  /** The elements of a part with these names, wherever they are; undefined is a pause. @throws TableError */
  *wholes(part: string, names: readonly string[]): Generator<XmlElement | undefined> {
    for (const event of this.elements(part, names)) {
      if (event.kind === 'pause') yield
      else if (event.kind === 'whole') yield event.element
    }
  }
}
