/**
 * The pieces of jobs in the database. One of many bytes is in parts, each of which is written in a moment. A piece that repeats one of
 * another job refers to it: the other keeps its bytes.
 */

import type { DeliveryPiece } from '../printers/delivery.ts'
import { checksumOf, isSame } from './job.ts'
import { headIn, type PieceHead, pieceIn, pieceValues } from './piece.ts'
import type { Sqlite, SqlRow, SqlValue } from './sqlite.ts'

/** A piece that another job has, which keeps its bytes. */
export interface RepeatedPiece {
  readonly of: { readonly job: number; readonly head: PieceHead; readonly bytes: number }
}

export type NewPiece = DeliveryPiece | RepeatedPiece

/** What is written of a job in one statement. */
export interface RowWrite {
  readonly bytes: number
  write(): void
}

/** Rows of other tables that belong to a job. */
export interface RowsBeside {
  readonly count: number
  rows(job: number): Iterable<RowWrite>
}

/** Bytes of a part of a piece, at most: what is written at once. */
export const partBytes = 1 << 18

/** Bytes that a piece is counted as besides its own: its head, checksum and places in indexes. */
const bytesOfRow = 300

/** Bytes that a piece is counted as. One that repeats another counts as that, since it keeps it. */
export function countedBytes(piece: NewPiece): number {
  if ('of' in piece) return bytesOfRow + piece.of.bytes
  const { bytes, frame } = piece
  const around = frame === undefined ? [] : [frame.first, frame.next, frame.between, frame.last]
  return around.reduce((sum, { length }) => sum + length, bytesOfRow + bytes.length)
}

export class PieceTable {
  readonly #database: Sqlite

  constructor(database: Sqlite) {
    this.#database = database
  }

  /** What is to be written of a piece, in parts of few bytes. */
  *writes(job: number, number: number, piece: NewPiece): Generator<RowWrite> {
    if ('of' in piece) {
      yield { bytes: bytesOfRow, write: () => this.#insert(this.#valuesOfRepeated(job, number, piece)) }
      return
    }
    const [, , head, bytes, checksum] = pieceValues(job, number, piece)
    const all = bytes as Uint8Array
    const first = all.subarray(0, partBytes)
    yield {
      bytes: bytesOfRow + first.length,
      write: () => this.#insert([job, number, head!, first, checksum!, null, null]),
    }
    for (let at = partBytes, part = 1; at < all.length; at += partBytes, part++) {
      const next = all.subarray(at, at + partBytes)
      const values = [job, number, part, next]
      const write = (): void =>
        void this.#database.run('INSERT INTO piece_part (job, number, part, bytes) VALUES (?, ?, ?, ?)', ...values)
      yield { bytes: bytesOfRow + next.length, write }
    }
  }

  #insert(values: readonly SqlValue[]): void {
    const columns = 'job, number, head, bytes, checksum, of_job, of_number'
    this.#database.run(`INSERT INTO piece (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`, ...values)
  }

