/** The state folder: who owns it, whether what is in it is whole, and how large it is. */

import { accessSync, constants, existsSync, lstatSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { because } from '../../messages.ts'
import { type DatabaseRecord, isDatabase, zeroPage } from './database-file.ts'
import { type Ownership, owned, ownedNew } from './owner.ts'
import type { Sqlite } from './sqlite.ts'
import { StateError } from './state-error.ts'
import { JobStore } from './store.ts'

export interface StateOptions {
  /** Bytes that the database may have. */
  readonly most: number
  /** Called if another process has taken the folder. */
  readonly lost: () => void
  /** Called once the folder is made, where that waits until something is kept. */
  readonly made?: () => void
  readonly clock?: () => number
  readonly passed?: () => number
}

export interface StateFolder {
  readonly store: JobStore
  readonly folder: string
  /** Makes the folder and takes it, if it is not this process's yet: to be called before a file is written in it. @throws StateError */
  own(): void
  /** Whether the store is open: that of a folder which is to be made is opened when it is first used. */
  readonly isOpen: boolean
  /** Whether the last service that had the folder has not ended in order. */
  readonly hasCrashed: boolean
  /** What a person should know of the database that was found, for the log. */
  readonly notes: readonly string[]
  close(): void
}

/** The name of the database in its folder. */
export const databaseName = 'quietzone.sqlite'

/**
 * Opens the folder, or makes it. Pages of the database that are zeroed are looked for at each start; after a crash it is verified as a whole.
 *
 * @throws StateError, whose message goes on after the folder's name
 */
export async function openState(folder: string, { most, lost, ...clocks }: StateOptions): Promise<StateFolder> {
  const ownership = await taken(folder, lost)
  const file = join(folder, databaseName)
  try {
    // the folder is the lock: what SQLite's own has left is of a process that has gone
    rmSync(`${file}.lock`, { recursive: true, force: true })
    const isThere = isDatabase(file, ownership.last)
    const store = new JobStore(file, { most, free: () => freeIn(folder), ...clocks })
    const hasCrashed = isThere && !ownership.isOrderly
    try {
      if (isThere) verify(store, file, hasCrashed)
      const notes = begun(store, { file, isThere, last: ownership.last })
      ownership.watch(() => recordOf(store, file))
      return { folder, store, own() {}, isOpen: true, hasCrashed, notes, close: () => leave(store, file, ownership) }
    } catch (error) {
      store.close()
      throw error
    }
  } catch (error) {
    ownership.leave(ownership.isOrderly)
    throw error instanceof StateError ? inWords(error) : error
  }
}

/** The state folder that is made when something is first kept: until then its store is in memory, and empty. */
export function stateToMake(folder: string, { most, lost, made = () => {}, ...clocks }: StateOptions): StateFolder {
  let store: JobStore | undefined
  let ownership: Ownership | undefined
  const file = join(folder, databaseName)
  const own = (): void => {
    if (ownership !== undefined) return
    ownership = takenNew(folder, lost)
    made()
  }
  const place = (database: Sqlite): string => {
    own()
    if (existsSync(file))
      throw new StateError('owned', `${databaseName} has been put into ${folder} since this service was started`)
    database.moveTo(file)
    database.run('UPDATE store SET file = ?', `${statSync(file).ino}`)
    ownership!.watch(() => recordOf(store!, file))
    return file
  }
  return {
    ...{ folder, own },
    get store() {
      store ??= new JobStore(':memory:', { most, free: () => freeIn(folder), place, ...clocks })
      return store
    },
    get isOpen() {
      return store !== undefined
    },
    hasCrashed: false,
    notes: [],
    close() {
      if (store?.file !== undefined) return leave(store, file, ownership!)
      store?.close()
      ownership?.leave(true)
    },
  }
}

const recordOf = ({ epoch, changed }: JobStore, file: string): DatabaseRecord => ({
  ...{ epoch, changed },
  bytes: statSync(file).size,
})

/** Closes the store, and leaves its folder in order. */
function leave(store: JobStore, file: string, ownership: Ownership): void {
  const { epoch, changed } = store
  store.close()
  ownership.leave(true, { epoch, changed, bytes: statSync(file).size })
}

/** @throws StateError, whose message has the folder's name */
function takenNew(folder: string, lost: () => void): Ownership {
  try {
    const why = refusalOf(folder)
    if (why !== undefined) throw new StateError('unwritable', why)
    return ownedNew(folder, { lost })
  } catch (error) {
    if (!(error instanceof StateError)) throw error
    throw new StateError(error.kind, `nothing can be kept: the folder ${folder} ${error.message}`)
  }
}

interface Found {
  readonly file: string
  readonly isThere: boolean
  readonly last: DatabaseRecord | undefined
}

/** Compares the database with what is known of the last one; one that is not its continuation begins another epoch. @returns notes */
function begun(store: JobStore, { file, isThere, last }: Found): readonly string[] {
  const isSame = last !== undefined && store.epoch === last.epoch
  const isOlder = isSame && store.changed < last.changed
  const notes: string[] = []
  if (last !== undefined && !isThere)
    notes.push(`${databaseName} has gone, which had ${last.bytes} bytes: a new one is begun`)
  else if (isOlder)
    notes.push(
      `${databaseName} is older than the last service has left it, as a backup is: ${last.changed - store.changed} changes are missing`,
    )
  else if (last !== undefined && !isSame) notes.push(`${databaseName} is another than the last service had`)
  if (store.migratedFrom !== undefined)
    notes.push(`${databaseName} was of an older version, of which ${basename(store.migratedFrom)} is a copy`)
  if (store.firstJump !== undefined) notes.push(store.firstJump)
  store.begin(`${statSync(file).ino}`, last === undefined || (isSame && !isOlder))
  return notes
}

async function taken(folder: string, lost: () => void): Promise<Ownership> {
  const why = refusalOf(folder)
  if (why !== undefined) throw new StateError('unwritable', why)
  try {
    return await owned(folder, { lost })
  } catch (error) {
    throw error instanceof StateError ? inWords(error) : error
  }
}

/**
 * Why a path cannot be a state folder; undefined if it is one now. It is made, but no folder above it is: what is misspelt, or on a disk that is
 * not there, would begin somewhere else with nothing.
 */
function refusalOf(folder: string): string | undefined {
  try {
    const parent = statSync(dirname(folder), { throwIfNoEntry: false })
    if (parent === undefined) return `cannot be made: there is no folder ${dirname(folder)}; make that one first`
    if (!parent.isDirectory()) return `cannot be made: ${dirname(folder)} is not a folder`
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found === undefined) {
      const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()
      if (isLink) return 'is a link to something that is not there'
      mkdirSync(folder, { mode: 0o700 })
    } else if (!found.isDirectory()) return 'is not a folder'
  } catch (error) {
    return `cannot be made: ${because(error)}`
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return `cannot be read and written: ${because(error)}`
  }
}

