/** Printing on a raw socket, such as port 9100: a piece is confirmed by a later answer to ~HS, or by the end in order. */

import { Connection, type SocketAddress } from './connection.ts'
import { conditionOr, jobError, PrinterFailure } from './failure.ts'
import { type Delivery, type Piece, Progress } from './job.ts'
import { type Channel, type Condition, needsAttention, type Patience, type Printer } from './printer.ts'

const isSending: Condition = { state: 'unknown', message: 'a job is being sent' }

/** The way to a printer's raw socket, such as port 9100. One connection at a time, because many printers accept no more. */
export function socketChannel(printer: Printer, address: SocketAddress, patience: Patience): Channel {
  let jobs = 0
  const asking = new Set<AbortController>()
  return {
    async condition(signal) {
      if (jobs > 0) return isSending
      const controller = new AbortController()
      const abort = (): void => controller.abort()
      asking.add(controller)
      signal.addEventListener('abort', abort)
      try {
        signal.throwIfAborted()
        return await conditionOr(() => conditionAt(printer, address, patience, controller.signal))
      } catch (error) {
        signal.throwIfAborted()
        if (controller.signal.aborted) return isSending
        throw error
      } finally {
        signal.removeEventListener('abort', abort)
        asking.delete(controller)
      }
    },
    async send(pieces, signal) {
      jobs++
      // a job is more urgent than a question, and would find the printer's only connection taken
      for (const controller of asking) controller.abort()
      try {
        return await new SocketJob(printer, address, patience, signal).run(pieces)
      } finally {
        jobs--
      }
    },
  }
}

/** @throws PrinterFailure; the reason of `signal` if it is aborted */
async function conditionAt(
  { status }: Printer,
  address: SocketAddress,
  patience: Patience,
  signal: AbortSignal,
): Promise<Condition> {
  const connection = new Connection(address, signal)
  try {
    await connection.connected(patience.connect)
    const condition: Condition = status
      ? await connection.condition(patience.answer)
      : { state: 'unknown', message: 'accepts connections; it is not asked for more' }
    await connection.ended(patience.close).catch(() => signal.throwIfAborted())
    return condition
  } finally {
    connection.destroy()
  }
}

/** Pieces of which no answer to ~HS tells yet that the printer has received them. */
const mostUnconfirmed = 8
/** Pieces after which ~HS is asked: half of the former, so that the next are on their way while the printer answers. */
const askAfter = mostUnconfirmed / 2

/** One job on a connection of its own. */
class SocketJob {
  readonly #printer: Printer
  readonly #address: SocketAddress
  readonly #patience: Patience
  readonly #signal: AbortSignal
  readonly #progress = new Progress()
  #connection: Connection | undefined
  /** Pieces since ~HS was last asked. */
  #unasked = 0
  /** For each answer that is still to come, the pieces that it confirms. */
  readonly #asked: number[] = []

  constructor(printer: Printer, address: SocketAddress, patience: Patience, signal: AbortSignal) {
    this.#printer = printer
    this.#address = address
    this.#patience = patience
    this.#signal = signal
  }

  /** @throws PrintError; whatever `pieces` throws */
  async run(pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<Delivery> {
    try {
      for await (const piece of pieces) {
        this.#progress.begin(piece)
        // not before the first piece: an error tells its row, and a job of none needs no connection
        this.#connection ??= await this.#opened()
        await this.#send(this.#connection, piece)
      }
      this.#progress.end()
      if (this.#connection !== undefined) await this.#finish(this.#connection)
      return this.#progress.delivery()
    } catch (error) {
      if (this.#connection !== undefined) this.#takeAnswers(this.#connection)
      throw jobError(error, { printer: this.#printer, signal: this.#signal, progress: this.#progress })
    } finally {
      this.#connection?.destroy()
    }
  }

  async #opened(): Promise<Connection> {
    const { connect, answer } = this.#patience
    const connection = new Connection(this.#address, this.#signal)
    this.#connection = connection
    await connection.connected(connect)
    if (!this.#printer.status) return connection
    const condition = await connection.condition(answer).catch((error) => {
      throw error instanceof PrinterFailure && error.code === 'printer_timeout'
        ? new PrinterFailure('printer_timeout', `${error.message}${neverAnswers}`)
        : error
    })
    if (needsAttention(condition)) throw refused(`does not take the job: ${condition.message}`)
    return connection
  }

  async #send(connection: Connection, { bytes, times }: Piece): Promise<void> {
    const { write } = this.#patience
    for (let i = 0; i < times; i++) await connection.write(bytes, write, (count) => this.#progress.handOver(count))
    this.#progress.finish()
    if (!this.#printer.status) return
    if (++this.#unasked === askAfter) await this.#ask(connection)
    await this.#heedAnswers(connection)
    while (this.#progress.unconfirmed >= mostUnconfirmed) {
      await connection.answered(write)
      await this.#heedAnswers(connection)
    }
  }

  /** Takes the answers that are there. @throws PrinterFailure if the newest says that the printer needs attention */
  async #heedAnswers(connection: Connection): Promise<void> {
    const condition = this.#takeAnswers(connection)
    if (condition === undefined || !needsAttention(condition)) return
    // the printer holds what it has received and prints it later: what that is, is told to the piece
    await this.#confirmAll(connection, this.#patience.answer).catch(() => this.#takeAnswers(connection))
    throw refused(`takes no more: ${condition.message}`)
  }

  async #ask(connection: Connection): Promise<void> {
    this.#asked.push(this.#unasked)
    this.#unasked = 0
    await connection.ask(this.#patience.write)
  }

  /** Confirms what the answers that are there confirm. @returns the newest */
  #takeAnswers(connection: Connection): Condition | undefined {
    let newest: Condition | undefined
    for (let answer = connection.takeAnswer(); answer !== undefined; answer = connection.takeAnswer()) {
      this.#progress.confirm(this.#asked.shift() ?? 0)
      newest = answer
    }
    return newest
  }

  /** Waits until all that was sent is confirmed. */
  async #confirmAll(connection: Connection, ms: number): Promise<void> {
    if (this.#unasked > 0) await this.#ask(connection)
    while (this.#asked.length > 0) {
      await connection.answered(ms)
      this.#takeAnswers(connection)
    }
  }

  async #finish(connection: Connection): Promise<void> {
    const { write, close } = this.#patience
    if (this.#printer.status) {
      await this.#confirmAll(connection, write)
      // all is received: how the printer closes the connection is of no more concern, but the next job waits for it
      await connection.ended(close).catch(() => {})
    } else if (await connection.ended(close)) this.#progress.confirm()
  }
}

const neverAnswers = '; a printer that never answers needs "status": false in the file of printers'

const refused = (why: string): PrinterFailure => new PrinterFailure('printer_refused', why)
