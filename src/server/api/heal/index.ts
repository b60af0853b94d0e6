/** POST /api/v1/heal: a document as labels whose symbols scan: as a file, as a report, or printed. */

import {
  type Answer,
  type Body,
  type BodyEndpoint,
  type Caller,
  errorAnswer,
  faultsAnswer,
  jsonAnswer,
  overloaded,
} from '../../../answer.ts'
import { labelsFor } from '../../../design/printer-labels.ts'
import type { LabelFormat } from '../../../draw/finish.ts'
import type { Limits } from '../../../drawing-size.ts'
import { warningsOf } from '../../../heal/index.ts'
import type { HealedFile } from '../../../heal/written.ts'
import { VerificationFailure } from '../../../reader/verify/index.ts'
import type { VerifyPolicy } from '../../../reader/verify/policy.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { drawn, privateTo } from '../../route.ts'
import { type Operation, queryEndpoint, refused, unprocessable } from '../endpoint.ts'
import { mediaTypeOf } from '../images.ts'
import { prefersAsync } from '../print/answers.ts'
import { type Printing, printedOrOrdered } from '../print/index.ts'
import { pageRefusal } from '../print/order.ts'
import { printerRefusal, unknownPrinter } from '../print/printers.ts'
import { Healer, type HealResult, mostDocument, NotChecked } from './healer.ts'
import { healOrder } from './order.ts'
import { printedJobOf } from './printed.ts'

const healBody = {
  limit: mostDocument,
  mediaTypes: ['application/pdf', 'image/png', 'image/jpeg', 'application/octet-stream'],
} as const

/** What healing needs of the service. */
export interface Healing {
  readonly limits: Limits
  readonly policy: VerifyPolicy
  readonly printing: Printing
  readonly healer?: Healer | undefined
}

export const healOperation = (healing: Healing): Operation => ({
  path: '/api/v1/heal',
  ...drawn,
  parameters: parameters.heal,
  body: healBody,
  restricted: (query) => (namesPrinter(query) ? privateTo('print') : undefined),
  refusalByHead: refusalByHead(healing.printing),
  endpoint: heal(healing),
})

const read = requestReader(parameters.heal)
type HealQuery = Request<typeof parameters.heal>

function heal({ limits, policy, printing, healer = new Healer() }: Healing): BodyEndpoint {
  return queryEndpoint(parameters.heal, ({ given, others }, { bytes }: Body, caller: Caller) => {
    const { request, faults } = read(given, others)
    const { principal, left } = caller
    // the bytes of a body may be part of a larger array, which would be copied whole
    const file = new Uint8Array(bytes)
    if (request === undefined) return refused(faults)
    if (request.printer !== undefined) {
      const printer = printing.printers.find(request.printer)
      if (printer === undefined) return unknownPrinter(request.printer, printing.printers)
      const packing = 'zpl' in given ? request.zpl : undefined
      const own = labelsFor(printer, packing)
      const other = own.faultsIn(given)
      if (other.length > 0) return refused(other)
      const order = { ...healOrder(request), dpi: printer.dpi, size: printer.stock }
      const asked = { file, order, wanted: 'labels' } as const
      const isVerified = policy !== 'off'
      return answered(healer.heal(principal.key, asked, left), async (result) => {
        if (!('labels' in result)) throw new Error('no labels')
        const destination = { printer, client: principal.key, by: principal.name, name: request.name }
        try {
          const job = await printedJobOf(result.labels, printer, { ...own.style, isVerified })
          return await printedOrOrdered(job, destination, printing, printing.keepsJobs && prefersAsync(caller.headerOf))
        } catch (error) {
          if (error instanceof VerificationFailure) throw error
          return unprocessable(error)
        }
      })
    }
    const { format, zpl: packing } = request
    const order = healOrder(request)
    const report = request.pictures ? 'report with pictures' : 'report'
    const wanted = format === 'json' ? report : ({ format, packing, limits, isVerified: policy === 'all' } as const)
    return answered(healer.heal(principal.key, { file, order, wanted }, left), (result) => answerOf(result, format))
  })
}

/** The answer once a document is healed, or why it is not. */
async function answered(
  healing: Promise<HealResult>,
  answer: (result: HealResult) => Answer | Promise<Answer>,
): Promise<Answer> {
  let result: HealResult
  try {
    result = await healing
  } catch (error) {
    if (error instanceof NotChecked) return overloaded(error.message)
    throw error
  }
  if ('unverified' in result) {
    const { rule, finding, label } = result.unverified
    const failure = new VerificationFailure(rule, 'a healed label is not what was asked for', finding)
    failure.label = label
    throw failure
  }
  if (!('refused' in result)) return answer(result)
  const { code, message, faults } = result.refused
  return faults === undefined ? errorAnswer(code, message) : faultsAnswer(code, message, faults)
}

function answerOf(result: HealResult, format: HealQuery['format']): Answer {
  if ('report' in result) return jsonAnswer(result.report)
  if ('written' in result && format !== 'json') return fileAnswer(result.written, format)
  throw new Error('the thread answered something else')
}

/** Warnings that headers tell. */
const mostTold = 20

function fileAnswer({ bytes, pages }: HealedFile, format: LabelFormat): Answer {
  const warnings = pages.flatMap(warningsOf).slice(0, mostTold)
  const headers = ['Content-Disposition', `inline; filename="labels.${format}"`]
  for (const { code, message } of warnings) headers.push('Quietzone-Warning', `${code}; ${message}`)
  return { status: 200, type: mediaTypeOf(format), body: bytes, maxAge: 0, headers }
}

/** Whether a query asks to print. */
const namesPrinter = (query: string): boolean => new URLSearchParams(query).has('printer')

/** What refuses a request to print by its head. */
function refusalByHead({ printers }: Printing): NonNullable<Operation['refusalByHead']> {
  const refusal = printerRefusal(printers, pageRefusal)
  return (query, sender) => (namesPrinter(query) ? (pageRefusal(sender) ?? refusal(query, sender)) : undefined)
}
