/** Brings a database to the newest version when it is opened; one that has jobs is copied first. */

import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { applicationId, laterIndex, migrations } from './schema.ts'
import type { Sqlite } from './sqlite.ts'
import { StateError } from './state-error.ts'

interface Migration {
  /** Of the database, beside which its copy is put; undefined for one in memory, of which there is none. */
  readonly file?: string | undefined
  readonly steps?: readonly string[]
}

/** The copy of a database that is made before it is brought to a newer version. @param version  that the copy has */
export const copyOf = (file: string, version: number): string => `${file}.v${version}`

/**
 * Brings the database to the newest version, step by step, each of which is done whole or not at all.
 *
 * @returns the copy that was made before; undefined if none was needed
 * @throws StateError newer, and nothing is changed then; damaged, if the file is a database of another program; full, unwritable
 */
export function migrate(database: Sqlite, { file, steps = migrations }: Migration = {}): string | undefined {
  const version = database.number('PRAGMA user_version')
  refuseForeign(database, version)
  if (version > steps.length) throw new StateError('newer', newerThan(version, steps.length, file))
  const copy = version > 0 && version < steps.length && file !== undefined ? copied(database, file, version) : undefined
  for (let next = version; next < steps.length; next++) {
    database.transaction(() => database.exec(`${steps[next]}; PRAGMA user_version = ${next + 1}`))
  }
  if (steps.length === migrations.length) database.exec(laterIndex)
  return copy
}

/** @throws StateError damaged */
function refuseForeign(database: Sqlite, version: number): void {
  const id = database.number('PRAGMA application_id')
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => String(name))
  const isOwn = id === applicationId || (id === 0 && (tables.length === 0 ? version === 0 : hasJobs(tables)))
  if (!isOwn) throw new StateError('damaged', 'it is a database of another program')
}

/** The tables that every version has. */
const hasJobs = (tables: readonly string[]): boolean =>
  ['job', 'piece', 'answer'].every((name) => tables.includes(name))

function newerThan(version: number, known: number, file: string | undefined): string {
  const what = `it is of version ${version}, which a newer quietzone has written, and this program knows versions up to ${known}`
  const copies = file === undefined ? [] : Array.from({ length: known }, (_, i) => copyOf(file, known - i))
  const copy = copies.find((each) => existsSync(each))
  if (copy === undefined) return `${what}: start the newer one again; there is no copy of an older version beside it`
  return `${what}: start the newer one again, or go back to ${basename(copy)}, the copy that was made before, without what was printed since`
}

/** Copies the file, whole or not at all. */
function copied(database: Sqlite, file: string, version: number): string {
  const copy = copyOf(file, version)
  const draft = `${copy}.draft`
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  try {
    copyFileSync(file, draft)
    const fd = openSync(draft, 'r+')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, copy)
    return copy
  } catch (error) {
    rmSync(draft, { force: true, recursive: true })
    const { code, message } = error as NodeJS.ErrnoException
    const why = `the copy before its migration cannot be written: ${message}`
    throw new StateError(code === 'ENOSPC' ? 'full' : 'unwritable', why)
  }
}
