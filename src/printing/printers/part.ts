/** A part of a piece: the same label in fewer copies, or some pages of a document. */

import { concatenated } from '../../render/bitmap.ts'
import { joinedPdf } from '../../render/pdf-join.ts'
import { copiesOf, type DeliveryPiece } from './delivery.ts'
import type { JobFormat } from './printer.ts'

/** What of a piece tells how its labels come out. */
type PrintedPiece = Pick<DeliveryPiece, 'labels' | 'times'> & { readonly copies: number }

/** Labels that come out side by side, and so only together. */
export function labelsAcross({ labels, copies }: Pick<PrintedPiece, 'labels' | 'copies'>, language: JobFormat): number {
  return language === 'pdf' ? 1 : labels / copies
}

/**
 * The labels `from` to `to` of a piece, counted from 1 within it, as a piece of its own: byte by byte what it would be if no more had been
 * ordered, but for the title of a document.
 *
 * @param from  the first of those that lie side by side; `to` the last of such
 */
export async function partOf(
  piece: DeliveryPiece,
  from: number,
  to: number,
  language: JobFormat,
): Promise<DeliveryPiece> {
  const labels = to - from + 1
  if (labels === piece.labels) return piece
  if (language === 'pdf') return { ...piece, labels, bytes: await pagesOf(piece.bytes, from, to) }
  const copies = labels / labelsAcross({ ...piece, copies: copiesOf(piece) }, language)
  const { count, bytes } = piece
  if (count === undefined) return { ...piece, labels, times: copies }
  const digits = Uint8Array.from(`${copies}`, (digit) => digit.charCodeAt(0))
  const after = bytes.subarray(count.at + count.length)
  return {
    ...piece,
    labels,
    bytes: concatenated([bytes.subarray(0, count.at), digits, after]),
    count: { at: count.at, length: digits.length },
  }
}

async function pagesOf(bytes: Uint8Array, from: number, to: number): Promise<Uint8Array> {
  const source = {
    name: 'the document of the job',
    size: bytes.length,
    read: async (at: number, length: number) => bytes.subarray(at, at + length),
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of joinedPdf('labels', [source], { from, to })) chunks.push(chunk)
  return concatenated(chunks)
}
