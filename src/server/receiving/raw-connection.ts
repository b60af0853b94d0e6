/**
 * A connection to the raw socket of a printer. A document ends with the connection; one in ZPL also where its sender pauses between two
 * formats, since many programs keep their connection open. Pages and pictures have to have their own end too: a sender that dies may look
 * as if it had closed in order. What ends in order was kept; what was not is reset.
 */

import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Principal } from '../../answer.ts'
import type { Jobs, Printer, Shares } from '../../printing/index.ts'
import { FormatScan, type PrinterMemory, zplLimits } from '../../zpl/index.ts'
import { mostDocument } from '../api/heal/healer.ts'
import type { Log } from '../log.ts'
import { answered, answerTo } from './host-answers.ts'
import { type DocumentKind, decidingBytes, hasPages, isWhole, kindOf } from './kind.ts'
import type { Receiver } from './receiver.ts'
import { ReceivingError } from './receiving-error.ts'

/** How long a connection may take, in ms. */
export interface RawPatience {
  /** Without a byte, after which what is whole is a document. */
  readonly pause: number
  /** Without a document, after which a connection is closed. */
  readonly idle: number
  /** In which a document may be as slow as it likes; beyond that it comes at 1 KB/s at least. */
  readonly document: number
}

export const usualRawPatience: RawPatience = { pause: 300, idle: 300_000, document: 60_000 }

/** Bytes a second of a document that takes longer than its patience. */
const slowest = 1024
/** A document that is as large as one of these is taken at the end of a format, without a pause. */
const longDocument = { bytes: 256 << 10, formats: 200 } as const
/** Bytes that are read at once. */
const partLength = 4096
/** Bytes of a query: a prefix and a name. */
const queryLength = 3
/** Queries of one packet that are answered. */
const mostQueries = 100
/** Bytes of answers that a client has not read. */
const mostUnread = 16 << 10

export interface RawContext {
  readonly receiver: Receiver
  readonly jobs: Pick<Jobs, 'store' | 'printers'>
  readonly log: Pick<Log, 'received' | 'fault'>
  readonly patience: RawPatience
  /** Bytes that connections have in hand, by client. */
  readonly shares: Shares<string>
}

export class RawConnection {
  readonly #socket: Socket
  readonly #client: Principal
  readonly #printer: () => Printer
  readonly #context: RawContext
  #chunks: Buffer[] = []
  #length = 0
  #scan = new FormatScan()
  /** What it is, once enough of it has come. */
  #decided: DocumentKind | undefined
  /** Bytes that are not blank and ask nothing. */
  #content = 0
  /** When the document in hand began, in ms of a clock that only goes forward. */
  #began = 0
  #timer: NodeJS.Timeout | undefined
  /** What is being done with what has come: one thing after another. */
  #work: Promise<void> = Promise.resolve()
  /** Whether a pause has passed since the last byte. */
  #hasPaused = false
  readonly #mind: { memory: PrinterMemory | undefined } = { memory: undefined }

  /** @param printer  as its entry is now */
  constructor(socket: Socket, client: Principal, printer: () => Printer, context: RawContext) {
    this.#socket = socket
    this.#client = client
    this.#printer = printer
    this.#context = context
    socket.on('data', (chunk: Buffer) => this.#heed(() => this.#read(chunk)))
    socket.on('end', () => this.#heed(() => this.#end()))
    // one that is reset behind whole formats is an end, as for a printer: node does not tell the one from the other
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(this.#timer)
      this.#forget()
    })
    this.#arm()
  }

  /** Ends it when the document in hand is taken; one that is not whole is given up. */
  async stop(): Promise<void> {
    await this.#work
    if (this.#length > 0) this.#socket.resetAndDestroy()
    else this.#socket.end()
  }

  /** Does one thing while nothing more is read. */
  #heed(work: () => Promise<void>): void {
    this.#socket.pause()
    clearTimeout(this.#timer)
    this.#work = this.#work.then(async () => {
      try {
        await work()
      } catch (error) {
        this.#fail(error)
        return
      }
      if (this.#socket.destroyed) return
      this.#arm()
      this.#socket.resume()
    })
  }

  #fail(error: unknown): void {
    clearTimeout(this.#timer)
    this.#forget()
    this.#socket.resetAndDestroy()
    // what is refused is told where that happens
    if (!(error instanceof ReceivingError)) this.#context.log.fault(randomUUID(), error)
  }

  async #read(chunk: Buffer): Promise<void> {
    // a chunk may have thousands of formats
    for (let at = 0; at < chunk.length; at += partLength) await this.#readPart(chunk.subarray(at, at + partLength))
  }

