import type { TableRow } from '../../table/index.ts'
import { type DrawnChunk, drawChunk } from './drawn-chunk.ts'
import type { PendingRow } from './drawn-row.ts'
import { drawRow } from './outputs.ts'
import { type ThreadedDrawing, ThreadPool } from './thread-pool.ts'

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
export class ChunkQueue {
  private readonly drawing: ThreadedDrawing
  private readonly draws: ReturnType<typeof drawRow>
  private readonly pool: ThreadPool
  private chunks: Chunk[] = []
  private error: { readonly cause: unknown } | undefined
  private changed = false
  private whenChanged = (): void => {}
  private readonly onAbort = (): void => this.wake()

  constructor(drawing: ThreadedDrawing) {
    this.drawing = drawing
    this.draws = drawRow(drawing.style)
    this.pool = new ThreadPool(drawing, () => this.wake())
    drawing.signal.addEventListener('abort', this.onAbort)
  }

  /** Whether more rows should be read. */
  get hasRoom(): boolean {
    return this.chunks.length < this.most
  }

  get isEmpty(): boolean {
    return this.chunks.length === 0
  }

  add(rows: readonly TableRow[]): void {
    this.chunks.push({ rows, isBegun: false })
  }

  /** The next rows that are drawn. @throws Failure if a thread has ended, or the error that ended a chunk, after its rows */
  next(): readonly PendingRow[] {
    this.pool.check()
    const taken: PendingRow[] = []
    while (this.error === undefined) {
      const { rows, drawn } = this.chunks[0] ?? {}
      if (rows === undefined || drawn === undefined) break
      this.chunks.shift()
      taken.push(...drawn.outcomes.map((outcome, i) => ({ place: placeOf(rows[i]!), outcome: () => outcome })))
      if ('error' in drawn) this.error = { cause: drawn.error }
    }
    if (taken.length === 0 && this.error !== undefined) throw this.error.cause
    this.send()
    return taken
  }

  /** Draws a chunk in this thread. Returns false if there is none that no other has begun, or no room for it. */
  draw(): boolean {
    const chunk = this.chunks.find(({ isBegun }) => !isBegun)
    if (chunk === undefined || (chunk !== this.chunks[0] && !this.mayBegin)) return false
    chunk.isBegun = true
    this.keep(chunk, drawChunk(chunk.rows, { forAll: this.drawing.forAll, draw: this.draws }))
    return true
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
    this.drawing.signal.removeEventListener('abort', this.onAbort)
    await this.pool.close()
  }

  private get most(): number {
    return window * this.drawing.jobs
  }

  /** Bounds what is drawn and waits; but the first chunk never waits for others. */
  private get mayBegin(): boolean {
    return this.chunks.filter(({ isBegun }) => isBegun).length < this.most
  }

  /** Sends chunks to threads that have few, all but the first: that is drawn here, unless another has begun it. */
  private send(): void {
    for (const chunk of this.chunks.slice(1)) {
      if (chunk.isBegun) continue
      if (!this.pool.hasRoom || !this.mayBegin) return
      chunk.isBegun = true
      this.pool.send(chunk.rows, (drawn) => {
        this.keep(chunk, drawn)
        this.send()
      })
    }
  }

  private keep(chunk: Chunk, drawn: DrawnChunk): void {
    chunk.drawn = drawn
    const rest = chunk.rows.slice(drawn.outcomes.length)
    if (rest.length > 0 && !('error' in drawn)) {
      this.chunks.splice(this.chunks.indexOf(chunk) + 1, 0, { rows: rest, isBegun: false })
    }
  }
}

const placeOf = ({ number, line, end }: TableRow): PendingRow['place'] => ({ number, line, end })
