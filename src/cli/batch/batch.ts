/** `quietzone batch`: one image, page or label for each row of a spreadsheet. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { quoted } from '../../../symbologies/index.ts'
import { loadProducts } from '../../layout/sheets/products.ts'
import type { GivenValues, Parameters } from '../../request/parameter.ts'
import {
  type Delimiter,
  delimiters,
  type EncodingName,
  encodingForm,
  encodingNamed,
  encodings,
  TableReader,
  usualEncodings,
} from '../../table/index.ts'
import { loadHarfBuzz } from '../../text/installed-fonts.ts'
import { type Arguments, helpOption, readArguments } from '../arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from '../command.ts'
import { fieldsIn } from '../design.ts'
import { designEndpoint, designFrom } from '../design-endpoint.ts'
import {
  type DrawingEndpoint,
  type DrawingLimits,
  limitsOf,
  partsOf,
  type RowKind,
  rowEndpoints,
} from '../endpoints.ts'
import { helpPage } from '../help.ts'
import { opened } from '../input-file.ts'
import { printerOption, printersOption } from '../printers.ts'
import { pathOf, type Shell } from '../shell.ts'
import { joinParts } from './join.ts'
import { BatchProgress } from './progress.ts'
import { drawnHere, putRow } from './rows.ts'
import { mostShards, shardOf } from './shard.ts'
import { drawShard } from './shard-run.ts'
import { type BatchReading, batchRows, columnsChosen, rowsAfter, rowsOf, tableInput } from './table.ts'
import { commandLine, type OutputTarget, targetOf } from './targets.ts'
import { drawnByThreads } from './threads.ts'

const delimiterWords = Object.fromEntries(Object.keys(delimiters).map((word) => [word, word as Delimiter]))
const flagWords = { true: true, false: false }
const kinds: { readonly [Kind in keyof typeof rowEndpoints]: Kind } = { barcode: 'barcode', label: 'label' }

/** The most threads of one run. */
const mostJobs = 64

const options: readonly Option[] = [
  {
    name: 'output',
    short: 'o',
    value: 'PLACE',
    about:
      'Required without --printer. A folder for one file per row, created if it does not exist; or a name that ends in .pdf or .zpl for one PDF, or of labels one file of ZPL; or - for one of them on standard output, PDF without --format zpl.',
  },
  {
    name: 'as',
    value: 'KIND',
    words: Object.keys(kinds),
    about: `What to draw for each row: ${Object.keys(kinds).join(' or ')}; default barcode, with --printer label.`,
  },
  {
    name: 'design',
    value: 'FILE',
    about:
      'Draw a label of this design for each row: its fields are columns. Besides them there are format, dpi, zpl, qty, strict, verify and those of sheets. Not with --as and --shard.',
  },
  {
    name: 'field',
    value: 'NAME=VALUE',
    isRepeated: true,
    about: 'With --design: the value of a field for rows that leave it out. Can be given several times.',
  },
  { ...printerOption, about: `Print the labels instead of writing files. ${printerOption.about}` },
  printersOption,
  {
    name: 'from',
    value: 'ROW',
    about: 'With --printer: begin with this row, as the spreadsheet numbers it.',
  },
  {
    name: 'shard',
    value: 'N/COUNT',
    about:
      'Draw the rows of one shard only, such as 3/16, and go on where an earlier run stopped; auto/16 takes its number from JOB_COMPLETION_INDEX. In -o, %d is the number of the shard.',
  },
  {
    name: 'jobs',
    value: 'COUNT',
    about: `Draw the rows in so many threads, 1 to ${mostJobs}, which is faster on as many free cores; default 1. The output is the same, byte for byte. Each thread but the first takes about 100 MB more. Not with --printer, and not with --shard: several shards run at a time instead.`,
  },
  {
    name: 'join',
    about: 'Make one document of the documents of all shards: quietzone batch --join part-%d.pdf -o all.pdf.',
  },
  {
    name: 'delimiter',
    value: 'WORD',
    words: Object.keys(delimiters),
    about: `The delimiter between cells: ${Object.keys(delimiters).join(', ')}; found by itself by default.`,
  },
  {
    name: 'header',
    value: 'BOOLEAN',
    words: Object.keys(flagWords),
    about:
      'Whether the first line names the columns; default true. Without names, --column text=2 says which column is which; a single one is the text.',
  },
  {
    name: 'encoding',
    value: 'WORD',
    words: encodings,
    about: `The encoding of the file: ${usualEncodings.join(', ')}, or any other label of WHATWG's Encoding Standard, such as koi8-r; by default that of its byte order mark, or else UTF-8 or windows-1252, by the first line beyond ASCII.`,
  },
  {
    name: 'worksheet',
    value: 'NAME',
    about: 'The worksheet of a workbook, .xlsx or .ods; default the first that is not hidden.',
  },
  {
    name: 'column',
    value: 'NAME=HEADER',
    isRepeated: true,
    about:
      'The column that gives a parameter, or file, by what stands above it, or by its number: --column text=SKU, --column text=2; with nothing behind the =, no column gives it. A caption or title can have several: --column caption=Name+Place. Can be given several times.',
  },
  helpOption,
]

