import { quoted } from '../../symbologies/index.ts'
import type { Parameters } from '../api/params.ts'
import type { Given } from '../api/request-reader.ts'
import { type Arguments, helpOption, type Option, readArguments } from './arguments.ts'
import { listed, type Sheet, sheetOf } from './columns.ts'
import { type Command, type Exit, exit, Failure, Refused } from './command.ts'
import { type CsvRecord, csvRecords } from './csv.ts'
import { type Endpoint, endpoints, limitsOf } from './endpoints.ts'
import { helpPage } from './help.ts'
import { firstSignal, opened } from './input-file.ts'
import { refuseTerminal } from './output.ts'
import { type BatchOutput, folderOutput, pdfOutput } from './outputs.ts'
import { partsOf } from './parts.ts'
import { Progress } from './progress.ts'

const delimiters: { readonly [word: string]: number } = { comma: 0x2c, semicolon: 0x3b, tab: 0x09 }
const kinds: { readonly [word: string]: Endpoint } = endpoints

const options: readonly Option[] = [
  {
    name: 'output',
    short: 'o',
    value: 'PLACE',
    about:
      'Required. A folder for one file per row, created if it does not exist; or a name that ends in .pdf for one PDF; or - for one PDF on standard output.',
  },
  {
    name: 'as',
    value: 'KIND',
    about: `What to draw for each row: ${Object.keys(kinds).join(' or ')}; default barcode.`,
  },
  {
    name: 'delimiter',
    value: 'WORD',
    about: `The delimiter between cells: ${Object.keys(delimiters).join(', ')}; default comma.`,
  },
  helpOption,
]

/** The maximum number of rows of one run: all file names in use are kept in memory. */
const mostRows = 1_000_000

/** Parameters that the command line may set for all rows: all but the text. */
const forAllRows: Parameters = withoutText({ ...endpoints.barcode.parameters, ...endpoints.label.parameters })

function withoutText({ text: _, ...others }: Parameters): Parameters {
  return others
}

export const batch: Command = {
  help: () =>
    helpPage({
      title: 'quietzone batch: one image for each row of a CSV file',
      examples: [
        'quietzone batch items.csv -o out/',
        'quietzone batch items.csv --as label --type code128 --size 50x30 -o all.pdf',
        'quietzone batch - --as label -o - < items.csv | lp',
      ],
      paragraphs: [
        "The file is CSV (RFC 4180) in UTF-8; - reads standard input. Its first line names the columns: the parameters of the API (see quietzone barcode --help and quietzone label --help), and file for the name of the image; other columns are ignored, with --strict too. If a cell is empty, the option of the same name applies (--type qr), and without one the API's default.",
        'An image without a name is named by the number of its row, 000001.png. A name is a plain file name; its extension sets the format, or is added. Two rows cannot have the same name, in upper or lower case. An image of an earlier run is replaced; any other file or link of that name is left as it is, and the row counts as failed.',
        'A row with parts and no part is drawn as all of its parts: a page each, or files whose names end in -1, -2 and so on.',
        'In one PDF, each row has one page, or as many as qty. The PDF appears when all rows are done.',
        'A row whose symbol may not scan is drawn, and reported on standard error as a warning, with its reason; the last line counts the warnings. With --strict such a row is not drawn. One line feed at the end of a text is removed.',
        'Rows that cannot be drawn are reported on standard error, each with its row, its line and the reason; all others are drawn. The exit code is 0 if all rows were drawn, 1 if some were not.',
      ],
      options,
    }),
  async run(args) {
    const read = readArguments(args, { parameters: forAllRows, options, operands: 1 })
    const [file] = read.operands
    if (file === undefined) throw new Failure(exit.usage, 'no file given; name one, or - for standard input')
    const endpoint = chosen(kinds, 'as', read) ?? endpoints.barcode
    const delimiter = chosen(delimiters, 'delimiter', read) ?? delimiters.comma!
    const { given: forAll } = read
    refuseForeign(forAll, endpoint)
    // a symbology that goes with all values of the other parameters, unless one is given
    endpoint.check(partsOf({ text: ['0'], type: ['qr'], ...forAll })[0]!)
    const place = placeOf(read)
    const signal = firstSignal()
    const { chunks, size } = await opened(file, signal)
    return drawAll(csvRecords(chunks, delimiter), { endpoint, forAll, progress: new Progress(size), signal, ...place })
  },
}

