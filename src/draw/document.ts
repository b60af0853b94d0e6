/**
 * Labels as files and documents, in node: whatever is written of labels is written here, and read back here if that is asked for, before
 * any of it leaves. Nothing else of the house asks the proof.
 */

import type { Scene } from '../layout/scene.ts'
import { type Filling, SheetFiller, type SheetPage } from '../layout/sheets/placing.ts'
import { type Expected, verifying } from '../reader/verify/index.ts'
import type { Feeding } from '../reader/verify/order.ts'
import { SheetPlan } from '../reader/verify/sheets.ts'
import { commands, deflated, printDocument } from '../render/deflate.ts'
import type { Commands, PrinterLanguage } from '../render/language.ts'
import { PdfDocument, type PdfPage, pdfOf, pdfPage } from '../render/pdf.ts'
import type { DocumentFormat } from '../render/print-document.ts'
import { SheetDocument } from '../render/sheet-document.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { type Composition, type Drawing, drawing, type FileStyle, type ImageFormat } from './drawing.ts'
import { type ExpectedOrder, expectedOf, feedingOf, type PlannedSheet, paperOf, sheetOf } from './proof.ts'

/** A label to write. */
export interface LabelCopies {
  readonly scene: Scene
  readonly asked: ExpectedOrder
  readonly copies: number
}

/** What bytes have to show, noted label by label. */
export class Proof {
  readonly #feeding: Feeding
  readonly #plan: SheetPlan | undefined
  /** Those that are full. */
  #sheets: PlannedSheet[] = []

  /** @param filling  how sheets are filled; undefined if each label has a page */
  constructor(feeding: Feeding, filling?: Filling) {
    this.#feeding = feeding
    this.#plan = filling && new SheetPlan(paperOf(filling))
  }

  /** Notes labels that lie side by side on a roll, or one of a page or a sheet. */
  add(labels: readonly ExpectedOrder[], copies: number): void {
    const filled = this.#plan?.add({ asked: labels[0]!, copies })
    this.#sheets.push(...(filled ?? [sheetOf(labels, copies, this.#feeding)]))
  }

  /** Whether a label is on a sheet that is not full. */
  get isBegun(): boolean {
    return this.#plan?.isBegun ?? false
  }

  /** Whether a sheet is full. */
  get hasSheets(): boolean {
    return this.#sheets.length > 0
  }

