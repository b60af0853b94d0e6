import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, faultsAnswer, type HeaderOf } from '../../../answer.ts'
import type { LabelRequest, Limits } from '../../../draw.ts'
import type { Printer, Printers } from '../../../printers/index.ts'
import { byPrecedence, type FormFault, isFaults, Refusal } from '../../../request/form-faults.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import type { Query } from '../../../request/parsed-query.ts'
import { formRefusal, tryingLabel, withProof } from '../../../request/refusals.ts'
import { requestReader } from '../../../request/request-reader.ts'
import { refused } from '../images.ts'
import { type Asked, columnsIn, forAllIn } from '../labels/asked.ts'
import { afterLast } from '../labels/judge.ts'
import { labelsFor, type PrinterLabels } from './printer-labels.ts'
import { unknownPrinter } from './printers.ts'

/** What a request to print says besides its body. */
export interface Order {
  readonly printer: Printer
  readonly labels: PrinterLabels
  /** The value of Idempotency-Key. */
  readonly key: string | undefined
  /** The label; undefined if the labels are in the body. */
  readonly label: LabelRequest | undefined
  readonly rows: Asked
  /** Whether rows that cannot be drawn are left out. */
  readonly partial: boolean
  /** The first row that is printed, from 1. */
  readonly from: number
}

const table = parameters.print
const read = requestReader(table)
const printerIndex = Object.keys(table).indexOf('printer')

/** Visible ASCII. */
const keyForm = /^[!-~]{1,200}$/

export interface Sent {
  /** Parsed for `parameters.print`. */
  readonly query: Query
  readonly headerOf: HeaderOf
  /** Whether the labels are in the body. */
  readonly hasBody: boolean
}

/** Reads the query and the headers, or returns the error that names all of their faults. */
export function orderIn(sent: Sent, printers: Printers, limits: Limits): Order | Answer {
  const { query, headerOf } = sent
  const request = read(query)
  const key = headerOf('Idempotency-Key')
  const faults: FormFault[] = isFaults(request) ? [...request] : []
  if (key !== undefined && !keyForm.test(key)) faults.push(keyFault(key))
  const name = query.values[printerIndex]
  if (typeof name !== 'string' || name === '') return refusedFor(faults)
  const printer = printers.find(name)
  if (printer === undefined) return unknownPrinter(name, printers)
  const labels = labelsFor(printer, isFaults(request) ? undefined : request.zpl)
  const forAll = forAllIn(query, table)
  const label = sent.hasBody ? undefined : labels.read(forAll)
  const columns = isFaults(request) ? {} : columnsIn(request.columns)
  const more = label === undefined ? labels.faultsIn(forAll) : isFaults(label) ? label : oneRowFaults(request)
  for (const fault of [...more, ...(isFaults(columns) ? columns : [])]) {
    // what is wrong with a value in itself has been said
    if (!faults.some(({ parameter }) => parameter === fault.parameter)) faults.push(fault)
  }
  if (faults.length > 0 || isFaults(request) || isFaults(columns) || isFaults(label)) {
    const isAboutLabel =
      isFaults(label) && faults.every((fault) => label.some((own) => own.parameter === fault.parameter))
    return refusedFor(faults, isAboutLabel ? tryingLabel(forAll, labels.read, limits) : undefined)
  }
  const { delimiter, header, encoding, partial, from } = request
  const rows = { forAll, columns, delimiter, header, encoding, others: query.others }
  return { printer, labels, key, label, rows, partial, from }
}

function keyFault(key: string): FormFault {
  return new Refusal('invalid_parameter', `${quoted(key)} is not 1 to 200 visible ASCII characters`).fault(
    'Idempotency-Key',
  )
}

function oneRowFaults(request: Request<typeof table> | readonly FormFault[]): readonly FormFault[] {
  return isFaults(request) || request.from === 1 ? [] : [afterLast(request.from, 1)]
}

/** @param again  tries the label with other values */
function refusedFor(faults: readonly FormFault[], again?: ReturnType<typeof tryingLabel>): Answer {
  const sorted = faults.toSorted(byPrecedence)
  if (again === undefined) return refused(sorted)
  const { code, message, faults: told } = withProof(formRefusal(sorted), again)
  return faultsAnswer(code, message, told)
}
