import type { Absent, Contender, Kind } from './contender.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

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
