import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Caller, errorAnswer, jsonAnswer } from '../../../answer.ts'
import type { Printer, Printers } from '../../../printing/index.ts'
import { firstOf, type Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { didYouMean, proposedWord } from '../../../request/proposals.ts'
import { queryParser } from '../../../request/query.ts'
import { counted, privateTo } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'

/** GET /api/v1/printers: the printers that the service knows, or one of them and its state. Never where they are reached. */
export function printersOperation(printers: Printers): Operation {
  const answer = ({ printer: name }: Request<typeof parameters.printers>): Answer | Promise<Answer> => {
    if (name === undefined) return jsonAnswer({ printers: printers.list.map(descriptionOf) })
    const printer = printers.find(name)
    return printer === undefined ? unknownPrinter(name, printers) : conditionOf(printer, printers)
  }
  return {
    path: '/api/v1/printers',
    ...counted,
    ...privateTo('printers'),
    parameters: parameters.printers,
    endpoint: plainEndpoint(parameters.printers, answer),
  }
}

function descriptionOf({ name, language, dpi, stock }: Printer): object {
  return { name, language, dpi: Number(dpi), stock }
}

async function conditionOf(printer: Printer, printers: Printers): Promise<Answer> {
  const condition = await printers.condition(printer)
  const waiting = printers.waiting(printer)
  return jsonAnswer({ printers: [{ ...descriptionOf(printer), ...condition, waiting }] })
}

/**
 * What refuses a request to print by its head: it names no printer of the service. Known before its labels are read.
 *
 * @param mayPrint  the answer to one that may not print at all, which comes first
 */
export function printerRefusal(
  printers: Printers,
  mayPrint: (sender: Pick<Caller, 'headerOf' | 'printingRefused'>) => Answer | undefined,
): (query: string, sender: Pick<Caller, 'headerOf' | 'printingRefused'>) => Answer | undefined {
  const parsed = queryParser({ printer: parameters.print.printer })
  return (query, sender) => {
    const name = firstOf(parsed(query).given.printer)
    if (typeof name !== 'string' || name === '' || printers.find(name) !== undefined) return undefined
    return mayPrint(sender) ?? unknownPrinter(name, printers)
  }
}

/** Names that are listed. */
const mostNames = 20

/** 404, with the names that there are. */
export function unknownPrinter(given: string, { list }: Pick<Printers, 'list'>): Answer {
  const names = list.map(({ name }) => name)
  const refused = `printer: ${quoted(given)} is not a printer of this service`
  if (names.length === 0)
    return errorAnswer('printer_unknown', `${refused}: it has none, because QZ_PRINTERS names none`)
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  const listed = `${names.slice(0, mostNames).join(', ')}${more}`
  return errorAnswer('printer_unknown', `${refused}; there are ${listed}${didYouMean(proposedWord(given, names))}`)
}
