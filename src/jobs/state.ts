/** The state folder: who owns it, whether what is in it is whole, and how large it is. */

import { accessSync, constants, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Ownership, owned } from './owner.ts'
import { StateError } from './state-error.ts'
import { JobStore } from './store.ts'

export interface StateOptions {
  /** Bytes that the database may have. */
  readonly most: number
  /** Called if another process has taken the folder. */
  readonly lost: () => void
  readonly clock?: () => number
}

export interface State {
  readonly store: JobStore
  /** The file of the database. */
  readonly file: string
  /** Whether the last service that had the folder has not ended in order. */
  readonly hasCrashed: boolean
  close(): void
}

/** The name of the database in its folder. */
export const databaseName = 'quietzone.sqlite'

/** Opens the folder, or makes it. After a crash the database is verified as a whole. @throws StateError, whose message goes on after the folder's name */
export async function openState(folder: string, { most, lost, clock }: StateOptions): Promise<State> {
  const ownership = await taken(folder, lost)
  const file = join(folder, databaseName)
  try {
    // the folder is the lock: what SQLite's own has left is of a process that has gone
    rmSync(`${file}.lock`, { recursive: true, force: true })
    const isNew = statSync(file, { throwIfNoEntry: false }) === undefined
    const store = new JobStore(file, { most, free: () => freeIn(folder), ...(clock && { clock }) })
    const hasCrashed = !isNew && !ownership.isOrderly
    try {
      if (hasCrashed) verify(store)
    } catch (error) {
      store.close()
      throw error
    }
    const close = (): void => {
      store.close()
      ownership.leave(true)
    }
    return { store, file, hasCrashed, close }
  } catch (error) {
    ownership.leave(ownership.isOrderly)
    throw error instanceof StateError ? inWords(error) : error
  }
}

async function taken(folder: string, lost: () => void): Promise<Ownership> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StateError('unwritable', `is not a folder that can be written: ${(error as Error).message}`)
  }
  try {
    return await owned(folder, { lost })
  } catch (error) {
    throw error instanceof StateError ? inWords(error) : error
  }
}

const endings: Readonly<Record<StateError['kind'], string>> = {
  full: 'its disk is full',
  unwritable: 'it cannot be written',
  damaged: `${databaseName} is damaged, or not a database of this program: move it away, or put a backup in its place`,
  owned: 'it belongs to another process, and a folder has one owner',
}

function inWords({ kind, message }: StateError): StateError {
  return new StateError(kind, `${endings[kind]}: ${message}`)
}

/**
 * Reads the whole database, after a crash. Integrity_check compares indexes with their tables too, which quick_check does not: an index
 * that has lost a job would lose it for us.
 */
function verify({ database }: JobStore): void {
  const said = database.all('PRAGMA integrity_check(3)').map((row) => String(Object.values(row)[0]))
  if (said[0] !== 'ok') throw new StateError('damaged', said.join('; '))
}

/** Bytes that are free on the disk of a folder. */
function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // a system that does not tell says it when it is written
    return Number.POSITIVE_INFINITY
  }
}