  async #readPart(chunk: Buffer): Promise<void> {
    const { shares } = this.#context
    const { key } = this.#client
    if (this.#length === 0) this.#began = performance.now()
    this.#hasPaused = false
    if (!shares.hasRoom(key, chunk.length))
      this.#refuse('overloaded', 'connections of this client have too much in hand')
    shares.take(key, chunk.length)
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (hasPages(this.#kind)) {
      this.#content += chunk.length
      if (this.#length > mostDocument)
        this.#refuse('body_too_large', `a document of pages has at most ${mostDocument} bytes`)
      return this.#refuseSlow()
    }
    this.#content += contentIn(chunk)
    this.#scan.read(chunk)
    const queries = this.#scan.takeQueries()
    this.#content -= queryLength * queries.length
    if (queries.length > 0 && this.#kind === 'zpl') {
      // an answer behind formats says that they are kept
      if (this.#scan.formats > 0 && this.#scan.isClosed) await this.#take(this.#length)
      await this.#answer(queries.slice(0, mostQueries).map(({ command }) => command))
    }
    if (this.#length >= decidingBytes && this.#kind !== 'zpl') return this.#take(this.#length)
    const { formats, end } = this.#scan
    if (formats > 0 && (end >= longDocument.bytes || formats >= longDocument.formats)) await this.#take(end)
    if (this.#length > zplLimits.bytes)
      this.#refuse('body_too_large', `a program in ZPL has at most ${zplLimits.bytes} bytes`)
    this.#refuseSlow()
  }

  #refuseSlow(): void {
    if (this.#length > 0 && performance.now() > this.#deadline)
      this.#refuse('request_timeout', `the document did not come in time: ${this.#length} bytes of it have`)
  }

  /** By when the document has to be whole. */
  get #deadline(): number {
    return this.#began + this.#context.patience.document + (1000 * this.#length) / slowest
  }

  get #kind(): DocumentKind {
    if (this.#decided !== undefined) return this.#decided
    const head: Buffer[] = []
    for (let i = 0, length = 0; i < this.#chunks.length && length < decidingBytes; i++) {
      head.push(this.#chunks[i]!)
      length += this.#chunks[i]!.length
    }
    const kind = kindOf(Buffer.concat(head))
    if (this.#length >= decidingBytes) this.#decided = kind
    return kind
  }

  /** Nothing has come for a while. */
  async #pauses(): Promise<void> {
    if (this.#length === 0) {
      // a client that does not close its half either has gone
      if (this.#socket.writableEnded) this.#socket.destroy()
      else this.#socket.end()
      return
    }
    this.#hasPaused = true
    this.#refuseSlow()
    // its end is that of the connection
    if (hasPages(this.#kind)) return
    const { formats, end, isClosed } = this.#scan
    if (this.#kind !== 'zpl' || isClosed) await this.#take(this.#length)
    else if (formats > 0) await this.#take(end)
  }

  async #end(): Promise<void> {
    const kind = this.#kind
    if (hasPages(kind) && !isWhole(kind, Buffer.concat(this.#chunks)))
      this.#refuse('invalid_document', `the connection ends before the ${kind.toUpperCase()} does`)
    if (this.#length > 0) await this.#take(this.#length)
    this.#socket.end()
  }

  /** Takes the first bytes that have come as a document. */
  async #take(length: number): Promise<void> {
    const all = Buffer.concat(this.#chunks)
    const document = all.subarray(0, length)
    const isEmpty = this.#content === 0
    this.#forget()
    const rest = all.subarray(length)
    if (rest.length > 0) {
      this.#context.shares.take(this.#client.key, rest.length)
      this.#chunks = [rest]
      this.#length = rest.length
      this.#scan.read(rest)
      // those of the rest are answered already
      this.#content = contentIn(rest) - queryLength * this.#scan.takeQueries().length
      this.#began = performance.now()
    }
    if (isEmpty) return
    const { key: client, name: by } = this.#client
    await this.#context.receiver.receive({
      ...{ printer: this.#printer(), source: 'socket', by, client, bytes: document, mind: this.#mind },
    })
  }

  #forget(): void {
    this.#context.shares.giveBack(this.#client.key, this.#length)
    this.#chunks = []
    this.#length = 0
    this.#content = 0
    this.#scan = new FormatScan()
    this.#decided = undefined
  }

  async #answer(queries: readonly string[]): Promise<void> {
    const texts = new Map<string, string>()
    for (const query of answered.filter((each) => queries.includes(each)))
      texts.set(query, await answerTo(query, this.#printer(), this.#context.jobs))
    if (this.#socket.destroyed) return
    this.#socket.write(queries.map((query) => texts.get(query) ?? '').join(''), 'latin1')
    if (this.#socket.writableLength > mostUnread)
      this.#refuse('overloaded', 'the client does not read what it is answered')
  }

  #refuse(code: ReceivingError['code'], why: string): never {
    const { name: by } = this.#client
    this.#context.log.received({
      printer: this.#printer().name,
      source: 'socket',
      by,
      outcome: code,
      why,
      bytes: this.#length,
      labels: 0,
    })
    throw new ReceivingError(code, why)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const { pause, idle } = this.#context.patience
    const ms = this.#length === 0 ? idle : this.#hasPaused ? Math.max(1, this.#deadline - performance.now() + 1) : pause
    this.#timer = setTimeout(() => this.#heed(() => this.#pauses()), ms)
  }
}

/** Bytes that are not blank. */
const contentIn = (bytes: Uint8Array): number => bytes.reduce((count, byte) => count + (isBlank(byte) ? 0 : 1), 0)

/** A blank, a tab, or the end of a line. */
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a
