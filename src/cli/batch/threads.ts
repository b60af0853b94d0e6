/** The rows of a batch, drawn by several threads. */

import { extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type TableRow, withoutPlace } from '../../table/index.ts'
import { exit, Failure } from '../command.ts'
import { type DrawnChunk, drawChunk, received, type SentChunk, type ThreadTask } from './drawn-rows.ts'
import type { DrawRow, PendingRow } from './rows.ts'

/** How rows are drawn by several threads. */
interface ThreadedDrawing extends ThreadTask {
  /** How the main thread draws. */
  readonly draw: DrawRow
  /** How many, with the main thread. */
  readonly jobs: number
  /** Aborted when the user stops the batch. */
  readonly signal: AbortSignal
}

/**
 * The rows as they arrive, drawn by this thread and others. They keep their order; if the signal aborts, they end early.
 *
 * What is drawn is written first; then this thread draws, and only what other threads have begun is waited for.
 */
export async function* drawnByThreads(
  arrived: AsyncIterable<Iterable<TableRow>>,
  drawing: ThreadedDrawing,
): AsyncGenerator<readonly PendingRow[]> {
  const queue = new ChunkQueue(drawing)
  const source = new ChunkSource(arrived, () => queue.wake())
  try {
    for (;;) {
      if (drawing.signal.aborted) return
      if (queue.hasRoom) source.pull()
      for (const rows of source.take()) queue.add(rows)
      const drawn = queue.next()
      if (drawn.length > 0) yield drawn
      // the event loop has a turn for signals, arrivals, and what other threads have drawn
      else if (queue.draw()) await nextTurn()
      else if (!queue.isEmpty || source.isPulling) await queue.change()
      else if (source.isAtEnd) return source.end()
    }
  } finally {
    await queue.close()
  }
}

/** For each thread, chunks that it has, and drawn ones that wait for those before them. */
const window = 8

/** Rows in their order. */
interface Chunk {
  readonly rows: readonly TableRow[]
  /** Whether a thread draws them, or has drawn them. */
  isBegun: boolean
  drawn?: DrawnChunk
}

/** The chunks that are not yet taken, in the order of the rows: the first are drawn by the threads, in any order. */
class ChunkQueue {
  readonly #drawing: ThreadedDrawing
  readonly #pool: ThreadPool
  #chunks: Chunk[] = []
  #error: { readonly cause: unknown } | undefined
  #changed = false
  #whenChanged = (): void => {}
  readonly #onAbort = (): void => this.wake()

  constructor(drawing: ThreadedDrawing) {
    this.#drawing = drawing
    this.#pool = new ThreadPool(drawing, () => this.wake())
    drawing.signal.addEventListener('abort', this.#onAbort)
  }

  /** Whether more rows should be read. */
  get hasRoom(): boolean {
    return this.#chunks.length < this.#most
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  add(rows: readonly TableRow[]): void {
    this.#chunks.push({ rows, isBegun: false })
  }

  /** The next rows that are drawn. @throws Failure if a thread has ended, or the error that ended a chunk, after its rows */
  next(): readonly PendingRow[] {
    this.#pool.check()
    const taken: PendingRow[] = []
    while (this.#error === undefined) {
      const { rows, drawn } = this.#chunks[0] ?? {}
      if (rows === undefined || drawn === undefined) break
      this.#chunks.shift()
      taken.push(...drawn.outcomes.map((outcome, i) => ({ place: placeOf(rows[i]!), outcome: () => outcome })))
      if ('error' in drawn) this.#error = { cause: drawn.error }
    }
    if (taken.length === 0 && this.#error !== undefined) throw this.#error.cause
    this.#send()
    return taken
  }

  /** Draws a chunk in this thread. Returns false if there is none that no other has begun, or no room for it. */
  draw(): boolean {
    const chunk = this.#chunks.find(({ isBegun }) => !isBegun)
    if (chunk === undefined || (chunk !== this.#chunks[0] && !this.#mayBegin)) return false
    chunk.isBegun = true
    this.#keep(chunk, drawChunk(chunk.rows, this.#drawing))
    return true
  }

  /** Resolves with the next event: a chunk is drawn or has arrived, a thread has ended, the user stops the batch. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        this.#changed = false
        resolve()
      }
      if (this.#changed) settle()
      else this.#whenChanged = settle
    })
  }

  wake(): void {
    this.#changed = true
    this.#whenChanged()
    this.#whenChanged = () => {}
  }

  async close(): Promise<void> {
    this.#drawing.signal.removeEventListener('abort', this.#onAbort)
    await this.#pool.close()
  }

  get #most(): number {
    return window * this.#drawing.jobs
  }

  /** Bounds what is drawn and waits; but the first chunk never waits for others. */
  get #mayBegin(): boolean {
    return this.#chunks.filter(({ isBegun }) => isBegun).length < this.#most
  }

  /** Sends chunks to threads that have few, all but the first: that is drawn here, unless another has begun it. */
  #send(): void {
    for (const chunk of this.#chunks.slice(1)) {
      if (chunk.isBegun) continue
      if (!this.#pool.hasRoom || !this.#mayBegin) return
      chunk.isBegun = true
      this.#pool.send(chunk.rows, (drawn) => {
        this.#keep(chunk, drawn)
        this.#send()
      })
    }
  }

  #keep(chunk: Chunk, drawn: DrawnChunk): void {
    chunk.drawn = drawn
    const rest = chunk.rows.slice(drawn.outcomes.length)
    if (rest.length > 0 && !('error' in drawn)) {
      this.#chunks.splice(this.#chunks.indexOf(chunk) + 1, 0, { rows: rest, isBegun: false })
    }
  }
}

const placeOf = ({ number, index, line, end }: TableRow): PendingRow['place'] => ({ number, index, line, end })

/** The most rows that are drawn at a time. */
const chunkRows = 64

/** Takes arrivals of rows one at a time, without a wait, and cuts them into chunks. */
class ChunkSource {
  isPulling = false
  isAtEnd = false
  #error: { readonly cause: unknown } | undefined
  #chunks: (readonly TableRow[])[] = []
  readonly #arrived: AsyncIterator<Iterable<TableRow>>
  readonly #wake: () => void

