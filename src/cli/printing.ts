/** Jobs that the command line sends to a printer itself, without a service. */

import { channelOf, type Delivery, deliveryInWords, type Piece, PrintError, type Printer } from '../print/index.ts'
import { exit, Failure } from './command.ts'

/** A job, once it has ended. */
export interface Outcome {
  readonly delivery: Delivery
  /** Why it ended before everything was printed. */
  readonly error?: PrintError
}

/**
 * Sends the pieces, each of which is taken when the one before it is handed over. No signal ends it: a label that is cut off in the
 * middle would be printed in part.
 */
export async function sendTo(printer: Printer, pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<Outcome> {
  try {
    return { delivery: await channelOf(printer).send(pieces, new AbortController().signal) }
  } catch (error) {
    if (!(error instanceof PrintError)) throw error
    return { delivery: error.delivery, error }
  }
}

/** `dock-3: 5 labels (3 rows, 6400 bytes) sent, 5 labels (3 rows, 6400 bytes) confirmed` */
export function deliveryLine({ name }: Printer, delivery: Delivery): string {
  return `${name}: ${deliveryInWords(delivery)}`
}

/** What is told of a job that failed: the code, the reason, and what had become of it until then. */
export function printFailure({ code, message }: PrintError): Failure {
  return new Failure(exit.files, `${code}: ${message}`)
}
