/** Answers to print requests, and what the store keeps of them for requests that come again with the same key. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, errorAnswer, type HeaderOf, jsonAnswer, statusOf } from '../../../answer.ts'
import {
  type Delivery,
  type Job,
  type JobResult,
  type Jobs,
  keyLifetime,
  type PrintError,
  printWarningText,
  type RequestKey,
  StateError,
} from '../../../printing/index.ts'
import type { PrintRecord } from '../../log.ts'
import { jobJson } from '../jobs/job-json.ts'

/** The answer to a job that was printed. @param headers  of its drawing; names and values alternate */
export function printedAnswer(
  printer: string,
  { warnings = [], ...delivery }: Delivery,
  headers: readonly string[],
): Answer {
  const told = warnings.flatMap((warning) => ['Quietzone-Warning', printWarningText(warning)])
  return { ...jsonAnswer({ printer, ...amountsOf(delivery) }), headers: [...headers, ...told] }
}

/** `confirmed` is what `received` was called first. */
const amountsOf = ({ sent, confirmed, printed, from }: Delivery): object => ({
  ...{ sent, received: confirmed, printed: printed ?? null, confirmed, from },
})

export function failedAnswer(printer: string, { code, message, delivery, retryAfter }: PrintError): Answer {
  const error = { code, message, printer, ...amountsOf(delivery) }
  const headers = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]
  return { ...jsonAnswer({ error }), status: statusOf[code], headers, code }
}

/** 202: the job is kept until its printer takes it (RFC 7240, 4.1). @param above  from the folder of the request's path to /api/v1 */
export function acceptedAnswer(job: Job, headers: readonly string[], above = ''): Answer {
  const own = ['Location', `${above}${locationOf(job)}`, 'Preference-Applied', 'respond-async']
  return { ...jsonAnswer(jobJson(job)), status: 202, headers: [...headers, ...own], job: job.id }
}

/** Relative to /api/v1/print, so that it is right below a path of a proxy too. */
const locationOf = ({ id }: Pick<Job, 'id'>): string => `jobs/${id}`

/** Whether the client does not want to wait (RFC 7240, 2 and 4.1). */
export function prefersAsync(headerOf: HeaderOf): boolean {
  const preferences = (headerOf('Prefer') ?? '').split(',')
  return preferences.some((preference) => preference.split(';')[0]!.trim().toLowerCase() === 'respond-async')
}

/**
 * The answer of a job as it is kept for its request; undefined where the request may come again, because nothing was sent.
 *
 * @param headers  of the answer if it was printed
 * @param warnings  headers of the answer whatever became of it
 */
export function answerTo(
  headers: readonly string[] = [],
  warnings: readonly string[] = [],
): (job: Job, told: JobResult) => string | undefined {
  return ({ printer }, told) => {
    if ('delivery' in told) return textOf(withHeaders(printedAnswer(printer, told.delivery, headers), warnings))
    const { code, delivery } = told.error
    const isFinal = delivery.sent.bytes > 0 || code === 'job_cancelled'
    return isFinal ? textOf(withHeaders(failedAnswer(printer, told.error), warnings)) : undefined
  }
}

export const withHeaders = (answer: Answer, more: readonly string[]): Answer =>
  more.length === 0 ? answer : { ...answer, headers: [...answer.headers, ...more] }

/** The warning of a service that keeps no jobs, while keys of before its start could matter; none of any other. */
export function keyWarning({ store }: Jobs, msSinceStart: number): readonly string[] {
  return store.keepsJobs || msSinceStart >= keyLifetime ? [] : ['Quietzone-Warning', keyForgotten]
}

const keyForgotten =
  'key_forgotten; the service was started less than ten minutes ago and knows no key from before: ' +
  'if this request was sent before, it may have been printed then too'

/** An answer in JSON as text. */
export function textOf({ status, headers, body, code }: Answer): string {
  return JSON.stringify({ status, headers, code, body: Buffer.from(body).toString('utf8') })
}

/** @param job  its number, if it can be looked up */
function answerIn(text: string, job: number | undefined): Answer {
  const { body, ...kept } = JSON.parse(text) as Pick<Answer, 'status' | 'headers' | 'code'> & { readonly body: string }
  return { ...jsonAnswer({}), ...kept, body: Buffer.from(body, 'utf8'), job }
}

/** The answer to a request whose key is known; undefined if the job can run. */
export function knownAnswer(request: RequestKey, jobs: Jobs): Answer | Promise<Answer> | undefined {
  const { store } = jobs
  const known = store.known(request)
  if (known === undefined) return undefined
  if (known.fingerprint !== request.fingerprint) {
    const other = store.keepsJobs ? `, for job ${known.job}` : ' in the last ten minutes'
    const message = `Idempotency-Key: ${quoted(request.key)} was given with another request${other}; each job needs a key of its own`
    return errorAnswer('key_used', message)
  }
  const job = store.keepsJobs ? known.job : undefined
  if (known.answer !== undefined) return answerIn(known.answer, job)
  return jobs.outcome(known.job).then((outcome) => {
    const { answer } = store.known(request) ?? {}
    if (answer !== undefined) return answerIn(answer, job)
    // nothing of it was sent, and the next request of this key prints
    if (outcome.job !== undefined && outcome.told !== undefined && 'error' in outcome.told)
      return { ...failedAnswer(outcome.job.printer, outcome.told.error), job }
    return unansweredJob(known.job, outcome.job, store.keepsJobs)
  })
}

/** The job of a request that has no answer of its own, because the service ended before. @param isListed  whether it can be looked up */
function unansweredJob(id: number, job: Job | undefined, isListed: boolean): Answer {
  const location = isListed ? ['Location', locationOf({ id })] : []
  if (job?.state !== 'uncertain')
    return errorAnswer('job_state', `the job of this key is ${job?.state ?? 'forgotten'}: job ${id}`, location)
  const message = `the job of this key broke off when the service ended: job ${id} waits for a person at label ${(job.printed ?? 0) + 1}`
  return errorAnswer('job_state', message, location)
}

/** 503: the state folder does not take the job, or does not give it. @throws `error` if it is any other error */
export function stateRefusal(error: unknown): Answer {
  if (!(error instanceof StateError)) throw error
  const { kind, message } = error
  if (kind === 'share')
    return errorAnswer('overloaded', `there is no room for the job: ${message}`, ['Retry-After', '60'])
  if (kind === 'full') return errorAnswer('state_full', `there is no room for the job: ${message}`)
  return errorAnswer('state_failed', `the job cannot be ${kind === 'damaged' ? 'read' : 'kept'}: ${message}`)
}

/** What the log says of a job that nobody waited for. */
export function printOutcome(told: JobResult): Omit<PrintRecord, 'printer' | 'by' | 'milliseconds'> {
  const { sent, confirmed, printed } = 'delivery' in told ? told.delivery : told.error.delivery
  const counts = { ...sent, confirmed: confirmed.labels, printed: printed?.labels }
  return { outcome: 'delivery' in told ? 'ok' : told.error.code, ...counts }
}
