import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Given } from '../../api/request-reader.ts'
import type { TableRow } from '../../table/index.ts'
import { exit, Failure } from '../command.ts'
import type { FoundRow } from './columns.ts'
import type { DrawnChunk } from './drawn-chunk.ts'
import type { RowStyle } from './outputs.ts'
import { received, type SentChunk } from './sent-chunk.ts'

/** What a thread is started with. */
export interface ThreadTask {
  /** The values of the command line. */
  readonly forAll: Given
  readonly style: RowStyle
}

/** How rows are drawn by several threads. */
export interface ThreadedDrawing extends ThreadTask {
  /** How many, with the main thread. */
  readonly jobs: number
  /** Aborted when the user stops the batch. */
  readonly signal: AbortSignal
}

/** Chunks that a thread has at a time: while it draws one the others wait for it, and it never waits for the main thread. */
const chunksAThread = 4

interface Thread {
  readonly worker: Worker
  /** Called with each chunk that it has been sent, in their order. */
  readonly sent: ((drawn: DrawnChunk) => void)[]
}

/** The threads besides the main thread. Each is started when there are rows for it. */
export class ThreadPool {
  private readonly drawing: ThreadedDrawing
  private readonly wake: () => void
  private readonly threads: Thread[] = []
  private failure: Failure | undefined
  private isClosed = false

  /** @param wake  called when a chunk is drawn or a thread has ended */
  constructor(drawing: ThreadedDrawing, wake: () => void) {
    this.drawing = drawing
    this.wake = wake
  }

  /** @throws Failure if a thread has ended */
  check(): void {
    if (this.failure !== undefined) throw this.failure
  }

  /** Whether a chunk can be sent. */
  get hasRoom(): boolean {
    return this.mayStart || this.threads.some(({ sent }) => sent.length < chunksAThread)
  }

  /** Sends a chunk to the thread that has the fewest. */
  send(rows: readonly TableRow[], receive: (drawn: DrawnChunk) => void): void {
    if (this.mayStart && this.threads.every(({ sent }) => sent.length > 0)) this.threads.push(this.started())
    const thread = this.threads.reduce((a, b) => (b.sent.length < a.sent.length ? b : a))
    thread.sent.push(receive)
    thread.worker.postMessage(rows.map(foundRow))
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.all(this.threads.map(({ worker }) => worker.terminate()))
  }

  private get mayStart(): boolean {
    return this.threads.length < this.drawing.jobs - 1
  }

  private started(): Thread {
    const { forAll, style } = this.drawing
    const entry = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: ThreadTask = { forAll, style }
    const thread: Thread = { worker: new Worker(entry, { workerData }), sent: [] }
    thread.worker.on('message', (chunk: SentChunk) => {
      thread.sent.shift()!(received(chunk))
      this.wake()
    })
    thread.worker.on('error', (error) => this.fail(error))
    thread.worker.on('exit', (code) => this.fail(new Error(`exit code ${code}`)))
    return thread
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

/** The row without what only the reader needs. */
function foundRow(row: TableRow): FoundRow {
  return 'fault' in row ? { number: row.number, fault: row.fault } : { number: row.number, cells: row.cells }
}
