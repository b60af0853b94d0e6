/** POST /api/v1/print: a label, or those in the body, are drawn for one of the service's printers, and printed. */

import { createHash } from 'node:crypto'
import {
  type Answer,
  type AnswerStep,
  type Body,
  type BodyEndpoint,
  type Caller,
  errorAnswer,
  type Steps,
} from '../../../answer.ts'
import type { Design } from '../../../design/design.ts'
import type { Designs } from '../../../design/designs.ts'
import {
  besideDesign,
  besidePrinter,
  designedPrintReader,
  designLabelsFor,
  designRows,
  withFields,
} from '../../../design/request.ts'
import type { Limits } from '../../../draw.ts'
import {
  type Counters,
  type Delivery,
  expectedScans,
  type Job,
  type Jobs,
  type Numbers,
  nothing,
  PrintError,
  type Printer,
  type Printers,
  type RequestKey,
  RequestTaken,
  type Scans,
} from '../../../printing/index.ts'
import type { VerifyPolicy } from '../../../reader/verify/policy.ts'
import { parameters } from '../../../request/params.ts'
import { queryParser } from '../../../request/query.ts'
import type { PrintRecord } from '../../log.ts'
import { drawn, privateTo } from '../../route.ts'
import { designCalled, designInBody, designName, mayHaveDesign, namedDesign } from '../designs/asked.ts'
import { numbersRefused, type Operation, stepsOf, withIgnored } from '../endpoint.ts'
import { isAnyVerified } from '../labels/index.ts'
import { judgedRows } from '../labels/judge.ts'
import { numbersFor } from '../labels/numbering.ts'
import { labelsBody } from '../labels/rows.ts'
import {
  acceptedAnswer,
  answerTo,
  failedAnswer,
  keyWarning,
  knownAnswer,
  prefersAsync,
  printedAnswer,
  stateRefusal,
  textOf,
  withHeaders,
} from './answers.ts'
import { type DrawnJob, jobOfLabel, jobOfNumbered, jobOfRows } from './job.ts'
import { type Order, orderIn, pageRefusal, type Subject, symbolSubject } from './order.ts'
import { printerRefusal } from './printers.ts'

/** The bodies of many labels; a single label has none. */
const printBody = { ...labelsBody, isOptional: true } as const

/** Where jobs are printed, and recorded. */
export interface Printing {
  readonly printers: Printers
  readonly log: (record: PrintRecord) => void
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number
  /** All jobs go through them. Where they end with the process, they may be made when they are first used. */
  readonly jobs: Jobs
  /** Whether jobs outlive the process, and people see them. */
  readonly keepsJobs: boolean
  readonly counters?: Counters | undefined
  readonly scans?: Scans | undefined
}

/** What is printed besides symbols, and what is read back. */
interface Making {
  readonly designs: Designs
  readonly policy: VerifyPolicy
}

export const printOperation = (limits: Limits, printing: Printing, making: Making): Operation => ({
  path: '/api/v1/print',
  ...drawn,
  ...privateTo('print'),
  parameters: { ...parameters.print, design: namedDesign },
  body: printBody,
  refusalByHead: printerRefusal(printing.printers, pageRefusal),
  endpoint: print(limits, printing, making),
})

function print(limits: Limits, printing: Printing, { designs, policy }: Making): BodyEndpoint {
  const parsed = queryParser(parameters.print)
  const { counters, scans, keepsJobs, clock } = printing
  const started = clock()
  return (raw, body, sender) => {
    const ofPage = pageRefusal(sender)
    if (ofPage !== undefined) return ofPage
    const name = designName(raw)
    const design = name === undefined ? undefined : designCalled(name, designs)
    if (design !== undefined && 'status' in design) return design
    const isOpen = design === undefined && mayHaveDesign(body)
    return isOpen ? orInBody(raw, body, sender) : ordered(design, raw, { body, sent: body, sender })
  }

  /** With a design in the body, or rows as they are. */
  function* orInBody(raw: string, sent: Body, sender: Caller): Steps {
    const found = yield* designInBody(sent)
    if (found !== undefined && 'status' in found) return found
    const answering = ordered(found?.design, raw, { body: found?.body ?? sent, sent, sender })
    return 'next' in answering ? yield* stepsOf(answering, found?.kept) : answering
  }

  /** Reads what is ordered, and prints it unless it was before. */
  function ordered(
    design: Design | undefined,
    raw: string,
    { body, sent: whole, sender }: Received,
  ): Answer | Promise<Answer> | Steps {
    const { principal, headerOf } = sender
    const { key: client, name: by } = principal
    const subject = design === undefined ? symbolSubject : designSubject(design)
    const asked =
      design === undefined ? parsed(raw) : besideDesign(queryParser(withFields(parameters.designedPrint, design))(raw))
    const query = besidePrinter(asked)
    const sent = { query, headerOf, hasBody: body.mediaType !== undefined }
    const order = orderIn(sent, subject, printing.printers, limits)
    if ('status' in order || 'next' in order) return withIgnored(order, query.others)
    const { key } = order
    const request =
      key === undefined ? undefined : { client, key, fingerprint: fingerprintOf('/api/v1/print', raw, whole) }
    const known = request && knownAnswer(request, printing.jobs)
    const isAsync = keepsJobs && prefersAsync(headerOf)
    if (order.confirm !== undefined && scans === undefined) return withIgnored(notRead, query.others)
    return known ?? printed({ client, by, order, body, request, isAsync })
  }

  /** The answer in steps: the labels are read, judged and drawn. The last one is a promise, of what becomes of them. */
  function* printed({ order, body, isAsync, ...from }: Ordered): Generator<AnswerStep, Answer | Promise<Answer>> {
    const { request } = from
    const warnings = request === undefined ? [] : keyWarning(printing.jobs, clock() - started)
    const destination = { printer: order.printer, name: order.name, warnings, ...from }
    const refusal = isAsync ? undefined : refusalOf(destination, order.from, printing)
    if (refusal !== undefined) return withIgnored(refusal, order.rows.others)
    const drawn = withIgnored(yield* jobOf(order, body, { limits, policy }, counters), order.rows.others)
    if ('status' in drawn) return drawn
    const job = order.confirm === undefined ? drawn : { ...drawn, expected: expectedScans(drawn.symbols) }
    // another of the same key may have been accepted meanwhile
    const known = request && knownAnswer(request, printing.jobs)
    if (known !== undefined) {
      job.numbers?.release()
      return known
    }
    return isAsync ? orderedAnswer(job, destination, printing) : printedJob(job, destination, printing)
  }
}

