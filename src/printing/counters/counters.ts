/**
 * Counters: each gives numbers to labels, one after the other, and no number twice. An order takes a run of numbers before its labels are
 * drawn. They are its own from then on; they are on disk in the step that accepts its job, before a printer gets a byte of it. If the
 * process dies before, nobody has seen them. An order that comes to nothing gives its run back, unless a later one has been taken: then
 * its numbers are a gap, which is listed.
 */

import { quoted } from '../../../symbologies/messages.ts'
import { isEnded } from '../job-states.ts'
import { checksumOf, isSame, type Job } from '../store/job.ts'
import type { Sqlite, SqlRow, SqlValue } from '../store/sqlite.ts'
import type { StateError } from '../store/state-error.ts'
import type { JobStore } from '../store/store.ts'
import { counterName, mostOf, numberOf } from './counter-number.ts'
import { type Counted, commonTo } from './counter-overlap.ts'

/** How a counter counts. */
export interface CounterSettings {
  /** The number with which it began, or was set to begin: 0 to 999,999,999,999. */
  readonly start: number
  /** From one number to the next: 1 to 1,000,000. */
  readonly step: number
  /** Digits that a number has at least, 1 to 20. */
  readonly width: number
  /** The greatest number; undefined: 999,999,999,999. */
  readonly limit: number | undefined
  /** Of its SSCCs: the extension digit, 0 to 9, and the GS1 company prefix, 4 to 12 digits; undefined if it makes none. */
  readonly extension: number
  readonly prefix: string | undefined
}

export interface Counter extends CounterSettings {
  readonly name: string
  /** The number that is given next, if nobody takes it before. */
  readonly next: number
}

/** Why a counter gives no number, or there is no room for another. */
export interface CounterRefusal {
  readonly code: 'counter_unknown' | 'counter_exhausted'
  readonly message: string
  readonly counter: string
}

/** Why a counter cannot be set. */
export interface SetRefusal {
  readonly code: 'counter_used' | 'counter_overlaps'
  readonly message: string
}

/** Numbers that stand on labels of a job, or on none. */
export interface NumberRun {
  readonly counter: string
  readonly first: number
  readonly step: number
  readonly count: number
  /** Undefined if the order of the numbers came to nothing. */
  readonly job: number | undefined
  /** The label of the first, from 1; those of the others follow. Undefined if they stand on no label. */
  readonly label: number | undefined
}

/** Numbers that are on no label that certainly came out. */
export interface Gap {
  readonly first: number
  readonly last: number
  readonly count: number
  /** Undefined if no job was made of the order, or if the counter was set further. */
  readonly job: number | undefined
}

/** Counters at most, and runs that are kept of each: the oldest are forgotten first, and with them their gaps. */
const [mostCounters, mostRuns] = [1000, 100_000] as const
/** Runs that are looked through for gaps, the newest. */
const listedRuns = 5000

/** A run of numbers that an order has taken. */
interface Taken {
  readonly counter: Counter
  readonly first: number
  readonly count: number
}

const columns = ['name', 'start', 'step', 'width', 'most', 'extension', 'prefix', 'next'] as const

export class Counters {
  readonly #kept: { readonly store: JobStore }
  /** The next number of each counter that orders have taken from, which are not all accepted. */
  readonly #next = new Map<string, number>()

  /** @param kept  with the store of the jobs, which may be opened when it is first used */
  constructor(kept: { readonly store: JobStore }) {
    this.#kept = kept
  }

