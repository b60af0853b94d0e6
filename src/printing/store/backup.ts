/** A copy of the database while the service runs. */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { StateError } from './state-error.ts'
import type { JobStore } from './store.ts'

/** Bytes that are read at once. */
const atOnce = 1 << 18
/** The most bytes that changes may have which are kept out of the file until the copy is complete. */
const mostChanges = 256 << 20
/** Pages of changes after which SQLite writes them into the file: its default. */
const usualPages = 1000

/** The file as it was when this began, in parts. */
export interface Backup {
  /** In bytes. */
  readonly length: number
  /** The next part; undefined after the last. @throws StateError */
  next(): Uint8Array | undefined
  close(): void
}

/**
 * Begins a copy of a database that is in a file: all changes until now are written into its file, and those that come stay in the WAL until the copy is
 * closed, so that the file does not change.
 *
 * @throws StateError
 */
export function backup({ database, file: path }: JobStore): Backup {
  const file = path!
  database.exec('PRAGMA wal_autocheckpoint = 0')
  let fd: number | undefined
  const close = (): void => {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
    database.exec(`PRAGMA wal_autocheckpoint = ${usualPages}`)
  }
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const opened = openSync(file, 'r')
    fd = opened
    const length = fstatSync(opened).size
    let at = 0
    return {
      length,
      next() {
        if (at === length) return undefined
        if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > mostChanges)
          throw new StateError(
            'full',
            `the copy is read so slowly that more than ${mostChanges} bytes have changed meanwhile`,
          )
        const bytes = new Uint8Array(Math.min(atOnce, length - at))
        if (readSync(opened, bytes, 0, bytes.length, at) !== bytes.length)
          throw new StateError('damaged', 'the file has become shorter')
        at += bytes.length
        return bytes
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
