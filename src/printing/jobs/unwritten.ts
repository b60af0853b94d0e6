import { StateError } from '../store/state-error.ts'

/** Milliseconds after which what could not be written is tried again. */
const pause = 1000

/** Changes of jobs that the store could not take yet, the last of each job: they are tried until they are written. */
export class Unwritten {
  readonly #writes = new Map<number, () => void>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** @param write  throws a StateError if it cannot be written yet */
  add(id: number, write: () => void): void {
    this.#writes.set(id, write)
    this.#timer ??= setTimeout(() => this.#write(), pause).unref()
  }

  /** Tries all a last time. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#write()
  }

  #write(): void {
    this.#timer = undefined
    for (const [id, write] of [...this.#writes]) {
      this.#writes.delete(id)
      try {
        write()
      } catch (error) {
        if (!(error instanceof StateError)) throw error
        if (!this.#isClosed) this.add(id, write)
      }
    }
  }
}