const notRead = errorAnswer(
  'no_state',
  'confirm: labels are read back where jobs are kept; here QZ_STATE is off, or another process has its folder',
)

/** A request, and its body without the design that it may have been sent with. */
interface Received {
  readonly body: Body
  readonly sent: Body
  readonly sender: Caller
}

/** Labels of a design. */
function designSubject(design: Design): Subject {
  // numbers are taken before labels are drawn
  const surroundings = { now: new Date() }
  return {
    form: designRows(design, parameters.designedForPrinter),
    read: designedPrintReader(design),
    labelsFor: (printer, packing) => designLabelsFor(printer, packing, design, surroundings),
    name: design.title ?? design.name,
  }
}

/** SHA-256 of all that a job depends on. */
export function fingerprintOf(path: string, query: string, { mediaType = '', bytes }: Body): string {
  // JSON has no zero byte
  const head = `${JSON.stringify([path, query, mediaType])}\0`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

interface Ordered extends Omit<Destination, 'printer' | 'warnings'> {
  readonly order: Order
  readonly body: Body
  /** Whether the client does not wait for the job's end. */
  readonly isAsync: boolean
}

/** The job, or why there is none. */
function* jobOf(
  { labels, rows, partial, from }: Order,
  body: Body,
  { limits, policy }: { readonly limits: Limits; readonly policy: VerifyPolicy },
  counters: Counters | undefined,
): Generator<AnswerStep, DrawnJob | Answer> {
  const isByPolicy = policy !== 'off'
  if (body.mediaType === undefined) {
    const given = rows.forAll
    const isVerified = isByPolicy || given.verify === 'true'
    const making = { limits: { ...limits, isReadBack: isVerified }, isVerified }
    const wanted = () => {
      const label = labels.read(given, undefined, 'later').request
      return [{ label, copies: label?.qty ?? 1 }]
    }
    return yield* numbered(wanted, counters, function* (numbers) {
      if (numbers === undefined) return yield* jobOfLabel(given, labels, making)
      return yield* jobOfNumbered(given, labels, making, numbers)
    })
  }
  const judged = yield* judgedRows(body, rows, { read: labels.read, from })
  if ('status' in judged) return judged
  const { rows: all, skipped, headers } = judged
  const wanted = () =>
    all.flatMap(({ number, label }) => (label === undefined ? [] : [{ row: number, label, copies: label.qty }]))
  const isVerified = isAnyVerified(all, isByPolicy)
  const made = yield* numbered(wanted, counters, (numbers) =>
    jobOfRows(
      all,
      { ...labels.style, isVerified },
      { partial, limits: { ...limits, isReadBack: isVerified }, read: labels.read, skipped, numbers },
    ),
  )
  return { ...made, headers: [...made.headers, ...headers] }
}

/** A job that is made with the numbers that its labels want; if it is not made, they are given back. */
function* numbered(
  wanted: () => Parameters<typeof numbersFor>[0],
  counters: Counters | undefined,
  make: (numbers: Numbers | undefined) => Generator<AnswerStep, DrawnJob | Answer>,
): Generator<AnswerStep, DrawnJob | Answer> {
  let numbers: ReturnType<typeof numbersFor>
  try {
    numbers = numbersFor(wanted(), counters && ((counts) => counters.take(counts)))
  } catch (error) {
    return stateRefusal(error)
  }
  if (numbers === undefined) return yield* make(undefined)
  if ('parameter' in numbers) return numbersRefused([numbers])
  let made: DrawnJob | Answer | undefined
  try {
    made = yield* make(numbers)
    return made
  } finally {
    // nor if nobody waits for it any more
    if (made === undefined || 'status' in made) numbers.release()
  }
}

/** Where a job goes, and whose it is. */
interface Destination {
  readonly printer: Printer
  /** The key of the principal. */
  readonly client: string
  /** The name of its key, or its address. */
  readonly by: string
  /** The name of the design or the table. */
  readonly name?: string | undefined
  /** Undefined if the client gave no key for the request. */
  readonly request?: RequestKey | undefined
  /** Headers of the answer, whatever becomes of the job. */
  readonly warnings?: readonly string[]
  /** From the folder of the request's path to /api/v1, such as `../`. */
  readonly above?: string
}

/** The answer to a job that has no place, before it is made; undefined if it has. @param from  its first row */
function refusalOf(
  { printer, client, by }: Destination,
  from: number,
  { printers, log }: Printing,
): Answer | undefined {
  const error = printers.refusalFor(printer, client, from)
  if (error === undefined) return undefined
  log({ printer: printer.name, by, outcome: error.code, ...nothing, confirmed: 0, printed: 0, milliseconds: 0 })
  return failedAnswer(printer.name, error)
}

/** The answer to a job whose client waits for its end, unless it does not want to. @param isAsync  whether it does not */
export function printedOrOrdered(
  job: DrawnJob,
  destination: Destination,
  printing: Printing,
  isAsync: boolean,
): Answer | Promise<Answer> {
  if (isAsync) return orderedAnswer(job, destination, printing)
  return refusalOf(destination, 1, printing) ?? printedJob(job, destination, printing)
}

/** Takes the job, which is printed when its printer takes it. */
async function orderedAnswer(job: DrawnJob, destination: Destination, printing: Printing): Promise<Answer> {
  const { headers, numbers } = job
  const { jobs } = printing
  const { printer } = destination
  try {
    const { above, ...order } = destination
    const accepted = (taken: Job): string => textOf(acceptedAnswer(taken, headers, above))
    const taken = await jobs.order({ ...order, ...kept(job, printing), accepted })
    return acceptedAnswer(taken, headers, above)
  } catch (error) {
    if (error instanceof RequestTaken) return knownAnswer(destination.request!, jobs)!
    return error instanceof PrintError ? failedAnswer(printer.name, error) : stateRefusal(error)
  } finally {
    numbers?.release()
  }
}

/** What the store keeps of a job. */
function kept({ pieces, texts, numbers, expected }: DrawnJob, { counters, scans }: Printing) {
  return {
    ...{ pieces, texts, beside: expected && scans?.rowsOf(expected) },
    also: (job: Job) => numbers && counters?.record(numbers, job),
  }
}

/** Prints the job, and records what became of it. */
export async function printedJob(job: DrawnJob, destination: Destination, printing: Printing): Promise<Answer> {
  const { printer, request, by, warnings = [] } = destination
  const { log, clock } = printing
  const started = clock()
  let number: number | undefined
  const record = (outcome: PrintRecord['outcome'], { sent, confirmed, printed }: Omit<Delivery, 'from'>): void => {
    const counts = { ...sent, confirmed: confirmed.labels, printed: printed?.labels }
    log({ printer: printer.name, by, job: number, outcome, ...counts, milliseconds: clock() - started })
  }
  try {
    const delivery = await deliveryOf(job, destination, printing, (accepted) => {
      if (printing.keepsJobs) number = accepted.id
    })
    record('ok', delivery)
    return { ...withHeaders(printedAnswer(printer.name, delivery, job.headers), warnings), job: number }
  } catch (error) {
    if (error instanceof PrintError) {
      record(error.code, error.delivery)
      return { ...withHeaders(failedAnswer(printer.name, error), warnings), job: number }
    }
    // what becomes of the job of that request is recorded there
    if (error instanceof RequestTaken) return knownAnswer(request!, printing.jobs)!
    record('internal_error', { sent: nothing, confirmed: nothing, printed: nothing })
    return { ...stateRefusal(error), job: number }
  } finally {
    job.numbers?.release()
  }
}

/** Sends the job. @param accepted  hears of the job in the store @throws PrintError; StateError */
async function deliveryOf(
  job: DrawnJob,
  destination: Destination,
  printing: Printing,
  accepted: (job: Job) => void,
): Promise<Delivery> {
  const { also, ...rest } = kept(job, printing)
  const { delivery } = await printing.jobs.print({
    ...destination,
    ...rest,
    also(taken) {
      also(taken)
      accepted(taken)
    },
    answerTo: answerTo(job.headers, destination.warnings),
  })
  return delivery
}
