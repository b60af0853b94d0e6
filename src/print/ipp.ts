import type { Channel, Patience } from './channel.ts'
import { conditionOr, delivered, PrinterFailure } from './failure.ts'
import { IppClient, type JobStyle } from './ipp-client.ts'
import { formatFor, type IppPrinter } from './ipp-printer.ts'
import type { Address, Printer } from './printer.ts'

/**
 * A printer, or the queue of a print server, that is reached over IPP/1.1: RFC 8010, RFC 8011. A piece is one Print-Job, with its copies
 * as an attribute as far as the printer supports it, and confirmed once the printer has accepted the job.
 */
export function ippChannel(printer: Printer, { url }: Extract<Address, { kind: 'ipp' }>, patience: Patience): Channel {
  const client = new IppClient(url, patience)
  return {
    condition: (signal) => conditionOr(async () => (await client.printer(signal)).condition),
    send(pieces, signal) {
      let style: JobStyle | undefined
      return delivered({
        printer,
        pieces,
        signal,
        async send(piece, progress) {
          style ??= styleOf(await client.printer(signal), printer)
          await client.print(piece, style, { progress, signal })
        },
      })
    },
  }
}

/** @throws PrinterFailure if the printer is in a state, or of a kind, in which it prints nothing */
function styleOf(found: IppPrinter, { language }: Printer): JobStyle {
  const { condition, mostCopies } = found
  if (condition.state !== 'ready') {
    throw new PrinterFailure('printer_refused', `does not take the job: ${condition.message}`)
  }
  return { format: formatFor(language, found), mostCopies }
}
