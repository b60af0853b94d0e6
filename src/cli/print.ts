/** `quietzone print`: a label, or the test page of a printer, straight to the printer. */

import { extname } from 'node:path'
import { quoted } from '../../symbologies/index.ts'
import { calibrationPage } from '../draw/calibration-page.ts'
import { testPage } from '../draw/test-page.ts'
import { FitError } from '../layout/fit.ts'
import type { Dpi } from '../layout/resolution.ts'
import type { LabelSize } from '../layout/stock.ts'
import { type Warning, warningText } from '../plan/warning.ts'
import { assumedDpi } from '../plan/warnings.ts'
import { type DeliveryPiece, type JobFormat, languages, type Printer } from '../printing/index.ts'
import { commandsOf } from '../printing/printers/delivery.ts'
import { madePieces, type PieceStyle, piecesOf, type RowScene, verifyPiece } from '../printing/printers/pieces.ts'
import { assumedDpiOf, isPrinterLanguage, JobStream } from '../render/language.ts'
import { firstOf, type GivenValues } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { type Arguments, exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { fieldOption, fieldsIn, loadForDesign } from './design.ts'
import { designEndpoint, designFrom } from './design-endpoint.ts'
import {
  type DrawingEndpoint,
  type DrawingLimits,
  endpoints,
  limitsOf,
  loadFonts,
  partsOf,
  sound,
} from './endpoints.ts'
import { helpPage } from './help.ts'
import { printLine, printMessage, refuseTerminal, write } from './output.ts'
import {
  deliveryLine,
  labelsOf,
  printerFrom,
  printerOption,
  printersFrom,
  printersOption,
  printFailure,
  printServerWarnings,
  printTable,
  sendTo,
} from './printers.ts'
import type { Shell } from './shell.ts'

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
  {
    name: 'calibration',
    about: 'With --test: print the calibration page in its place, a label whose scan quietzone calibrate reads.',
  },
  {
    name: 'output',
    short: 'o',
    value: 'FILE',
    about:
      'With --test: write the page to this file instead, or to standard output for -. Without --printer, --size and --dpi say for what, and the extension (pdf, png, zpl, tspl and so on) in which language.',
  },
  {
    name: 'design',
    value: 'FILE',
    about:
      'Print a label of this design, with --field for its fields. Of the other parameters there are qty, strict and verify.',
  },
  fieldOption,
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
        'quietzone print --printer dock-3 --design shelf.json --field sku=A-1 --qty 2',
        'quietzone print --list --state --printers printers.json',
        'quietzone print --test --printer dock-3',
        'quietzone print --test --size 4x6 --dpi 203 -o test.pdf',
      ],
      paragraphs: [
        'Prints without a service. The printers are in a file, which --printers or QZ_PRINTERS names, or that a service keeps in the state folder: a JSON array such as [{ "name": "dock-3", "address": "socket://192.0.2.10:9100", "language": "zpl", "dpi": 203, "stock": "4x6" }].',
        "The label is drawn for the printer's resolution and stock, in its language; --dpi, --size and --format are not needed, and other values are an error. The first side of the stock lies across the print head; a label that is read the other way round is turned.",
        'One line on standard output says how much was sent, and how much of that the printer has certainly received. If printing fails, the exit code is 3, and the message on standard error has the code of the API (printer_unreachable, printer_timeout or printer_refused) and both amounts.',
        standardInputNote,
        'With --parts 4 and no --part, all four parts are printed. If the symbol may not scan, the reasons are printed as warnings on standard error; with --strict nothing is printed then, and the exit code is 1.',
        'Labels are read back before the first is sent, by code that shares nothing with what wrote them, unless QZ_VERIFY=off; the test page is not.',
      ],
      parameters: { table: label.parameters, path: label.path },
      options,
    }),
  async run(args, shell) {
    const read = readArguments(args, { parameters: label.parameters, options, operands: 1 })
    refuseMisplaced(read)
    if (read.options.has('list')) {
      await printTable(shell, printersFrom(shell, read.options), read.options.has('state'))
      return exit.done
    }
    if (read.options.has('test')) return test(shell, read)
    const printer = printerFrom(shell, read.options)
    const { endpoint, given } = await asked(shell, read)
    const job = labelsOf(printer, given)
    const { labels, warnings, isProved } = composed(
      endpoint,
      job.complete(given),
      limitsOf(shell.env),
      printer.handling ?? {},
    )
    const code = await send(shell, printer, isProved ? verifiedPieces(job.style, labels) : piecesOf(job.style, labels))
    for (const warning of warnings) printMessage(shell, `quietzone: warning: ${warningText(warning)}`)
    return code
  },
}

