/** POST /api/v1/print: a label, or those in the body, are drawn for one of the service's printers, and printed. */

import { createHash } from 'node:crypto'
import type { Answer, Body, BodyEndpoint, Sender, Step, Steps } from '../../../answer.ts'
import type { Design } from '../../../design/design.ts'
import { type Designs, noDesigns } from '../../../design/designs.ts'
import { designLabelsFor, withFields } from '../../../design/request.ts'
import type { Limits } from '../../../draw.ts'
import { type Jobs, StateError } from '../../../jobs/index.ts'
import { type Delivery, nothing, PrintError, type Printer, type Printers } from '../../../printers/index.ts'
import { parameters } from '../../../request/params.ts'
import { queryParser } from '../../../request/query.ts'
import { requestReader } from '../../../request/reader.ts'
import type { VerifyPolicy } from '../../../verify/policy.ts'
import type { PrintRecord } from '../../log.ts'
import { designCalled, designInBody, designName, designRows, mayHaveDesign } from '../designs/asked.ts'
import { stepsOf, withIgnored } from '../endpoint.ts'
import { isAnyVerified } from '../labels/index.ts'
import { judgedRows } from '../labels/judge.ts'
import { labelsBody } from '../labels/rows.ts'
import { usualProof } from '../proof.ts'
import {
  acceptedAnswer,
  answerTo,
  failedAnswer,
  knownAnswer,
  prefersAsync,
  printedAnswer,
  stateRefusal,
  textOf,
} from './answers.ts'
import { type Job, jobOfLabel, jobOfRows } from './job.ts'
import { notAllowed, type Order, orderIn, type Subject, symbolSubject } from './order.ts'
import { type Outcome, RepeatedRequests, type RequestKey } from './repeated-requests.ts'

/** The bodies of many labels; a single label has none. */
export const printBody = { ...labelsBody, isOptional: true } as const

/** Where jobs are printed, and recorded. */
export interface Printing {
  readonly printers: Printers
  readonly log: (record: PrintRecord) => void
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number
  /** Undefined if the service keeps no jobs. */
  readonly jobs?: Jobs | undefined
  /** The file in which they are. */
  readonly jobsFile?: string | undefined
}

export function print(
  limits: Limits,
  printing: Printing,
  designs: Designs = noDesigns,
  policy: VerifyPolicy = usualProof.policy,
): BodyEndpoint {
  const parsed = queryParser(parameters.print)
  const repeated = new RepeatedRequests(printing)
  const { jobs } = printing
  return (raw, body, sender) => {
    if (sender.headerOf('Quietzone-Print') !== 'yes') return notAllowed
    const name = designName(raw)
    const design = name === undefined ? undefined : designCalled(name, designs)
    if (design !== undefined && 'status' in design) return design
    const isOpen = design === undefined && mayHaveDesign(body)
    return isOpen ? orInBody(raw, body, sender) : ordered(design, raw, { body, sent: body, sender })
  }

  /** With a design in the body, or rows as they are. */
  function* orInBody(raw: string, sent: Body, sender: Sender): Steps {
    const found = yield* designInBody(sent)
    if (found !== undefined && 'status' in found) return found
    const answering = ordered(found?.design, raw, { body: found?.body ?? sent, sent, sender })
    return 'next' in answering ? yield* stepsOf(answering) : answering
  }

  /** Reads what is ordered, and prints it unless it was before. */
  function ordered(
    design: Design | undefined,
    raw: string,
    { body, sent: whole, sender }: Received,
  ): Answer | Promise<Answer> | Steps {
    const { client, by, headerOf } = sender
    const subject = design === undefined ? symbolSubject : designSubject(design, designs)
    const query = design === undefined ? parsed(raw) : queryParser(withFields(parameters.designedPrint, design))(raw)
    const sent = { query, headerOf, hasBody: body.mediaType !== undefined }
    const order = orderIn(sent, subject, printing.printers, limits)
    if ('status' in order) return withIgnored(order, query.others)
    const { key } = order
    const request = key === undefined ? undefined : { client, key, fingerprint: fingerprintOf(raw, whole) }
    const known = request && (jobs === undefined ? repeated.answerTo(request) : knownAnswer(request, jobs))
    const isAsync = jobs !== undefined && prefersAsync(headerOf)
    return known ?? printed({ client, by, order, body, request, isAsync })
  }

  /** The answer in steps: the labels are read, judged and drawn. The last one is a promise, of what becomes of them. */
  function* printed({ order, body, isAsync, ...from }: Ordered): Generator<Step, Answer | Promise<Answer>> {
    const destination = { printer: order.printer, ...from }
    const { request } = from
    const refusal = isAsync ? undefined : refusalOf(destination, order.from, printing)
    if (refusal !== undefined) return withIgnored(refusal, order.rows.others)
    const job = withIgnored(yield* jobOf(order, body, { limits, policy }), order.rows.others)
    if ('status' in job) return job
    // another of the same key may have been accepted meanwhile
    const known = request && jobs && knownAnswer(request, jobs)
    if (known !== undefined) return known
    if (isAsync) return orderedAnswer(job, destination, jobs!)
    const outcome = () => outcomeOf(job, destination, printing)
    if (jobs !== undefined || request === undefined) return outcome().then(({ answer }) => answer)
    return repeated.once(request, outcome)
  }
}

