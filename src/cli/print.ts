import type { Given } from '../api/request-reader.ts'
import { testPage } from '../draw/test-page.ts'
import { type Warning, warningText } from '../plan/warning.ts'
import { channelOf, type Printer } from '../print/index.ts'
import { piecesOf, type RowScene } from '../print/pieces.ts'
import { type Arguments, helpOption, type Option, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure } from './command.ts'
import { endpoints, limitsOf } from './endpoints.ts'
import { helpPage } from './help.ts'
import { exactOption, standardInputNote, withInput } from './input.ts'
import { printLine, printMessage } from './output.ts'
import { partsOf } from './parts.ts'
import { forPrinter, printerFrom, printerOption, printersFrom, printersOption } from './printers.ts'
import { deliveryLine, printFailure, sendTo } from './printing.ts'

const options: readonly Option[] = [
  printerOption,
  printersOption,
  { name: 'list', about: 'Print the name, the language, the resolution and the stock of every printer, a line each.' },
  { name: 'state', about: 'With --list: ask every printer for its state too.' },
  {
    name: 'test',
    about:
      'Print the test page of the printer: frame, rulers, a box of 10 mm, modules of 1 to 6 dots, and a symbol of each symbology.',
  },
  exactOption,
  helpOption,
]

const { label } = endpoints

export const print: Command = {
  help: () =>
    helpPage({
      title: 'quietzone print: a label, straight to a printer',
      examples: [
        'quietzone print --printer dock-3 --type code128 --text QZ-0001 --qty 3',
        'quietzone print --printer dock-3 -t qr QZ-0001',
        'quietzone print --list --state --printers printers.json',
        'quietzone print --printer dock-3 --test',
      ],
      paragraphs: [
        'Prints without a service. The printers are in a file, which --printers or QZ_PRINTERS names: a JSON array such as [{ "name": "dock-3", "address": "socket://192.0.2.10:9100", "language": "zpl", "dpi": 203, "stock": "4x6" }].',
        "The label is drawn for the printer's resolution and stock, in its language; --dpi, --size and --format are not needed, and other values are an error. The first side of the stock lies across the print head; a label that is read the other way round is turned.",
        'One line on standard output says how much was sent, and how much of that the printer has certainly received. If printing fails, the exit code is 3, and the message on standard error has the code of the API (printer_unreachable, printer_timeout or printer_refused) and both amounts.',
        standardInputNote,
        'With --parts 4 and no --part, all four parts are printed. If the symbol may not scan, the reasons are printed as warnings on standard error; with --strict nothing is printed then, and the exit code is 1.',
      ],
      parameters: { table: label.parameters, path: label.path },
      options,
    }),
  async run(args) {
    const read = readArguments(args, { parameters: label.parameters, options, operands: 1 })
    refuseMisplaced(read)
    if (read.options.has('list')) return list(printersFrom(read.options), read.options.has('state'))
    const printer = printerFrom(read.options)
    if (read.options.has('test')) return printTestPage(printer)
    const { labels, warnings } = composed(await withInput(read), printer)
    const code = await send(printer, labels)
    for (const warning of warnings) printMessage(`quietzone: warning: ${warningText(warning)}`)
    return code
  },
}

/** @throws Failure for options that do not go together */
function refuseMisplaced({ options: chosen, given, operands }: Arguments): void {
  if (chosen.has('list')) {
    if (chosen.has('test')) throw new Failure(exit.usage, '--list prints no test page: leave --test out')
    if (chosen.has('printer')) throw new Failure(exit.usage, '--list names all printers: leave --printer out')
  } else if (chosen.has('state')) throw new Failure(exit.usage, '--state works only with --list')
  for (const name of ['list', 'test']) {
    if (chosen.has(name) && (operands.length > 0 || Object.keys(given).length > 0)) {
      throw new Failure(exit.usage, `--${name} prints no label: leave the text and its parameters out`)
    }
  }
}

/** @throws Failure if printing fails */
async function printTestPage(printer: Printer): Promise<Exit> {
  const { scenes, leftOut } = testPage(printer.stock, printer.dpi, printer.name)
  const labels = scenes.map((scene, i) => ({ row: 1, copies: 1, scene, isContinued: i < scenes.length - 1 }))
  const code = await send(printer, labels)
  if (leftOut.length > 0) printMessage(`quietzone: ${printer.stock} has no room for ${leftOut.join(', ')}`)
  return code
}

/** The label, or that of each of its parts. @throws Refused */
function composed(given: Given, printer: Printer): { labels: readonly RowScene[]; warnings: readonly Warning[] } {
  const limits = limitsOf(process.env)
  const all = partsOf(forPrinter(given, printer)).map((part) => label.compose(part, limits))
  return {
    labels: all.map(({ scene, copies }, i) => ({ row: 1, copies, scene, isContinued: i < all.length - 1 })),
    warnings: all.flatMap(({ warnings }) => warnings),
  }
}

/** @throws Failure if printing fails */
async function send(printer: Printer, labels: readonly RowScene[]): Promise<Exit> {
  const { delivery, error } = await sendTo(printer, piecesOf(printer, labels))
  if (error !== undefined) throw printFailure(error)
  await printLine(deliveryLine(printer, delivery))
  return exit.done
}

async function list(printers: readonly Printer[], withState: boolean): Promise<Exit> {
  const { signal } = new AbortController()
  const states = await Promise.all(withState ? printers.map((printer) => channelOf(printer).condition(signal)) : [])
  const rows = printers.map(({ name, language, dpi, stock }, i) => {
    const state = states[i]
    return [name, language, `${dpi} dpi`, stock, ...(state === undefined ? [] : [state.state, state.message])]
  })
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    await printLine(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  return exit.done
}
