/** The jobs in the database, and the answers to requests with a key: each change is on disk when it returns. */

import { draftState, isEnded, type JobSource, type JobState, jobStates } from '../job-states.ts'
import type { DeliveryPiece } from '../printers/delivery.ts'
import { Drafts, JobDraft } from './drafts.ts'
import {
  damagedLabels,
  isDamaged,
  type Job,
  type JobChange,
  jobChecksum,
  jobColumns,
  jobIn,
  jobValues,
  rowVersion,
} from './job.ts'
import { type LabelText, type ListedLabel, listedLabels, namesOf, textWrites } from './label-texts.ts'
import { migrate } from './migration.ts'
import type { PieceHead } from './piece.ts'
import { countedBytes, type NewPiece, PieceTable, type RowsBeside, type RowWrite } from './piece-table.ts'
import { type KnownRequest, type RequestKey, RequestKeys } from './request-keys.ts'
import { StoreRoom } from './room.ts'
import { Sqlite, type SqlRow, type SqlValue } from './sqlite.ts'
import { StateError } from './state-error.ts'
import { StoreTime } from './store-time.ts'

/** A job that is not in the store yet. */
export interface NewJob extends Pick<Job, 'printer' | 'labels' | 'by' | 'client' | 'waits' | 'style'> {
  /** Its number, if that was reserved; the next by default. */
  readonly id?: number | undefined
  readonly pieces: Iterable<NewPiece> | JobDraft
  /** The name of its design or table. */
  readonly name?: string | undefined
  /** What its labels say, in their order. */
  readonly texts?: readonly LabelText[] | undefined
  /** What else belongs to it, in parts. */
  readonly beside?: RowsBeside | undefined
  /** Why it is ordered, or what is found about it. */
  readonly reason?: string | undefined
  /** The way by which it arrived. */
  readonly source?: Job['source']
  /** Whether a person says first that it is printed. */
  readonly isHeld?: boolean | undefined
  readonly reprintOf?: number | undefined
  /** The request that it answers, if that had a key. */
  readonly request?: RequestKey | undefined
  /** Writes what else belongs to the job, in the step that accepts it. */
  readonly also?: ((job: Job) => void) | undefined
}

export interface JobQuery {
  readonly printer?: string | undefined
  readonly state?: JobState | undefined
  readonly source?: JobSource | undefined
  /** Only jobs before this one. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface StoreOptions {
  /** Bytes that the database may have. */
  readonly most: number
  /** Bytes that are free on its disk. */
  readonly free: () => number
  /**
   * Whether people see the jobs, which are kept with their labels until they are old; they are by default. Without, a job has its labels in
   * hand while it is printed, and once it has ended the store knows it as long as the key of its request.
   */
  readonly keepsJobs?: boolean
  /** Of a database in memory: moves it into its file, when something is first kept. Without, it stays there. @returns the file */
  readonly place?: (database: Sqlite) => string
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  /** Milliseconds of a clock that only goes forward. */
  readonly passed?: () => number
}

/** Jobs after which a store that keeps none looks for those that have ended. */
const sweeping = 200

/** Bytes that a job is counted as besides its pieces: its row, and its places in indexes. */
const bytesOfJob = 1000

const columns = jobColumns.join(', ')

export class JobStore {
  /** For other tables of the state folder. */
  readonly database: Sqlite
  /** The copy that was made because an older version had written the database; undefined if none had. */
  readonly migratedFrom: string | undefined
  /** See StoreOptions. */
  readonly keepsJobs: boolean
  readonly #clock: () => number
  readonly #time: StoreTime
  readonly #room: StoreRoom
  readonly #pieces: PieceTable
  readonly #keys: RequestKeys
  readonly #drafts: Drafts
  readonly #counts = new Map<JobState, number>(jobStates.map((state) => [state, 0]))
  /** Jobs labels of which are not as they were written. */
  readonly #damaged = new Set<number>()
  readonly #listeners = new Set<(job: Job) => void>()
  #changed: number
  #file: string | undefined
  #place: StoreOptions['place']
  /** Jobs that were accepted since the start. */
  #accepted = 0