/** Parameters that the command line may set for all rows: all but the text. */
const forAllRows: Parameters = withoutText({ ...rowEndpoints.barcode.parameters, ...rowEndpoints.label.parameters })

function withoutText({ text: _, ...others }: Parameters): Parameters {
  return others
}

export const batch: Command = {
  help: () =>
    helpPage({
      title: 'quietzone batch: one image for each row of a spreadsheet',
      examples: [
        'quietzone batch items.csv -o out/',
        'quietzone batch items.csv --as label --type code128 --size 50x30 -o all.pdf',
        'quietzone batch items.csv --as label --dpi 203 --size 4x6 -o all.zpl',
        'quietzone batch - --as label -o - < items.csv | lp',
        'quietzone batch items.csv --type code128 --printer dock-3',
        'quietzone batch items.csv --design shelf.json -o all.pdf',
        'quietzone batch items.csv --as label --size 2x1 --shard 3/16 -o part-%d.pdf',
        'quietzone batch --join part-%d.pdf -o all.pdf',
      ],
      paragraphs: [
        'The file is a workbook, .xlsx or .ods, of which one worksheet is read; or CSV or TSV in UTF-8, in UTF-16 as Excel writes it, or in windows-1252; - reads standard input. Without a byte order mark and --encoding, the first line beyond ASCII decides between UTF-8 and windows-1252, and a note says so with its first word; a row that contradicts it is not drawn. ="00417" in a cell is 00417, and an error of the spreadsheet such as #N/A is a fault of its row. Its first line names the columns: the parameters of the API (see quietzone barcode --help and quietzone label --help), and file for the name of the image. Names can be in any case, with blanks, or common ones in English, German, Spanish and French (EAN, Menge, Tamaño): a column with a common name is taken if no column has the own name of the parameter, and it is the only one. Otherwise --column says which is meant. Other columns are ignored, with --strict too.',
        "If a cell is empty, the option of the same name applies (--type qr), and without one the API's default. Empty rows are passed over. Blanks around a value are removed, but not those of a text, unless it is a number. A text like 5.90123E+11 is refused, because it is a number that a spreadsheet has rounded: format the column as text.",
        'An image without a name is named by the number of its row as the spreadsheet numbers it, 000002.png for the first below the headings. A name is a plain file name; it does not begin with a hyphen, and its extension sets the format, or is added. Two rows cannot have the same name, in upper or lower case, or names that differ in invisible characters alone. An image of an earlier run is replaced; any other file or link of that name is left as it is, and the row counts as failed.',
        'A row with parts and no part is drawn as all of its parts: a page each, or files whose names end in -1, -2 and so on.',
        'In one PDF, each row has one page, or as many as qty, for barcodes too; in a folder, a barcode is one file whatever its qty. A row with qty 0 is skipped, and counted. In ZPL, which has labels only, a label is sent once, with the number of its copies. The file appears when all rows are done.',
        'A row whose symbol may not scan is drawn, and reported on standard error as a warning, with its reason: the first ten of each kind, and the last line counts all. With --strict such a row is not drawn. One line feed at the end of a text is removed.',
        'Rows that cannot be drawn are reported on standard error, each with its row, its line and the reason; all others are drawn. The exit code is 0 if all rows were drawn, 1 if some were not.',
        'With --printer a row is printed when it is drawn, as quietzone print does it; of a printer that takes PDF, all rows together, in documents of up to 16 MiB. If printing fails, the exit code is 3, and the message says how much was sent, up to which row the labels are certain, and the command that goes on from there. A signal stops it after the label that is being printed.',
        'With --shard 3/16 the rows of the third of 16 shards are drawn: a contiguous range, whose sizes differ by one row at most, so that the shards can run side by side, on one machine or many. The file is read twice. Chunks of 1,000 rows are kept in a folder beside the output, which ends in .progress, and however a run ends, the same command goes on after the last finished chunk; it refuses another input, other options and another version. At the end a manifest beside the output, which ends in .manifest.json, has the SHA-256 of the input and of the outputs, and each bad row once; bytes and manifest do not depend on how often the run was stopped. A finished shard is checked against its manifest, and drawn again only if an output is missing. Exit codes 3 and 130, and the end by a signal, call for the same command again; 1 is final, as 0 is.',
        '--join reads the manifests of all parts, checks each part against its own, and writes one document of all their labels in the order of the rows. The parts can be named in any order.',
      ],
      options,
      otherParameters: forAllRows,
      operands: 'files',
    }),
  async run(args, shell) {
    const isJoin = args.includes('--join')
    const read = readArguments(args, { parameters: forAllRows, options, operands: isJoin ? mostShards : 1 })
    if (read.options.has('join')) return joinParts(shell, read)
    // a column may have sheets, too
    await loadProducts()
    const [file] = read.operands
    if (file === undefined) throw new Failure(exit.usage, 'no file given; name one, or - for standard input')
    const kind = kindOf(shell, read)
    const endpoint = typeof kind === 'string' ? rowEndpoints[kind] : designEndpoint(designFrom(shell, kind.design))
    const delimiter = chosen(delimiterWords, 'delimiter', read)
    const columns = columnsChosen(read.lists.get('column') ?? [])
    refuseForeign(read.given, endpoint)
    const given = { ...read.given, ...fieldsFor(endpoint, read) }
    const target = targetOf({ shell, read: { ...read, given }, args, kind, endpoint })
    // a symbology that goes with all values of the other parameters, unless one is given
    endpoint.check(partsOf({ text: '0', type: 'qr', ...target.forAll })[0]!)
    const signal = shell.interruption()
    const header = chosen(flagWords, 'header', read) ?? true
    const encoding = encodingIn(read)
    const worksheet = read.options.get('worksheet')
    const form = batchRows(endpoint)
    const reading = { form, forAll: given, delimiter, columns, header, encoding, worksheet }
    const jobs = jobsOf(read)
    const limits = limitsOf(shell.env)
    // rows are drawn without a pause, and any of them may need it
    await loadHarfBuzz()
    if (read.options.has('shard')) {
      const own = shardOf(shell, read, limits)
      return drawShard({ ...own, shell, file, kind, endpoint, reading, limits, signal, command: commandLine(args) })
    }
    await refuseTooMany(pathOf(shell, file), reading, target)
    const over = new AbortController()
    const { chunks, size } = await opened(shell, file, AbortSignal.any([signal, over.signal]))
    try {
      const input = await tableInput(chunks, reading)
      const progress = new BatchProgress(shell, input.isMade ? undefined : size)
      return await drawAll(input.chunks, { ...input.reading, shell, limits, progress, signal, target, jobs })
    } finally {
      // after a failure, an input that does not end would keep the process running
      over.abort()
    }
  },
}

