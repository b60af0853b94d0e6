/** The printers of the command line, and what of a request a printer decides. */

import { quoted } from '../../symbologies/index.ts'
import { sentencesOf } from '../api/form-faults.ts'
import { labelsFor } from '../api/print/printer-labels.ts'
import type { Given } from '../api/request-reader.ts'
import { type Printer, packings, readPrinters } from '../print/index.ts'
import type { PieceStyle } from '../print/pieces.ts'
import { exit, Failure, Refused } from './command.ts'
import type { Option } from './help-page.ts'
import { because } from './output.ts'

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
  const packing = packings.find((each) => each === forAll.zpl?.[0])
  const { style, faultsIn } = labelsFor(printer, packing)
  const own = { dpi: [printer.dpi], size: [printer.stock], format: [printer.language] }
  return {
    style,
    complete(given) {
      const faults = faultsIn(given)
      if (faults.length > 0) throw new Refused(faults[0]!.code, sentencesOf(faults))
      return { ...given, ...own }
    },
  }
}
