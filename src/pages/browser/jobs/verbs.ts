/** What a person has the service do with a job: each verb is one request, which says what became of it. */

import { jobs as words } from '../../words/jobs/en.ts'
import type { KeyField } from '../key-field.ts'
import { notDoneText, objectIn, type RequestOutcome, type ServiceClient } from '../service.ts'
import { jobIn, type ListedJob } from './job.ts'

export type Verb = 'cancel' | 'resume' | 'reprint'

/** What is said of a verb that was done. @param result  the job that the service answered, if it did */
type Telling = (result: ListedJob | undefined) => string

/** What became of a verb, readable. */
export interface VerbResult {
  readonly text: string
  readonly isDone: boolean
}

export class Verbs {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #changed: (job: ListedJob) => void
  /** Jobs of which a verb is on its way: a second click is not a second order. */
  readonly #busy = new Set<string>()
  /** Jobs that events told of while verbs were on their way: an answer may be older. */
  readonly #told = new Set<string>()

  /** @param changed  called with each job that the service answers */
  constructor(service: ServiceClient, key: KeyField, changed: (job: ListedJob) => void) {
    this.#service = service
    this.#key = key
    this.#changed = changed
  }

  /** Takes note of a job that an event told of. */
  heed({ id }: ListedJob): void {
    if (this.#busy.size > 0) this.#told.add(id)
  }

  /** What labels of a job say, both included; or why it is not known, readable. */
  async labels({ id }: Pick<ListedJob, 'id'>, from: number, to: number): Promise<readonly unknown[] | string> {
    const outcome = await this.#service.ask(`api/v1/jobs/${encodeURIComponent(id)}/labels?from=${from}&to=${to}`)
    if (outcome.kind !== 'done') {
      if (outcome.kind === 'refused') this.#key.heed(outcome)
      return refusalText(outcome)
    }
    const { labels } = objectIn(await outcome.response.json().catch(() => undefined))
    return Array.isArray(labels) ? labels : []
  }

  /** @returns undefined if the job has another verb on its way */
  async do(
    job: Pick<ListedJob, 'id'>,
    verb: Verb,
    query: Readonly<Record<string, string>>,
    telling: Telling,
  ): Promise<VerbResult | undefined> {
    if (this.#busy.has(job.id)) return undefined
    this.#busy.add(job.id)
    try {
      const asked = new URLSearchParams(query).toString()
      const target = `api/v1/jobs/${encodeURIComponent(job.id)}/${verb}${asked === '' ? '' : `?${asked}`}`
      const outcome = await this.#service.ask(target, undefined, { headers: { 'Quietzone-Print': 'yes' } })
      if (outcome.kind !== 'done') {
        // a service that does not answer says nothing of the key
        if (outcome.kind === 'refused') this.#key.heed(outcome)
        return { text: refusalText(outcome), isDone: false }
      }
      const result = jobIn(await outcome.response.json().catch(() => undefined))
      if (result !== undefined && !this.#told.has(result.id)) this.#changed(result)
      return { text: telling(result), isDone: true }
    } finally {
      this.#busy.delete(job.id)
      if (this.#busy.size === 0) this.#told.clear()
    }
  }
}

function refusalText(outcome: Exclude<RequestOutcome, { kind: 'done' }>): string {
  return notDoneText(outcome, { later: words.later, unanswered: words.noAnswer })
}