/** What rows are drawn as. @throws Failure */
function kindOf(shell: Shell, read: Arguments): RowKind {
  const named = chosen(kinds, 'as', read)
  const design = read.options.get('design')
  if (design === undefined) return named ?? (read.options.has('printer') ? 'label' : 'barcode')
  const other = ['as', 'shard'].find((name) => read.options.has(name))
  if (other !== undefined) throw new Failure(exit.usage, `--design works only without --${other}`)
  return { design: pathOf(shell, design) }
}

/** The values of fields for all rows. @throws Failure for what is not NAME=VALUE, or not a field */
function fieldsFor({ parameters }: DrawingEndpoint, { options, lists }: Arguments): GivenValues {
  const list = lists.get('field') ?? []
  if (list.length > 0 && !options.has('design')) throw new Failure(exit.usage, '--field works only with --design')
  return fieldsIn(list, (name) => Object.hasOwn(parameters, name))
}

/** The value for the word given with an option. */
function chosen<T>(words: { readonly [word: string]: T }, name: string, { options }: Arguments): T | undefined {
  const word = options.get(name)
  if (word === undefined || Object.hasOwn(words, word)) return word === undefined ? undefined : words[word]
  throw new Failure(exit.usage, `--${name}: ${quoted(word)} is not one of ${Object.keys(words).join(', ')}`)
}

/** The encoding that is said, by any of its labels. @throws Failure */
function encodingIn({ options }: Arguments): EncodingName | undefined {
  const label = options.get('encoding')
  const name = label === undefined ? undefined : encodingNamed(label)
  if (label === undefined || name !== undefined) return name
  throw new Failure(exit.usage, `--encoding: ${quoted(label)} is not ${encodingForm}`)
}