  get #database(): Sqlite {
    return this.#kept.store.database
  }

  /** All counters by name. @throws StateError damaged, if one is not as it was written */
  list(): readonly Counter[] {
    return this.#database.all('SELECT * FROM counter ORDER BY name').map((row) => this.#counterIn(row))
  }

  /** The counter of this name; undefined if there is none. @throws StateError damaged */
  get(name: string): Counter | undefined {
    const row = this.#database.get('SELECT * FROM counter WHERE name = ?', name)
    return row && this.#counterIn(row)
  }

  /**
   * Makes a counter, or sets one. It goes on where it is, or at a later `start`; it never goes back, keeps the prefix of SSCCs that are on
   * labels, and gives nothing that another counter could give.
   *
   * @throws StateError
   */
  set(name: string, given: Partial<CounterSettings>): Counter | CounterRefusal | SetRefusal {
    const known = this.get(name)
    const usual = { start: 1, step: 1, width: 1, limit: undefined, extension: 0, prefix: undefined }
    const settings = { ...usual, ...known, ...given }
    const next = known === undefined || (given.start ?? 0) > known.next ? settings.start : known.next
    if (known !== undefined && given.start !== undefined && given.start < known.next && given.start !== known.start) {
      const message = `the counter ${name} is at ${known.next} and never goes back: numbers before may be on labels`
      return { code: 'counter_used', message }
    }
    if (known === undefined && this.#database.number('SELECT count(*) FROM counter') >= mostCounters)
      return {
        code: 'counter_exhausted',
        message: `there are ${mostCounters} counters, which is the most`,
        counter: name,
      }
    const counter: Counter = { name, ...settings, next }
    const refusal = this.#otherPrefix(known, counter) ?? this.#overlap(known, counter)
    if (refusal !== undefined) return refusal
    this.#kept.store.keep()
    writeCounter(this.#database, counter)
    this.#next.set(name, next)
    return counter
  }

  /** The refusal of another prefix or extension digit: what is on labels would be forgotten. */
  #otherPrefix(known: Counter | undefined, { name, prefix, extension }: Counter): SetRefusal | undefined {
    if (known?.prefix === undefined || (known.prefix === prefix && known.extension === extension)) return undefined
    if (known.next === this.#leastOf(known)) return undefined
    const message = `the counter ${name} has given SSCCs of ${known.extension} and ${known.prefix}: make another counter for others`
    return { code: 'counter_used', message }
  }

  /** The refusal of what another counter could give too, unless that was so before. */
  #overlap(known: Counter | undefined, counter: Counter): SetRefusal | undefined {
    if (counter.prefix === undefined) return undefined
    const counted = (each: Counter): Counted => ({ ...each, least: this.#leastOf(each) })
    const begun = known !== undefined && known.next > known.start ? known.start : counter.start
    const own = { ...counter, least: Math.min(this.#leastOf(counter), begun) }
    for (const each of this.list()) {
      if (each.name === counter.name || each.prefix === undefined) continue
      const other = counted(each)
      const common = commonTo(own, other)
      if (common === undefined || (known !== undefined && commonTo(counted(known), other) !== undefined)) continue
      const message = `the counters ${counter.name} and ${each.name} could both give ${common}: give each numbers of its own, with start and limit`
      return { code: 'counter_overlaps', message }
    }
    return undefined
  }

  /** The least number that a counter can have given: what was forgotten may have been any. */
  #leastOf({ name, start }: Counter): number {
    const runs = 'SELECT count, first FROM number WHERE counter = ? ORDER BY first LIMIT 1'
    const oldest = this.#database.get(runs, name)
    if (oldest === undefined) return start
    return oldest.count === 0 ? 0 : Math.min(start, Number(oldest.first))
  }

  /** The number that a counter would give next, without taking it. */
  peek(name: string): ReturnType<typeof numberOf> | CounterRefusal {
    const counter = this.get(name)
    return counter === undefined ? unknown(name) : (this.#exhausted(counter, 1) ?? numberOf(counter, counter.next))
  }

  /**
   * Takes numbers for an order.
   *
   * @param counts  labels by counter
   */
  take(counts: ReadonlyMap<string, number>): Numbers | CounterRefusal {
    const runs = this.#nextRuns(counts)
    if ('code' in runs) return runs
    for (const { counter, first, count } of runs) this.#next.set(counter.name, first + count * counter.step)
    return new Numbers(runs, (taken) => this.#giveBack(taken))
  }

  /** The numbers that an order would get, for labels that are only shown: they are not taken. @param counts  labels by counter */
  preview(counts: ReadonlyMap<string, number>): Numbers | CounterRefusal {
    const runs = this.#nextRuns(counts)
    return 'code' in runs ? runs : new Numbers(runs, () => {})
  }

  #nextRuns(counts: ReadonlyMap<string, number>): readonly Taken[] | CounterRefusal {
    const runs: Taken[] = []
    for (const [name, count] of counts) {
      const counter = this.get(name)
      if (counter === undefined) return unknown(name)
      const refusal = this.#exhausted(counter, count)
      if (refusal !== undefined) return refusal
      runs.push({ counter, first: counter.next, count })
    }
    return runs
  }

  /** Runs that come to nothing are free again, if nobody has taken later ones. */
  #giveBack(runs: readonly Taken[]): void {
    for (const { counter, first, count } of runs) {
      const isLast = this.#next.get(counter.name) === first + count * counter.step
      const inStore = this.#database.number('SELECT next FROM counter WHERE name = ?', counter.name)
      if (isLast && inStore <= first) this.#next.set(counter.name, first)
    }
  }

  /**
   * Writes the numbers of an order whose job is accepted, and how far their counters are. It has to be a part of that step: then the job
   * is never without its numbers, nor a number on disk without its job.
   */
  record({ taken, runs }: Numbers, { id }: Job): void {
    const database = this.#database
    for (const { counter, first, count } of taken) {
      const stored = this.#stored(counter.name) ?? counter
      // an order that took later numbers may have been accepted before
      const next = Math.max(stored.next, first + count * counter.step)
      writeCounter(this.#database, { ...stored, next })
      this.#forgetOldest(counter.name)
    }
    const insert = 'INSERT INTO number (counter, first, step, count, job, label) VALUES (?, ?, ?, ?, ?, ?)'
    for (const { counter, first, step, count, label } of runs)
      database.run(insert, counter, first, step, count, id, label ?? null)
  }

  /** The numbers of a job, in the order of its labels. */
  ofJob(job: number): readonly NumberRun[] {
    return this.#database.all('SELECT * FROM number WHERE job = ? ORDER BY id', job).map(runIn)
  }

  /**
   * The numbers of a counter that are on no label that certainly came out, though later ones were given.
   *
   * @param most  how many gaps are listed, the newest
   */
  gaps(name: string, most: number): readonly Gap[] {
    const counter = this.#stored(name)
    if (counter === undefined) return []
    const rows = this.#database.all(
      `SELECT number.*, job.state, coalesce(job.printed, job.confirmed) AS seen FROM number LEFT JOIN job ON job.id = number.job
       WHERE counter = ? ORDER BY first DESC, number.id DESC LIMIT ?`,
      name,
      listedRuns,
    )
    const gaps: Gap[] = []
    let above = counter.next
    const holeFrom = (first: number, step: number): void => {
      const count = Math.ceil((above - first) / step)
      if (count > 0) gaps.push({ first, last: first + (count - 1) * step, count, job: undefined })
    }
    for (const row of rows) {
      const { first, step, count, job, label } = runIn(row)
      const end = first + count * step
      holeFrom(end, step)
      above = Math.min(above, first)
      const lost = label === undefined ? count : lostOf(row, label, count)
      // of a job that was forgotten nothing is known
      if (lost > 0 && row.state !== null) gaps.push({ first: end - lost * step, last: end - step, count: lost, job })
      if (gaps.length >= most) return gaps.slice(0, most)
    }
    const isWhole = rows.length < listedRuns && rows.every(({ count }) => count !== 0)
    if (isWhole) holeFrom(counter.start, counter.step)
    return gaps
  }

  #stored(name: string): Counter | undefined {
    const row = this.#database.get('SELECT * FROM counter WHERE name = ?', name)
    return row && counterIn(row, (what) => this.#database.damaged(what))
  }

  #counterIn(row: SqlRow): Counter {
    const counter = counterIn(row, (what) => this.#database.damaged(what))
    return { ...counter, next: Math.max(counter.next, this.#next.get(counter.name) ?? 0) }
  }

  #exhausted(counter: Counter, count: number): CounterRefusal | undefined {
    const { name, next, step } = counter
    const most = mostOf(counter)
    const left = next > most ? 0 : Math.floor((most - next) / step) + 1
    if (count <= left) return undefined
    const wanted = count === 1 ? 'a number is wanted' : `${count} numbers are wanted`
    return {
      code: 'counter_exhausted',
      message: `the counter ${name} has ${left} numbers up to ${most}; ${wanted}`,
      counter: name,
    }
  }

  /** Forgets the oldest runs, a thousand at a time. One without numbers stays where they were: what is before it is not a gap. */
  #forgetOldest(name: string): void {
    const database = this.#database
    const count = database.number('SELECT count(*) FROM number WHERE counter = ?', name)
    if (count < mostRuns + 1000) return
    const [kept] = database.all('SELECT id, first FROM number WHERE counter = ? ORDER BY id LIMIT 1 OFFSET 1000', name)
    database.transaction(() => {
      database.run('DELETE FROM number WHERE counter = ? AND id < ?', name, kept!.id!)
      const insert = 'INSERT INTO number (counter, first, step, count) VALUES (?, ?, 1, 0)'
      database.run(insert, name, kept!.first!)
    })
  }
}

/** Writes a counter in place of the one of its name. @throws StateError */
export function writeCounter(database: Sqlite, counter: Counter): void {
  const values = valuesOf(counter)
  const places = [...values, ''].map(() => '?').join(', ')
  const sql = `INSERT OR REPLACE INTO counter (${columns.join(', ')}, checksum) VALUES (${places})`
  database.run(sql, ...values, checksumOf(...values))
}

/** How many numbers of a run are on labels that did not certainly come out, of a job that will not go on. */
function lostOf({ state, seen }: SqlRow, label: number, count: number): number {
  if (state === 'done' || !isEnded(state as Job['state'])) return 0
  return count - Math.min(count, Math.max(0, Number(seen) - label + 1))
}

/** The numbers of an order, which its labels get one after the other. */
export class Numbers {
  readonly taken: readonly Taken[]
  /** The numbers that are on labels, as far as they were given. */
  readonly #runs: NumberRun[] = []
  readonly #given = new Map<string, number>()
  readonly #giveBack: (taken: readonly Taken[]) => void

  constructor(taken: readonly Taken[], giveBack: (taken: readonly Taken[]) => void) {
    this.taken = taken
    this.#giveBack = giveBack
  }

  /** The number of a counter for the next label that has one. It is given to that label by `give`. */
  next(name: string): ReturnType<typeof numberOf> | CounterRefusal {
    const found = this.taken.find(({ counter }) => counter.name === name)
    const given = this.#given.get(name) ?? 0
    if (found === undefined || given >= found.count) return unknown(name)
    return numberOf(found.counter, found.first + given * found.counter.step)
  }

  /** Gives the next numbers of these counters to a label. @param label  of the job, from 1 */
  give(names: readonly string[], label: number): void {
    for (const name of names) {
      const { first, counter } = this.taken.find(({ counter }) => counter.name === name)!
      const given = this.#given.get(name) ?? 0
      this.#given.set(name, given + 1)
      const number = first + given * counter.step
      const last = this.#runs.findLastIndex((run) => run.counter === name)
      const run = this.#runs[last]
      if (run !== undefined && run.label! + run.count === label) this.#runs[last] = { ...run, count: run.count + 1 }
      else this.#runs.push({ counter: name, first: number, step: counter.step, count: 1, job: undefined, label })
    }
  }

  /** The runs of numbers on labels, and of those that are left over. */
  get runs(): readonly NumberRun[] {
    const left = this.taken.flatMap(({ counter: { name, step }, first, count }): NumberRun[] => {
      const given = this.#given.get(name) ?? 0
      if (given === count) return []
      return [
        { counter: name, first: first + given * step, step, count: count - given, job: undefined, label: undefined },
      ]
    })
    return [...this.#runs, ...left]
  }

  /** The order has come to its end: numbers that are not in the store are free again, as far as nobody has taken later ones. */
  release(): void {
    this.#giveBack(this.taken)
  }
}

const unknown = (name: string): CounterRefusal => ({
  code: 'counter_unknown',
  message: `there is no counter ${counterName.test(name) ? name : quoted(name)}`,
  counter: name,
})

const valuesOf = ({ name, start, step, width, limit, extension, prefix, next }: Counter): readonly SqlValue[] => [
  ...[name, start, step, width, limit ?? null, extension, prefix ?? null, next],
]

/** @throws StateError damaged: a number could be given twice */
function counterIn(row: SqlRow, damaged: (what: string) => StateError): Counter {
  const { name, start, step, width, most, extension, prefix, next, checksum } = row
  const counter: Counter = {
    name: String(name),
    start: Number(start),
    step: Number(step),
    width: Number(width),
    limit: most === null ? undefined : Number(most),
    extension: Number(extension),
    prefix: prefix === null ? undefined : String(prefix),
    next: Number(next),
  }
  if (isSame(checksum, checksumOf(...valuesOf(counter)))) return counter
  throw damaged(`the counter ${String(name)} does not match its checksum: it gives no number`)
}

function runIn({ counter, first, step, count, job, label }: SqlRow): NumberRun {
  return {
    counter: String(counter),
    first: Number(first),
    step: Number(step),
    count: Number(count),
    job: job === null ? undefined : Number(job),
    label: label === null ? undefined : Number(label),
  }
}
