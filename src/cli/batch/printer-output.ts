import type { Limits } from '../../draw.ts'
import type { Piece, Printer } from '../../print/index.ts'
import { pieceMaker } from '../../print/pieces.ts'
import { Failure } from '../command.ts'
import { type Copies, type Endpoint, partsOf } from '../endpoints.ts'
import { printLine, printMessage } from '../output.ts'
import { deliveryLine, type JobLabels, type Outcome, printFailure, sendTo } from '../printers.ts'
import type { BatchOutput } from './batch-output.ts'
import type { Row } from './columns.ts'
import type { DrawnRow } from './drawn-row.ts'

/** How a batch is printed. */
export interface PrintedBatch {
  readonly printer: Printer
  readonly labels: JobLabels
  /** The command that goes on with a row. */
  readonly commandFrom: (row: number) => string
}

/** The labels of a row, which the printer's output renders. */
export interface ComposedRow extends DrawnRow {
  readonly composed: readonly Copies[]
}

/** Composes a row as the printer needs it. @throws Refused */
export function composeRow({ given }: Row, { labels, endpoint, limits }: RowsOfPrinter): ComposedRow {
  const composed = partsOf(labels.complete(given)).map((part) => endpoint.compose(part, limits))
  return { composed, warnings: composed.flatMap(({ warnings }) => warnings) }
}

/** What the rows of a printer are composed for. */
export interface RowsOfPrinter {
  readonly labels: JobLabels
  readonly endpoint: Endpoint
  readonly limits: Limits
}

/** The labels of a batch on a printer. A row is drawn when the printer has taken the one before it; of a PDF, its document. */
export function printerOutput({ printer, labels, commandFrom }: PrintedBatch): BatchOutput<ComposedRow> {
  const maker = pieceMaker(labels.style)
  const job = new Job(printer)
  /** The first row that was drawn and is in no piece of the job; the row after the last piece if there is none. */
  let next: number | undefined
  const goOn = ({ delivery }: Partial<Outcome>): string => {
    const from = delivery?.from ?? next
    if (from === undefined) return 'no row was printed'
    const certain = delivery?.confirmed.rows ? `the rows before ${from} are certain` : 'no row is certain'
    return `${certain}; to go on: ${commandFrom(from)}`
  }
  /** @throws Failure if the job has failed */
  const successful = (outcome: Outcome | undefined): Outcome | undefined => {
    if (outcome?.error === undefined) return outcome
    const { exit, message } = printFailure(outcome.error)
    throw new Failure(exit, `${message}; ${goOn(outcome)}`)
  }
  const give = async (piece: Piece | undefined): Promise<void> => {
    if (piece === undefined) return
    successful(await job.give(piece))
    next = piece.rows.last + 1
  }
  /** Ends the job. */
  const end = async (): Promise<Outcome | undefined> => {
    const outcome = successful(await job.end())
    if (outcome !== undefined) await printLine(deliveryLine(printer, outcome.delivery))
    return outcome
  }
  return {
    async put(number, { composed }) {
      next ??= number
      for (const [i, { scene, copies }] of composed.entries()) {
        await give(maker.add({ row: number, copies, scene, isContinued: i < composed.length - 1 }))
      }
    },
    async flush() {},
    async finish() {
      await give(maker.end())
      await end()
    },
    async abandon() {
      // of a job that has failed the error says it all
      if (!job.hasFailed) printMessage(`quietzone: ${goOn((await end()) ?? {})}`)
    },
  }
}

/** A job whose pieces are not there yet: each is handed over when the printer is ready for it. */
class Job {
  hasFailed = false
  private readonly printer: Printer
  private running:
    | { readonly pieces: WritableStreamDefaultWriter<Piece>; readonly outcome: Promise<Outcome> }
    | undefined

  constructor(printer: Printer) {
    this.printer = printer
  }

  /** Resolves when the piece is taken; with the outcome if the job has ended before. The first piece begins the job. */
  async give(piece: Piece): Promise<Outcome | undefined> {
    this.running ??= this.begun()
    const { pieces, outcome } = this.running
    // a job that ends takes no piece; a race with its outcome would keep something of every piece until then
    return pieces.write(piece).then(
      () => undefined,
      () => outcome,
    )
  }

  /** Resolves when the printer has everything; with nothing if there was no piece. */
  async end(): Promise<Outcome | undefined> {
    // a job that has ended takes no end
    await this.running?.pieces.close().catch(() => {})
    return this.running?.outcome
  }

  private begun(): NonNullable<typeof this.running> {
    // an identity transform has room for none: what is written waits until it is read
    const { readable, writable } = new TransformStream<Piece, Piece>()
    const outcome = sendTo(this.printer, readable).then((ended) => {
      this.hasFailed = ended.error !== undefined
      return ended
    })
    outcome.catch(() => {})
    return { pieces: writable.getWriter(), outcome }
  }
}