/** How many threads draw. @throws Failure */
function jobsOf({ options, given }: Arguments): number {
  const text = options.get('jobs') ?? '1'
  if (!/^[1-9][0-9]?$/.test(text) || Number(text) > mostJobs) {
    throw new Failure(exit.usage, `--jobs: ${quoted(text)} is not a number of threads, from 1 to ${mostJobs}`)
  }
  if (options.has('jobs') && options.has('printer')) {
    throw new Failure(
      exit.usage,
      '--jobs works only without --printer: a row is drawn when the printer is ready for it',
    )
  }
  if (options.has('jobs') && options.has('shard')) {
    throw new Failure(exit.usage, '--jobs works only without --shard: run several shards at a time')
  }
  const other = ['jobs', 'shard'].find((name) => options.has(name))
  if (given.sheet !== undefined && other !== undefined) {
    throw new Failure(exit.usage, `--${other} works only without --sheet: labels fill sheets one after another`)
  }
  return Number(text)
}

/** @throws Failure for a parameter that only the other endpoint has */
function refuseForeign(given: GivenValues, endpoint: DrawingEndpoint): void {
  const { parameters } = endpoint
  const foreign = Object.keys(given).find((name) => !Object.hasOwn(parameters, name))
  if (foreign === undefined) return
  if (!Object.values(rowEndpoints).includes(endpoint)) {
    throw new Failure(exit.usage, `--${foreign} does not go with --design, which decides it`)
  }
  const kind = Object.values(kinds).find((each) => Object.hasOwn(rowEndpoints[each].parameters, foreign))
  throw new Failure(exit.usage, `--${foreign} works only with --as ${kind}`)
}

interface BatchPlan extends BatchReading {
  readonly shell: Shell
  readonly limits: DrawingLimits
  readonly target: OutputTarget
  /** Threads that draw, the main thread among them. */
  readonly jobs: number
  readonly progress: BatchProgress
  /** Aborted when the user stops the batch. */
  readonly signal: AbortSignal
}

/** Bytes of the shortest row, and of a table that has so few rows that nobody waits long for the failure. */
const [shortestRow, shortTable] = [2, 100_000] as const

/**
 * Counts the rows of a table that may have too many, before any is drawn. What can be read only once is counted as it is drawn.
 *
 * @throws Failure if there are more than the target has room for
 */
async function refuseTooMany(file: string, reading: BatchReading, { tooManyRows }: OutputTarget): Promise<void> {
  const found = file === '-' ? undefined : await stat(file).catch(() => undefined)
  if (!found?.isFile() || found.size < shortTable || tooManyRows(found.size / shortestRow) === undefined) return
  let reader: TableReader
  try {
    const input = await tableInput(createReadStream(file), reading)
    reader = new TableReader(input.reading)
    for await (const chunk of input.chunks) reader.pass(chunk)
    reader.end()
  } catch {
    // what is wrong with the file, or the table, is told where its rows are read
    return
  }
  const refusal = tooManyRows(reader.rowCount)
  if (refusal !== undefined) throw refusal
}

/** Draws and writes all rows, and reports on them. @throws Failure */
async function drawAll(chunks: AsyncIterable<Uint8Array>, plan: BatchPlan): Promise<Exit> {
  const { shell, limits, progress, signal, target, forAll, jobs } = plan
  const arrived = rowsOf(shell, chunks, plan)
  // nothing is created before the columns are known
  const first = await arrived.next()
  for (const note of first.done ? [] : first.value.notes) progress.printMessage(note)
  const { draw, output } = await target.open(limits)
  const rest = rowsAfter(first, arrived)
  const style = jobs > 1 ? target.style(limits) : undefined
  const drawn = style ? drawnByThreads(rest, { forAll, style, draw, jobs, signal }) : drawnHere(rest, { forAll, draw })
  try {
    for await (const rows of drawn) {
      for (const row of rows) {
        if (signal.aborted) break
        if (row.place.number < target.from) continue
        const refusal = target.tooManyRows(progress.rows + 1)
        if (refusal !== undefined) throw refusal
        progress.tell(row.place, await putRow(row, output))
      }
      if (signal.aborted) break
      await output.flush()
    }
    await (signal.aborted && target.whenStopped === 'abandon' ? output.abandon() : output.finish())
  } catch (error) {
    progress.clear()
    await output.abandon()
    throw error
  }
  if (signal.aborted && target.isWhole) {
    progress.printMessage(`stopped after ${progress.rows} rows: nothing was written`)
    return exit.interrupted
  }
  progress.summary(target.name)
  if (signal.aborted) {
    progress.printMessage('stopped before the last row')
    return exit.interrupted
  }
  return progress.failed === 0 ? exit.done : exit.refused
}
