/** The file of the database before it is opened, and its pages: what is empty, foreign or zeroed is found without a word of SQL. */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { applicationId } from './schema.ts'
import { StateError } from './state-error.ts'

/** What is known of a database from the service that had it last. */
export interface DatabaseRecord {
  /** Of its file. */
  readonly bytes: number
  /** Its history, and how many changes that had. */
  readonly epoch: string
  readonly changed: number
}

/** SQLite's file format, 1.3: the header's bytes, its first 16, and where it has how it is written, and of which application it is. */
const header = { bytes: 100, magic: 'SQLite format 3\0', writeVersion: 18, applicationId: 68 } as const
/** The write version of a database with a WAL, which ours always has. */
const withWal = 2

/**
 * Whether there is a file.
 *
 * @param last  of the database that was there; undefined if none is known
 * @throws StateError damaged, if the file cannot be a database of this program; it is not touched
 */
export function isDatabase(file: string, last: DatabaseRecord | undefined): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return false
  if (size === 0) {
    // a first start that was killed leaves it so
    if (last === undefined) return true
    throw new StateError('damaged', `it is empty, and had ${last.bytes} bytes`)
  }
  const head = Buffer.alloc(header.bytes)
  withFile(file, (fd) => readSync(fd, head, 0, head.length, 0))
  if (head.toString('latin1', 0, 16) !== header.magic)
    throw new StateError('damaged', 'it does not begin as a database')
  const id = head.readInt32BE(header.applicationId)
  const isOwn = id === applicationId || (id === 0 && head[header.writeVersion] === withWal)
  if (isOwn) return true
  throw new StateError('damaged', 'it is a database of another program')
}

/** Bytes that are read at once: a whole number of pages of any size. */
const atOnce = 1 << 20

/** The first page of a file that has only zeros, counted from 1; undefined if each has something. @param pageSize  in bytes */
export function zeroPage(file: string, pageSize: number): number | undefined {
  const nothing = Buffer.alloc(pageSize)
  const chunk = Buffer.alloc(atOnce)
  return withFile(file, (fd) => {
    const { size } = fstatSync(fd)
    for (let at = 0; at < size; at += atOnce) {
      const length = readSync(fd, chunk, 0, atOnce, at)
      for (let page = 0; page + pageSize <= length; page += pageSize) {
        if (nothing.compare(chunk, page, page + pageSize) === 0 && !isLockPage(at + page))
          return (at + page) / pageSize + 1
      }
    }
    return undefined
  })
}

/** Whether it is the page that SQLite never uses: byte 2^30 is in it (SQLite's file format, 1.4). */
const isLockPage = (at: number): boolean => at === 1 << 30

function withFile<T>(file: string, read: (fd: number) => T): T {
  const fd = openSync(file, 'r')
  try {
    return read(fd)
  } finally {
    closeSync(fd)
  }
}
