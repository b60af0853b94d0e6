import { type Answer, errorAnswer, type LongAnswer, type Step } from '../../../answer.ts'
import { printDocument } from '../../../render/deflate.ts'
import type { DocumentFormat } from '../../../render/print-document.ts'
import type { ZplPacking } from '../../../render/zpl.ts'
import { mediaTypes } from '../images.ts'
import { type Composing, composeRows } from './compose.ts'
import type { JudgedRow } from './judge.ts'

/** The file format of a document. */
export interface DocumentForm {
  readonly format: DocumentFormat
  /** How the bitmaps of ZPL are packed. */
  readonly zpl: ZplPacking
}

/** Bytes of all labels of a request: a PDF of 500 of the usual kinds has one million, of 350 with the largest symbols twelve. */
const mostBytes = 16 << 20

/**
 * One PDF or one stream of ZPL of all rows in their order, each with its copies. A step draws one label.
 *
 * Its bytes are kept until all rows are drawn, because the answer is all or nothing, and says its length first.
 */
export function* documentOf(
  rows: readonly JudgedRow[],
  { format, zpl }: DocumentForm,
  composing: Composing,
): Generator<Step, Answer | LongAnswer> {
  const document = printDocument(format, { title: 'labels', packing: zpl })
  let pieces: Uint8Array[] = []
  let size = 0
  const composed = yield* composeRows(rows, composing, {
    add({ row, copies, scene }) {
      document.add(scene, copies)
      const added = document.take()
      pieces.push(added)
      size += added.length
      return tooLarge(row, size, { pdf: 'a PDF', zpl: 'ZPL' }[format])
    },
    discard() {
      pieces = []
      size = 0
    },
    kept: () => size,
  })
  if ('status' in composed) return composed
  const last = document.end()
  pieces.push(last)
  return {
    status: 200,
    type: mediaTypes[format],
    body: { length: size + last.length, pieces: given(pieces) },
    maxAge: 0,
    headers: ['Content-Disposition', `inline; filename="labels.${format}"`, ...composed.headers],
  }
}

/** The pieces, each forgotten as it is given. */
function* given(pieces: Uint8Array[]): Generator<Uint8Array> {
  for (const [i, piece] of pieces.entries()) {
    pieces[i] = nothing
    yield piece
  }
}

const nothing = new Uint8Array(0)

/** The error if labels are too large for one request. @param made  what the labels up to the row make, for people */
export function tooLarge(row: number, bytes: number, made: string): Answer | undefined {
  if (bytes <= mostBytes) return undefined
  const reached = `the labels up to row ${row} make ${made} of more than ${mostBytes >> 20} MiB`
  return errorAnswer('too_many_labels', `${reached}: send several requests`)
}
