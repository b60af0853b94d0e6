import type { TableRow } from '../../table/index.ts'

/** The most rows that are drawn at a time. */
const chunkRows = 64

/** Takes arrivals of rows one at a time, without a wait, and cuts them into chunks. */
export class ChunkSource {
  isPulling = false
  isAtEnd = false
  private error: { readonly cause: unknown } | undefined
  private chunks: (readonly TableRow[])[] = []
  private readonly arrived: AsyncIterator<Iterable<TableRow>>
  private readonly wake: () => void

  constructor(arrived: AsyncIterable<Iterable<TableRow>>, wake: () => void) {
    this.arrived = arrived[Symbol.asyncIterator]()
    this.wake = wake
  }

  /** Asks for the next arrival, unless that is on its way, or there is none. */
  pull(): void {
    if (this.isPulling || this.isAtEnd) return
    this.isPulling = true
    this.arrive()
      .catch((cause) => {
        this.isAtEnd = true
        this.error = { cause }
      })
      .then(() => {
        this.isPulling = false
        this.wake()
      })
  }

  private async arrive(): Promise<void> {
    const { done, value } = await this.arrived.next()
    if (done) {
      this.isAtEnd = true
      return
    }
    const rows = [...value]
    for (let i = 0; i < rows.length; i += chunkRows) this.chunks.push(rows.slice(i, i + chunkRows))
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
