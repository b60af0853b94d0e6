/**
 * Printing on a raw socket, such as port 9100: a piece is confirmed by a later answer of the printer, or by the end in order, and is printed
 * when the printer has counted it. A printer that has received a whole job is followed to the end of it.
 */

import { setTimeout as waited } from 'node:timers/promises'
import { JobStream } from '../../render/language.ts'
import {
  commandsOf,
  type Delivery,
  type DeliveryPiece,
  DeliveryProgress,
  type PrintWarning,
  type ProgressEvents,
} from '../printers/delivery.ts'
import { type Channel, type Condition, needsAttention, type Patience, type Printer } from '../printers/printer.ts'
import { PrinterConnection, type SocketAddress } from './connection.ts'
import { conditionOr, jobError, PrinterFailure } from './failure.ts'
import { isPrinting, type StateLanguage, stateLanguageOf } from './states.ts'

const isSending: Condition = { state: 'unknown', message: 'a job is being sent' }

/** The way to a printer's raw socket, such as port 9100. One connection at a time, because many printers accept no more. */
export function socketChannel(printer: Printer, address: SocketAddress, patience: Patience): Channel {
  const language = stateLanguageOf(printer)
  const way: Way = { printer, address, patience, language, isMute: false, hidesPrinting: false }
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
        return await conditionOr(() => conditionAt(way, controller.signal))
      } catch (error) {
        signal.throwIfAborted()
        if (controller.signal.aborted) return isSending
        throw error
      } finally {
        signal.removeEventListener('abort', abort)
        asking.delete(controller)
      }
    },
    async send(pieces, signal, events) {
      jobs++
      // a job is more urgent than a question, and would find the printer's only connection taken
      for (const controller of asking) controller.abort()
      try {
        return await new SocketJob(way, signal, events).run(pieces)
      } finally {
        jobs--
      }
    },
  }
}

interface Way {
  readonly printer: Printer
  readonly address: SocketAddress
  readonly patience: Patience
  /** In which the printer is asked; undefined if it is not. */
  readonly language: StateLanguage | undefined
  /** Whether it was silent when it was last asked, in a language in which it may: jobs then wait for no answer. */
  isMute: boolean
  /** Whether it did not say of the last job that it was printing it: it is not waited for then. */
  hidesPrinting: boolean
}

/** For the answer of a printer that may never answer, in ms. */
const politePause = 2000

/** What a printer says of itself whose language does not confirm; unknown if it is silent. @throws PrinterFailure for anything else */
async function politelyAsked(connection: PrinterConnection, way: Way): Promise<Condition> {
  try {
    const condition = await connection.condition(Math.min(politePause, way.patience.answer))
    way.isMute = false
    return condition
  } catch (error) {
    if (!(error instanceof PrinterFailure) || error.code !== 'printer_timeout') throw error
    way.isMute = true
    return { state: 'unknown', message: `accepts connections, and ${error.message}` }
  }
}

/** @throws PrinterFailure; the reason of `signal` if it is aborted */
async function conditionAt(way: Way, signal: AbortSignal): Promise<Condition> {
  const { address, patience, language } = way
  const connection = new PrinterConnection(address, signal, language)
  try {
    await connection.connected(patience.connect)
    const condition = await stateOn(connection)
    await connection.ended(patience.close).catch(() => signal.throwIfAborted())
    return condition
  } finally {
    connection.destroy()
  }

  async function stateOn(opened: PrinterConnection): Promise<Condition> {
    if (language === undefined) return { state: 'unknown', message: 'accepts connections; it is not asked for more' }
    return language.confirms ? await opened.condition(patience.answer) : await politelyAsked(opened, way)
  }
}

/** Pieces of which no answer tells yet that the printer has received them. */
const mostUnconfirmed = 8
/** Pieces after which it is asked: half of the former, so that the next are on their way while the printer answers. */
const askAfter = mostUnconfirmed / 2

/** Milliseconds between two questions to a printer that prints: twice as long each time, until a label has come out. */
const pauses = { first: 25, longest: 500 } as const
/** Milliseconds that a label takes at most, 300 mm at an inch a second included. */
const slowestLabel = 12_000
/** How many times patience.still a printer that has received all has to begin to print: 2 s. */
const beginning = 8

