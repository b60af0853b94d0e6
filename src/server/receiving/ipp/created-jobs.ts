/** Jobs that were created without a document, until it comes: Create-Job and Send-Document (RFC 8011, 4.2.4 and 4.3.1). */

import type { JobTicket } from './job-template.ts'
import { jobTimeout } from './printer-attributes.ts'
import { IppRefusal } from './status.ts'

/** A job that has no document yet, or never will. */
export interface CreatedJob {
  readonly id: number
  readonly printer: string
  /** Who has created it, as jobs have it. */
  readonly by: string
  /** The key of the client. */
  readonly client: string
  readonly title: string | undefined
  readonly ticket: JobTicket
  /** Milliseconds since 1970. */
  readonly created: number
  /** `taken`: its document is read, and after that it is in the store. */
  state: 'open' | 'taken' | 'aborted' | 'cancelled'
  ended?: number
}

/** The most that wait for their document at once: of a client, and of all. */
const most = { client: 16, total: 256 } as const

/** The most that are remembered after they have ended without a document. */
const mostEnded = 256

export class CreatedJobs {
  /** By their numbers, the oldest first. */
  readonly #jobs = new Map<number, CreatedJob>()
  readonly #now: () => number

  /** @param now  milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * @param id  makes the number of the job, which no other has
   * @throws IppRefusal if too many wait for their documents
   */
  add(job: Pick<CreatedJob, 'printer' | 'by' | 'client' | 'title' | 'ticket'>, id: () => number): CreatedJob {
    this.#age()
    const open = [...this.#jobs.values()].filter(({ state }) => state === 'open' || state === 'taken')
    const own = open.filter(({ client }) => client === job.client)
    if (own.length >= most.client || open.length >= most.total)
      throw new IppRefusal(
        'tooManyJobs',
        `${open.length} jobs wait for their documents; send these, or cancel the jobs`,
      )
    const made: CreatedJob = { ...job, id: id(), created: this.#now(), state: 'open' }
    this.#jobs.set(made.id, made)
    return made
  }

  get(id: number): CreatedJob | undefined {
    this.#age()
    return this.#jobs.get(id)
  }

  /** Those of a printer. */
  of(printer: string): readonly CreatedJob[] {
    this.#age()
    return [...this.#jobs.values()].filter((job) => job.printer === printer)
  }

  end(job: CreatedJob, state: 'aborted' | 'cancelled'): void {
    job.state = state
    job.ended = this.#now()
  }

  /** It is in the store. */
  remove({ id }: CreatedJob): void {
    this.#jobs.delete(id)
  }

  /** Ends those that have waited for too long, and forgets the oldest of those that have ended. */
  #age(): void {
    const latest = this.#now() - jobTimeout
    for (const job of this.#jobs.values()) if (job.state === 'open' && job.created < latest) this.end(job, 'aborted')
    const ended = [...this.#jobs.values()].filter(({ state }) => state === 'aborted' || state === 'cancelled')
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) this.#jobs.delete(id)
  }
}
