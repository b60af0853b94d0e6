/** POST /api/v1/print/zpl: the labels of a program in ZPL are printed on one of the service's printers, whatever language it has. */

import type { Answer, AnswerStep, Body, BodyEndpoint } from '../../../answer.ts'
import type { Limits } from '../../../draw.ts'
import type { Printer, RequestKey } from '../../../printing/index.ts'
import type { VerifyPolicy } from '../../../reader/verify/policy.ts'
import { byPrecedence } from '../../../request/form-faults.ts'
import { parameters } from '../../../request/params.ts'
import { queryParser } from '../../../request/query.ts'
import { requestReader } from '../../../request/reader.ts'
import { drawn, privateTo } from '../../route.ts'
import { type Operation, refused, withIgnored } from '../endpoint.ts'
import { zplBody } from '../zpl.ts'
import { keyWarning, knownAnswer, prefersAsync } from './answers.ts'
import { fingerprintOf, type Printing, printedOrOrdered } from './index.ts'
import { keyFaults, pageRefusal } from './order.ts'
import { printerRefusal, unknownPrinter } from './printers.ts'
import { jobOfProgram, type ProgramOrder } from './program-job.ts'

const path = '/api/v1/print/zpl'
const table = parameters.zplPrint
const parsed = queryParser(table)
const read = requestReader(table)

/** @param policy  what is read back unasked */
export const printProgramOperation = (limits: Limits, printing: Printing, policy: VerifyPolicy): Operation => ({
  path,
  ...drawn,
  ...privateTo('print'),
  parameters: table,
  body: zplBody,
  refusalByHead: printerRefusal(printing.printers, pageRefusal),
  endpoint: printProgram(limits, printing, policy),
})

function printProgram(limits: Limits, printing: Printing, policy: VerifyPolicy): BodyEndpoint {
  const { printers, jobs, keepsJobs, clock } = printing
  const started = clock()
  return (raw, body: Body, sender) => {
    const ofPage = pageRefusal(sender)
    if (ofPage !== undefined) return ofPage
    const { principal, headerOf } = sender
    const { given, others } = parsed(raw)
    const { request, faults: ofQuery } = read(given, others)
    const key = headerOf('Idempotency-Key')
    const faults = [...ofQuery, ...keyFaults(key)]
    if (request === undefined || faults.length > 0) return withIgnored(refused(faults.sort(byPrecedence)), others)
    const printer = printers.find(request.printer)
    if (printer === undefined) return withIgnored(unknownPrinter(request.printer, printers), others)
    const once = key && { client: principal.key, key, fingerprint: fingerprintOf(path, raw, body) }
    const known = once && knownAnswer(once, jobs)
    if (known) return withIgnored(known, others)
    const order = { bytes: body.bytes, printer, index: request.index, isVerified: policy !== 'off' || request.verify }
    const isAsync = keepsJobs && prefersAsync(headerOf)
    const from = { client: principal.key, by: principal.name, name: request.name ?? 'ZPL', request: once || undefined }
    return withIgnored(printed(order, { ...from, printer, isAsync }), others)
  }

  function* printed(
    order: ProgramOrder,
    { isAsync, ...from }: ProgramDestination,
  ): Generator<AnswerStep, Answer | Promise<Answer>> {
    const job = yield* jobOfProgram(order, limits)
    if ('status' in job) return job
    // another of the same key may have been accepted meanwhile
    const known = from.request && knownAnswer(from.request, jobs)
    if (known !== undefined) return known
    const warnings = from.request === undefined ? [] : keyWarning(jobs, clock() - started)
    return printedOrOrdered(job, { ...from, warnings, above: '../' }, printing, isAsync)
  }
}

/** Where a job goes, and whose it is. */
interface ProgramDestination {
  readonly printer: Printer
  readonly client: string
  readonly by: string
  readonly name: string
  readonly request: RequestKey | undefined
  /** Whether the client does not wait for the job's end. */
  readonly isAsync: boolean
}
