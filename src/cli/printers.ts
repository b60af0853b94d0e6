/** The printers of the command line, and what of a request a printer decides. */

import { quoted } from '../../symbologies/index.ts'
import type { Given } from '../api/request-reader.ts'
import { type Printer, readPrinters } from '../print/index.ts'
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

/** Which parameter of a label a printer decides, and the field of a printer that says it. */
const decided = { dpi: 'dpi', size: 'stock', format: 'language' } as const satisfies Record<string, keyof Printer>

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

/**
 * The values with the resolution, the size and the format of the printer.
 *
 * @throws Refused for another value of one of them
 */
export function forPrinter(given: Given, printer: Printer): Given {
  const values: Record<string, Given[string]> = { ...given }
  for (const [name, field] of Object.entries(decided)) {
    const own: string = printer[field]
    const others = (given[name] ?? []).filter((value) => value !== own)
    if (others.length > 0) {
      const message = `${name}: ${quoted(String(others[0]))} is not that of printer ${printer.name}, ${own}`
      throw new Refused('invalid_parameter', `${message}; leave ${name} out`)
    }
    values[name] = [own]
  }
  return values
}