/** One job on a connection of its own. */
class SocketJob {
  readonly #way: Way
  readonly #patience: Patience
  readonly #signal: AbortSignal
  readonly #progress: DeliveryProgress
  readonly #stream = new JobStream()
  #connection: PrinterConnection | undefined
  /** Pieces since the printer was last asked. */
  #unasked = 0
  /** For each answer that is still to come, the pieces that it confirms. */
  readonly #asked: number[] = []
  /** Whether a printer that does not count was seen printing since it has received all. */
  #wasPrinting = false
  /** Since when it has said nothing but that it is ready. */
  #readySince: number | undefined

  constructor(way: Way, signal: AbortSignal, events?: ProgressEvents) {
    this.#progress = new DeliveryProgress(events)
    this.#way = way
    this.#patience = way.patience
    this.#signal = signal
  }

  /** @throws PrintError; whatever `pieces` throws */
  async run(pieces: Iterable<DeliveryPiece> | AsyncIterable<DeliveryPiece>): Promise<Delivery> {
    try {
      for await (const piece of pieces) {
        this.#progress.begin(piece)
        // not before the first piece: an error tells its row, and a job of none needs no connection
        this.#connection ??= await this.#opened()
        this.#progress.start()
        await this.#send(this.#connection, piece)
      }
      if (this.#connection !== undefined) await this.#write(this.#connection, this.#stream.end())
      this.#progress.end()
      const late = this.#connection && (await this.#finish(this.#connection))
      return { ...this.#progress.delivery(), ...(late && { warnings: [notPrintedYet(late)] }) }
    } catch (error) {
      if (this.#connection !== undefined) this.#takeAnswers(this.#connection)
      throw jobError(error, { printer: this.#way.printer, signal: this.#signal, progress: this.#progress })
    } finally {
      this.#connection?.destroy()
    }
  }

  async #opened(): Promise<PrinterConnection> {
    const { connect } = this.#patience
    const { address, language, isMute } = this.#way
    const connection = new PrinterConnection(address, this.#signal, language)
    this.#connection = connection
    await connection.connected(connect)
    if (language === undefined || (isMute && !language.confirms)) return connection
    const condition = language.confirms ? await this.#state(connection) : await politelyAsked(connection, this.#way)
    if (needsAttention(condition)) throw refused(`does not take the job: ${condition.message}`)
    if (language.confirms) this.#progress.counts()
    return connection
  }

  async #state(connection: PrinterConnection): Promise<Condition> {
    return await connection.condition(this.#patience.answer).catch((error) => {
      throw error instanceof PrinterFailure && error.code === 'printer_timeout'
        ? new PrinterFailure('printer_timeout', `${error.message}${neverAnswers}`)
        : error
    })
  }

  /** Whether answers tell what the printer has received. */
  get #confirms(): boolean {
    return this.#way.language?.confirms ?? false
  }

  /** Writes a label or what stands around it, which does not count. */
  async #write(connection: PrinterConnection, parts: Iterable<Uint8Array>, label?: Uint8Array): Promise<void> {
    const { write } = this.#patience
    for (const part of parts) {
      const counts = part === label
      if (part.length > 0) await connection.write(part, write, (count) => counts && this.#progress.handOver(count))
    }
  }

  async #send(connection: PrinterConnection, piece: DeliveryPiece): Promise<void> {
    const { write } = this.#patience
    await this.#write(connection, this.#stream.add(commandsOf(piece)), piece.bytes)
    this.#progress.finish()
    if (!this.#confirms) return
    if (++this.#unasked === askAfter) await this.#ask(connection)
    await this.#heedAnswers(connection)
    while (this.#progress.unconfirmed >= mostUnconfirmed) {
      await connection.answered(write)
      await this.#heedAnswers(connection)
    }
  }

  /** Takes the answers that are there. @throws PrinterFailure if the newest says that the printer needs attention */
  async #heedAnswers(connection: PrinterConnection): Promise<void> {
    const condition = this.#takeAnswers(connection)
    if (condition === undefined || !needsAttention(condition)) return
    // the printer holds what it has received and prints it later: what that is, is told to the piece
    await this.#confirmAll(connection, this.#patience.answer).catch(() => this.#takeAnswers(connection))
    throw refused(`takes no more: ${condition.message}`)
  }

  async #ask(connection: PrinterConnection): Promise<void> {
    this.#asked.push(this.#unasked)
    this.#unasked = 0
    await connection.ask(this.#patience.write)
  }

  /** Confirms what the answers that are there confirm. @returns the newest */
  #takeAnswers(connection: PrinterConnection): Condition | undefined {
    let newest: Condition | undefined
    for (let answer = connection.takeAnswer(); answer !== undefined; answer = connection.takeAnswer()) {
      this.#progress.confirm(this.#asked.shift() ?? 0)
      if (answer.queue !== undefined) this.#progress.print(answer.queue)
      newest = answer.condition
    }
    return newest
  }

  /** Waits until all that was sent is confirmed. */
  async #confirmAll(connection: PrinterConnection, ms: number): Promise<void> {
    if (this.#unasked > 0) await this.#ask(connection)
    while (this.#asked.length > 0) {
      await connection.answered(ms)
      this.#takeAnswers(connection)
    }
  }

  /** Waits until the printer has received all, and has printed it if it tells. @returns what it says if it does not go on */
  async #finish(connection: PrinterConnection): Promise<Condition | undefined> {
    const { write, close } = this.#patience
    if (this.#confirms) {
      await this.#confirmAll(connection, write)
      const late = await this.#followed(() => this.#askedAgain(connection))
      // all is received: how the printer closes the connection is of no more concern, but the next job waits for it
      await connection.ended(close).catch(() => {})
      return late
    }
    if (!(await connection.ended(close))) return undefined
    this.#progress.confirm()
    const { language, isMute } = this.#way
    return language === undefined || isMute ? undefined : this.#followed(() => this.#askedAfterwards(language))
  }