const endings: Readonly<Record<StateError['kind'], string>> = {
  full: 'its disk is full',
  unwritable: 'it cannot be written',
  damaged: `${databaseName} is damaged, or not a database of this program: move it away, or put a backup in its place`,
  newer: `${databaseName} is not touched`,
  share: 'there is no room',
  owned: 'it belongs to another process, and a folder has one owner',
}

function inWords({ kind, message }: StateError): StateError {
  return new StateError(kind, `${endings[kind]}: ${message}`)
}

/** Bytes up to which a database is compared with its indexes: 2 s. */
const mostCompared = 64 << 20

/**
 * Looks for pages that are zeroed, and after a crash reads the whole database. Integrity_check compares indexes with their tables too, which
 * quick_check does not: of a million jobs (450 MB) the one takes 19 s on a busy machine, the other 5 s, and nobody waits so long for a
 * printer.
 */
function verify({ database, bytes }: JobStore, file: string, hasCrashed: boolean): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const zeroed = zeroPage(file, database.number('PRAGMA page_size'))
  // a page that is not in use may have zeros
  if (!hasCrashed && zeroed === undefined) return
  const check = hasCrashed && bytes <= mostCompared ? 'integrity_check' : 'quick_check'
  const said = database.all(`PRAGMA ${check}(3)`).map((row) => String(Object.values(row)[0]))
  const zeros = zeroed === undefined ? [] : [`page ${zeroed} has only zeros`]
  if (said[0] !== 'ok') throw new StateError('damaged', [...zeros, ...said].join('; '))
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
