/** The keys of requests (Idempotency-Key) and their answers in the database, which outlive the process as the jobs do. */

import type { Sqlite } from './sqlite.ts'

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

/** Another request of the same key was accepted before. */
export class RequestTaken extends Error {
  readonly job: number

  constructor(job: number) {
    super(`job ${job} was accepted for the request's key`)
    this.job = job
  }
}

/** Milliseconds of the store's own time for which a key is known after its job. */
export const keyLifetime = 600_000
/** Keys of jobs that have ended, at most; and how many are removed when there are more. */
const [mostEnded, some] = [10_000, 200] as const

export class RequestKeys {
  readonly #database: Sqlite
  /** The store's own time, in ms. */
  readonly #time: () => number
  readonly #most: number
  #added = 0

  constructor(database: Sqlite, time: () => number, most: number = mostEnded) {
    this.#database = database
    this.#time = time
    this.#most = most
  }

  /** What is known of a request with a key. */
  known({ client, key }: Pick<RequestKey, 'client' | 'key'>): KnownRequest | undefined {
    const row = this.#database.get(
      'SELECT fingerprint, job, answer FROM answer WHERE client = ? AND key = ? AND (until IS NULL OR until > ?)',
      client,
      key,
      this.#time(),
    )
    if (row === undefined) return undefined
    const answer = row.answer === null ? undefined : String(row.answer)
    return { fingerprint: String(row.fingerprint), job: Number(row.job), answer }
  }

  /** The request is that of a job, which is accepted in the same step. @throws RequestTaken */
  add(request: RequestKey, job: number): void {
    const known = this.known(request)
    if (known !== undefined) throw new RequestTaken(known.job)
    if (++this.#added % some === 0) this.forget()
    const insert =
      'INSERT OR REPLACE INTO answer (client, key, fingerprint, job, until, answer) VALUES (?, ?, ?, ?, NULL, NULL)'
    this.#database.run(insert, request.client, request.key, request.fingerprint, job)
  }

  /** The answer to the request of a job that goes on, if that had a key. */
  answer(job: number, answer: string): void {
    this.#database.run('UPDATE answer SET answer = ? WHERE job = ?', answer, job)
  }

  /**
   * The answer to the request of a job that has ended, or waits for a person.
   *
   * @param answer  forget: the key is free again, because nothing was sent; keep: the key is known, and has no answer of its own
   */
  finish(job: number, answer: { readonly text: string } | 'forget' | 'keep', hasEnded: boolean): void {
    // one that was accepted with an answer of its own stays accepted, whatever became of it
    if (answer === 'forget') this.#database.run('DELETE FROM answer WHERE job = ? AND answer IS NULL', job)
    // the first answer stays: that it was accepted, or what became of it
    const update = 'UPDATE answer SET answer = coalesce(answer, ?), until = ? WHERE job = ?'
    const text = typeof answer === 'object' ? answer.text : null
    this.#database.run(update, text, hasEnded ? this.#time() + keyLifetime : null, job)
  }

  /** Removes keys whose time is over; where there are too many, the oldest of the client that has most of them. */
  forget(): void {
    this.#database.run('DELETE FROM answer WHERE until <= ?', this.#time())
    const count = 'SELECT count(*) FROM answer WHERE until IS NOT NULL'
    for (let left = this.#database.number(count); left > this.#most; left = this.#database.number(count)) {
      const most = this.#database.get(
        'SELECT client FROM answer WHERE until IS NOT NULL GROUP BY client ORDER BY count(*) DESC LIMIT 1',
      )!
      this.#database.run(
        `DELETE FROM answer WHERE (client, key) IN
           (SELECT client, key FROM answer WHERE client = ? AND until IS NOT NULL ORDER BY until LIMIT ?)`,
        most.client!,
        Math.min(some, left - this.#most),
      )
    }
  }
}
