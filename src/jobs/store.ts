/** The jobs in the database, and the answers to requests with a key: each change is on disk when it returns. */

import type { Piece } from '../printers/job.ts'
import { checksumOf, isDamaged, type Job, type JobChange, jobColumns, jobIn, jobValues } from './job.ts'
import { headIn, type PieceHead, pieceIn, pieceValues } from './piece.ts'
import { migrate } from './schema.ts'
import { Sqlite, type Value } from './sqlite.ts'
import { StateError } from './state-error.ts'
import { isEnded, type JobState, jobStates } from './states.ts'

/** A job that is not in the store yet. */
export interface NewJob extends Pick<Job, 'printer' | 'labels' | 'by' | 'client' | 'waits' | 'style'> {
  readonly pieces: Iterable<Piece>
  readonly reason?: string | undefined
  readonly reprintOf?: number | undefined
  /** The request that it answers, if that had a key. */
  readonly request?: RequestKey | undefined
  /** Writes what else belongs to the job, in the step that accepts it. */
  readonly also?: ((job: Job) => void) | undefined
}

/** What identifies a request. */
export interface RequestKey {
  /** The key of the client, whose keys are no concern of other clients. */
  readonly client: string
  /** That the client chose. */
  readonly key: string
  /** Equal only for the same request. */
  readonly fingerprint: string
}

/** What is known of a request with a key. */
export interface KnownRequest {
  readonly fingerprint: string
  readonly job: number
  /** As it was given to `finish`; undefined while the job goes on. */
  readonly answer: string | undefined
}

export interface JobQuery {
  readonly printer?: string | undefined
  readonly state?: JobState | undefined
  /** Only jobs before this one. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface StoreOptions {
  /** Bytes that the database may have. */
  readonly most: number
  /** Bytes that are free on its disk. */
  readonly free: () => number
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/** Milliseconds for which a key is known after its job. */
const keyLifetime = 600_000

/** Bytes that are left free, in the bound and on the disk, so that what becomes of accepted jobs can always be written. */
const reserve = 8 << 20

const columns = jobColumns.join(', ')

export class JobStore {
  /** For other tables of the state folder. */
  readonly database: Sqlite
  readonly #options: StoreOptions
  readonly #clock: () => number
  readonly #counts = new Map<JobState, number>(jobStates.map((state) => [state, 0]))
  readonly #pageSize: number
  readonly #listeners = new Set<(job: Job) => void>()
  #changed: number

