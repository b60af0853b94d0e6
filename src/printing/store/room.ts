/** What the database may take of its bound and of the disk, and what clients have of it: the jobs of none fill it. */

import { Shares } from '../jobs/shares.ts'
import type { PieceTable } from './piece-table.ts'
import type { Sqlite } from './sqlite.ts'
import { StateError } from './state-error.ts'

interface Bounds {
  /** Bytes that the database may have. */
  readonly most: number
  /** Bytes that are free on its disk. */
  readonly free: () => number
}

/** Bytes that are left free, in the bound and on the disk, so that what becomes of accepted jobs can always be written. */
const reserve = 8 << 20

export class StoreRoom {
  readonly #database: Sqlite
  readonly #pieces: PieceTable
  readonly #bounds: Bounds
  readonly #pageSize: number
  /** Bytes of jobs that have not ended, drafts included, by client. */
  readonly #shares: Shares<string>

  constructor(database: Sqlite, pieces: PieceTable, bounds: Bounds) {
    this.#database = database
    this.#pieces = pieces
    this.#bounds = bounds
    this.#pageSize = database.number('PRAGMA page_size')
    this.bound()
    this.#shares = new Shares(bounds.most - this.#reserve)
  }

  /** Bounds the database as it is open: what cannot be foreseen in an order's size stays within all the same. */
  bound(): void {
    this.#database.exec(`PRAGMA max_page_count = ${Math.ceil(this.most / this.#pageSize)}`)
  }

  get most(): number {
    return this.#bounds.most
  }

  get #reserve(): number {
    return Math.min(reserve, this.most / 8)
  }

  /** Bytes of the database that are in use. */
  get bytes(): number {
    const database = this.#database
    return (database.number('PRAGMA page_count') - database.number('PRAGMA freelist_count')) * this.#pageSize
  }

  take(client: string, bytes: number): void {
    this.#shares.take(client, bytes)
  }

  giveBack(client: string, bytes: number): void {
    this.#shares.giveBack(client, bytes)
  }

  /** @throws StateError share, if jobs of the given number of bytes more are beyond the client's share */
  refuseBeyondShare(client: string, bytes: number): void {
    if (this.#shares.hasRoom(client, bytes)) return
    const own = inMegabytes(this.#shares.held(client))
    const why = `jobs of this client that have not ended have ${own} of the ${inMegabytes(this.most)} of QZ_STATE_MB`
    throw new StateError('share', `${why}, and what is left is for others`)
  }

  /**
   * Makes room for bytes of a client: labels of the oldest jobs that have ended are removed.
   *
   * @param written  of them, that are written: less than all where pieces repeat others
   * @throws StateError share, full
   */
  make(client: string, bytes: number, written = bytes): void {
    const { most, free } = this.#bounds
    const onDisk = free()
    // twice: in the WAL and in the database
    if (onDisk < 2 * written + reserve)
      throw new StateError('full', `the disk of the state folder has ${inMegabytes(onDisk)} left`)
    this.refuseBeyondShare(client, bytes)
    const lacking = (): number => this.bytes + 1.05 * written + this.#reserve - most
    for (let had = 1, left = lacking(); left > 0 && had > 0; left = lacking())
      had = this.#database.transaction(() => this.#pieces.removeOldest(left))
    if (lacking() <= 0) return
    throw new StateError('full', `jobs that have not ended fill the ${inMegabytes(most)} of QZ_STATE_MB`)
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / (1 << 20))} MB`
