/** /api/v1/printers: the printers that the service knows and their states, for all; where they are reached, for those who add, change and remove them. */

import { type Answer, jsonAnswer } from '../../../answer.ts'
import type { Printer, Printers } from '../../../printing/index.ts'
import type { PrinterEntries } from '../../../printing/printers/entries.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { counted, privateTo } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'
import type { Printing } from '../print/index.ts'
import { unknownPrinter } from '../print/printers.ts'
import { printerAdded, printerShown } from './changes.ts'
import { foundOperation, type PrinterSearch } from './found.ts'
import { testPageOperation } from './test-page.ts'

/**
 * @param entries  of their file; undefined if there is none
 * @param search   undefined where no key says who may look for printers
 */
export function printerOperations(
  printing: Printing,
  entries: PrinterEntries | undefined,
  search: PrinterSearch | undefined,
): readonly Operation[] {
  const { printers } = printing
  const answer = ({ printer: name }: Request<typeof parameters.printers>): Answer | Promise<Answer> => {
    if (name === undefined)
      return jsonAnswer({ printers: printers.list.map(descriptionOf), fixed: entries?.changes === undefined })
    const printer = printers.find(name)
    return printer === undefined ? unknownPrinter(name, printers) : conditionOf(printer, printers)
  }
  return [
    {
      path: '/api/v1/printers',
      ...counted,
      ...privateTo('printers'),
      parameters: parameters.printers,
      endpoint: plainEndpoint(parameters.printers, answer),
      changes: [printerAdded(entries, printers)],
    },
    foundOperation(search),
    printerShown(entries, printers),
    testPageOperation(printing),
  ]
}

function descriptionOf({ name, language, dpi, stock }: Printer): object {
  return { name, language, dpi: Number(dpi), stock }
}

async function conditionOf(printer: Printer, printers: Printers): Promise<Answer> {
  const condition = await printers.condition(printer)
  const waiting = printers.waiting(printer)
  return jsonAnswer({ printers: [{ ...descriptionOf(printer), ...condition, waiting }] })
}
