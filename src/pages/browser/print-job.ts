/** Jobs for the service's named printers. */

import { isOtherLabel, type NamedPrinter, showState } from './printers.ts'
import { keyForgotten, type Warning, warningsIn } from './scans.ts'
import { ask, type Delivery, deliveryIn, failed, type Outcome, type Posted, rowsIn } from './service.ts'

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

/** A job of which it is not known what became of it, with its key: the service prints a key once. */
interface OpenJob {
  readonly job: Job
  readonly key: string
}

/** Jobs that are open at once, each with at most 1 MiB of rows; the oldest is forgotten for another. */
const mostOpen = 10

let open: readonly OpenJob[] = []

/** Whether a job is on its way: a second click is not a second job. */
let isSending = false

/**
 * Prints a job on one of the service's printers.
 *
 * @param begin  called once it is on its way; returns the job
 * @returns undefined if it is not sent, because another is on its way, or because the printer has other labels, which is then told
 */
export async function printOn(printer: NamedPrinter, begin: () => Job): Promise<JobOutcome | undefined> {
  if (isSending || isOtherLabel(printer)) return undefined
  isSending = true
  try {
    return await printed(begin())
  } finally {
    isSending = false
    void showState()
  }
}

/** The same job after no answer is the same for the service too. */
async function printed(job: Job): Promise<JobOutcome> {
  const again = open.find((each) => isSame(each.job, job))
  const { key } = again ?? { key: newKey() }
  const others = open.filter((each) => each !== again)
  open = [...others.slice(1 - mostOpen), { job, key }]
  const headers = { 'Quietzone-Print': 'yes', 'Idempotency-Key': key }
  const outcome = await ask(job.target, undefined, { headers, body: job.body })
  if (outcome.kind === 'unanswered' || outcome.kind === 'later') return outcome
  if (outcome.kind === 'refused') {
    open = others
    return outcome
  }
  const answer: unknown = await outcome.response.json().catch(() => undefined)
  const delivery = deliveryIn(answer)
  // an answer that breaks off tells as little as none
  if (delivery === undefined) return failed()
  open = others
  const all = warningsIn(outcome.response)
  const warnings = all.filter(({ code }) => code !== keyForgotten)
  const isPerhapsTwice = again !== undefined && all.length > warnings.length
  const { drawn, of } = rowsIn(outcome.response) ?? { drawn: 0, of: 0 }
  return { kind: 'printed', delivery, isPerhapsTwice, warnings, leftOut: of - drawn }
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
