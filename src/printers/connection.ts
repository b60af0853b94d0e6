/** A connection to a printer's raw socket, with what the printer answers to ~HS. */

import { connect, type Socket } from 'node:net'
import { networkFailure, PrinterFailure } from './failure.ts'
import type { Condition } from './printer.ts'

/** A raw socket. */
export interface SocketAddress {
  readonly host: string
  readonly port: number
}

/** Bytes that are written at once: the progress of a slow printer is seen in steps of this size. */
const sliceLength = 16 << 10

/** The most bytes that a printer sends without being sent anything: its answers to ~HS have a hundred each, other messages little more. */
const mostIdle = 8192

/** A connection to a raw socket, on which one thing at a time is done and waited for. */
export class Connection {
  readonly #socket: Socket
  readonly #signal: AbortSignal
  readonly #reader = new HostStatusReader()
  /** Answers that are not taken yet, in order. */
  readonly #answers: Condition[] = []
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

  constructor({ host, port }: SocketAddress, signal: AbortSignal) {
    this.#signal = signal
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
    const answers = this.#reader.read(chunk).slice(0, this.#expected)
    this.#idle = answers.length > 0 ? 0 : this.#idle + chunk.length
    if (this.#idle > mostIdle) {
      this.#floods = true
      // nothing more is read of it
      this.#socket.pause()
    }
    this.#expected -= answers.length
    this.#answers.push(...answers.map(conditionOf))
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

  /** Asks the printer for its status, which it answers once it has received what was written before. @throws PrinterFailure */
  async ask(ms: number): Promise<void> {
    this.#expected++
    await this.write(askForStatus, ms)
  }

  /** The oldest answer that is not taken yet, if it is there. */
  takeAnswer(): Condition | undefined {
    return this.#answers.shift()
  }

  /** Waits until there is an answer to take. @throws PrinterFailure */
  async answered(ms: number): Promise<void> {
    await this.#until(() => this.#answers.length > 0, ms, `did not answer ~HS within ${ms / 1000} s: ${silence}`)
  }

  /** What the printer says of itself, where nothing is asked yet. @throws PrinterFailure */
  async condition(ms: number): Promise<Condition> {
    await this.ask(ms)
    await this.answered(ms)
    return this.takeAnswer()!
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

/** ZPL II Programming Guide, ~HS: the conditions in which a printer sends no response. */
const silence = 'it may be out of paper or ribbon, or its head open or too hot'

/** The command that a printer answers with its host status. ZPL II Programming Guide: ~HS, Host Status Return. */
const askForStatus: Uint8Array = new TextEncoder().encode('~HS')

/** What a printer says of itself. */
export interface HostStatus {
  readonly paperOut: boolean
  readonly paused: boolean
  readonly bufferFull: boolean
  readonly ramCorrupt: boolean
  readonly tooCold: boolean
  readonly tooHot: boolean
  readonly headUp: boolean
  readonly ribbonOut: boolean
  /** Labels of the batch that are still to print. */
  readonly remaining: number
}

const STX = 0x02
const ETX = 0x03

/** Bytes of a string between STX and ETX: the longest of the guide has 37. */
const longest = 100

/**
 * Finds the answers to ~HS in what a printer sends: three strings, each between STX and ETX, in order. Anything else is skipped,
 * strings of another form included, and no more is kept than one answer that is not complete.
 */
export class HostStatusReader {
  /** The string that has begun, undefined outside of one. */
  #string: string | undefined
  /** The strings of the answer that has begun. */
  #strings: (readonly string[])[] = []

  /** The answers that `chunk` completes, the oldest first. */
  read(chunk: Uint8Array): HostStatus[] {
    const answers: HostStatus[] = []
    for (const byte of chunk) {
      if (byte === STX) this.#string = ''
      else if (this.#string === undefined) continue
      else if (byte === ETX) {
        answers.push(...this.#complete(this.#string))
        this.#string = undefined
      } else if (this.#string.length < longest) this.#string += String.fromCharCode(byte)
      else this.#string = undefined
    }
    return answers
  }

  #complete(string: string): HostStatus[] {
    const fields = string.split(',')
    const index = /^[0-9, ]*$/.test(string) ? stringLengths.indexOf(fields.length) : -1
    if (index === 0) this.#strings = []
    if (index !== this.#strings.length) {
      this.#strings = []
      return []
    }
    this.#strings.push(fields)
    if (this.#strings.length < stringLengths.length) return []
    const [first = [], second = []] = this.#strings
    this.#strings = []
    return [statusOf(first, second)]
  }
}

/** The numbers of fields of the three strings. */
const stringLengths = [12, 11, 2]

/** The strings are aaa,b,c,dddd,eee,f,g,h,iii,j,k,l and mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www. */
function statusOf(first: readonly string[], second: readonly string[]): HostStatus {
  const flag = (fields: readonly string[], index: number): boolean => Number(fields[index]) === 1
  return {
    paperOut: flag(first, 1),
    paused: flag(first, 2),
    bufferFull: flag(first, 5),
    ramCorrupt: flag(first, 9),
    tooCold: flag(first, 10),
    tooHot: flag(first, 11),
    headUp: flag(second, 2),
    ribbonOut: flag(second, 3),
    remaining: Number(second[8]),
  }
}

/** The condition that a person sees to first: a printer with an open head says that it is out of paper and paused, too. */
function conditionOf(status: HostStatus): Condition {
  const { remaining } = status
  if (status.headUp) return { state: 'head_open', message: 'the print head is open' }
  if (status.paperOut) return { state: 'paper_out', message: 'out of paper' }
  if (status.ribbonOut) return { state: 'ribbon_out', message: 'out of ribbon' }
  if (status.tooHot) return { state: 'error', message: 'the print head is too hot' }
  if (status.ramCorrupt) return { state: 'error', message: 'its settings are lost: the RAM is corrupt' }
  if (status.paused) return { state: 'paused', message: 'paused' }
  if (status.bufferFull) return { state: 'buffer_full', message: 'its buffer is full' }
  if (remaining > 0) return { state: 'ready', message: `printing: ${remaining} left of the batch` }
  return { state: 'ready', message: status.tooCold ? 'ready, but the print head is cold' : 'ready' }
}
