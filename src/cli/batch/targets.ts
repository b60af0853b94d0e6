/** Where a batch goes: files, or a printer. */

import { dirname } from 'node:path'
import { quoted } from '../../../symbologies/index.ts'
import type { DeliveryPiece, Printer } from '../../printing/index.ts'
import { type MadePiece, pieceMaker, verifyPiece } from '../../printing/printers/pieces.ts'
import { languageTraits } from '../../render/language.ts'
import type { GivenValues } from '../../request/parameter.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure } from '../command.ts'
import { type Copies, type DrawingEndpoint, type DrawingLimits, partsOf, type RowKind, sound } from '../endpoints.ts'
import { printLine, printMessage, shellWord } from '../output.ts'
import {
  deliveryLine,
  type JobLabels,
  labelsOf,
  printerFrom,
  printFailure,
  printServerWarnings,
  sendTo,
  type TestPageOutcome,
} from '../printers.ts'
import type { Shell } from '../shell.ts'
import { documentOutput, mostPages, placeOf, tooManyPages } from './document-output.ts'
import { drawRow, type RowStyle } from './drawn-rows.ts'
import { folderOutput } from './folder-output.ts'
import { cleared } from './left-files.ts'
import { mostRows } from './manifest.ts'
import type { BatchOutput, BatchRow, DrawnRow, DrawRow } from './rows.ts'

export interface OutputTarget {
  /** As messages call it. */
  readonly name: string
  /** The values for all rows, with those that it decides. */
  readonly forAll: GivenValues
  /** The first row that is wanted, from 1. */
  readonly from: number
  /** Whether nothing of it is there before all of it. */
  readonly isWhole: boolean
  /** The failure of a table that has too many rows for it; undefined if it has room. */
  tooManyRows(rows: number): Failure | undefined
  /** What becomes of it when a signal stops the batch. */
  readonly whenStopped: 'finish' | 'abandon'
  /** What rows are drawn for, if other threads can draw them. */
  style(limits: DrawingLimits): RowStyle | undefined
  open(limits: DrawingLimits): Promise<OpenTarget>
}

/** An open output, and how rows are drawn for it. */
interface OpenTarget {
  readonly draw: DrawRow
  readonly output: BatchOutput
}

/** What a batch is to draw. */
export interface BatchOrder {
  readonly shell: Shell
  readonly read: Arguments
  /** As the command got them. */
  readonly args: readonly string[]
  readonly kind: RowKind
  /** Of this kind. */
  readonly endpoint: DrawingEndpoint
}

/** The target that the command line gives. @throws Failure, Refused */
export function targetOf(order: BatchOrder): OutputTarget {
  const { read } = order
  if (read.options.has('printer')) return printerTarget(order)
  const stray = ['printers', 'from'].find((name) => read.options.has(name))
  if (stray !== undefined) throw new Failure(exit.usage, `--${stray} works only with --printer`)
  return fileTarget(order)
}

function fileTarget({ shell, read, kind, endpoint }: BatchOrder): OutputTarget {
  const { place, form } = placeOf(shell, read)
  const language = form === undefined || form.format === 'pdf' ? undefined : form.format
  if (language !== undefined && kind === 'barcode') {
    throw new Failure(exit.usage, `a file of ${languageTraits[language].title} has labels only; give --as label`)
  }
  // labels that have left are whole
  const isWhole = form !== undefined && !(language !== undefined && place === '-')
  return {
    name: place === '-' ? 'standard output' : place,
    from: 1,
    isWhole,
    tooManyRows: (rows) =>
      form?.format === 'pdf' && form.onSheets === undefined && rows > mostPages
        ? tooManyPages(`the table has ${rows} rows`)
        : tooManyRows(rows),
    whenStopped: isWhole ? 'abandon' : 'finish',
    forAll: form === undefined ? read.given : { ...read.given, format: form.format },
    style: (limits) => (form?.onSheets === undefined ? { kind, limits, form } : undefined),
    open: async (limits) => {
      if (place !== '-') await cleared(shell, form === undefined ? place : dirname(place))
      return {
        draw: drawRow(endpoint, { kind, limits, form }),
        output: await (form === undefined ? folderOutput(place) : documentOutput(shell, place, form)),
      }
    },
  }
}

function tooManyRows(rows: number): Failure | undefined {
  if (rows <= mostRows) return undefined
  const advice = 'draw it in parts with --shard 1/N, or split the file'
  return new Failure(exit.usage, `the table has ${rows} rows, and one run draws at most ${mostRows}: ${advice}`)
}

function printerTarget({ shell, read, kind, args, endpoint }: BatchOrder): OutputTarget {
  const { options, given } = read
  if (options.has('output')) throw new Failure(exit.usage, '-o and --printer are two places; give one of them')
  if (kind === 'barcode') throw new Failure(exit.usage, '--printer prints labels only; leave --as out')
  const from = rowIn(options.get('from') ?? '1')
  const printer = printerFrom(shell, options)
  const labels = labelsOf(printer, given)
  const commandFrom = (row: number): string => continuation(args, row)
  return {
    name: `printer ${printer.name}`,
    from,
    isWhole: false,
    tooManyRows,
    whenStopped: 'abandon',
    forAll: labels.complete(given),
    style: () => undefined,
    open: async (limits) => {
      const isReadBack = limits.verify !== 'off'
      const rows = { labels, endpoint, limits: { ...limits, isReadBack } }
      const output = printerOutput(shell, { printer, labels, isReadBack, commandFrom })
      return { draw: (row) => composeRow(row, rows), output }
    },
  }
}

