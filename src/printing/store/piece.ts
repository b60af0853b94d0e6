/** Pieces of a job as the store keeps them: a head in JSON, and the bytes with what stands around them. */

import type { DeliveryPiece } from '../printers/delivery.ts'
import { checksumOf, isSame } from './job.ts'
import type { SqlRow, SqlValue } from './sqlite.ts'

/** A piece without its bytes. */
export interface PieceHead extends Omit<DeliveryPiece, 'bytes' | 'frame'> {
  /** Counted from 0 within its job. */
  readonly number: number
  /** Bytes of first, next, between and last, which come before those of the label. */
  readonly frame?: readonly [number, number, number, number]
}

/** The values of a piece's row: job, number, head, bytes, checksum. */
export function pieceValues(job: number, number: number, piece: DeliveryPiece): readonly SqlValue[] {
  const { rows, labels, times, count, frame, isWhole, bytes } = piece
  const around = frame === undefined ? [] : [frame.first, frame.next, frame.between, frame.last]
  const head = JSON.stringify({
    rows,
    labels,
    times,
    ...(count && { count }),
    ...(frame && { frame: around.map(({ length }) => length) }),
    ...(isWhole && { isWhole }),
  })
  const all = around.length === 0 ? bytes : Buffer.concat([...around, bytes])
  return [job, number, head, all, checksumOf(job, number, head, all)]
}

/** What is known of a piece without its bytes, which are not verified; undefined if its head cannot be read. */
export function headIn(row: SqlRow): PieceHead | undefined {
  try {
    return { ...(JSON.parse(String(row.head)) as Omit<PieceHead, 'number'>), number: Number(row.number) }
  } catch {
    return undefined
  }
}

/** The piece of a row, whose bytes are given whole; undefined if it does not match its checksum. */
export function pieceIn(row: SqlRow, all: Uint8Array): DeliveryPiece | undefined {
  const { job, number, head, checksum } = row
  if (!isSame(checksum, checksumOf(job!, number!, head!, all))) return undefined
  const { rows, labels, times, count, frame: lengths, isWhole } = headIn(row)!
  const about = { rows, labels, times, ...(count && { count }), ...(isWhole && { isWhole }) }
  if (lengths === undefined) return { ...about, bytes: all }
  let from = 0
  const part = (length: number): Uint8Array => {
    from += length
    return all.subarray(from - length, from)
  }
  const [first, next, between, last] = lengths.map(part)
  return { ...about, bytes: all.subarray(from), frame: { first: first!, next: next!, between: between!, last: last! } }
}
