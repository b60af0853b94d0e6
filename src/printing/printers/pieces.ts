/** Composed labels as a printer is sent them. */

import { Proof } from '../../draw/document.ts'
import { type ExpectedOrder, printerFeeding } from '../../draw/proof.ts'
import { fed, type Scene } from '../../layout/scene.ts'
import { VerificationFailure } from '../../reader/verify/index.ts'
import type { Feeding } from '../../reader/verify/order.ts'
import { turnedFor } from '../../render/arrange.ts'
import { commands, png } from '../../render/deflate.ts'
import { isPrinterLanguage } from '../../render/language.ts'
import { PdfDocument } from '../../render/pdf.ts'
import { type DeliveryPiece, standingAlone } from './delivery.ts'
import type { Printer } from './printer.ts'

/** A composed label of a table. */
export interface RowScene {
  /** From 1; 1 for a label that is not of a table. */
  readonly row: number
  readonly copies: number
  readonly scene: Scene
  /** What it was asked for; undefined for a test page, which is not read back. */
  readonly asked?: ExpectedOrder | undefined
  /** Whether another label of the same row follows: with several parts of a text a row has several. */
  readonly isContinued?: boolean
}

/** What of a printer its pieces depend on. */
export type PieceStyle = Pick<Printer, 'language' | 'stock' | 'zpl' | 'handling'>

/** A piece, and what it can be made from again, if that is not more than a few labels. */
export interface MadePiece {
  readonly piece: DeliveryPiece
  readonly drawn?: { readonly scenes: readonly Scene[]; readonly piece: () => DeliveryPiece }
  /** What its bytes should show; undefined if nobody says what its labels were asked for. */
  readonly proof?: (() => Proof | undefined) | undefined
}

/**
 * Reads a piece back, a label in each step, before anything of its job leaves. What is not known to be asked for is refused.
 *
 * @throws VerificationFailure
 */
export function* verifyingPiece({ piece, proof }: MadePiece): Generator<void, void> {
  const own = proof?.()
  if (own === undefined) throw new VerificationFailure('labels', 'it is not known what was asked for')
  yield* own.verifying(standingAlone(piece).bytes)
}

/** The same in one step. @throws VerificationFailure */
export function verifyPiece(made: MadePiece): void {
  const steps = verifyingPiece(made)
  while (!steps.next().done);
}

/** Makes pieces as labels arrive, so that few of them are in memory at a time. */
export interface PieceMaker {
  /** The pieces that are complete with this label. */
  add(label: RowScene): readonly MadePiece[]
  /** The last piece, of labels that no piece has had yet. No label may be added afterwards. */
  end(): readonly MadePiece[]
  /** The bytes of labels that no piece has had yet. */
  pending(): number
}

/** The pieces of `labels` in their order, each made when it is asked for. */
export function* piecesOf(style: PieceStyle, labels: Iterable<RowScene>): Generator<DeliveryPiece> {
  for (const { piece } of madePieces(style, labels)) yield piece
}

/** The pieces of `labels`, with what they are made from. */
export function* madePieces(style: PieceStyle, labels: Iterable<RowScene>): Generator<MadePiece> {
  const maker = pieceMaker(style)
  for (const label of labels) yield* maker.add(label)
  yield* maker.end()
}

/** Bytes of a document from which on it has no further row: 500 labels of the usual kinds have one million. */
const longDocument = 16 << 20

/** @param longest  bytes of a PDF from which on a new one begins */
export function pieceMaker({ language, stock, zpl, handling = {} }: PieceStyle, longest = longDocument): PieceMaker {
  if (isPrinterLanguage(language)) {
    const lying = (scene: Scene): Scene => fed(scene, stock)
    return rowMaker(handling.across ?? 1, {
      draw(scenes, copies) {
        const { label, times, count, ...frame } = commands(scenes.map(lying), copies, {
          language,
          handling,
          arrangement: handling,
          packing: zpl,
        })
        const isFramed = Object.values(frame).some(({ length }) => length > 0)
        return { times, bytes: label, ...(count && { count }), ...(isFramed && { frame }) }
      },
      feeding: printerFeeding(language, stock, handling),
    })
  }
  switch (language) {
    case 'pdf':
      return documentMaker(
        { lying: (scene) => turnedFor(fed(scene, stock), handling), feeding: printerFeeding('pdf', stock, handling) },
        longest,
      )
    case 'png': {
      const lying = (scene: Scene): Scene => turnedFor(fed(scene, stock), handling)
      return rowMaker(1, {
        // PAPPL 1.3, which LPrint of Debian 12 has, prints a PNG of one bit a pixel as a black label (michaelrsweet/pappl, issue 267)
        draw: ([scene], copies) => ({ times: copies, bytes: png(lying(scene!), 8) }),
        feeding: printerFeeding('png', stock, handling),
      })
    }
  }
}

