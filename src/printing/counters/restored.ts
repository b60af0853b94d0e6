/** Counters that another service had, or this one before, are put in place here. */

import type { JobStore } from '../store/store.ts'
import { counterName, mostNumber } from './counter-number.ts'
import { type Counter, type CounterRefusal, type Counters, type SetRefusal, writeCounter } from './counters.ts'

type Refusal = CounterRefusal | SetRefusal

/**
 * Puts all of the counters in place or, if one is refused, none. A counter that is here goes on at the later of both numbers, and never back;
 * others stay. Numbers that were given elsewhere count as given, on labels of which nothing is known.
 *
 * @throws StateError
 */
export function restoreCounters(counters: Counters, store: JobStore, list: readonly Counter[]): Refusal | undefined {
  store.keep()
  try {
    store.database.transaction(() => {
      for (const counter of list) restore(counters, store, counter)
    })
    return undefined
  } catch (error) {
    if (error instanceof RestoreRefusal) return error.refusal
    throw error
  }
}

/** @throws RestoreRefusal, StateError */
function restore(counters: Counters, { database }: JobStore, { name, next, ...settings }: Counter): void {
  const known = counters.get(name)
  const set = counters.set(name, { ...settings, start: known?.start ?? settings.start })
  if ('code' in set) throw new RestoreRefusal(set)
  if (next <= set.next) return
  const count = Math.ceil((next - set.next) / settings.step)
  const insert = 'INSERT INTO number (counter, first, step, count) VALUES (?, ?, ?, ?)'
  database.run(insert, name, set.next, settings.step, count)
  writeCounter(database, { ...set, next })
}

/** Takes back what was put in place before the counter that is refused. */
class RestoreRefusal extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.name = 'RestoreRefusal'
    this.refusal = refusal
  }
}

/** A counter as JSON has it. */
export function counterValue({ limit, prefix, ...counter }: Counter): CounterValue {
  return { ...counter, limit: limit ?? null, prefix: prefix ?? null }
}

interface CounterValue extends Omit<Counter, 'limit' | 'prefix'> {
  readonly limit: number | null
  readonly prefix: string | null
}

/** The counter that a value in JSON describes; undefined if it describes none. */
export function counterIn(value: unknown): Counter | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, start, step, width, limit, extension, prefix, next, ...others } = value as Record<string, unknown>
  const isWithin = (number: unknown, least: number, most: number): boolean =>
    Number.isInteger(number) && (number as number) >= least && (number as number) <= most
  const isCounter =
    Object.keys(others).length === 0 &&
    typeof name === 'string' &&
    counterName.test(name) &&
    isWithin(start, 0, mostNumber) &&
    isWithin(step, 1, 1_000_000) &&
    isWithin(width, 1, 20) &&
    (limit === null || isWithin(limit, 1, mostNumber)) &&
    isWithin(extension, 0, 9) &&
    (prefix === null || (typeof prefix === 'string' && /^[0-9]{4,12}$/.test(prefix))) &&
    // the next number of a counter that has given its last lies beyond it
    isWithin(next, 0, mostNumber + 1_000_000)
  if (!isCounter) return undefined
  const counter = { name, start, step, width, extension, next } as Omit<Counter, 'limit' | 'prefix'>
  return { ...counter, limit: (limit as number | null) ?? undefined, prefix: (prefix as string | null) ?? undefined }
}
