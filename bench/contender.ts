import { performance } from 'node:perf_hooks'

/** ours, another package of JavaScript or WebAssembly, a program in C, or the least that any way of doing it must cost. */
export type Kind = 'ours' | 'javascript' | 'native' | 'bare'

/** Something that does a workload over and over. */
export interface Contender {
  readonly name: string
  readonly kind: Kind
  /** Works for about `milliseconds` and says how many times a second the work was done. */
  slice(milliseconds: number): Promise<number>
}

/** A contender that could not be had, and how to get it. */
export interface Absent {
  readonly name: string
  readonly kind: Kind
  readonly absent: string
}

/** Where results go, so that nothing is optimised away. */
export const sink: { last: unknown } = { last: undefined }

/** A function called with the texts of the pool in turn. */
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
      // the clock is read every few calls only: on the fastest encoders it would be a tenth of the time
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

/** The same for a function that answers later. */
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