/** Labels that lie side by side, and how often they are printed so. */
interface LabelRow {
  readonly labels: readonly RowScene[]
  readonly copies: number
}

/** A label of which it is known what it was asked for. */
type AskedLabel = RowScene & { readonly asked: ExpectedOrder }

const isAsked = (label: RowScene): label is AskedLabel => label.asked !== undefined

const askedOf = ({ asked }: AskedLabel): ExpectedOrder => asked

/** How a row of labels becomes bytes, and what these should show. */
interface RowStyle {
  draw(scenes: readonly Scene[], copies: number): Pick<DeliveryPiece, 'times' | 'bytes' | 'count' | 'frame'>
  readonly feeding: Feeding
}

/** A piece for each row of labels across the roll, which are full but for the last. */
function rowMaker(across: number, style: RowStyle): PieceMaker {
  /** Labels of a row that is not full. */
  let waiting: readonly RowScene[] = []
  const made = (rows: readonly LabelRow[]): readonly MadePiece[] => rows.map((row) => madeRow(row, style))
  return {
    add(label) {
      const rows: LabelRow[] = []
      for (let left = label.copies; left > 0; ) {
        const isFilled = waiting.length > 0 || left < across
        const count = isFilled ? Math.min(left, across - waiting.length) : across
        const copies = isFilled ? 1 : Math.floor(left / across)
        left -= count * copies
        // of a label the last copy counts its row
        const last = { ...label, copies: 1, isContinued: label.isContinued || left > 0 }
        const own = Array.from({ length: count }, (_, i) => (i < count - 1 ? { ...last, isContinued: true } : last))
        waiting = [...waiting, ...own]
        if (waiting.length < across) break
        rows.push({ labels: waiting, copies })
        waiting = []
      }
      return made(rows)
    },
    end() {
      const rows = waiting.length === 0 ? [] : [{ labels: waiting, copies: 1 }]
      waiting = []
      return made(rows)
    },
    pending: () => 0,
  }
}

function madeRow({ labels, copies }: LabelRow, { draw, feeding }: RowStyle): MadePiece {
  const count = labels.filter(({ isContinued }) => !isContinued).length
  const about = { rows: { first: labels[0]!.row, last: labels.at(-1)!.row, count }, labels: labels.length * copies }
  const scenes = labels.map(({ scene }) => scene)
  const piece = (): DeliveryPiece => ({ ...about, ...draw(scenes, copies) })
  const first = piece()
  // a closure with the piece would keep its bytes
  const { times } = first
  return {
    piece: first,
    drawn: { scenes, piece },
    proof: () => (labels.every(isAsked) ? proofOf(labels.map(askedOf), copies / times, feeding) : undefined),
  }
}

/** @param copies  in the bytes */
function proofOf(labels: readonly ExpectedOrder[], copies: number, feeding: Feeding): Proof {
  const proof = new Proof(feeding)
  proof.add(labels, copies)
  return proof
}

/** How labels lie in a document, and how that is said to those who read it back. */
interface DocumentStyle {
  readonly lying: (scene: Scene) => Scene
  readonly feeding: Feeding
}

/** One PDF of all rows, or several if it becomes too long. */
function documentMaker({ lying, feeding }: DocumentStyle, longest: number): PieceMaker {
  let open: Document | undefined
  const end = (): readonly MadePiece[] => {
    const pieces = open === undefined ? [] : [open.end()]
    open = undefined
    return pieces
  }
  return {
    add(label) {
      open ??= new Document(feeding)
      open.add({ ...label, scene: lying(label.scene) })
      return open.size < longest || label.isContinued ? [] : end()
    },
    end,
    pending: () => open?.size ?? 0,
  }
}

/** A document that has a page at least once it ends. */
class Document {
  size = 0
  readonly #pages = new PdfDocument('labels')
  readonly #chunks: Uint8Array[] = []
  #first: number | undefined
  #last = 0
  #rows = 0
  #labels = 0
  /** Undefined once nobody says what a label was asked for. */
  #proof: Proof | undefined

  constructor(feeding: Feeding) {
    this.#proof = new Proof(feeding)
  }

  add({ row, copies, scene, asked, isContinued }: RowScene): void {
    this.#pages.add(scene, copies)
    if (asked === undefined) this.#proof = undefined
    else this.#proof?.add([asked], copies)
    this.#keep(this.#pages.take())
    this.#first ??= row
    this.#last = row
    this.#rows += isContinued ? 0 : 1
    this.#labels += copies
  }

  end(): MadePiece {
    this.#keep(this.#pages.end())
    const rows = { first: this.#first ?? this.#last, last: this.#last, count: this.#rows }
    const piece = { rows, labels: this.#labels, times: 1, bytes: Buffer.concat(this.#chunks) }
    const proof = this.#proof
    return { piece, proof: () => proof }
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.size += chunk.length
  }
}
