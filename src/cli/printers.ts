/** Printers on the command line: their file, what of a request a printer decides, and jobs that are sent without a service. */

import { quoted } from '../../symbologies/index.ts'
import { because } from '../messages.ts'
import {
  channelOf,
  type Delivery,
  deliveryInWords,
  type Piece,
  PrintError,
  type Printer,
  packings,
  printWarningText,
  readPrinters,
} from '../printers/index.ts'
import type { PieceStyle } from '../printers/pieces.ts'
import { sentencesOf } from '../request/form-faults.ts'
import { firstOf, type Given } from '../request/parameter.ts'
import { labelsFor } from '../request/printer-labels.ts'
import { exit, Failure, type Option, Refused } from './command.ts'
import { printMessage } from './output.ts'

export const printerOption: Option = {
  name: 'printer',
  value: 'NAME',
  about: 'The printer, by its name in the file of printers. Its resolution, stock and language apply.',
}

export const printersOption: Option = {
  name: 'printers',
  value: 'FILE',
  about: 'The file of printers, as the service has it; default what QZ_PRINTERS names.',
}

/** The printers of the file that is given, or that QZ_PRINTERS names. @throws Failure */
export function printersFrom(options: ReadonlyMap<string, string>): readonly Printer[] {
  const file = options.get('printers') ?? process.env.QZ_PRINTERS
  if (!file) throw new Failure(exit.usage, 'no printers: name their file in QZ_PRINTERS, or with --printers FILE')
  try {
    return readPrinters(file)
  } catch (error) {
    throw new Failure(exit.files, because(error))
  }
}

/** The printer that --printer names. @throws Failure */
export function printerFrom(options: ReadonlyMap<string, string>): Printer {
  const name = options.get('printer')
  if (!name) throw new Failure(exit.usage, 'no printer given; name one with --printer, --list tells their names')
  const printers = printersFrom(options)
  const found = printers.find((printer) => printer.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  const names = printers.map((printer) => printer.name).join(', ')
  throw new Failure(exit.usage, `printer_unknown: ${quoted(name)} is no printer here; there are ${names || 'none'}`)
}

/** The labels of a job for a printer. */
export interface JobLabels {
  readonly style: PieceStyle
  /** The values with the resolution, the size and the format of the printer. @throws Refused for another value of one of them */
  complete(given: Given): Given
}

/** @param forAll  values of all labels of the job; how bitmaps are packed is one */
export function labelsOf(printer: Printer, forAll: Given): JobLabels {
  const packing = packings.find((each) => each === firstOf(forAll.zpl))
  const { style, faultsIn } = labelsFor(printer, packing)
  const own = { dpi: printer.dpi, size: printer.stock, format: printer.language }
  return {
    style,
    complete(given) {
      const faults = faultsIn(given)
      if (faults.length > 0) throw new Refused(faults[0]!.code, sentencesOf(faults))
      return { ...given, ...own }
    },
  }
}

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

/** Tells on standard error what a print server does otherwise than it was asked. */
export function printServerWarnings({ warnings = [] }: Delivery): void {
  for (const warning of warnings) printMessage(`quietzone: warning: ${printWarningText(warning)}`)
}

/** What is told of a job that failed: the code, the reason, and what had become of it until then. */
export function printFailure({ code, message }: PrintError): Failure {
  return new Failure(exit.files, `${code}: ${message}`)
}