function rowIn(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new Failure(exit.usage, `--from: ${quoted(text)} is not the number of a row, from 1`)
}

/** The command that goes on with a row, for a shell. */
function continuation(args: readonly string[], row: number): string {
  const others = args.filter((arg, i) => !/^--from(=|$)/.test(arg) && args[i - 1] !== '--from')
  return commandLine(['--from', `${row}`, ...others])
}

/** The command with these arguments, for a shell. */
export const commandLine = (args: readonly string[]): string => ['quietzone', 'batch', ...args.map(shellWord)].join(' ')

/** How a batch is printed. */
interface PrintedBatch {
  readonly printer: Printer
  readonly labels: JobLabels
  /** Whether labels are read back that do not ask for it. */
  readonly isReadBack: boolean
  /** The command that goes on with a row. */
  readonly commandFrom: (row: number) => string
}

/** The labels of a row, which the printer's output renders. */
interface ComposedRow extends DrawnRow {
  readonly composed: readonly Copies[]
}

/** Composes a row as the printer needs it. @throws Refused */
export function composeRow({ given }: BatchRow, { labels, endpoint, limits }: RowsOfPrinter): ComposedRow {
  const { handling } = labels.style
  const composed = partsOf(labels.complete(given)).map((part) => endpoint.compose(part, limits, handling))
  return { composed, warnings: composed.flatMap(({ warnings }) => warnings) }
}

/** What the rows of a printer are composed for. */
interface RowsOfPrinter {
  readonly labels: JobLabels
  readonly endpoint: DrawingEndpoint
  readonly limits: DrawingLimits
}

/** The labels of a batch on a printer. A row is drawn when the printer has taken the one before it; of a PDF, its document. */
export function printerOutput(
  shell: Shell,
  { printer, labels, isReadBack, commandFrom }: PrintedBatch,
): BatchOutput<ComposedRow> {
  const maker = pieceMaker(labels.style)
  const job = new Job(printer)
  /** The first row that was drawn and is in no piece of the job; the row after the last piece if there is none. */
  let next: number | undefined
  const goOn = ({ delivery }: Partial<TestPageOutcome>): string => {
    const from = delivery?.from ?? next
    if (from === undefined) return 'no row was printed'
    const certain = (delivery?.printed ?? delivery?.confirmed)?.rows
      ? `the rows before ${from} are certain`
      : 'no row is certain'
    return `${certain}; to go on: ${commandFrom(from)}`
  }
  /** @throws Failure if the job has failed */
  const successful = (outcome: TestPageOutcome | undefined): TestPageOutcome | undefined => {
    if (outcome?.error === undefined) return outcome
    const { exit, message } = printFailure(outcome.error)
    throw new Failure(exit, `${message}; ${goOn(outcome)}`)
  }
  let isProved = isReadBack
  /** The piece, read back. @throws Failure */
  const proved = (made: MadePiece): DeliveryPiece => {
    if (isProved) sound(() => verifyPiece(made))
    return made.piece
  }
  const give = async (piece: DeliveryPiece): Promise<void> => {
    successful(await job.give(piece))
    next = piece.rows.last + 1
  }
  /** Ends the job. */
  const end = async (): Promise<TestPageOutcome | undefined> => {
    const outcome = successful(await job.end())
    if (outcome === undefined) return undefined
    await printLine(shell, deliveryLine(printer, outcome.delivery))
    printServerWarnings(shell, outcome.delivery)
    return outcome
  }
  return {
    async put(number, { composed }) {
      next ??= number
      for (const [i, { scene, copies, asked, isVerified }] of composed.entries()) {
        const label = { row: number, copies, scene, asked, isContinued: i < composed.length - 1 }
        // nobody says where the symbols of a design are
        isProved = (isProved || isVerified) && asked !== undefined
        for (const made of maker.add(label)) await give(proved(made))
      }
    },
    async flush() {},
    async finish() {
      for (const made of maker.end()) await give(proved(made))
      await end()
    },
    async abandon() {
      // of a job that has failed the error says it all
      if (!job.hasFailed) printMessage(shell, `quietzone: ${goOn((await end()) ?? {})}`)
    },
  }
}

interface Running {
  readonly pieces: WritableStreamDefaultWriter<DeliveryPiece>
  readonly outcome: Promise<TestPageOutcome>
}

/** A job whose pieces are not there yet: each is handed over when the printer is ready for it. */
class Job {
  hasFailed = false
  readonly #printer: Printer
  #running: Running | undefined

  constructor(printer: Printer) {
    this.#printer = printer
  }

  /** Resolves when the piece is taken; with the outcome if the job has ended before. The first piece begins the job. */
  async give(piece: DeliveryPiece): Promise<TestPageOutcome | undefined> {
    this.#running ??= this.#begun()
    const { pieces, outcome } = this.#running
    // a job that ends takes no piece; a race with its outcome would keep something of every piece until then
    return pieces.write(piece).then(
      () => undefined,
      () => outcome,
    )
  }

  /** Resolves when the printer has everything; with nothing if there was no piece. */
  async end(): Promise<TestPageOutcome | undefined> {
    // a job that has ended takes no end
    await this.#running?.pieces.close().catch(() => {})
    return this.#running?.outcome
  }

  #begun(): Running {
    // an identity transform has room for none: what is written waits until it is read
    const { readable, writable } = new TransformStream<DeliveryPiece, DeliveryPiece>()
    const outcome = sendTo(this.#printer, readable).then((ended) => {
      this.hasFailed = ended.error !== undefined
      return ended
    })
    outcome.catch(() => {})
    return { pieces: writable.getWriter(), outcome }
  }
}
