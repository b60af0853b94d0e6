/** Printers on the command line: their file and their states, what of a request a printer decides, and jobs that are sent without a service. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { quoted } from '../../symbologies/index.ts'
import { labelsFor } from '../design/printer-labels.ts'
import { usualState } from '../environment.ts'
import { because } from '../messages.ts'
import {
  type Condition,
  channelOf,
  type Delivery,
  type DeliveryPiece,
  deliveryInWords,
  PrintError,
  type Printer,
  packings,
  printersName,
  printWarningText,
  readPrinters,
} from '../printing/index.ts'
import type { PieceStyle } from '../printing/printers/pieces.ts'
import { sentencesOf } from '../request/form-faults.ts'
import { firstOf, type GivenValues } from '../request/parameter.ts'
import { exit, Failure, type Option, Refused } from './command.ts'
import { printLine, printMessage } from './output.ts'
import { pathOf, type Shell } from './shell.ts'

export const printerOption: Option = {
  name: 'printer',
  value: 'NAME',
  about: 'The printer, by its name in the file of printers. Its resolution, stock and language apply.',
}

export const printersOption: Option = {
  name: 'printers',
  value: 'FILE',
  about:
    'The file of printers, as the service has it; default what QZ_PRINTERS names, or else printers.json in the state folder.',
}

/** The file of printers that is given, or that QZ_PRINTERS names, or else that of the state folder, where it need not be there. @throws Failure */
export function printersFile(shell: Shell, options: ReadonlyMap<string, string>): string {
  const named = options.get('printers') ?? shell.env.QZ_PRINTERS
  if (named) return named
  const folder = shell.env.QZ_STATE ?? usualState
  if (folder !== 'off' && existsSync(pathOf(shell, folder))) return join(folder, printersName)
  throw new Failure(exit.usage, 'no printers: name their file in QZ_PRINTERS, or with --printers FILE')
}

/** The printers of that file; none if the state folder has none. @throws Failure */
export function printersFrom(shell: Shell, options: ReadonlyMap<string, string>): readonly Printer[] {
  const file = printersFile(shell, options)
  const isNamed = options.has('printers') || shell.env.QZ_PRINTERS
  if (!isNamed && !existsSync(pathOf(shell, file))) return []
  try {
    return readPrinters(pathOf(shell, file))
  } catch (error) {
    throw new Failure(exit.files, because(error))
  }
}

/** The printer that --printer names. @throws Failure */
export function printerFrom(shell: Shell, options: ReadonlyMap<string, string>): Printer {
  const name = options.get('printer')
  if (!name) throw new Failure(exit.usage, 'no printer given; name one with --printer, --list tells their names')
  const printers = printersFrom(shell, options)
  const found = printers.find((printer) => printer.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  const names = printers.map((printer) => printer.name).join(', ')
  throw new Failure(exit.usage, `printer_unknown: ${quoted(name)} is no printer here; there are ${names || 'none'}`)
}

/**
 * Prints a line for each printer: name, language, resolution, stock, and with its state, which is asked for, what that is.
 *
 * @returns their conditions, in order; none without states
 */
export async function printTable(
  shell: Shell,
  printers: readonly Printer[],
  withState: boolean,
): Promise<readonly Condition[]> {
  const { signal } = new AbortController()
  const states = await Promise.all(withState ? printers.map((printer) => channelOf(printer).condition(signal)) : [])
  const rows = printers.map(({ name, language, dpi, stock }, i) => {
    const state = states[i]
    return [name, language, `${dpi} dpi`, stock, ...(state === undefined ? [] : [state.state, state.message])]
  })
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const line = row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
    await printLine(shell, line.trimEnd())
  }
  return states
}

/** The labels of a job for a printer. */
export interface JobLabels {
  readonly style: PieceStyle
  /** The values with the resolution, the size and the format of the printer. @throws Refused for another value of one of them */
  complete(given: GivenValues): GivenValues
}

/** @param forAll  values of all labels of the job; how bitmaps are packed is one */
export function labelsOf(printer: Printer, forAll: GivenValues): JobLabels {
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
export interface TestPageOutcome {
  readonly delivery: Delivery
  /** Why it ended before everything was printed. */
  readonly error?: PrintError
}

/**
 * Sends the pieces, each of which is taken when the one before it is handed over. No signal ends it: a label that is cut off in the
 * middle would be printed in part.
 */
export async function sendTo(
  printer: Printer,
  pieces: Iterable<DeliveryPiece> | AsyncIterable<DeliveryPiece>,
): Promise<TestPageOutcome> {
  try {
    return { delivery: await channelOf(printer).send(pieces, new AbortController().signal) }
  } catch (error) {
    if (!(error instanceof PrintError)) throw error
    return { delivery: error.delivery, error }
  }
}

/** `dock-3: 5 labels (3 rows, 6400 bytes) sent, 5 labels (3 rows, 6400 bytes) received, 5 labels printed` */
export function deliveryLine({ name }: Printer, delivery: Delivery): string {
  return `${name}: ${deliveryInWords(delivery)}`
}

/** Tells on standard error what a print server does otherwise than it was asked. */
export function printServerWarnings(shell: Shell, { warnings = [] }: Delivery): void {
  for (const warning of warnings) printMessage(shell, `quietzone: warning: ${printWarningText(warning)}`)
}

/** What is told of a job that failed: the code, the reason, and what had become of it until then. */
export function printFailure({ code, message }: PrintError): Failure {
  return new Failure(exit.files, `${code}: ${message}`)
}
