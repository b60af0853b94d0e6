/** Contenders for a workload, which take turns. */

import { performance } from 'node:perf_hooks'
import { type Quartiles, quartiles } from './quartiles.ts'

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

export interface Workload {
  readonly name: string
  readonly contenders: readonly (Contender | Absent)[]
}

export interface Pace {
  /** Rounds before those that are measured. */
  readonly warm: number
  readonly rounds: number
  /** Milliseconds of a slice. */
  readonly slice: number
}

export interface Measured {
  readonly kind: Kind
  /** Times a second. */
  readonly rate?: Quartiles
  /** How many times faster ours was in the same round; undefined for ours. */
  readonly ratio?: Quartiles
  /** Why there is no rate. */
  readonly absent?: string
}

export type Results = Readonly<Record<string, Measured>>

/**
 * Runs the contenders in turn, a slice each, so that other load on the machine affects all of them.
 *
 * A ratio is computed between slices of one round. Each round starts with another contender. Rounds in which code is compiled and
 * caches are filled come first, and are not measured.
 */
export async function measured({ contenders }: Workload, { warm, rounds, slice }: Pace): Promise<Results> {
  const present = contenders.filter((contender) => 'slice' in contender)
  const rates = present.map((): number[] => [])
  for (let round = -warm; round < rounds; round++) {
    for (let i = 0; i < present.length; i++) {
      const index = (i + Math.max(round, 0)) % present.length
      collectYoung()
      const rate = await present[index]!.slice(slice)
      if (round >= 0) rates[index]!.push(rate)
    }
  }
  const ours = rates[present.findIndex(({ kind }) => kind === 'ours')]!
  const results: Record<string, Measured> = {}
  for (const contender of contenders) {
    const { name, kind } = contender
    if ('absent' in contender) {
      results[name] = { kind, absent: contender.absent }
      continue
    }
    const own = rates[present.indexOf(contender)]!
    const rate = quartiles(own)
    results[name] = kind === 'ours' ? { kind, rate } : { kind, rate, ratio: quartiles(own.map((r, i) => ours[i]! / r)) }
  }
  return results
}

/** Collects the garbage of one contender before the slice of the next. Needs node's --expose-gc. */
function collectYoung(): void {
  globalThis.gc?.({ type: 'minor' })
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
