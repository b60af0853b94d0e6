import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Given } from '../../api/request-reader.ts'
import type { TableRow } from '../../table/index.ts'
import { exit, Failure } from '../command.ts'
import type { FoundRow } from './columns.ts'
import { type DrawnChunk, errorOf, outcomesOf } from './drawn-chunk.ts'
import type { PendingRow } from './drawn-row.ts'
import type { RowStyle } from './outputs.ts'

/** What a thread is started with. */
export interface ThreadTask {
  /** The values of the command line. */
  readonly forAll: Given
  readonly style: RowStyle
}

/** How rows are drawn by several threads. */
export interface ThreadedDrawing extends ThreadTask {
  /** How many. */
  readonly jobs: number
  /** Aborted when the user stops the batch. */
  readonly signal: AbortSignal
}

/** The most rows that a thread is sent at a time. */
const chunkRows = 64
/** Chunks that a thread is sent at a time: while it draws one, the next waits for it. */
const chunksAThread = 2
/** For each thread, chunks that it draws and drawn ones that wait for those before them. */
const window = 4

/** The rows as they arrive, drawn by other threads. They keep their order; if the signal aborts, they end early. */
export async function* drawnByThreads(
  arrived: AsyncIterable<readonly TableRow[]>,
  drawing: ThreadedDrawing,
): AsyncGenerator<readonly PendingRow[]> {
  const threads = new DrawingThreads(drawing)
  const source = new ChunkSource(arrived, () => threads.wake())
  try {
    for (;;) {
      if (drawing.signal.aborted) return
      if (threads.hasRoom) source.pull()
      for (const rows of source.take()) threads.add(rows)
      const drawn = threads.next()
      if (drawn !== undefined) yield drawn
      else if (!threads.isIdle || source.isPulling) await threads.change()
      else if (source.isAtEnd) return source.end()
    }
  } finally {
    await threads.close()
  }
}

/** Takes arrivals one at a time, without a wait, and cuts them into chunks. */
class ChunkSource {
  isPulling = false
  isAtEnd = false
  private error: { readonly cause: unknown } | undefined
  private chunks: (readonly TableRow[])[] = []
  private readonly arrived: AsyncIterator<readonly TableRow[]>
  private readonly wake: () => void

  constructor(arrived: AsyncIterable<readonly TableRow[]>, wake: () => void) {
    this.arrived = arrived[Symbol.asyncIterator]()
    this.wake = wake
  }

  /** Asks for the next arrival, unless that is on its way, or there is none. */
  pull(): void {
    if (this.isPulling || this.isAtEnd) return
    this.isPulling = true
    this.arrived
      .next()
      .then(
        ({ done, value }) => {
          if (done) this.isAtEnd = true
          else for (let i = 0; i < value.length; i += chunkRows) this.chunks.push(value.slice(i, i + chunkRows))
        },
        (cause) => {
          this.isAtEnd = true
          this.error = { cause }
        },
      )
      .then(() => {
        this.isPulling = false
        this.wake()
      })
  }

  /** The chunks that have arrived. */
  take(): readonly (readonly TableRow[])[] {
    const { chunks } = this
    this.chunks = []
    return chunks
  }

  /** @throws the error that ended the input */
  end(): void {
    if (this.error !== undefined) throw this.error.cause
  }
}

/** A chunk in the order of the rows. */
interface Chunk {
  readonly rows: readonly TableRow[]
  thread?: Thread
  drawn?: DrawnChunk
}

interface Thread {
  readonly worker: Worker
  /** Chunks that it has been sent, in their order. */
  readonly sent: Chunk[]
}

class DrawingThreads {
  private readonly drawing: ThreadedDrawing
  private readonly threads: readonly Thread[]
  /** All chunks that are not yet taken. */
  private queue: Chunk[] = []
  private failure: Failure | undefined
  private error: Error | undefined
  private changed = false
  private whenChanged = (): void => {}
  private isClosed = false
  private readonly onAbort = (): void => this.wake()

  constructor(drawing: ThreadedDrawing) {
    this.drawing = drawing
    this.threads = Array.from({ length: drawing.jobs }, () => this.started())
    drawing.signal.addEventListener('abort', this.onAbort)
  }

  private started(): Thread {
    const { forAll, style } = this.drawing
    const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: ThreadTask = { forAll, style }
    const thread: Thread = { worker: new Worker(entry, { workerData }), sent: [] }
    thread.worker.on('message', (drawn: DrawnChunk) => this.receive(thread, drawn))
    thread.worker.on('error', (error) => this.fail(error))
    thread.worker.on('exit', (code) => this.fail(new Error(`exit code ${code}`)))
    return thread
  }

  /** Whether more rows should be read. */
  get hasRoom(): boolean {
    return this.queue.length < window * this.threads.length
  }

  get isIdle(): boolean {
    return this.queue.length === 0
  }

  add(rows: readonly TableRow[]): void {
    this.queue.push({ rows })
    this.send()
  }

  /** The next rows, if they are drawn. @throws Failure if a thread has ended */
  next(): readonly PendingRow[] | undefined {
    if (this.failure !== undefined) throw this.failure
    if (this.error !== undefined) throw this.error
    const [first] = this.queue
    if (first?.drawn === undefined) return undefined
    this.queue.shift()
    const { drawn, rows } = first
    if (drawn.error !== undefined) this.error = errorOf(drawn.error)
    else if (drawn.outcomes.length < rows.length) this.queue.unshift({ rows: rows.slice(drawn.outcomes.length) })
    this.send()
    return outcomesOf(drawn).map((outcome, i) => ({ place: placeOf(rows[i]!), outcome: () => outcome }))
  }

  /** Resolves with the next event: a chunk is drawn or has arrived, a thread has ended, the user stops the batch. */
  change(): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        this.changed = false
        resolve()
      }
      if (this.changed) settle()
      else this.whenChanged = settle
    })
  }

  wake(): void {
    this.changed = true
    this.whenChanged()
    this.whenChanged = () => {}
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.drawing.signal.removeEventListener('abort', this.onAbort)
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()))
  }

  /** Sends chunks to threads that have few. What is drawn and waits is bounded; but the first chunk never waits for others. */
  private send(): void {
    let busy = this.queue.filter(({ thread }) => thread !== undefined).length
    for (const chunk of this.queue) {
      if (chunk.thread !== undefined) continue
      const thread = this.threads.reduce((a, b) => (b.sent.length < a.sent.length ? b : a))
      const isFirst = chunk === this.queue[0]
      if (!isFirst && (thread.sent.length >= chunksAThread || busy >= window * this.threads.length)) return
      chunk.thread = thread
      thread.sent.push(chunk)
      busy++
      thread.worker.postMessage(chunk.rows.map(foundRow))
    }
  }

  private receive(thread: Thread, drawn: DrawnChunk): void {
    thread.sent.shift()!.drawn = drawn
    this.send()
    this.wake()
  }

  private fail(error: Error): void {
    if (this.isClosed) return
    this.failure ??= new Failure(
      exit.fault,
      `a thread that draws rows has ended: ${error.message}; fewer --jobs need less memory`,
    )
    this.wake()
  }
}

const placeOf = ({ number, line, end }: TableRow): PendingRow['place'] => ({ number, line, end })

/** The row without what only the reader needs. */
function foundRow(row: TableRow): FoundRow {
  return 'fault' in row ? { number: row.number, fault: row.fault } : { number: row.number, cells: row.cells }
}
