/** A connection to a printer's raw socket, with what the printer answers to questions. */

import { connect, type Socket } from 'node:net'
import type { Condition } from '../printers/printer.ts'
import { networkFailure, PrinterFailure } from './failure.ts'
import { type AnswerReader, moreUrgent, type StateAnswer, type StateLanguage, type StateQuestion } from './states.ts'

/** A raw socket. */
export interface SocketAddress {
  readonly host: string
  readonly port: number
}

/** Bytes that are written at once: the progress of a slow printer is seen in steps of this size. */
const sliceLength = 16 << 10

/** The most bytes that a printer sends without being sent anything: its answers have at most a hundred each, other messages little more. */
const mostIdle = 8192

/** A connection to a raw socket, on which one thing at a time is done and waited for. */
export class PrinterConnection {
  readonly #socket: Socket
  readonly #signal: AbortSignal
  readonly #language: StateLanguage | undefined
  /** Of answers to the question that was asked last. */
  #asked: { readonly question: StateQuestion; readonly reader: AnswerReader } | undefined
  /** Answers that are not taken yet, in order. */
  readonly #answers: StateAnswer[] = []
  /** Answers that are still to come. */
  #expected = 0
  /** Bytes that have arrived since something was last sent, or asked for and answered. */
  #idle = 0
  #floods = false
  #isConnected = false
  #error: Error | undefined
  /** The printer has closed its side. */
  #hasEnded = false
  #isClosed = false
  #wake: () => void = () => {}
  readonly #wakeUp = (): void => this.#wake()

  /** @param language  in which the printer is asked; undefined if it is not */
  constructor({ host, port }: SocketAddress, signal: AbortSignal, language?: StateLanguage) {
    this.#signal = signal
    this.#language = language
    signal.addEventListener('abort', this.#wakeUp)
    this.#socket = connect({ host, port, noDelay: true })
    this.#socket
      .on('connect', () => this.#note(() => (this.#isConnected = true)))
      .on('data', (chunk) => this.#note(() => this.#take(chunk)))
      .on('end', () => this.#note(() => (this.#hasEnded = true)))
      // stays until the end: an error after destroy() would otherwise end the process
      .on('error', (error) => this.#note(() => (this.#error ??= error)))
      .on('close', () => this.#note(() => (this.#isClosed = true)))
  }

  #note(change: () => unknown): void {
    change()
    this.#wake()
  }

  /** Answers that nobody has asked for confirm nothing. */
  #take(chunk: Uint8Array): void {
    const answers = this.#asked?.reader.read(chunk).slice(0, this.#expected) ?? []
    this.#idle = answers.length > 0 ? 0 : this.#idle + chunk.length
    if (this.#idle > mostIdle) {
      this.#floods = true
      // nothing more is read of it
      this.#socket.pause()
    }
    this.#expected -= answers.length
    this.#answers.push(...answers)
  }

  /** @throws PrinterFailure; the reason of the signal if it is aborted, as everything here */
  async connected(ms: number): Promise<void> {
    await this.#until(() => this.#isConnected, ms, `did not accept the connection within ${ms / 1000} s`)
  }

  /**
   * Writes slice by slice, and the next only when the system has taken the one before it.
   *
   * @param ms  for each slice
   * @param handedOver  is told the bytes of each slice that the system has taken
   * @throws PrinterFailure
   */
  async write(bytes: Uint8Array, ms: number, handedOver: (count: number) => void = () => {}): Promise<void> {
    for (let at = 0; at < bytes.length; at += sliceLength) {
      const slice = bytes.subarray(at, at + sliceLength)
      let isWritten = false
      if (this.#isUsable()) this.#socket.write(slice, (error) => this.#note(() => (isWritten = !error)))
      await this.#until(() => isWritten, ms, `took nothing for ${ms / 1000} s`)
      this.#idle = 0
      handedOver(slice.length)
    }
  }

  /** Asks the printer for its state, and in a language that confirms, what it has received. @throws PrinterFailure */
  async ask(ms: number, question = this.#language!.questions[0]!): Promise<void> {
    // what has arrived before the question is not an answer to it
    if (this.#asked?.question !== question) this.#asked = { question, reader: question.reader() }
    this.#expected++
    await this.write(question.bytes, ms)
  }

  /** The oldest answer that is not taken yet, if it is there. */
  takeAnswer(): StateAnswer | undefined {
    return this.#answers.shift()
  }

  /** Waits until there is an answer to take. @throws PrinterFailure */
  async answered(ms: number): Promise<void> {
    await this.#until(
      () => this.#answers.length > 0,
      ms,
      `did not answer ${this.#language?.name} within ${ms / 1000} s: ${this.#language?.silence}`,
    )
  }

  /** What the printer says of itself, where nothing is asked yet. @param ms  for each answer @throws PrinterFailure */
  async condition(ms: number): Promise<Condition> {
    let condition: Condition | undefined
    for (const question of this.#language!.questions) {
      await this.ask(ms, question)
      await this.answered(ms)
      condition = moreUrgent(condition, this.takeAnswer()!.condition)
    }
    return condition!
  }

  /**
   * Closes our side after all that was written, and waits for the printer to close its own.
   *
   * @returns whether it did so in time, and in order
   * @throws PrinterFailure if the printer had closed its side before, or resets the connection
   */
  async ended(ms: number): Promise<boolean> {
    // what has arrived is read first: a printer that closed its side before ours has not read everything
    await new Promise((resolve) => setImmediate(resolve))
    this.#requireUsable()
    this.#socket.end()
    await this.#wait(() => !this.#isUsable(), ms)
    this.#signal.throwIfAborted()
    if (this.#error !== undefined || this.#floods) throw this.#fault()
    return this.#hasEnded
  }

  /** Whatever the state: nothing of it is left. */
  destroy(): void {
    this.#signal.removeEventListener('abort', this.#wakeUp)
    this.#socket.destroy()
  }

  #isUsable(): boolean {
    return !this.#hasEnded && !this.#isClosed && !this.#floods && this.#error === undefined && !this.#signal.aborted
  }

  #requireUsable(): void {
    this.#signal.throwIfAborted()
    if (!this.#isUsable()) throw this.#fault()
  }

  #fault(): PrinterFailure {
    if (this.#error !== undefined) return networkFailure(this.#error)
    if (this.#floods)
      return new PrinterFailure('printer_refused', `sends more than ${mostIdle} bytes that answer nothing`)
    return new PrinterFailure('printer_unreachable', 'closed the connection')
  }

  /** Waits for `isDone` while the connection is usable. */
  async #until(isDone: () => boolean, ms: number, otherwise: string): Promise<void> {
    await this.#wait(() => isDone() || !this.#isUsable(), ms)
    if (isDone()) return
    this.#requireUsable()
    throw new PrinterFailure('printer_timeout', otherwise)
  }

  /** Waits until `isDone`, but no longer than `ms`. */
  async #wait(isDone: () => boolean, ms: number): Promise<void> {
    let isLate = false
    const late = (): void => this.#note(() => (isLate = true))
    // an event loop that was held up runs timers first: what has arrived meanwhile is read before the printer is called late
    const timer = setTimeout(() => setImmediate(late), ms)
    try {
      while (!isDone() && !isLate) await new Promise<void>((resolve) => (this.#wake = resolve))
    } finally {
      clearTimeout(timer)
    }
  }
}
