/** What a request to print says besides its body, with all faults of its query and headers. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type AnswerStep, type Caller, errorAnswer, faultsAnswer, type HeaderOf } from '../../../answer.ts'
import { composingDesign, type DesignRequest } from '../../../design/compose.ts'
import { labelsFor, type PrinterLabels } from '../../../design/printer-labels.ts'
import { type LabelReader, labelReader } from '../../../design/request.ts'
import type { Limits } from '../../../draw.ts'
import type { Printer, Printers } from '../../../printing/index.ts'
import type { Packing } from '../../../printing/printers/printer.ts'
import { unnumbered } from '../../../request/counters.ts'
import { byPrecedence, type FormFault, Refusal } from '../../../request/form-faults.ts'
import { firstOf, type GivenValues, type Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import type { Query } from '../../../request/query.ts'
import { type RequestReading, requestReader } from '../../../request/reader.ts'
import { formRefusal, proving, retryingInTurns } from '../../../request/refusals.ts'
import { symbolRows } from '../../../request/rows.ts'
import type { RowForm } from '../../../table/index.ts'
import { inSteps, refused } from '../endpoint.ts'
import { afterLast } from '../labels/judge.ts'
import { type RowsQuery, rowsQuery } from '../labels/rows.ts'
import { unknownPrinter } from './printers.ts'

/** The answer to a request that a page of another origin could have sent; undefined to any other. */
export const pageRefusal = ({ headerOf }: Pick<Caller, 'headerOf'>): Answer | undefined =>
  headerOf('Quietzone-Print') === 'yes' ? undefined : notAllowed

const notAllowed = errorAnswer(
  'print_not_allowed',
  'the header Quietzone-Print: yes is missing, which only programs and pages of this service can send',
)

export interface Order {
  readonly printer: Printer
  readonly labels: PrinterLabels<DesignRequest>
  /** The value of Idempotency-Key. */
  readonly key: string | undefined
  /** Of a single label, its values are those for all rows. */
  readonly rows: RowsQuery
  /** Whether rows that cannot be drawn are left out. */
  readonly partial: boolean
  /** Whether the labels are read back once they are printed. */
  readonly confirm: 'scan' | undefined
  /** The first row that is printed, from 1. */
  readonly from: number
  /** Of the design, or of the worksheet. */
  readonly name: string | undefined
}

/** What is printed: how its query is read, and its labels for a printer. */
export interface Subject {
  readonly form: RowForm
  readonly read: (given: GivenValues, others: Query['others']) => RequestReading<Printed>
  labelsFor(printer: Printer, packing: Packing | undefined): PrinterLabels<DesignRequest>
  /** Of the design. */
  readonly name?: string
}

/** What a query says besides the values of labels. */
type Printed = Pick<
  Request<typeof parameters.print>,
  keyof typeof parameters.designedPrint & keyof typeof parameters.print
>

const readPrint = requestReader(parameters.print)

/** Labels with a symbol. */
export const symbolSubject: Subject = {
  form: symbolRows,
  read: (given, others) => readPrint(unnumbered(given), others),
  labelsFor(printer, packing) {
    const labels = labelsFor(printer, packing)
    return { ...labels, read: labelReader(labels.read) }
  },
}

export interface PrintOrderRequest {
  /** Parsed for `parameters.print`. */
  readonly query: Query
  readonly headerOf: HeaderOf
  /** Whether the labels are in the body. */
  readonly hasBody: boolean
}

/**
 * Reads the query and the headers, or returns the error that names all of their faults: in steps where labels have to be drawn to prove
 * what would do.
 */
export function orderIn(
  { query, headerOf, hasBody }: PrintOrderRequest,
  { form, read, labelsFor, name: ofDesign }: Subject,
  printers: Printers,
  limits: Limits,
): Order | Answer | Generator<AnswerStep, Answer> {
  const { given, others } = query
  const { request, faults: ofQuery } = read(given, others)
  const key = headerOf('Idempotency-Key')
  const faults = [...ofQuery, ...keyFaults(key)]
  const name = firstOf(given.printer)
  if (typeof name !== 'string' || name === '') return refused(faults.sort(byPrecedence))
  const printer = printers.find(name)
  if (printer === undefined) return unknownPrinter(name, printers)
  const labels = labelsFor(printer, request?.zpl)
  const { rows, faults: ofColumns } = rowsQuery(query, form, request)
  const { forAll } = rows
  const readLabel: LabelReader = (values) => labels.read(values, undefined, 'later')
  const ofLabel = hasBody ? [] : readLabel(forAll).faults
  const ofValues = hasBody ? labels.faultsIn(forAll) : ofLabel
  const ofFrom = hasBody || ofLabel.length > 0 ? [] : oneRowFaults(request?.from)
  for (const fault of [...ofValues, ...ofFrom, ...ofColumns]) {
    // what is wrong with a value in itself has been said
    if (!faults.some(({ parameter }) => parameter === fault.parameter)) faults.push(fault)
  }
  if (request === undefined || faults.length > 0) {
    faults.sort(byPrecedence)
    const isAboutLabel = faults.every((fault) => ofLabel.some((own) => own.parameter === fault.parameter))
    if (!isAboutLabel) return refused(faults)
    return proven(faults, forAll, readLabel, limits)
  }
  const { worksheet, partial, confirm, from } = request
  return { printer, labels, key, rows, partial, confirm, from, name: ofDesign ?? worksheet }
}

/** The refusal of values of a label, with the change of them that draws. */
function* proven(
  faults: readonly FormFault[],
  given: GivenValues,
  read: LabelReader,
  limits: Limits,
): Generator<AnswerStep, Answer> {
  const again = retryingInTurns(given, read, (label) => composingDesign(label, limits))
  const { code, message, faults: told } = yield* inSteps(proving(formRefusal(faults), again), () => 0)
  return faultsAnswer(code, message, told)
}

/** Visible ASCII. */
const keyForm = /^[!-~]{1,200}$/

/** Faults of an Idempotency-Key. */
export function keyFaults(key: string | undefined): readonly FormFault[] {
  if (key === undefined || keyForm.test(key)) return []
  const refusal = new Refusal('invalid_parameter', `${quoted(key)} is not 1 to 200 visible ASCII characters`)
  return [refusal.fault('Idempotency-Key')]
}

function oneRowFaults(from = 1): readonly FormFault[] {
  return from === 1 ? [] : [afterLast(from, 1)]
}
