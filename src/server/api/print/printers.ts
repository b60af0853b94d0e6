import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Endpoint, errorAnswer, jsonAnswer } from '../../../answer.ts'
import type { Printer, Printers } from '../../../printers/index.ts'
import { isFaults } from '../../../request/form-faults.ts'
import { parameters } from '../../../request/params.ts'
import { didYouMean, proposedWord } from '../../../request/proposals.ts'
import { queryParser } from '../../../request/query.ts'
import { requestReader } from '../../../request/request-reader.ts'
import { withIgnored } from '../ignored.ts'
import { refused } from '../images.ts'

/** GET /api/v1/printers: the printers that the service knows, or one of them and its state. Never where they are reached. */
export function printersEndpoint(printers: Printers): Endpoint<Answer | Promise<Answer>> {
  const parsed = queryParser(parameters.printers)
  const read = requestReader(parameters.printers)
  return (raw) => {
    const query = parsed(raw)
    const { others } = query
    const request = read(query)
    if (isFaults(request)) return withIgnored(refused(request), others)
    if (request.printer === undefined) {
      return withIgnored(jsonAnswer({ printers: printers.list.map(descriptionOf) }), others)
    }
    const printer = printers.find(request.printer)
    if (printer === undefined) return withIgnored(unknownPrinter(request.printer, printers), others)
    return conditionOf(printer, printers).then((answer) => withIgnored(answer, others))
  }
}

function descriptionOf({ name, language, dpi, stock }: Printer): object {
  return { name, language, dpi: Number(dpi), stock }
}

async function conditionOf(printer: Printer, printers: Printers): Promise<Answer> {
  const { state, message } = await printers.condition(printer)
  const waiting = printers.waiting(printer)
  return jsonAnswer({ printers: [{ ...descriptionOf(printer), state, message, waiting }] })
}

/** Names that are listed. */
const mostNames = 20

/** 404, with the names that there are. */
export function unknownPrinter(given: string, { list }: Printers): Answer {
  const names = list.map(({ name }) => name)
  const refused = `printer: ${quoted(given)} is not a printer of this service`
  if (names.length === 0)
    return errorAnswer('printer_unknown', `${refused}: it has none, because QZ_PRINTERS names none`)
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  const listed = `${names.slice(0, mostNames).join(', ')}${more}`
  return errorAnswer('printer_unknown', `${refused}; there are ${listed}${didYouMean(proposedWord(given, names))}`)
}
