/** What refuses requests that name no printer of the service. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Caller, errorAnswer } from '../../../answer.ts'
import type { Printers } from '../../../printing/index.ts'
import { firstOf } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { didYouMean, proposedWord } from '../../../request/proposals.ts'
import { queryParser } from '../../../request/query.ts'

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
    return errorAnswer(
      'printer_unknown',
      `${refused}: it has none; the page /setup adds one, or QZ_PRINTERS names a file of them`,
    )
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  const listed = `${names.slice(0, mostNames).join(', ')}${more}`
  return errorAnswer('printer_unknown', `${refused}; there are ${listed}${didYouMean(proposedWord(given, names))}`)
}
