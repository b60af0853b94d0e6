/** SQLite, as node-sqlite3-wasm has it: the only file that knows the package. Everything here is done when it returns. */

import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Database, Statement } from 'node-sqlite3-wasm'
import { StateError } from './state-error.ts'

export type SqlValue = number | string | Uint8Array | null
export type SqlRow = Readonly<Record<string, SqlValue>>

const load = createRequire(import.meta.url)

/** A database that this process alone has open. */
export class Sqlite {
  #database: Database
  readonly #statements = new Map<string, Statement>()
  #depth = 0
  /** What was found that is not as it was written. */
  readonly #damage = new Set<string>()
  /** Commits so far, and the time that they took. */
  commits: { readonly count: number; readonly seconds: number } = { count: 0, seconds: 0 }

  /**
   * Opens the file, or makes it. It loads SQLite for the first time.
   *
   * @throws StateError
   */
  constructor(file: string) {
    this.#database = opened(file)
  }

  /** Moves a database that is in memory into a file, which is on disk when this returns. @throws StateError, and then it is where it was */
  moveTo(file: string): void {
    let moved: Database
    try {
      this.run('VACUUM INTO ?', file)
      synced(file)
      moved = opened(file)
    } catch (error) {
      rmSync(file, { force: true })
      throw error
    }
    this.close()
    this.#database = moved
  }

  /** What was found that is not as it was written, since the start; 20 findings at most. */
  get damage(): readonly string[] {
    return [...this.#damage]
  }

  /** Notes what is not as it was written. @returns the fault, to be thrown */
  damaged(what: string): StateError {
    if (this.#damage.size < mostFindings) this.#damage.add(what)
    return new StateError('damaged', what)
  }

  /** Runs statements that have no values. @throws StateError */
  exec(sql: string): void {
    this.#exec(sql)
  }

  /** Runs a statement, which is kept for the next time. @returns the id of the row that it has inserted @throws StateError */
  run(sql: string, ...values: readonly SqlValue[]): number {
    return this.#used(sql, (statement) => Number(statement.run([...values]).lastInsertRowid))
  }

  /** @throws StateError */
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#used(sql, (statement) => statement.all([...values]) as readonly SqlRow[])
  }

  /** The first row; undefined if there is none. @throws StateError */
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    // the package's own get leaves the statement open, which keeps the WAL from being written into the file
    return this.all(sql, ...values)[0]
  }

  /** The only value of the only row, a number. @throws StateError */
  number(sql: string, ...values: readonly SqlValue[]): number {
    const row = this.get(sql, ...values)
    return Number(row === undefined ? 0 : Object.values(row)[0])
  }

  /** Does all of `work` or, if it throws, nothing of it; within another transaction it is a part of that. @throws StateError; what `work` throws */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work()
    this.#rollback()
    this.#exec('BEGIN IMMEDIATE')
    this.#depth++
    try {
      const made = work()
      const from = performance.now()
      this.#exec('COMMIT')
      this.commits = {
        count: this.commits.count + 1,
        seconds: this.commits.seconds + (performance.now() - from) / 1000,
      }
      return made
    } catch (error) {
      this.#rollback()
      throw error
    } finally {
      this.#depth--
    }
  }

  /** Ends a transaction that has failed. If that fails too, it is tried again before the next one begins. */
  #rollback(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
    } catch {
      // what the transaction failed of is told
    }
  }

  /** Writes what is in the WAL into the file, as far as nothing keeps it. */
  close(): void {
    for (const statement of this.#statements.values()) discard(statement)
    this.#statements.clear()
    if (this.#database.isOpen) told(() => this.#database.close())
  }

  #exec(sql: string): void {
    this.#told(() => this.#database.exec(sql))
  }

  /** Does `work`, and notes damage that it meets. @throws StateError */
  #told<T>(work: () => T): T {
    try {
      return told(work)
    } catch (error) {
      const { kind, message } = error as StateError
      throw kind === 'damaged' ? this.damaged(message) : error
    }
  }

  /** A statement that has failed is not used again: the package refuses to reset it, even once there is room on the disk. */
  #used<T>(sql: string, use: (statement: Statement) => T): T {
    const statement = this.#told(() => this.#prepared(sql))
    try {
      return this.#told(() => use(statement))
    } catch (error) {
      this.#statements.delete(sql)
      discard(statement)
      throw error
    }
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

/**
 * Opens a file, or makes it. exclusive: no shared memory is needed for the WAL, which WebAssembly has not. full: a commit is on disk when it
 * returns.
 *
 * @throws StateError
 */
function opened(file: string): Database {
  const { Database: Opened } = load('#sqlite') as { readonly Database: new (file: string) => Database }
  const database = told(() => new Opened(file))
  try {
    told(() => {
      database.exec('PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal; PRAGMA synchronous = full;')
      database.exec('PRAGMA foreign_keys = on; PRAGMA journal_size_limit = 16777216;')
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Waits until a file is on disk. @throws StateError */
function synced(file: string): void {
  told(() => {
    const fd = openSync(file, 'r+')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
  })
}

/** Findings of damage that are kept: the first say where to look. */
const mostFindings = 20

/** What SQLite says (sqlite3_errstr), by what has to be done about it. The package has no codes. */
const faults: readonly (readonly [RegExp, StateError['kind']])[] = [
  [/disk is full/, 'full'],
  [/readonly database|unable to open database/, 'unwritable'],
  [/disk I\/O error/, 'unwritable'],
  [/malformed|not a database/, 'damaged'],
  [/is locked/, 'owned'],
]

/** Does `work`, which calls the package and nothing else. @throws StateError, whatever the package throws */
function told<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { message } = error as Error
    throw new StateError(faults.find(([form]) => form.test(message))?.[1] ?? 'unwritable', message)
  }
}

/** Finalizes a statement, which throws what its last run has thrown. */
function discard(statement: Statement): void {
  try {
    statement.finalize()
  } catch {}
}