  /** No label follows on the sheet in hand. */
  end(): void {
    if (this.#plan !== undefined) this.#sheets.push(...this.#plan.end())
  }

  /** Forgets the sheets that are full. */
  clear(): void {
    this.#sheets = []
  }

  /** The sheets that are full; of a picture, the first. */
  get expected(): Expected {
    const { format } = this.#feeding
    const isFirstPage = this.#plan !== undefined && format !== 'pdf'
    return expectedOf(isFirstPage ? [{ ...this.#sheets[0]!, copies: 1 }] : this.#sheets, format)
  }

  /** Reads bytes back, a label or a sheet in each step. @throws VerificationFailure if they do not show the sheets that are full */
  *verifying(bytes: Uint8Array): Generator<void, void> {
    yield* verifying(bytes, this.expected)
  }

  /** The same in one step. @throws VerificationFailure */
  verify(bytes: Uint8Array): void {
    for (const _ of this.verifying(bytes));
  }
}

/**
 * The file of a composition.
 *
 * @param isVerified  whether its bytes are read back
 * @throws VerificationFailure if they are not what was asked for
 */
export function drawn(composition: Composition, file: FileStyle, isVerified: boolean): Drawing {
  const made = deflated(drawing(composition, file, pdfOf))
  if (!isVerified) return made
  const { format, copies, filling } = file
  const proof = new Proof(feedingOf(format), filling)
  proof.add([composition.asked], copies)
  proof.end()
  proof.verify(made.bytes)
  return { ...made, isVerified }
}

interface DocumentStyle {
  readonly format: DocumentFormat
  /** Of a PDF. */
  readonly title: string
  /** Of ZPL. */
  readonly packing?: ZplPacking | undefined
  /** How sheets are filled, if labels are on sheets. */
  readonly filling?: Filling | undefined
  /** Whether it is read back. */
  readonly isVerified: boolean
}

/** A document that is in memory until it is whole. */
export class LabelDocument {
  /** Its bytes so far. */
  length = 0
  readonly #document: ReturnType<typeof printDocument>
  readonly #proof: Proof | undefined
  #pieces: Uint8Array[] = []

  constructor({ format, filling, isVerified, ...style }: DocumentStyle) {
    this.#document = printDocument(format, { ...style, filling })
    this.#proof = isVerified ? new Proof(feedingOf(format), filling) : undefined
  }

  add({ scene, asked, copies }: LabelCopies): void {
    this.#document.add(scene, copies)
    this.#proof?.add([asked], copies)
    this.#keep(this.#document.take())
  }

  /** Forgets what was written: no label is added and nothing is taken afterwards. */
  discard(): void {
    this.#pieces = []
    this.length = 0
    this.#proof?.clear()
  }

  /** Its bytes in pieces, read back in steps. No label is added afterwards. @throws VerificationFailure */
  *end(): Generator<void, Uint8Array[]> {
    this.#keep(this.#document.end())
    if (this.#proof === undefined) return this.#pieces
    this.#proof.end()
    const whole = Buffer.concat(this.#pieces)
    this.#pieces = [whole]
    yield* this.#proof.verifying(whole)
    return [whole]
  }

  #keep(bytes: Uint8Array): void {
    this.#pieces.push(bytes)
    this.length += bytes.length
  }
}

/** The first page of a document as a picture. */
export class FirstPage {
  readonly #format: ImageFormat
  readonly #filler: SheetFiller | undefined
  readonly #proof: Proof | undefined
  #page: SheetPage | undefined

  constructor({
    format,
    filling,
    isVerified,
  }: Omit<DocumentStyle, 'format' | 'title'> & { readonly format: ImageFormat }) {
    this.#format = format
    this.#filler = filling && new SheetFiller(filling)
    this.#proof = isVerified ? new Proof(feedingOf(format), filling) : undefined
  }

  /** Adds a label, which is not there if the page is full. */
  add({ scene, asked, copies }: LabelCopies): void {
    if (this.#page !== undefined) return
    const [page] = this.#filler?.add(scene, copies) ?? [{ scene, copies }]
    this.#page = page
    this.#proof?.add([asked], this.#filler === undefined ? 1 : copies)
  }

  /** The picture, read back in steps. One label at least was added. @throws VerificationFailure */
  *end(): Generator<void, Drawing> {
    const { scene } = this.#page ?? this.#filler!.end()[0]!
    const file = { format: this.#format, copies: 1, isSized: true }
    const made = deflated(drawing({ scene, warnings: [] }, file, pdfOf))
    if (this.#proof === undefined) return made
    this.#proof.end()
    yield* this.#proof.verifying(made.bytes)
    return { ...made, isVerified: true }
  }
}

/** A page for a PDF that may be larger than memory: it is read back in a document of its own. @throws VerificationFailure */
export function writtenPage({ scene, asked }: LabelCopies, isVerified: boolean): PdfPage {
  const page = pdfPage(scene)
  if (isVerified) {
    const alone = new PdfDocument('')
    alone.addPage(page, 1)
    const proof = new Proof(feedingOf('pdf'))
    proof.add([asked], 1)
    proof.verify(alone.end())
  }
  return page
}

/** The commands of a label, for a file that may be larger than memory: they are read back as a job of their own. @throws VerificationFailure */
export function writtenCommands(
  { scene, asked, copies }: LabelCopies,
  style: { readonly language: PrinterLanguage; readonly packing: ZplPacking },
  isVerified: boolean,
): Commands {
  const written = commands([scene], copies, style)
  if (isVerified) {
    const { first, label, last, times } = written
    const proof = new Proof(feedingOf(style.language))
    proof.add([asked], copies / times)
    proof.verify(Buffer.concat([first, label, last]))
  }
  return written
}

/** One PDF of sheets, which may be larger than memory: sheets are read back when they are full, in a document of their own. */
export class WrittenSheets {
  readonly #proof: Proof
  readonly #document: SheetDocument
  /** Whether a label on the sheet in hand is to be read back, and the label that came last. */
  #isNeeded = false
  #isLastNeeded = false

  constructor(filling: Filling, title: string) {
    this.#proof = new Proof(feedingOf('pdf'), filling)
    this.#document = new SheetDocument(filling, new PdfDocument(title), (pages) => this.#compare(pages))
  }

  /** @throws VerificationFailure */
  add({ scene, asked, copies }: LabelCopies, isVerified: boolean): void {
    this.#isNeeded ||= isVerified
    this.#isLastNeeded = isVerified
    this.#proof.add([asked], copies)
    this.#document.add(scene, copies)
  }

  /** Pages so far. */
  get pages(): number {
    return this.#document.pages
  }

  /** Bytes that wait to be taken. */
  get waiting(): number {
    return this.#document.waiting
  }

  take(): Uint8Array {
    return this.#document.take()
  }

  /** The remaining bytes. No label is added afterwards. @throws VerificationFailure */
  end(): Uint8Array {
    this.#proof.end()
    return this.#document.end()
  }

  #compare(pages: readonly SheetPage[]): void {
    if (pages.length === 0 && !this.#proof.hasSheets) return
    if (this.#isNeeded) this.#proof.verify(pdfOf('', pages))
    this.#proof.clear()
    this.#isNeeded = this.#isLastNeeded && this.#proof.isBegun
  }
}
