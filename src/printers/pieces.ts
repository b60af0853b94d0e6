/** Composed labels as a printer is sent them. */

import { fed, type Scene } from '../layout/scene.ts'
import type { LabelSize } from '../layout/stock.ts'
import { png, zpl } from '../render/deflate.ts'
import { PdfDocument } from '../render/pdf.ts'
import type { Piece } from './job.ts'
import type { Printer } from './printer.ts'

/** A composed label of a table. */
export interface RowScene {
  /** From 1; 1 for a label that is not of a table. */
  readonly row: number
  readonly copies: number
  readonly scene: Scene
  /** Whether another label of the same row follows: with several parts of a text a row has several. */
  readonly isContinued?: boolean
}

/** What of a printer its pieces depend on. */
export type PieceStyle = Pick<Printer, 'language' | 'stock' | 'zpl'>

/** Makes pieces as labels arrive, so that few of them are in memory at a time. */
export interface PieceMaker {
  /** The piece that is complete with this label, if one is. */
  add(label: RowScene): Piece | undefined
  /** The last piece, of labels that no piece has had yet. No label may be added afterwards. */
  end(): Piece | undefined
  /** The bytes of labels that no piece has had yet. */
  pending(): number
}

/** The pieces of `labels` in their order, each made when it is asked for. */
export function* piecesOf(style: PieceStyle, labels: Iterable<RowScene>): Generator<Piece> {
  const maker = pieceMaker(style)
  for (const label of labels) {
    const piece = maker.add(label)
    if (piece !== undefined) yield piece
  }
  const last = maker.end()
  if (last !== undefined) yield last
}

/** Bytes of a document from which on it has no further row: 500 labels of the usual kinds have one million. */
const longDocument = 16 << 20

/** @param longest  bytes of a PDF from which on a new one begins */
export function pieceMaker({ language, stock, zpl: packing }: PieceStyle, longest = longDocument): PieceMaker {
  switch (language) {
    case 'zpl':
      return labelMaker(({ copies, scene }) => ({ times: 1, bytes: zpl(fed(scene, stock), copies, packing) }))
    case 'png':
      // PAPPL 1.3, which LPrint of Debian 12 has, prints a PNG of one bit a pixel as a black label (michaelrsweet/pappl, issue 267)
      return labelMaker(({ copies, scene }) => ({ times: copies, bytes: png(fed(scene, stock), 8) }))
    case 'pdf':
      return documentMaker(stock, longest)
  }
}

/** A piece for each label. */
function labelMaker(drawn: (label: RowScene) => Pick<Piece, 'times' | 'bytes'>): PieceMaker {
  return {
    add(label) {
      const { row, copies, isContinued } = label
      return { rows: { first: row, last: row, count: isContinued ? 0 : 1 }, labels: copies, ...drawn(label) }
    },
    end: () => undefined,
    pending: () => 0,
  }
}

/** One PDF of all rows, or several if it becomes too long. */
function documentMaker(stock: LabelSize, longest: number): PieceMaker {
  let open: Document | undefined
  const end = (): Piece | undefined => {
    const piece = open?.end()
    open = undefined
    return piece
  }
  return {
    add(label) {
      open ??= new Document()
      open.add(label, stock)
      return open.size < longest || label.isContinued ? undefined : end()
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

  add({ row, copies, scene, isContinued }: RowScene, stock: LabelSize): void {
    this.#pages.add(fed(scene, stock), copies)
    this.#keep(this.#pages.take())
    this.#first ??= row
    this.#last = row
    this.#rows += isContinued ? 0 : 1
    this.#labels += copies
  }

  end(): Piece {
    this.#keep(this.#pages.end())
    const rows = { first: this.#first ?? this.#last, last: this.#last, count: this.#rows }
    return { rows, labels: this.#labels, times: 1, bytes: Buffer.concat(this.#chunks) }
  }

  #keep(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.size += chunk.length
  }
}
