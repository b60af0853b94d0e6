/** Jobs for the service's named printers. */

import { keyForgotten, type Warning, warningsIn } from './scans.ts'
import { ask, type Delivery, deliveryIn, failed, type Outcome, type Posted } from './service.ts'

/** What is printed: the path and query, and the rows of a table. */
export interface Job extends Pick<Posted, 'body'> {
  readonly target: string
}

/** The result of a job. */
export type JobOutcome =
  | {
      readonly kind: 'printed'
      readonly delivery: Delivery
      /** Whether an earlier try of the same job may have been printed too: the service cannot know any more. */
      readonly isPerhapsTwice: boolean
      readonly warnings: readonly Warning[]
      /** Rows that could not be drawn. */
      readonly leftOut: number
    }
  | Exclude<Outcome, { kind: 'done' }>

/** The last job of which it is not known what became of it, with its key: the service prints a key once. */
let open: { readonly job: Job; readonly key: string } | undefined

/** Has the service print a job. The same job after no answer is the same for the service too. */
export async function printJob(job: Job): Promise<JobOutcome> {
  const again = open !== undefined && isSame(open.job, job) ? open : undefined
  open = again ?? { job, key: newKey() }
  const headers = { 'Quietzone-Print': 'yes', 'Idempotency-Key': open.key }
  const outcome = await ask(job.target, undefined, { headers, body: job.body })
  if (outcome.kind === 'unanswered' || outcome.kind === 'later') return outcome
  if (outcome.kind === 'refused') {
    open = undefined
    return outcome
  }
  const answer: unknown = await outcome.response.json().catch(() => undefined)
  const delivery = deliveryIn(answer)
  // an answer that breaks off tells as little as none
  if (delivery === undefined) return failed()
  open = undefined
  const all = warningsIn(outcome.response)
  const warnings = all.filter(({ code }) => code !== keyForgotten)
  const isPerhapsTwice = again !== undefined && all.length > warnings.length
  const [, drawn, of] = /^(\d+)\/(\d+)$/.exec(outcome.response.headers.get('Quietzone-Rows') ?? '') ?? []
  return { kind: 'printed', delivery, isPerhapsTwice, warnings, leftOut: Number(of ?? 0) - Number(drawn ?? 0) }
}

function isSame(one: Job, other: Job): boolean {
  const [bytes, others] = [one.body?.bytes, other.body?.bytes]
  if (one.target !== other.target || bytes?.length !== others?.length) return false
  return bytes === undefined || bytes.every((byte, i) => byte === others![i])
}

/** 128 random bits. Pages from plain http on other machines have no randomUUID. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