/** The label that the command line asks for: with a symbol, or of a design. @throws Failure */
async function asked(
  shell: Shell,
  read: Arguments,
): Promise<{ readonly endpoint: DrawingEndpoint; readonly given: GivenValues }> {
  const file = read.options.get('design')
  const list = read.lists.get('field') ?? []
  if (file === undefined) {
    if (list.length > 0) throw new Failure(exit.usage, '--field works only with --design')
    const given = await withInput(shell, read)
    await loadFonts(given)
    return { endpoint: label, given }
  }
  const design = designFrom(shell, file)
  const foreign = Object.keys(read.given).find((name) => !Object.hasOwn(parameters.designedForPrinter, name))
  const stray = foreign === undefined ? (read.operands.length > 0 ? 'the text' : undefined) : `--${foreign}`
  if (stray !== undefined) throw new Failure(exit.usage, `${stray} does not go with --design, which decides it`)
  const given = { ...read.given, ...fieldsIn(list, (name) => design.fields.has(name)) }
  await loadForDesign(design, given)
  return { endpoint: designEndpoint(design), given }
}

/** @throws Failure for options that do not go together */
function refuseMisplaced({ options: chosen, given, operands }: Arguments): void {
  const [isList, isTest] = [chosen.has('list'), chosen.has('test')]
  if (chosen.has('state') && !isList) throw new Failure(exit.usage, '--state works only with --list')
  if (chosen.has('calibration') && !isTest) throw new Failure(exit.usage, '--calibration works only with --test')
  if (chosen.has('output') && !isTest) {
    throw new Failure(exit.usage, '-o works only with --test; quietzone label draws a label into a file')
  }
  const stray = ['printer', 'test'].find((name) => chosen.has(name))
  if (isList && stray !== undefined) throw new Failure(exit.usage, `--list is about all printers: leave --${stray} out`)
  const foreign = Object.keys(given).find((name) => !(isTest && ['size', 'dpi'].includes(name)))
  if ((isList || isTest) && (operands.length > 0 || foreign !== undefined)) {
    const which = operands.length > 0 ? 'the text' : `--${foreign}`
    throw new Failure(exit.usage, `--${isList ? 'list' : 'test'} prints no label of yours: leave ${which} out`)
  }
}

/** The label, or that of each of its parts. @throws Refused */
function composed(
  endpoint: DrawingEndpoint,
  given: GivenValues,
  limits: DrawingLimits,
  handling: Printer['handling'],
): { labels: readonly RowScene[]; warnings: readonly Warning[]; isProved: boolean } {
  const isByPolicy = limits.verify !== 'off'
  const all = partsOf(given).map((part) => endpoint.compose(part, { ...limits, isReadBack: isByPolicy }, handling))
  return {
    labels: all.map(({ scene, copies, asked }, i) => ({
      row: 1,
      copies,
      scene,
      asked,
      isContinued: i < all.length - 1,
    })),
    warnings: all.flatMap(({ warnings }) => warnings),
    isProved: isByPolicy || all.some(({ isVerified }) => isVerified),
  }
}

/** The pieces of labels, all of which are read back before the first is sent. @throws Failure */
function verifiedPieces(style: PieceStyle, labels: readonly RowScene[]): readonly DeliveryPiece[] {
  const made = [...madePieces(style, labels)]
  return sound(() => {
    for (const each of made) verifyPiece(each)
    return made.map(({ piece }) => piece)
  })
}

/** @throws Failure if printing fails */
async function send(shell: Shell, printer: Printer, pieces: Iterable<DeliveryPiece>): Promise<Exit> {
  const { delivery, error } = await sendTo(printer, pieces)
  if (error !== undefined) throw printFailure(error)
  await printLine(shell, deliveryLine(printer, delivery))
  printServerWarnings(shell, delivery)
  return exit.done
}

