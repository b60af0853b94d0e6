/** Jobs on the service's printers: a try of the same job after no answer is the same job, and printed once. */

import { printing } from '../../words/printing/en.ts'
import { jobIn } from '../jobs/job.ts'
import type { KeyField } from '../key-field.ts'
import { keyForgotten, type ShownWarning, warningsIn } from '../scans.ts'
import {
  deliveryIn,
  type JobDelivery,
  type Posted,
  type RequestOutcome,
  rowsIn,
  type ServiceClient,
} from '../service.ts'
import { words } from '../words.ts'
import { PrintedJob } from './printed-job.ts'

export class PrintOrders {
  readonly #service: ServiceClient
  readonly #key: KeyField
  #openJobs: readonly OpenJob[] = []
  /** The job that was made last. */
  readonly job: PrintedJob

  constructor(service: ServiceClient, key: KeyField) {
    this.#service = service
    this.#key = key
    this.job = new PrintedJob(service)
  }

  /**
   * Prints a job. A service that keeps jobs answers when it has taken it, and the job is shown and followed.
   *
   * @param place  behind which the job is shown
   */
  async print(job: PrintOrder, place: Element): Promise<JobOutcome> {
    this.job.clear()
    const again = this.#openJobs.find((each) => isSame(each.job, job))
    const { key } = again ?? { key: newKey() }
    const others = this.#openJobs.filter((each) => each !== again)
    this.#openJobs = [...others.slice(1 - mostOpen), { job, key }]
    // a key that may print and not see jobs hears of the end by waiting for it
    const prefer = this.job.mayFollow ? { Prefer: 'respond-async' } : {}
    const headers = { 'Quietzone-Print': 'yes', 'Idempotency-Key': key, ...prefer }
    const outcome = await this.#service.ask(job.target, undefined, { headers, body: job.body })
    if (outcome.kind === 'unanswered' || outcome.kind === 'later') return outcome
    if (outcome.kind === 'refused') {
      this.#openJobs = others
      this.#key.heed(outcome)
      return outcome
    }
    const answer: unknown = await outcome.response.json().catch(() => undefined)
    const accepted = outcome.response.status === 202 ? jobIn(answer) : undefined
    const delivery = deliveryIn(answer)
    // an answer that breaks off tells as little as none
    if (accepted === undefined && delivery === undefined) return this.#service.failed()
    this.#openJobs = others
    const all = warningsIn(outcome.response)
    const warnings = all.filter(({ code }) => code !== keyForgotten && ofServer[code] === undefined)
    const notes = all.flatMap(({ code }) => ofServer[code] ?? [])
    const isPerhapsTwice = again !== undefined && all.some(({ code }) => code === keyForgotten)
    const { drawn, of } = rowsIn(outcome.response) ?? { drawn: 0, of: 0 }
    if (accepted !== undefined) this.job.show(accepted, place, /[?&]confirm=scan\b/.test(job.target))
    return { kind: 'printed', delivery, isPerhapsTwice, notes, warnings, leftOut: of - drawn }
  }
}

/** What people read of the warnings of print servers, which are about no symbol. */
const ofServer: { readonly [code: string]: string | undefined } = words.printers.warnings

/** What to do about a printer that does not print, by the code of the refusal. */
const remedies: { readonly [code: string]: readonly string[] | undefined } = {
  printer_unreachable: [printing.remedies.unreachable],
  printer_timeout: [printing.remedies.silent],
  printer_refused: [printing.remedies.refused],
}

/** What is printed: the path and query, and the rows of a table. */
export interface PrintOrder extends Pick<Posted, 'body'> {
  readonly target: string
}

/** The result of a job. */
export type JobOutcome =
  | {
      readonly kind: 'printed'
      /** Undefined where the job is followed. */
      readonly delivery: JobDelivery | undefined
      /** Whether an earlier try of the same job may have been printed too: the service cannot know any more. */
      readonly isPerhapsTwice: boolean
      /** What a print server does otherwise, readable. */
      readonly notes: readonly string[]
      readonly warnings: readonly ShownWarning[]
      /** Rows that could not be drawn. */
      readonly leftOut: number
    }
  | Exclude<RequestOutcome, { kind: 'done' }>

/** A job of which it is not known what became of it, with its key: the service prints a key once. */
interface OpenJob {
  readonly job: PrintOrder
  readonly key: string
}

/** Jobs that are open at once, each with at most 1 MiB of rows; the oldest is forgotten for another. */
const mostOpen = 10

function isSame(one: PrintOrder, other: PrintOrder): boolean {
  const [bytes, others] = [one.body?.bytes, other.body?.bytes]
  if (one.target !== other.target || bytes?.length !== others?.length) return false
  return bytes === undefined || bytes.every((byte, i) => byte === others![i])
}

/** 128 random bits. Pages from plain http on other machines have no randomUUID. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What became of a job on a printer, readable. */
export function outcomeText(printer: string, outcome: JobOutcome): string {
  switch (outcome.kind) {
    case 'printed': {
      const { delivery, leftOut, isPerhapsTwice, notes } = outcome
      return [
        ...(delivery === undefined
          ? []
          : [words.printers.done(printer, delivery.sent, delivery.received, delivery.printed)]),
        ...(leftOut > 0 ? [words.many.wereLeftOut(leftOut)] : []),
        ...(isPerhapsTwice ? [words.printers.perhapsTwice] : []),
        ...notes,
      ].join(' ')
    }
    case 'refused': {
      const { message, delivery, code = '' } = outcome
      if (delivery === undefined) return message
      const { sent, received, printed } = delivery
      const what = [message, words.printers.failed(sent, received, printed), ...(remedies[code] ?? [])]
      return `${printer}: ${what.join(' ')}`
    }
    case 'later':
      return words.printers.later(outcome.seconds, outcome.message)
    case 'unanswered':
      return words.printers.unanswered
  }
}