interface Plan {
  readonly endpoint: Endpoint
  readonly forAll: Given
  readonly progress: Progress
  /** Aborted when the user stops the batch. */
  readonly signal: AbortSignal
  readonly place: string
  readonly isPdf: boolean
}

async function drawAll(records: AsyncGenerator<CsvRecord>, plan: Plan): Promise<Exit> {
  const { endpoint, forAll, progress, signal, place, isPdf } = plan
  const limits = limitsOf(process.env)
  const header = await records.next()
  if (header.done) throw new Failure(exit.usage, 'the file is empty: its first line names the columns')
  const sheet = sheetOf(header.value.content, endpoint, forAll)
  if (sheet.unused.length > 0) progress.printMessage(`ignored columns: ${listed(sheet.unused)}`)
  const output = await (isPdf ? pdfOutput : folderOutput)(place, endpoint, limits)
  try {
    for await (const record of records) {
      if (signal.aborted) break
      if (progress.rows === mostRows) throw new Failure(exit.files, `more than ${mostRows} rows: split the file`)
      await drawOne(record, { sheet, output, progress })
    }
    await (signal.aborted && isPdf ? output.abandon() : output.finish())
  } catch (error) {
    progress.clear()
    await output.abandon()
    throw error
  }
  if (signal.aborted && isPdf) {
    progress.printMessage(`stopped after ${progress.rows} rows: nothing was written`)
    return exit.interrupted
  }
  progress.summary(place === '-' ? 'standard output' : place)
  if (signal.aborted) {
    progress.printMessage('stopped before the last row')
    return exit.interrupted
  }
  return progress.failed === 0 ? exit.done : exit.refused
}

async function drawOne({ content, line, end }: CsvRecord, { sheet, output, progress }: Work): Promise<void> {
  try {
    const row = sheet.row(content, progress.rows + 1)
    progress.succeeded({ line, end, warnings: await output.put(row), hasLostLineFeed: row.hasLostLineFeed })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    progress.refused(line, error)
  }
}

interface Work {
  readonly sheet: Sheet
  readonly output: BatchOutput
  readonly progress: Progress
}

/** The value for the word given with an option. */
function chosen<T>(words: { readonly [word: string]: T }, name: string, { options }: Arguments): T | undefined {
  const word = options.get(name)
  if (word === undefined || Object.hasOwn(words, word)) return word === undefined ? undefined : words[word]
  throw new Failure(exit.usage, `--${name}: ${quoted(word)} is not one of ${Object.keys(words).join(', ')}`)
}

/** @throws Failure for a parameter that only the other endpoint has */
function refuseForeign(given: Given, { parameters }: Endpoint): void {
  const foreign = Object.keys(given).find((name) => !Object.hasOwn(parameters, name))
  if (foreign === undefined) return
  const kind = Object.keys(kinds).find((name) => Object.hasOwn(kinds[name]!.parameters, foreign))
  throw new Failure(exit.usage, `--${foreign} works only with --as ${kind}`)
}

function placeOf({ options, given }: Arguments): Pick<Plan, 'place' | 'isPdf'> {
  const place = options.get('output')
  if (!place) throw new Failure(exit.usage, 'no output given; give -o with a folder, or with a name that ends in .pdf')
  const isPdf = place === '-' || /\.pdf$/i.test(place)
  const format = given.format?.[0]
  if (isPdf && format !== undefined && format !== 'pdf') {
    throw new Failure(exit.usage, `--format ${format}: every page of one PDF is pdf; give -o with a folder`)
  }
  if (place === '-') refuseTerminal('pdf')
  return { place, isPdf }
}