  /** Opens the database, or makes it. @throws StateError */
  constructor(file: string, options: StoreOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
    this.database = new Sqlite(file)
    try {
      migrate(this.database)
      this.#pageSize = this.database.number('PRAGMA page_size')
      // what cannot be foreseen in an order's size stays within the bound all the same
      this.database.exec(`PRAGMA max_page_count = ${Math.ceil(options.most / this.#pageSize)}`)
      this.#changed = this.database.number('SELECT max(changed) FROM job')
      for (const { state, count } of this.database.all('SELECT state, count(*) AS count FROM job GROUP BY state')) {
        this.#counts.set(state as JobState, Number(count))
      }
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  /** Jobs in each state. */
  get counts(): ReadonlyMap<JobState, number> {
    return this.#counts
  }

  /** Bytes that the database may have. */
  get most(): number {
    return this.#options.most
  }

  /** Bytes of the database that are in use. */
  get bytes(): number {
    const { database } = this
    return (database.number('PRAGMA page_count') - database.number('PRAGMA freelist_count')) * this.#pageSize
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
   * Takes a job with all of its pieces, which waits from now on. Labels of the oldest jobs that have ended make room for it.
   *
   * @throws StateError full, if there is none, and unwritable; nothing of the job is kept then
   */
  accept({ pieces, request, also, ...order }: NewJob): Job {
    const { database } = this
    const all = [...pieces]
    this.#makeRoom(all.reduce((sum, { bytes }) => sum + bytes.length, 0))
    return this.#changing(undefined, () => {
      const created = this.#clock()
      const about = { ...order, state: 'waiting', sent: 0, confirmed: 0, next: 1, created, ended: undefined } as const
      const { reason, reprintOf } = order
      const made = { ...about, id: this.#nextId(), reason, reprintOf, idempotencyKey: request?.key }
      this.#write(made, 'INSERT')
      for (const [number, piece] of all.entries()) {
        const insert = 'INSERT INTO piece (job, number, head, bytes, checksum) VALUES (?, ?, ?, ?, ?)'
        database.run(insert, ...pieceValues(made.id, number, piece))
      }
      if (request !== undefined) {
        const insert =
          'INSERT OR REPLACE INTO answer (client, key, fingerprint, job, until, answer) VALUES (?, ?, ?, ?, NULL, NULL)'
        database.run(insert, request.client, request.key, request.fingerprint, made.id)
      }
      also?.(made)
      return made
    })
  }

  /** The job of this number; undefined if there is none. */
  get(id: number): Job | undefined {
    const row = this.database.get(`SELECT ${columns}, checksum FROM job WHERE id = ?`, id)
    return row && jobIn(row)
  }

  /** Newest first. */
  list({ printer, state, before, limit }: JobQuery): readonly Job[] {
    const conditions = [
      ...(printer === undefined ? [] : [['printer = ?', printer] as const]),
      ...(state === undefined ? [] : [['state = ?', state] as const]),
      ...(before === undefined ? [] : [['id < ?', before] as const]),
    ]
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([text]) => text).join(' AND ')}`
    const values = conditions.map(([, value]) => value)
    const rows = this.database.all(
      `SELECT ${columns}, checksum FROM job ${where} ORDER BY id DESC LIMIT ?`,
      ...values,
      limit,
    )
    return rows.map(jobIn)
  }

  /** Jobs in a state, in the order in which they were ordered. Those that do not match their checksum are not among them. */
  inState(state: JobState): readonly Job[] {
    const rows = this.database.all(`SELECT ${columns}, checksum FROM job WHERE state = ? ORDER BY id`, state)
    return rows.map(jobIn).filter((job) => !isDamaged(job))
  }

  /** Jobs that have changed since, as they are now, in the order of their last changes, with the number of each change. */
  changedSince(change: number, limit: number): readonly { readonly change: number; readonly job: Job }[] {
    const select = `SELECT changed, ${columns}, checksum FROM job WHERE changed > ? ORDER BY changed LIMIT ?`
    return this.database.all(select, change, limit).map((row) => ({ change: Number(row.changed), job: jobIn(row) }))
  }

  /** The job as it is now with these changes. @throws StateError, and nothing is changed then; damaged, if its row is not as it was written */
  change(id: number, change: JobChange): Job {
    const before = this.get(id)
    if (before === undefined) throw new Error(`there is no job ${id}`)
    if (isDamaged(before)) throw new StateError('damaged', `job ${id}: ${before.reason}`)
    return this.#changing(before, () => {
      const made = { ...before, ...change }
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
      const job = this.change(id, { ...change, ended: hasEnded ? this.#clock() : undefined })
      // one that was accepted with an answer of its own stays accepted, whatever became of it
      if (answer === 'forget') this.database.run('DELETE FROM answer WHERE job = ? AND answer IS NULL', id)
      this.#answered(id, typeof answer === 'object' ? answer.text : null, hasEnded)
      return job
    })
  }

  /** The answer to the request of a job that goes on, if that had a key. */
  answer(id: number, answer: string): void {
    this.together(() => this.database.run('UPDATE answer SET answer = ? WHERE job = ?', answer, id))
  }

  #answered(id: number, answer: string | null, hasEnded: boolean): void {
    // the first answer stays: that it was accepted, or what became of it
    const update = 'UPDATE answer SET answer = coalesce(answer, ?), until = ? WHERE job = ?'
    this.database.run(update, answer, hasEnded ? this.#clock() + keyLifetime : null, id)
  }

  /** What is known of a request with a key. */
  known({ client, key }: Pick<RequestKey, 'client' | 'key'>): KnownRequest | undefined {
    const row = this.database.get(
      'SELECT fingerprint, job, answer FROM answer WHERE client = ? AND key = ? AND (until IS NULL OR until > ?)',
      client,
      key,
      this.#clock(),
    )
    if (row === undefined) return undefined
    const answer = row.answer === null ? undefined : String(row.answer)
    return { fingerprint: String(row.fingerprint), job: Number(row.job), answer }
  }

  /** What is known of the pieces of a job, in their order; none if they had to make room for others. */
  heads(id: number): readonly PieceHead[] {
    return this.database.all('SELECT number, head FROM piece WHERE job = ? ORDER BY number', id).map(headIn)
  }

  /** @throws StateError damaged, if it is not there, or not as it was written */
  piece(id: number, number: number): Piece {
    const select = 'SELECT job, number, head, bytes, checksum FROM piece WHERE job = ? AND number = ?'
    const row = this.database.get(select, id, number)
    const piece = row && pieceIn(row)
    if (piece !== undefined) return piece
    throw new StateError('damaged', `piece ${number + 1} of job ${id} does not match its checksum: it is not printed`)
  }

  /**
   * Removes jobs that have ended before `time`, and keys that need not be known any more.
   *
   * @returns whether there are more to remove: a call takes few milliseconds
   */
  forget(time: number): boolean {
    const some = 200
    return this.together(() => {
      const { database } = this
      database.run('DELETE FROM answer WHERE until < ?', this.#clock())
      const old = database.all('SELECT id, state FROM job WHERE ended < ? ORDER BY ended LIMIT ?', time, some)
      for (const { id, state } of old) {
        database.run('DELETE FROM job WHERE id = ?', id!)
        this.#untold.push(() => this.#count(state as JobState, -1))
      }
      return old.length === some
    })
  }

  close(): void {
    this.database.close()
  }

  /** Makes room for so many bytes. @throws StateError full */
  #makeRoom(bytes: number): void {
    const { most, free } = this.#options
    const inMegabytes = (number: number): string => `${Math.ceil(number / (1 << 20))} MB`
    const onDisk = free()
    // twice: in the WAL and in the database
    if (onDisk < 2 * bytes + reserve)
      throw new StateError('full', `the disk of the state folder has ${inMegabytes(onDisk)} left`)
    if (2 * bytes > most) {
      throw new StateError('full', `the job has ${inMegabytes(bytes)}, and QZ_STATE_MB is ${inMegabytes(most)}`)
    }
    const room = (): boolean => this.bytes + 1.05 * bytes + Math.min(reserve, most / 8) <= most
    for (let had = true; !room() && had; ) had = this.#forgetOldest()
    if (room()) return
    throw new StateError('full', `jobs that have not ended fill the ${inMegabytes(most)} of QZ_STATE_MB`)
  }

  /** Removes the labels of the oldest jobs that have ended; they stay in the list. @returns whether there were any */
  #forgetOldest(): boolean {
    const oldest = this.database.all(
      `SELECT DISTINCT piece.job FROM piece JOIN job ON job.id = piece.job
       WHERE job.state IN ('done', 'failed', 'cancelled') ORDER BY piece.job LIMIT 20`,
    )
    this.together(() => {
      for (const { job } of oldest) this.database.run('DELETE FROM piece WHERE job = ?', job!)
    })
    return oldest.length > 0
  }

  #nextId(): number {
    return this.database.number("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'job'), 0) + 1")
  }

  #write(job: Job, how: 'INSERT' | 'UPDATE'): void {
    const values: Value[] = [...jobValues(job), this.#changed + 1, checksumOf(...jobValues(job))]
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