  /** Opens the database, or makes it. @throws StateError */
  constructor(file: string, options: StoreOptions) {
    this.#clock = options.clock ?? Date.now
    this.keepsJobs = options.keepsJobs ?? true
    this.#file = file === ':memory:' ? undefined : file
    this.#place = options.place
    this.database = new Sqlite(file)
    try {
      this.migratedFrom = migrate(this.database, { file: this.#file })
      const passed = options.passed ?? (() => performance.now())
      this.#time = new StoreTime(this.database, { clock: this.#clock, passed })
      this.#pieces = new PieceTable(this.database)
      this.#keys = new RequestKeys(this.database, () => this.#time.now)
      this.#room = new StoreRoom(this.database, this.#pieces, options)
      this.#drafts = new Drafts(this.database, this.#pieces, this.#room)
      this.#changed = Math.max(0, this.database.number('SELECT max(changed) FROM job'))
      for (const { state, count } of this.database.all('SELECT state, count(*) AS count FROM job GROUP BY state')) {
        this.#counts.set(state as JobState, Number(count))
      }
      this.#takeShares()
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  /** Jobs in each state. */
  get counts(): ReadonlyMap<JobState, number> {
    return this.#counts
  }

  /** What jobs that have not ended have of the room. */
  #takeShares(): void {
    const open = this.database.all(
      "SELECT id, client, bytes FROM job WHERE state IN ('waiting', 'printing', 'uncertain', 'held')",
    )
    for (const { id, client, bytes } of open)
      this.#room.take(String(client), bytes === null ? this.#counted(Number(id)) : Number(bytes))
  }

  /** Bytes that the database may have. */
  get most(): number {
    return this.#room.most
  }

  /** Bytes of the database that are in use. */
  get bytes(): number {
    return this.#room.bytes
  }

  /** What is to be said of the machine's clock, which is looked at: it may have been set. @throws StateError */
  lookAtClock(): string | undefined {
    return this.#time.look()
  }

  /** What the first look at the clock has to say; undefined if nothing. */
  get firstJump(): string | undefined {
    return this.#time.jump
  }

  /** Which history of changes this is: a number of a change means nothing in another. 16 hexadecimal digits. */
  get epoch(): string {
    return String(this.database.get('SELECT epoch FROM store')?.epoch)
  }

  /**
   * The store is in this file from now on. In another one than before it is a copy, whose changes are not those of the original.
   *
   * @param file         what tells it from another, such as its number on the disk
   * @param isContinued  whether it has all changes that are known to have been made
   */
  begin(file: string, isContinued: boolean): void {
    const known = String(this.database.get('SELECT file FROM store')?.file)
    if (isContinued && known === file) return
    const isOther = !isContinued || known !== ''
    const epoch = isOther ? 'lower(hex(randomblob(8)))' : 'epoch'
    this.together(() => this.database.run(`UPDATE store SET file = ?, epoch = ${epoch}`, file))
  }

  /** Of the database; undefined as long as it is in memory. */
  get file(): string | undefined {
    return this.#file
  }

  /** To be called before something is kept: from the first time on the database is in its file. @throws StateError */
  keep(): void {
    if (this.#place === undefined) return
    this.#file = this.#place(this.database)
    this.#place = undefined
    this.#room.bound()
  }

  /** When the job was ordered that has waited longest; undefined if none waits. */
  get oldestWaiting(): number | undefined {
    const row = this.database.get("SELECT min(created) AS created FROM job WHERE state = 'waiting'")
    return row?.created === null || row === undefined ? undefined : Number(row.created)
  }

  /** How many changes there have been. */
  get changed(): number {
    return this.#changed
  }

  /** Calls `listener` after each change, once it is on disk. @returns a function that ends this */
  onChange(listener: (job: Job) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Makes the pieces of a job that is to be accepted, with turns for others; many are written already, as a draft. A store that keeps no
   * jobs makes none.
   *
   * @throws StateError; what making them throws
   */
  async draft(job: Omit<NewJob, 'pieces'>, pieces: Iterable<NewPiece>): Promise<readonly NewPiece[] | JobDraft> {
    this.keep()
    return this.keepsJobs ? this.#drafts.write(job, pieces, this.#besideOf(job)) : []
  }

  /** A number for a job that is accepted later, or never: no other gets it. @throws StateError */
  reserve(): number {
    this.keep()
    const id = this.#nextId()
    const isFirst = this.database.number("SELECT count(*) FROM sqlite_sequence WHERE name = 'job'") === 0
    if (isFirst) this.database.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('job', ?)", id)
    else this.database.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'job'", id)
    return id
  }

  /** The rows of other tables that a job has. */
  #besideOf({ texts = [], beside }: Pick<NewJob, 'texts' | 'beside'>): RowsBeside {
    const { database } = this
    return {
      count: texts.length / 100 + (beside?.count ?? 0),
      *rows(job) {
        yield* textWrites(database, job, texts)
        if (beside !== undefined) yield* beside.rows(job)
      },
    }
  }

  /** What labels of a job say, both included; nothing of a job that an older version has kept. @throws StateError damaged */
  labels(id: number, from: number, to: number): readonly ListedLabel[] {
    return listedLabels(this.database, id, from, to)
  }

  /** Removes what was made for a job that is not accepted. */
  discard(pieces: readonly NewPiece[] | JobDraft): void {
    if (pieces instanceof JobDraft) this.#drafts.discard(pieces)
  }

  /**
   * Takes a job with all of its pieces, which waits from now on, or is held. Labels of the oldest jobs that have ended make room for it.
   *
   * @throws StateError full and share, if there is none, and unwritable; RequestTaken; nothing of the job is kept then, but its draft
   */
  accept({
    pieces,
    request,
    also,
    name,
    texts = [],
    beside,
    reason: purpose,
    isHeld,
    id: reserved,
    ...order
  }: NewJob): Job {
    const all = pieces instanceof JobDraft ? pieces : [...pieces]
    if (!this.keepsJobs && ++this.#accepted % sweeping === 0) while (this.forget(0));
    const id = 'length' in all ? (reserved ?? this.#nextId()) : all.id
    const rows = 'length' in all && this.keepsJobs ? [...this.#besideOf({ texts, beside }).rows(id)] : []
    const bytes = bytesOfJob + ('length' in all ? this.#roomFor(order.client, all, rows) : all.bytes)
    return this.#changing(undefined, () => {
      const state = isHeld ? 'held' : 'waiting'
      const about = { ...order, source: order.source, state, sent: 0, confirmed: 0, printed: 0, next: 1 } as const
      const made: Job = {
        ...{ ...about, id, created: this.#clock(), ended: undefined, reason: undefined, purpose, bytes },
        ...{ reprintOf: order.reprintOf, idempotencyKey: request?.key, agesFrom: undefined, version: rowVersion },
        ...namesOf(texts, name),
      }
      this.#write(made, 'length' in all ? 'INSERT' : 'UPDATE')
      if ('length' in all) this.#writePieces(id, all)
      else this.#untold.push(() => this.#drafts.release(all))
      for (const { write } of rows) write()
      if (request !== undefined) this.#keys.add(request, id)
      also?.(made)
      return made
    })
  }

  /** Makes room for pieces. @returns bytes that they are counted as @throws StateError full, share */
  #roomFor(client: string, pieces: readonly NewPiece[], rows: readonly RowWrite[]): number {
    const beside = rows.reduce((sum, row) => sum + row.bytes, 0)
    const bytes = pieces.reduce((sum, piece) => sum + countedBytes(piece), beside)
    const repeated = pieces.reduce((sum, piece) => sum + ('of' in piece ? piece.of.bytes : 0), 0)
    this.#room.make(client, bytes, bytes - repeated)
    return bytes
  }

  #writePieces(id: number, pieces: readonly NewPiece[]): void {
    for (const [number, piece] of pieces.entries())
      for (const { write } of this.#pieces.writes(id, number, piece)) write()
  }

  /** Refuses a job that has ended to go on, where it has no room among those that have not. @throws StateError share */
  refuseBeyondShare({ id, client, bytes }: Job): void {
    this.#room.refuseBeyondShare(client, bytes ?? this.#counted(id))
  }

  /** Bytes that a job is counted as. */
  #counted(id: number): number {
    return bytesOfJob + this.#pieces.counted(id)
  }

  /** The job of a row, as it is told: what is damaged is never told as whole. */
  #jobIn(row: SqlRow): Job {
    const job = jobIn(row)
    if (isDamaged(job)) this.database.damaged(`job ${job.id}: ${job.reason}`)
    return this.#damaged.has(job.id) && !isDamaged(job) ? { ...job, reason: damagedLabels } : job
  }

  /** What was found that is not as it was written, since the start; 20 findings at most. */
  get damage(): readonly string[] {
    return this.database.damage
  }

  /** The number of the job after another; undefined if there is none. @param id  0 for the first */
  after(id: number): number | undefined {
    const next = 'SELECT coalesce(min(id), 0) FROM job WHERE id > ? AND state <> ?'
    return this.database.number(next, id, draftState) || undefined
  }

  /** The labels of a job are not as they were written. */
  markDamaged(id: number): void {
    this.#damaged.add(id)
  }

  /** The job of this number; undefined if there is none. */
  get(id: number): Job | undefined {
    const row = this.#row(id)
    return row && this.#jobIn(row)
  }

  #row(id: number): SqlRow | undefined {
    return this.database.get(`SELECT ${columns}, checksum FROM job WHERE id = ? AND state <> '${draftState}'`, id)
  }

  /** Newest first. */
  list({ printer, state, source, before, limit }: JobQuery): readonly Job[] {
    const conditions = [
      ['state <> ?', draftState] as const,
      ...(printer === undefined ? [] : [['printer = ?', printer] as const]),
      ...(state === undefined ? [] : [['state = ?', state] as const]),
      ...(source === undefined ? [] : [['source = ?', source] as const]),
      ...(before === undefined ? [] : [['id < ?', before] as const]),
    ]
    const where = conditions.map(([text]) => text).join(' AND ')
    const values = conditions.map(([, value]) => value)
    const rows = this.database.all(
      `SELECT ${columns}, checksum FROM job WHERE ${where} ORDER BY id DESC LIMIT ?`,
      ...values,
      limit,
    )
    return rows.map((row) => this.#jobIn(row))
  }

  /** Jobs that were ordered at this time or later, in the order of their numbers, after the one of a number. @param time  in ms since 1970 */
  since(time: number, after: number, limit: number): readonly Job[] {
    const select = `SELECT ${columns}, checksum FROM job WHERE id > ? AND created >= ? AND state <> ? ORDER BY id LIMIT ?`
    return this.database.all(select, after, time, draftState, limit).map((row) => this.#jobIn(row))
  }

  /** Jobs in a state, in the order in which they were ordered. Those that do not match their checksum are not among them. */
  inState(state: JobState): readonly Job[] {
    const rows = this.database.all(`SELECT ${columns}, checksum FROM job WHERE state = ? ORDER BY id`, state)
    return rows.map((row) => this.#jobIn(row)).filter((job) => !isDamaged(job))
  }

  /** Jobs that have changed since, as they are now, in the order of their last changes, with the number of each change. */
  changedSince(change: number, limit: number): readonly { readonly change: number; readonly job: Job }[] {
    const select = `SELECT changed, ${columns}, checksum FROM job WHERE changed > ? ORDER BY changed LIMIT ?`
    return this.database
      .all(select, change, limit)
      .map((row) => ({ change: Number(row.changed), job: this.#jobIn(row) }))
  }

  /** The job as it is now with these changes. @throws StateError, and nothing is changed then; damaged, if its row is not as it was written */
  change(id: number, change: JobChange): Job {
    const row = this.#row(id)
    const before = row && jobIn(row)
    if (before === undefined) throw new Error(`there is no job ${id}`)
    if (isDamaged(before)) throw new StateError('damaged', `job ${id}: ${before.reason}`)
    return this.#changing(before, () => {
      const made = { ...before, ...change, bytes: before.bytes ?? this.#counted(id), version: rowVersion }
      this.#write(made, 'UPDATE')
      return made
    })
  }

  /**
   * The job has ended, or waits for a person; in the same step its request gets its answer, if that had a key.
   *
   * @param answer  forget: the key is free again, because nothing was sent; keep: the key is known, and has no answer of its own
   */
  finish(id: number, change: JobChange, answer: { readonly text: string } | 'forget' | 'keep'): Job {
    return this.together(() => {
      const hasEnded = change.state !== undefined && isEnded(change.state)
      const [ended, agesFrom] = hasEnded ? [this.#clock(), this.#time.now] : []
      const job = this.change(id, { ...change, ended, agesFrom })
      this.#keys.finish(id, answer, hasEnded)
      return job
    })
  }

  /** The answer to the request of a job that goes on, if that had a key. */
  answer(id: number, answer: string): void {
    this.together(() => this.#keys.answer(id, answer))
  }

  /** What is known of a request with a key. */
  known(request: Pick<RequestKey, 'client' | 'key'>): KnownRequest | undefined {
    return this.#keys.known(request)
  }

  /** What is known of the pieces of a job, in their order; none if they had to make room for others. */
  heads(id: number): readonly PieceHead[] {
    return this.#pieces.heads(id)
  }

  hasPiece(id: number, number: number): boolean {
    return this.database.number('SELECT count(*) FROM piece WHERE job = ? AND number = ?', id, number) > 0
  }

  /** Bytes of each piece of a job, in their order. */
  sizes(id: number): readonly number[] {
    return this.#pieces.sizes(id)
  }

  /** @throws StateError damaged, if it is not there, or not as it was written */
  piece(id: number, number: number): DeliveryPiece {
    return this.#pieces.get(id, number)
  }

  /**
   * Removes jobs that have ended so long ago, by the store's own time, and keys that need not be known any more. What a job that is kept
   * repeats is kept with it. A store that keeps no jobs removes all that have ended and whose keys are not known.
   *
   * @param age  in ms
   * @returns whether there are more to remove: a call takes few milliseconds
   */
  forget(age: number): boolean {
    const some = { jobs: 200, bytes: 4 << 20 }
    return this.together(() => {
      const { database } = this
      this.#keys.forget()
      const isOld = this.keepsJobs
        ? 'coalesce(ages_from, ended) < ? AND NOT EXISTS (SELECT 1 FROM piece WHERE piece.of_job = job.id)'
        : 'coalesce(ages_from, ended) <= ? AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.job = job.id)'
      const old = database.all(
        `SELECT id, state, coalesce(bytes, 0) AS bytes FROM job
         WHERE ended IS NOT NULL AND ${isOld} ORDER BY coalesce(ages_from, ended) LIMIT ?`,
        this.#time.now - age,
        some.jobs,
      )
      let bytes = 0
      for (const job of old) {
        if (bytes > some.bytes) return true
        database.run('DELETE FROM job WHERE id = ?', job.id!)
        bytes += Number(job.bytes)
        this.#untold.push(() => this.#count(job.state as JobState, -1))
      }
      return old.length === some.jobs
    })
  }

  close(): void {
    try {
      this.#time.look()
      this.#time.write()
    } catch {
      // the next start takes the look before
    }
    this.database.close()
  }

  #nextId(): number {
    return this.database.number("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'job'), 0) + 1")
  }

  #write(job: Job, how: 'INSERT' | 'UPDATE'): void {
    const values: SqlValue[] = [...jobValues(job), this.#changed + 1, jobChecksum(job)]
    const names = [...jobColumns, 'changed', 'checksum']
    if (how === 'INSERT') {
      this.database.run(`INSERT INTO job (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...values)
    } else {
      const sets = names.slice(1).map((name) => `${name} = ?`)
      this.database.run(`UPDATE job SET ${sets.join(', ')} WHERE id = ?`, ...values.slice(1), job.id)
    }
    this.#changed++
  }

  /** Changes that are told once they are on disk. */
  readonly #untold: (() => void)[] = []

  /** Makes a change, in a transaction of its own or of those around it. */
  #changing(before: Job | undefined, work: () => Job): Job {
    return this.together(() => {
      const job = work()
      this.#untold.push(() => {
        this.#count(before?.state, -1)
        this.#count(job.state, 1)
        if (before !== undefined && !isEnded(before.state))
          this.#room.giveBack(before.client, before.bytes ?? job.bytes!)
        if (!isEnded(job.state)) this.#room.take(job.client, job.bytes!)
        for (const listener of this.#listeners) listener(job)
      })
      return job
    })
  }

  #depth = 0

  /** Does all of `work` in one transaction, or nothing of it; then what has changed is told. @throws StateError; what `work` throws */
  together<T>(work: () => T): T {
    const changed = this.#changed
    this.#depth++
    try {
      return this.database.transaction(work)
    } catch (error) {
      this.#changed = changed
      this.#untold.length = 0
      throw error
    } finally {
      this.#depth--
      if (this.#depth === 0) for (const tell of this.#untold.splice(0)) tell()
    }
  }

  #count(state: JobState | undefined, more: number): void {
    if (state !== undefined) this.#counts.set(state, (this.#counts.get(state) ?? 0) + more)
  }
}
