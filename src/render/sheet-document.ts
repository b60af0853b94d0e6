import type { Scene } from '../layout/scene.ts'
import { type Filling, SheetFiller, type SheetPage } from '../layout/sheets/placing.ts'
import type { DocumentFormat, PrintDocument } from './print-document.ts'

/** A document whose pages are sheets, which its labels fill. */
export class SheetDocument implements PrintDocument {
  /** Pages that it has so far. */
  pages = 0
  readonly format: DocumentFormat
  readonly #document: PrintDocument
  readonly #filler: SheetFiller
  readonly #judge: ((pages: readonly SheetPage[]) => void) | undefined

  /**
   * @param document  of the pages
   * @param judge  is given pages before they are in the document; what it throws keeps them out
   */
  constructor(filling: Filling, document: PrintDocument, judge?: (pages: readonly SheetPage[]) => void) {
    this.#judge = judge
    this.#filler = new SheetFiller(filling)
    this.#document = document
    this.format = document.format
  }

  add(scene: Scene, copies: number): void {
    this.#put(this.#filler.add(scene, copies))
  }

  get waiting(): number {
    return this.#document.waiting
  }

  take(): Uint8Array {
    return this.#document.take()
  }

  end(): Uint8Array {
    this.#put(this.#filler.end())
    return this.#document.end()
  }

  #put(pages: readonly SheetPage[]): void {
    this.#judge?.(pages)
    for (const { scene, copies } of pages) {
      this.#document.add(scene, copies)
      this.pages += copies
    }
  }
}
