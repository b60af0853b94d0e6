/** Answers to print requests whose jobs are in the store: they outlive the process as the jobs do. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, errorAnswer, type HeaderOf, jsonAnswer, statusOf } from '../../../answer.ts'
import { type Job, type Jobs, type RequestKey, StateError, type Told } from '../../../jobs/index.ts'
import { type Delivery, type PrintError, printWarningText } from '../../../printers/index.ts'
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

/** 202: the job is kept until its printer takes it (RFC 7240, 4.1). */
export function acceptedAnswer(job: Job, headers: readonly string[]): Answer {
  const own = ['Location', locationOf(job), 'Preference-Applied', 'respond-async']
  return { ...jsonAnswer(jobJson(job)), status: 202, headers: [...headers, ...own], job: job.id }
}

/** Relative to /api/v1/print, so that it is right below a path of a proxy too. */
const locationOf = ({ id }: Pick<Job, 'id'>): string => `jobs/${id}`

/** Whether the client does not want to wait (RFC 7240, 2 and 4.1). */
export function prefersAsync(headerOf: HeaderOf): boolean {
  const preferences = (headerOf('Prefer') ?? '').split(',')
  return preferences.some((preference) => preference.split(';')[0]!.trim().toLowerCase() === 'respond-async')
}

/** The answer of a job as it is kept for its request; undefined where the request may come again, because nothing was sent. */
export function answerTo(headers: readonly string[] = []): (job: Job, told: Told) => string | undefined {
  return ({ printer }, told) => {
    if ('delivery' in told) return textOf(printedAnswer(printer, told.delivery, headers))
    const { code, delivery } = told.error
    const isFinal = delivery.sent.bytes > 0 || code === 'job_cancelled'
    return isFinal ? textOf(failedAnswer(printer, told.error)) : undefined
  }
}

/** An answer in JSON as text. */
export function textOf({ status, headers, body, code }: Answer): string {
  return JSON.stringify({ status, headers, code, body: Buffer.from(body).toString('utf8') })
}

function answerIn(text: string, job: number): Answer {
  const { body, ...kept } = JSON.parse(text) as Pick<Answer, 'status' | 'headers' | 'code'> & { readonly body: string }
  return { ...jsonAnswer({}), ...kept, body: Buffer.from(body, 'utf8'), job }
}

/** The answer to a request whose key is known; undefined if the job can run. */
export function knownAnswer(request: RequestKey, jobs: Jobs): Answer | Promise<Answer> | undefined {
  const known = jobs.store.known(request)
  if (known === undefined) return undefined
  if (known.fingerprint !== request.fingerprint) {
    const message = `Idempotency-Key: ${quoted(request.key)} was given with another request, for job ${known.job}; each job needs a key of its own`
    return errorAnswer('key_used', message)
  }
  if (known.answer !== undefined) return answerIn(known.answer, known.job)
  return jobs.settled(known.job).then((job) => {
    const { answer } = jobs.store.known(request) ?? {}
    return answer === undefined ? unansweredJob(known.job, job) : answerIn(answer, known.job)
  })
}

/** The job of a request that has no answer of its own, because the service ended before. */
function unansweredJob(id: number, job: Job | undefined): Answer {
  const location = ['Location', locationOf({ id })]
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
export function printOutcome(told: Told): Omit<PrintRecord, 'printer' | 'by' | 'milliseconds'> {
  const { sent, confirmed, printed } = 'delivery' in told ? told.delivery : told.error.delivery
  const counts = { ...sent, confirmed: confirmed.labels, printed: printed?.labels }
  return { outcome: 'delivery' in told ? 'ok' : told.error.code, ...counts }
}