  #valuesOfRepeated(job: number, number: number, { of }: RepeatedPiece): readonly SqlValue[] {
    const { number: ofNumber, ...about } = of.head
    // one that repeats a repeated one refers to the first
    const select = 'SELECT of_job, of_number FROM piece WHERE job = ? AND number = ?'
    const first = this.#database.get(select, of.job, ofNumber)
    if (first === undefined) throw this.#database.damaged(`piece ${ofNumber + 1} of job ${of.job} is not there`)
    const head = JSON.stringify(about)
    const place = [first.of_job ?? of.job, first.of_number ?? ofNumber] as const
    return [job, number, head, new Uint8Array(), checksumOf(job, number, head, ...place), ...place]
  }

  /** What is known of the pieces of a job, in their order; none if they had to make room for others. @throws StateError damaged */
  heads(job: number): readonly PieceHead[] {
    const rows = this.#database.all('SELECT number, head FROM piece WHERE job = ? ORDER BY number', job)
    return rows.map((row) => {
      const head = headIn(row)
      if (head !== undefined) return head
      throw this.#database.damaged(
        `piece ${Number(row.number) + 1} of job ${job} is not as it was written: it is not printed`,
      )
    })
  }

  /** @throws StateError damaged, if it is not there, or not as it was written */
  get(job: number, number: number): DeliveryPiece {
    const row = this.#row(job, number)
    const piece = row && (row.of_job === null ? this.#own(row) : this.#repeated(row))
    if (piece !== undefined) return piece
    throw this.#database.damaged(`piece ${number + 1} of job ${job} does not match its checksum: it is not printed`)
  }

  #row(job: number, number: number): SqlRow | undefined {
    const select =
      'SELECT job, number, head, bytes, checksum, of_job, of_number FROM piece WHERE job = ? AND number = ?'
    return this.#database.get(select, job, number)
  }

  #own(row: SqlRow): DeliveryPiece | undefined {
    const first = row.bytes as Uint8Array
    if (first.length !== partBytes) return pieceIn(row, first)
    const select = 'SELECT bytes FROM piece_part WHERE job = ? AND number = ? ORDER BY part'
    const parts = this.#database.all(select, row.job!, row.number!).map(({ bytes }) => bytes as Uint8Array)
    return pieceIn(row, Buffer.concat([first, ...parts]))
  }

  #repeated({ job, number, head, checksum, of_job, of_number }: SqlRow): DeliveryPiece | undefined {
    if (!isSame(checksum, checksumOf(job!, number!, head!, of_job!, of_number!))) return undefined
    const original = this.#row(Number(of_job), Number(of_number))
    return original && this.#own(original)
  }

  /** Bytes of each piece of a job, in their order, those of pieces that it repeats included. */
  sizes(job: number): readonly number[] {
    const select = `SELECT ${ownBytes} AS own, of_job, of_number FROM piece WHERE job = ? ORDER BY number`
    return this.#database.all(select, job).map(({ own, of_job, of_number }) => {
      if (of_job === null) return Number(own)
      return this.#database.number(`SELECT ${ownBytes} FROM piece WHERE job = ? AND number = ?`, of_job!, of_number!)
    })
  }

  /** Bytes that all pieces of a job are counted as. */
  counted(job: number): number {
    return this.sizes(job).reduce((sum, bytes) => sum + bytesOfRow + bytes, 0)
  }

  /**
   * Removes the labels of the oldest jobs that have ended, and what repeats them; what a job that has not ended repeats stays. The jobs
   * stay in the list.
   *
   * @param bytes  after which it ends, and so do 20 jobs
   * @returns bytes that the jobs were counted as; 0 if there are none to remove
   */
  removeOldest(bytes: number): number {
    const oldest = this.#database.all(
      `SELECT DISTINCT piece.job AS id, coalesce(job.bytes, 1) AS bytes FROM piece JOIN job ON job.id = piece.job
       WHERE job.state IN ('done', 'failed', 'cancelled') AND NOT EXISTS (
         SELECT 1 FROM piece AS other JOIN job AS repeating ON repeating.id = other.job
         WHERE other.of_job = piece.job AND repeating.state NOT IN ('done', 'failed', 'cancelled'))
       ORDER BY piece.job LIMIT 20`,
    )
    let removed = 0
    for (const { id, bytes: counted } of oldest) {
      if (removed >= bytes) break
      this.#database.run('DELETE FROM piece_part WHERE job = ?', id!)
      this.#database.run('DELETE FROM piece WHERE job = ? OR of_job = ?', id!, id!)
      removed += Math.max(1, Number(counted))
    }
    return removed
  }
}

/** SQL for the bytes of a row of `piece`, its parts included. */
const ownBytes = `length(bytes) + coalesce((SELECT sum(length(part.bytes)) FROM piece_part AS part
  WHERE part.job = piece.job AND part.number = piece.number), 0)`
