/** Requests for labels as one printer prints them: what the printer has need not be given, and cannot be anything else. */

import { quoted } from '../../symbologies/index.ts'
import type { LabelRequest } from '../draw/drawing.ts'
import { isSameProduct, labelSize } from '../layout/stock.ts'
import type { PieceStyle } from '../printing/printers/pieces.ts'
import type { Packing, Printer } from '../printing/printers/printer.ts'
import type { Numbering } from '../request/counters.ts'
import { byPrecedence, type FormFault, Refusal } from '../request/form-faults.ts'
import { firstOf, type GivenValues } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { type Others, type RequestReading, symbolReader } from '../request/reader.ts'
import type { Malformed } from '../utf8.ts'

/** The labels of a job for a printer. */
export interface PrinterLabels<Label = LabelRequest> {
  /** What the pieces of the job are made for. */
  readonly style: PieceStyle
  /** Faults of values that differ from what the printer has. */
  faultsIn(given: GivenValues): readonly FormFault[]
  /** Reads the values of a label as GET /api/v1/label does, with those that the printer has. */
  read(given: GivenValues, others?: Others, numbering?: Numbering): RequestReading<Label>
}

/** Whether a size is that of the printer's labels under another name. */
function isStockOf({ stock }: Printer, given: string | Malformed): boolean {
  const size = typeof given === 'string' ? labelSize(given) : undefined
  return size !== undefined && isSameProduct(size, stock)
}

const noSheet = (name: string): Refusal =>
  new Refusal('invalid_parameter', `printer ${name} has labels of its own; leave it out`)

/** A printer may take any format that a label has. */
const readAny = symbolReader(parameters.label)

/** @param packing  how bitmaps are packed, if the job says it */
export function labelsFor(printer: Printer, packing?: Packing): PrinterLabels {
  return labelsReadBy(readAny, printer, packing)
}

/** @param readLabel  reads a label with the format, the resolution and the stock that the printer has */
export function labelsReadBy<Label extends object>(
  readLabel: PrinterLabels<Label>['read'],
  printer: Printer,
  packing: Packing = printer.zpl,
): PrinterLabels<Label> {
  const { name, dpi, stock, language, handling } = printer
  const packed = { parameter: 'zpl', value: packing, reason: 'which all labels of the job have; give it in the query' }
  const fixed = [
    { parameter: 'size', value: stock, reason: `the stock of printer ${name}; leave it out` },
    { parameter: 'format', value: language, reason: `the language of printer ${name}; leave it out` },
    ...(language === 'zpl' ? [packed] : []),
    { parameter: 'dpi', value: dpi, reason: `the resolution of printer ${name}; leave it out` },
  ]
  const own: GivenValues = Object.fromEntries(fixed.map(({ parameter, value }) => [parameter, value]))
  const faultsIn = (given: GivenValues): readonly FormFault[] =>
    fixed.flatMap(({ parameter, value, reason }) => {
      const other = firstOf(given[parameter])
      if (other === undefined || other === value || (parameter === 'size' && isStockOf(printer, other))) return []
      const text = typeof other === 'string' ? quoted(other) : 'what is given'
      return [new Refusal('invalid_parameter', `${text} is not ${value}, ${reason}`).fault(parameter)]
    })
  return {
    style: { language, stock, zpl: packing, handling },
    faultsIn,
    read(given, others, numbering) {
      const { sheet, ...label } = given
      const reading = readLabel({ ...label, ...own }, others, numbering)
      const faults = [...faultsIn(given), ...(sheet === undefined ? [] : [noSheet(name).fault('sheet')])]
      if (faults.length > 0) return { faults: [...reading.faults, ...faults].sort(byPrecedence) }
      const { request } = reading
      return request === undefined ? reading : { ...reading, request: { ...request, handling: handling ?? {} } }
    },
  }
}
