/**
 * Small files that the program, not the user, has named. They are written by synchronous calls: a batch writes thousands of them one
 * after another, and to wait for a promise takes several times as long as the call.
 */

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { codeOf, newPart, partFlags, unwritable } from './files.ts'

/** The start and the end of a file, as latin1; they overlap if it is small. */
export interface Sample {
  readonly head: string
  readonly tail: string
}

/** Whether this program made an existing file, which it may then replace. */
export type IsOwnFile = (sample: Sample) => boolean

/** Whether `name` is free in `folder`, or belongs to a regular file that this program made. @throws Failure */
export function isFree(folder: string, name: string, isOwnFile: IsOwnFile): boolean {
  const path = join(folder, name)
  return fallible(path, () => occupantOf(path, isOwnFile)) !== 'foreign'
}

/**
 * Writes a whole file.
 *
 * @returns false if the name belongs to something that this program did not make: another file, a link, a folder
 * @throws Failure
 */
export function writeOwn(folder: string, name: string, bytes: Uint8Array | string, isOwnFile: IsOwnFile): boolean {
  const path = join(folder, name)
  return fallible(path, () => {
    const occupant = occupantOf(path, isOwnFile)
    if (occupant === 'foreign') return false
    const part = newPart(folder)
    try {
      writePart(part, bytes, occupant?.mode)
      if (occupant !== undefined) renameSync(part, path)
      else if (!isRenamedNew(part, path)) renameOwn(part, path, isOwnFile)
    } catch (error) {
      rmSync(part, { force: true })
      throw error
    }
    return true
  })
}

/** What has the name: a file that this program made, or something else. */
function occupantOf(path: string, isOwnFile: IsOwnFile): Stats | 'foreign' | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return found.isFile() && isOwnFile(sampleOf(path)) ? found : 'foreign'
}

/** Bytes at the end of a PDF that are searched for its producer; the cross-reference table of a large PDF follows it. */
const tailBytes = 1 << 18
const headBytes = 512

function sampleOf(path: string): Sample {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = fstatSync(file)
    const part = (from: number, most: number): string => {
      const buffer = Buffer.allocUnsafe(Math.min(most, size - from))
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, from))
    }
    return { head: part(0, headBytes), tail: part(Math.max(0, size - tailBytes), tailBytes) }
  } finally {
    closeSync(file)
  }
}

/** @param mode  of the file that it replaces */
function writePart(part: string, bytes: Uint8Array | string, mode: number | undefined): void {
  const file = openSync(part, partFlags, 0o666)
  try {
    writeFileSync(file, bytes)
    if (mode !== undefined) fchmodSync(file, mode & 0o7777)
  } finally {
    closeSync(file)
  }
}

/**
 * Renames to a name that was free a moment ago: `rename` would replace what has taken it since, a hard link fails. On file systems
 * without hard links it is `rename`.
 *
 * @returns false if something has taken it
 */
function isRenamedNew(part: string, path: string): boolean {
  try {
    linkSync(part, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
    renameSync(part, path)
    return true
  }
  rmSync(part)
  return true
}

/** Replaces the file that has taken the name since, if another run of the same rows made it. */
function renameOwn(part: string, path: string, isOwnFile: IsOwnFile): void {
  if (occupantOf(path, isOwnFile) === 'foreign') throw new Error('something else has taken the name')
  renameSync(part, path)
}

function fallible<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw unwritable(path, error)
  }
}