  constructor(arrived: AsyncIterable<Iterable<TableRow>>, wake: () => void) {
    this.#arrived = arrived[Symbol.asyncIterator]()
    this.#wake = wake
  }

  /** Asks for the next arrival, unless that is on its way, or there is none. */
  pull(): void {
    if (this.isPulling || this.isAtEnd) return
    this.isPulling = true
    this.#arrive()
      .catch((cause) => {
        this.isAtEnd = true
        this.#error = { cause }
      })
      .then(() => {
        this.isPulling = false
        this.#wake()
      })
  }

  async #arrive(): Promise<void> {
    const { done, value } = await this.#arrived.next()
    if (done) {
      this.isAtEnd = true
      return
    }
    const rows = [...value]
    for (let i = 0; i < rows.length; i += chunkRows) this.#chunks.push(rows.slice(i, i + chunkRows))
  }

  /** The chunks that have arrived. */
  take(): readonly (readonly TableRow[])[] {
    const chunks = this.#chunks
    this.#chunks = []
    return chunks
  }

  /** @throws the error that ended the input */
  end(): void {
    if (this.#error !== undefined) throw this.#error.cause
  }
}

/** Chunks that a thread has at a time: while it draws one the others wait for it, and it never waits for the main thread. */
const chunksAThread = 4

interface Thread {
  readonly worker: Worker
  /** Called with each chunk that it has been sent, in their order. */
  readonly sent: ((drawn: DrawnChunk) => void)[]
}

/** The threads besides the main thread. Each is started when there are rows for it. */
class ThreadPool {
  readonly #drawing: ThreadedDrawing
  readonly #wake: () => void
  readonly #threads: Thread[] = []
  #failure: Failure | undefined
  #isClosed = false

  /** @param wake  called when a chunk is drawn or a thread has ended */
  constructor(drawing: ThreadedDrawing, wake: () => void) {
    this.#drawing = drawing
    this.#wake = wake
  }

  /** @throws Failure if a thread has ended */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Whether a chunk can be sent. */
  get hasRoom(): boolean {
    return this.#mayStart || this.#threads.some(({ sent }) => sent.length < chunksAThread)
  }

  /** Sends a chunk to the thread that has the fewest. */
  send(rows: readonly TableRow[], receive: (drawn: DrawnChunk) => void): void {
    if (this.#mayStart && this.#threads.every(({ sent }) => sent.length > 0)) this.#threads.push(this.#started())
    const thread = this.#threads.reduce((a, b) => (b.sent.length < a.sent.length ? b : a))
    thread.sent.push(receive)
    thread.worker.postMessage(rows.map(withoutPlace))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  get #mayStart(): boolean {
    return this.#threads.length < this.#drawing.jobs - 1
  }

  #started(): Thread {
    const { forAll, style } = this.#drawing
    const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: ThreadTask = { forAll, style }
    const thread: Thread = { worker: new Worker(entry, { workerData }), sent: [] }
    thread.worker.on('message', (chunk: SentChunk) => {
      thread.sent.shift()!(received(chunk))
      this.#wake()
    })
    thread.worker.on('error', (error) => this.#fail(error))
    thread.worker.on('exit', (code) => this.#fail(new Error(`exit code ${code}`)))
    return thread
  }

  #fail(error: Error): void {
    if (this.#isClosed) return
    this.#failure ??= new Failure(
      exit.fault,
      `a thread that draws rows has ended: ${error.message}; fewer --jobs need less memory`,
    )
    this.#wake()
  }
}
