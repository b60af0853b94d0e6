import { performance } from 'node:perf_hooks'

/** ours; a package in JavaScript or WebAssembly; a program in C; or the bare minimum of work that any implementation must do. */
export type Kind = 'ours' | 'javascript' | 'native' | 'bare'

/** An implementation of a workload, which it does repeatedly. */
export interface Contender {
  readonly name: string
  readonly kind: Kind
  /** Works for about `milliseconds`, and returns how many times a second the work was done. */
  slice(milliseconds: number): Promise<number>
}

/** A contender that is not installed, and how to install it. */
export interface Absent {
  readonly name: string
  readonly kind: Kind
  readonly absent: string
}

/** Results are stored here, so that no work is optimised away. */
export const sink: { last: unknown } = { last: undefined }

/** A contender that calls a function with each text of the pool in turn. */
export function calling<Text>(
  who: Pick<Contender, 'name' | 'kind'>,
  pool: readonly Text[],
  work: (text: Text) => unknown,
): Contender {
  let next = 0
  return {
    ...who,
    async slice(milliseconds) {
      const start = performance.now()
      let elapsed = 0
      let calls = 0
      // the clock is read only every few calls: for the fastest encoders it would take a tenth of the time
      for (let batch = 1; elapsed < milliseconds; elapsed = performance.now() - start) {
        if (elapsed > 0) batch = Math.ceil((0.02 * calls) / elapsed)
        calls += batch
        for (; batch > 0; batch--) {
          sink.last = work(pool[next]!)
          next = (next + 1) % pool.length
        }
      }
      return (1000 * calls) / elapsed
    },
  }
}

/** The same for an asynchronous function. */
export function awaiting<Text>(
  who: Pick<Contender, 'name' | 'kind'>,
  pool: readonly Text[],
  work: (text: Text) => Promise<unknown>,
): Contender {
  let next = 0
  return {
    ...who,
    async slice(milliseconds) {
      const start = performance.now()
      let elapsed = 0
      let calls = 0
      for (; elapsed < milliseconds; elapsed = performance.now() - start) {
        sink.last = await work(pool[next]!)
        next = (next + 1) % pool.length
        calls++
      }
      return (1000 * calls) / elapsed
    },
  }
}