  /** @throws PrinterFailure */
  async #askedAgain(connection: PrinterConnection): Promise<Condition> {
    await this.#ask(connection)
    await connection.answered(this.#patience.write)
    return this.#takeAnswers(connection)!
  }

  /**
   * Asks a printer that does not count, which has received all; the connection is closed. One that is ready may not have begun yet, or be
   * between two labels: it has printed all when it was printing, and then is ready for a while.
   *
   * @returns undefined if it tells no more
   */
  async #askedAfterwards({ tellsEnd }: StateLanguage): Promise<Condition | undefined> {
    const way = this.#way
    const condition = await conditionOr(() => conditionAt(way, this.#signal))
    if (isPrinting(condition) || needsAttention(condition)) {
      this.#wasPrinting ||= isPrinting(condition)
      this.#readySince = undefined
      return condition
    }
    if (condition.state !== 'ready' || !tellsEnd) return undefined
    const now = performance.now()
    this.#readySince ??= now
    const { still } = this.#patience
    if (this.#wasPrinting) {
      if (now - this.#readySince < still) return condition
      this.#progress.print({ formats: 0, remaining: 0 })
      way.hidesPrinting = false
      return undefined
    }
    if (!way.hidesPrinting && now - this.#readySince < beginning * still) return condition
    way.hidesPrinting = true
    return undefined
  }

  /**
   * Asks a printer until all that it has received is printed.
   *
   * @param ask  undefined if it tells no more
   * @returns what it says if it does not go on for patience.print
   * @throws PrinterFailure if it waits for a person for patience.write
   */
  async #followed(ask: () => Promise<Condition | undefined>): Promise<Condition | undefined> {
    let since = performance.now()
    for (let pause: number = pauses.first; this.#progress.unprinted > 0; ) {
      const left = this.#progress.unprinted
      await waited(pause, undefined, { signal: this.#signal })
      const condition = await ask()
      if (condition === undefined) return undefined
      pause = Math.min(2 * pause, this.#confirms ? pauses.longest : this.#patience.still)
      if (this.#progress.unprinted < left) {
        since = performance.now()
        pause = pauses.first
        continue
      }
      const ms = performance.now() - since
      if (needsAttention(condition) && ms >= this.#patience.write) throw refused(`has stopped: ${condition.message}`)
      // one that only says that it prints may have many labels to print
      const most = this.#patience.print + (isPrinting(condition) ? left * slowestLabel : 0)
      if (ms >= most) return condition
    }
    return undefined
  }
}

function notPrintedYet({ message }: Condition): PrintWarning {
  return {
    code: 'not_printed_yet',
    message: `the printer has received labels that it has not printed yet, and prints them later: ${message}`,
  }
}

const neverAnswers = '; a printer that never answers needs "status": false in the file of printers'

const refused = (why: string): PrinterFailure => new PrinterFailure('printer_refused', why)