/** A request, and its body without the design that it may have been sent with. */
interface Received {
  readonly body: Body
  readonly sent: Body
  readonly sender: Sender
}

/** Labels of a design. */
function designSubject(design: Design, { counters }: Designs): Subject {
  const surroundings = { now: new Date(), counters }
  return {
    form: designRows(design),
    read: requestReader(withFields(parameters.designedPrint, design)),
    labelsFor: (printer, packing) => designLabelsFor(printer, packing, design, surroundings),
    isReadBack: false,
  }
}

/** SHA-256 of all that a job depends on. */
function fingerprintOf(query: string, { mediaType = '', bytes }: Body): string {
  // JSON has no zero byte
  const head = `${JSON.stringify(['/api/v1/print', query, mediaType])}\0`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

interface Ordered extends Omit<Destination, 'printer'> {
  readonly order: Order
  readonly body: Body
  /** Whether the client does not wait for the job's end. */
  readonly isAsync: boolean
}

/** The job, or why there is none. */
function* jobOf(
  { labels, rows, partial, from, isReadBack }: Order,
  body: Body,
  { limits, policy }: { readonly limits: Limits; readonly policy: VerifyPolicy },
): Generator<Step, Job | Answer> {
  const isByPolicy = isReadBack && policy !== 'off'
  if (body.mediaType === undefined) {
    return jobOfLabel(rows.forAll, labels, { limits, isVerified: isByPolicy || rows.forAll.verify === 'true' })
  }
  const judged = yield* judgedRows(body, rows, { read: labels.read, from })
  if ('status' in judged) return judged
  const { rows: wanted, skipped, headers } = judged
  const made = yield* jobOfRows(
    wanted,
    { ...labels.style, isVerified: isAnyVerified(wanted, isByPolicy) },
    { partial, limits, read: labels.read, skipped },
  )
  return { ...made, headers: [...made.headers, ...headers] }
}

/** Where a job goes, and whose it is. */
interface Destination {
  readonly printer: Printer
  /** The key of the client. */
  readonly client: string
  /** The name of its key, or its address. */
  readonly by: string
  /** Undefined if the client gave no key for the request. */
  readonly request?: RequestKey | undefined
}

/** The answer to a job that has no place, before it is made; undefined if it has. @param from  its first row */
function refusalOf({ printer, client }: Destination, from: number, { printers, log }: Printing): Answer | undefined {
  const error = printers.refusalFor(printer, client, from)
  if (error === undefined) return undefined
  log({ printer: printer.name, outcome: error.code, ...nothing, confirmed: 0, milliseconds: 0 })
  return failedAnswer(printer.name, error)
}

/** Takes the job, which is printed when its printer takes it. */
function orderedAnswer({ pieces, headers }: Job, destination: Destination, jobs: Jobs): Answer {
  const { printer } = destination
  try {
    const made = pieces.map((piece) => piece.piece())
    const job = jobs.order({ ...destination, pieces: made, accepted: (made) => textOf(acceptedAnswer(made, headers)) })
    return acceptedAnswer(job, headers)
  } catch (error) {
    return error instanceof PrintError ? failedAnswer(printer.name, error) : stateRefusal(error)
  }
}

/** Prints the job, and records what became of it. */
export async function outcomeOf(job: Job, destination: Destination, printing: Printing): Promise<Outcome> {
  const { printer } = destination
  const { log, clock } = printing
  const started = clock()
  const record = (outcome: PrintRecord['outcome'], { sent, confirmed }: Omit<Delivery, 'from'>): void => {
    const milliseconds = clock() - started
    log({ printer: printer.name, outcome, ...sent, confirmed: confirmed.labels, milliseconds })
  }
  try {
    const delivery = await deliveryOf(job, destination, printing)
    record('ok', delivery)
    return { answer: printedAnswer(printer.name, delivery, job.headers), isFinal: true }
  } catch (error) {
    if (error instanceof PrintError) {
      record(error.code, error.delivery)
      return { answer: failedAnswer(printer.name, error), isFinal: error.delivery.sent.bytes > 0 }
    }
    record('internal_error', { sent: nothing, confirmed: nothing })
    if (error instanceof StateError) return { answer: stateRefusal(error), isFinal: false }
    throw error
  }
}

/** Sends the job, through the store if there is one. @throws PrintError; StateError */
async function deliveryOf(
  { pieces, headers }: Job,
  destination: Destination,
  { printers, jobs }: Printing,
): Promise<Delivery> {
  const { printer, client } = destination
  if (jobs === undefined) return printers.print(printer, { client, pieces })
  const made = pieces.map((piece) => piece.piece())
  const { delivery } = await jobs.print({ ...destination, pieces: made, answerTo: answerTo(headers) })
  return delivery
}
