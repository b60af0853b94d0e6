import { createHash } from 'node:crypto'
import { type Answer, type Body, type BodyEndpoint, errorAnswer, type Step } from '../../../answer.ts'
import type { Limits } from '../../../draw.ts'
import { parameters } from '../../../request/params.ts'
import { queryParser } from '../../../request/query.ts'
import { withIgnored } from '../ignored.ts'
import { labelsBody } from '../labels/body.ts'
import { judgedRows } from '../labels/judge.ts'
import { type Job, jobOfLabel, jobOfRows } from './job.ts'
import { type Order, orderIn } from './order.ts'
import { outcomeOf, type Printing, refusalOf } from './outcome.ts'
import { RepeatedRequests, type RequestKey } from './repeated-requests.ts'

export type { Printing } from './outcome.ts'
export { printersEndpoint } from './printers.ts'

/** The bodies of many labels; a single label has none. */
export const printBody = { ...labelsBody, isOptional: true } as const

const notAllowed = errorAnswer(
  'print_not_allowed',
  'the header Quietzone-Print: yes is missing, which only programs and pages of this service can send',
)

/** POST /api/v1/print: a label, or those in the body, are drawn for one of the service's printers, and printed. */
export function print(limits: Limits, printing: Printing): BodyEndpoint {
  const parsed = queryParser(parameters.print)
  const repeated = new RepeatedRequests(printing)
  return (raw, body, { client, headerOf }) => {
    if (headerOf('Quietzone-Print') !== 'yes') return notAllowed
    const query = parsed(raw)
    const sent = { query, headerOf, hasBody: body.mediaType !== undefined }
    const order = orderIn(sent, printing.printers, limits)
    if ('status' in order) return withIgnored(order, query.others)
    const request =
      order.key === undefined ? undefined : { client, key: order.key, fingerprint: fingerprintOf(raw, body) }
    return (
      (request && repeated.answerTo(request)) ??
      printed({ client, order, body, request }, { limits, printing, repeated })
    )
  }
}

/** SHA-256 of all that a job depends on. */
function fingerprintOf(query: string, { mediaType = '', bytes }: Body): string {
  // JSON has no zero byte
  const head = `${JSON.stringify(['/api/v1/print', query, mediaType])}\0`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

interface Ordered {
  /** The key of the client. */
  readonly client: string
  readonly order: Order
  readonly body: Body
  /** Undefined if the client gave no key. */
  readonly request: RequestKey | undefined
}

interface Context {
  readonly limits: Limits
  readonly printing: Printing
  readonly repeated: RepeatedRequests
}

/** The answer in steps: the labels are read, judged and drawn. The last one is a promise, of what becomes of them. */
function* printed(
  { client, order, body, request }: Ordered,
  { limits, printing, repeated }: Context,
): Generator<Step, Answer | Promise<Answer>> {
  const destination = { printer: order.printer, client }
  const refusal = refusalOf(destination, order.from, printing)
  if (refusal !== undefined) return withIgnored(refusal, order.rows.others)
  const job = yield* jobOf(order, body, limits)
  if ('status' in job) return job
  const outcome = () => outcomeOf(job, destination, printing)
  if (request === undefined) return outcome().then(({ answer }) => answer)
  return repeated.once(request, outcome)
}

/** The job, or why there is none. What it ignores is among its headers. */
function* jobOf(
  { labels, label, rows, partial, from }: Order,
  body: Body,
  limits: Limits,
): Generator<Step, Job | Answer> {
  if (label !== undefined) return withIgnored(jobOfLabel(label, labels, rows.forAll, limits), rows.others)
  const judged = yield* judgedRows(body, rows, { read: labels.read, from })
  if ('status' in judged) return judged
  const { rows: wanted, skipped, headers, ignored } = judged
  const made = yield* jobOfRows(wanted, labels.style, { partial, limits, read: labels.read, skipped })
  return withIgnored({ ...made, headers: [...made.headers, ...headers] }, ignored)
}