/** Prints the test page, which has the printer's name, or writes it. @throws Failure, Refused */
async function test(shell: Shell, { options: chosen, given }: Arguments): Promise<Exit> {
  const output = chosen.get('output')
  const labelsIn = chosen.has('calibration') ? calibrationLabel : testLabels
  if (output === undefined || chosen.has('printer')) {
    const printer = printerFrom(shell, chosen)
    labelsOf(printer, given).complete(given)
    await loadFonts({ text: printer.name })
    if (output === undefined) return send(shell, printer, piecesOf(printer, labelsIn(shell, printer)))
    await writeTest(shell, printer, output, labelsIn)
  } else await writeTest(shell, testedPrinter(shell, given, output), output, labelsIn)
  return exit.done
}

/** What a test page tells of a printer, or of one that is to be described. */
type Tested = Pick<Printer, 'name' | 'dpi' | 'stock' | 'language' | 'zpl' | 'handling'>

/** The printer that --size and --dpi describe, in place of one of the file. @throws Refused */
function testedPrinter(shell: Shell, given: GivenValues, output: string): Tested {
  endpoints.label.check({ text: '0', type: 'qr', ...given })
  const { size, dpi } = parameters.label
  const language = languageOf(output) ?? 'pdf'
  const assumed = isPrinterLanguage(language) ? assumedDpiOf(language) : undefined
  if (assumed !== undefined && given.dpi === undefined) {
    printMessage(shell, `quietzone: warning: ${warningText(assumedDpi(assumed))}`)
  }
  return {
    name: 'test page',
    stock: `${firstOf(given.size) ?? size.default}` as LabelSize,
    dpi: `${firstOf(given.dpi) ?? assumed ?? dpi.initially}` as Dpi,
    language,
    zpl: 'z64',
  }
}

/** The labels of the test page; says so if one of them has no room for a symbol. */
function testLabels(shell: Shell, { stock, dpi, name }: Tested): readonly RowScene[] {
  const { scenes, leftOut } = testPage(stock, dpi, name)
  if (leftOut.length > 0) printMessage(shell, `quietzone: ${stock} has no room for ${leftOut.join(', ')}`)
  return scenes.map((scene, i) => ({ row: 1, copies: 1, scene, isContinued: i < scenes.length - 1 }))
}

/** The calibration page. @throws Failure for labels that have no room for it */
function calibrationLabel(_: Shell, { stock, dpi, name }: Tested): readonly RowScene[] {
  try {
    return [{ row: 1, copies: 1, scene: calibrationPage(stock, dpi, name), isContinued: false }]
  } catch (error) {
    throw error instanceof FitError ? new Failure(exit.usage, error.message) : error
  }
}

/** In a file name, stands for the number of a label. */
const place = '%d'

/**
 * Writes the labels as a printer would be sent them, in the language that the extension of the file names, or else in the printer's.
 *
 * @throws Failure for several PNGs and one name
 */
async function writeTest(shell: Shell, tested: Tested, output: string, labelsIn: typeof testLabels): Promise<void> {
  const language = languageOf(output) ?? tested.language
  if (output === '-') refuseTerminal(shell, language)
  const handling = language === tested.language ? tested.handling : undefined
  const pieces = [...piecesOf({ ...tested, language, handling }, labelsIn(shell, tested))]
  if (language !== 'png') {
    const stream = new JobStream()
    return write(
      shell,
      Buffer.concat([...pieces.flatMap((piece) => [...stream.add(commandsOf(piece))]), ...stream.end()]),
      output,
    )
  }
  const files = pieces.map(({ bytes }) => bytes)
  if (files.length > 1 && !output.includes(place)) {
    const advice = `give -o test-${place}.png, where ${place} becomes the number of the label, or a name that ends in .pdf`
    throw new Failure(exit.usage, `the test page is ${files.length} labels of this size, a PNG each; ${advice}`)
  }
  for (const [i, bytes] of files.entries()) await write(shell, bytes, output.replaceAll(place, `${i + 1}`))
}

/** @throws Failure for an extension of no language */
function languageOf(output: string): JobFormat | undefined {
  const extension = extname(output).slice(1).toLowerCase()
  const language = languages.find((each) => each === extension)
  if (language !== undefined || extension === '') return language
  throw new Failure(exit.usage, `-o ${quoted(output)}: a test page is ${languages.join(', ')}`)
}
