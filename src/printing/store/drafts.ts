/**
 * Jobs of many bytes are written in turns, so that nobody waits while one is accepted. Until it is, its row is a draft, which nobody sees,
 * which is never printed, and which the next start removes.
 */

import { draftState } from '../job-states.ts'
import type { Job } from './job.ts'
import { countedBytes, type NewPiece, type PieceTable, type RowsBeside, type RowWrite } from './piece-table.ts'
import type { StoreRoom } from './room.ts'
import type { Sqlite } from './sqlite.ts'

/** A job all of whose pieces are written, and that is not accepted yet. */
export class JobDraft {
  readonly id: number
  readonly client: string
  /** That it is counted as. */
  bytes = 0

  constructor(id: number, client: string) {
    this.id = id
    this.client = client
  }
}

type DraftedJob = Pick<Job, 'printer' | 'labels' | 'by' | 'client' | 'waits' | 'style'> & {
  /** Its number, if that was reserved. */
  readonly id?: number | undefined
}

/** Bytes and pieces that are written in one step, about. */
const atOnce = { bytes: 1 << 18, pieces: 200 } as const
/** Milliseconds for which pieces are drawn until others have their turn. */
const longestTurn = 20

export class Drafts {
  readonly #database: Sqlite
  readonly #pieces: PieceTable
  readonly #room: StoreRoom
  /** Those that wait for their next step. */
  readonly #waiting: (() => void)[] = []
  /** When the last step began, in milliseconds. */
  #began = 0
  #timer: NodeJS.Timeout | undefined

  /** Removes what the last service had not accepted. */
  constructor(database: Sqlite, pieces: PieceTable, room: StoreRoom) {
    this.#database = database
    this.#pieces = pieces
    this.#room = room
    database.run('DELETE FROM job WHERE state = ?', draftState)
  }

  /**
   * Makes the pieces of a job, one by one, with turns for others. Few of them are only made; of many a draft is written.
   *
   * @param pieces  made when they are asked for
   * @param beside  what else belongs to the job: many rows make a draft, too
   * @returns the pieces, to be accepted with their job in one step; or their draft, to be accepted or discarded
   * @throws StateError; what making them throws; nothing is kept then
   */
  async write(
    job: DraftedJob,
    pieces: Iterable<NewPiece>,
    beside?: RowsBeside,
  ): Promise<readonly NewPiece[] | JobDraft> {
    const made: NewPiece[] = []
    let bytes = 0
    this.#began = performance.now()
    const all = pieces[Symbol.iterator]()
    for (let next = all.next(); !next.done; next = all.next()) {
      made.push(next.value)
      bytes += countedBytes(next.value)
      if (bytes > atOnce.bytes || made.length > atOnce.pieces) return this.#written(job, made, all, beside)
      if (performance.now() - this.#began >= longestTurn) await this.#turn()
    }
    return beside !== undefined && beside.count > atOnce.pieces ? this.#written(job, made, all, beside) : made
  }

  /**
   * Ends a step and waits for the next. One of all drafts has a step at a time, and rests for as long as it took: the event loop takes one
   * connection in a turn, and the last of many must not wait for a step before each.
   */
  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#rest()
    })
  }

  #rest(): void {
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(this.#next, performance.now() - this.#began)
  }

  readonly #next = (): void => {
    this.#timer = undefined
    this.#began = performance.now()
    this.#waiting.shift()!()
    // after the step, which may be the last of its draft
    setImmediate(() => this.#rest())
  }

  async #written(
    job: DraftedJob,
    made: NewPiece[],
    rest: Iterator<NewPiece>,
    beside: RowsBeside | undefined,
  ): Promise<JobDraft> {
    this.#room.refuseBeyondShare(job.client, 0)
    const draft = new JobDraft(this.#begin(job), job.client)
    try {
      let number = 0
      let batch: RowWrite[] = []
      const flush = async (): Promise<void> => {
        this.#write(draft, batch)
        batch = []
        await this.#turn()
      }
      const addAll = async (writes: Iterable<RowWrite>): Promise<void> => {
        for (const write of writes) {
          batch.push(write)
          const isFull = batch.reduce((sum, { bytes }) => sum + bytes, 0) >= atOnce.bytes
          if (isFull || batch.length >= atOnce.pieces) await flush()
        }
      }
      const add = async (piece: NewPiece): Promise<void> => {
        const repeated = 'of' in piece ? piece.of.bytes : 0
        this.#room.refuseBeyondShare(draft.client, repeated)
        this.#count(draft, repeated)
        await addAll(this.#pieces.writes(draft.id, number, piece))
        number++
      }
      // those that are written need not be kept
      for (let piece = made.shift(); piece !== undefined; piece = made.shift()) await add(piece)
      for (let next = rest.next(); !next.done; next = rest.next()) await add(next.value)
      if (beside !== undefined) await addAll(beside.rows(draft.id))
      await flush()
      return draft
    } catch (error) {
      this.discard(draft)
      throw error
    }
  }

  #begin({ id: reserved, printer, labels, by, client, waits, style }: DraftedJob): number {
    const next = this.#database.number("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'job'), 0) + 1")
    const id = reserved ?? next
    // its change comes before all that are told
    this.#database.run(
      `INSERT INTO job (id, changed, printer, state, labels, sent, confirmed, next, created, by, client, waits, style, checksum)
       VALUES (?, ?, ?, ?, ?, 0, 0, 1, 0, ?, ?, ?, ?, x'')`,
      ...[id, -id, printer, draftState, labels, by, client, waits ? 1 : 0, style],
    )
    return id
  }

  #write(draft: JobDraft, batch: readonly RowWrite[]): void {
    const bytes = batch.reduce((sum, each) => sum + each.bytes, 0)
    this.#room.make(draft.client, bytes)
    this.#database.transaction(() => {
      for (const { write } of batch) write()
    })
    this.#count(draft, bytes)
  }

  #count(draft: JobDraft, bytes: number): void {
    this.#room.take(draft.client, bytes)
    draft.bytes += bytes
  }

  /** Its bytes are counted as those of its job from now on, if it was accepted. */
  release({ client, bytes }: JobDraft): void {
    this.#room.giveBack(client, bytes)
  }

  /** Removes a draft that is not accepted. If that fails, the next start does it. */
  discard(draft: JobDraft): void {
    this.release(draft)
    try {
      this.#database.run('DELETE FROM job WHERE id = ? AND state = ?', draft.id, draftState)
    } catch {
      // nobody sees it
    }
  }
}
