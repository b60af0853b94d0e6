import { type Answer, jsonAnswer, statusOf } from '../../../answer.ts'
import { type Delivery, nothing, PrintError, type Printer, type Printers } from '../../../printers/index.ts'
import type { PrintRecord } from '../../log.ts'
import type { Job } from './job.ts'
import type { Outcome } from './repeated-requests.ts'

/** Where jobs are printed, and recorded. */
export interface Printing {
  readonly printers: Printers
  readonly log: (record: PrintRecord) => void
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number
}

/** Where a job goes, and whose it is. */
export interface Destination {
  readonly printer: Printer
  /** The key of the client. */
  readonly client: string
}

/** The answer to a job that has no place, before it is made; undefined if it has. @param from  its first row */
export function refusalOf(
  { printer, client }: Destination,
  from: number,
  { printers, log }: Printing,
): Answer | undefined {
  const error = printers.refusalFor(printer, client, from)
  if (error === undefined) return undefined
  log({ printer: printer.name, outcome: error.code, ...nothing, confirmed: 0, milliseconds: 0 })
  return failed(error, printer)
}

/** Prints the job, and records what became of it. */
export async function outcomeOf(
  { pieces, headers }: Job,
  { printer, client }: Destination,
  { printers, log, clock }: Printing,
): Promise<Outcome> {
  const started = clock()
  const record = (outcome: PrintRecord['outcome'], { sent, confirmed }: Omit<Delivery, 'from'>): void => {
    const milliseconds = clock() - started
    log({ printer: printer.name, outcome, ...sent, confirmed: confirmed.labels, milliseconds })
  }
  try {
    const delivery = await printers.print(printer, { client, pieces })
    record('ok', delivery)
    return { answer: { ...jsonAnswer({ printer: printer.name, ...delivery }), headers }, isFinal: true }
  } catch (error) {
    if (!(error instanceof PrintError)) {
      record('internal_error', { sent: nothing, confirmed: nothing })
      throw error
    }
    record(error.code, error.delivery)
    return { answer: failed(error, printer), isFinal: error.delivery.sent.bytes > 0 }
  }
}

function failed({ code, message, delivery, retryAfter }: PrintError, printer: Printer): Answer {
  const { sent, confirmed, from } = delivery
  const error = { code, message, printer: printer.name, sent, confirmed, from }
  const headers = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)]
  return { ...jsonAnswer({ error }), status: statusOf[code], headers }
}
