/**
 * Every file is written under a temporary name in its folder, and renamed when it is complete. So no fault or signal leaves
 * an incomplete file, and a symbolic link of that name is never followed. small-files.ts has those that the program has named.
 */

import { constants, readFileSync, readlinkSync } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { because } from '../messages.ts'
import { exit, Failure } from './command.ts'

/** A file being written. */
export interface Output {
  write(bytes: Uint8Array | string): Promise<void>
  finish(): Promise<void>
  /** Deletes what has been written. */
  abandon(): Promise<void>
}

/** An output that the user has named. A regular file or a link is replaced; anything else, such as a device, is opened and written to. */
export async function namedFile(path: string): Promise<Output> {
  return (await fallible(path, () => isSpecial(path))) ? existing(path) : replacement(path)
}

/**
 * A file that replaces another, or a link, and that has outlasted a power failure once it is finished.
 *
 * @param within  the folder in which it has its temporary name, on the same file system
 * @throws Failure
 */
export function durableFile(path: string, within = dirname(path)): Promise<Output> {
  return replacement(path, { isDurable: true, within })
}

/** Makes sure that what was renamed in a folder outlasts a power failure. @throws Failure */
export async function syncFolder(path: string): Promise<void> {
  await fallible(path, async () => {
    const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
    try {
      await folder.sync()
    } catch (error) {
      // not all file systems can
      if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EACCES', 'EBADF'].includes(codeOf(error)))
        throw error
    } finally {
      await folder.close()
    }
  })
}

/** Makes sure that a file and its name outlast a power failure. @throws Failure */
export async function syncFile(path: string): Promise<void> {
  await fallible(path, async () => {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  })
  await syncFolder(dirname(path))
}

/** Writes a whole file that the user has named. @throws Failure */
export async function writeNamed(path: string, bytes: Uint8Array | string): Promise<void> {
  await written(await namedFile(path), bytes)
}

/** Creates `folder` if it does not exist; it may be a link. @throws Failure */
export async function makeFolder(folder: string): Promise<void> {
  await fallible(folder, () => mkdir(folder, { recursive: true }))
}

/** Whether the path is a device, pipe or folder, or a name of an open file in /dev or /proc. */
async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(unlessAbsent)
  if (found === undefined) return false
  return !found.isFile() || /^\/(dev$|proc\/)/.test(await realpath(dirname(path)))
}

async function existing(path: string): Promise<Output> {
  const file = await fallible(path, () => open(path, 'w'))
  return {
    write: (bytes) => fallible(path, () => file.writeFile(bytes)),
    finish: () => fallible(path, () => file.close()),
    abandon: () => file.close(),
  }
}

interface Replacement {
  /** Whether it has to outlast a power failure. */
  readonly isDurable?: boolean
  /** The folder in which it has its temporary name; its own by default. */
  readonly within?: string
}

async function replacement(
  path: string,
  { isDurable = false, within = dirname(path) }: Replacement = {},
): Promise<Output> {
  const mode = (await fallible(path, () => lstat(path).catch(unlessAbsent)))?.mode
  const part = newPart(within)
  const file = await fallible(path, () => open(part, partFlags, 0o666))
  const abandon = async (): Promise<void> => {
    await file.close()
    await rm(part, { force: true })
  }
  return {
    write: (bytes) => fallible(path, () => file.writeFile(bytes)),
    abandon,
    async finish() {
      await fallible(path, async () => {
        if (mode !== undefined && (mode & constants.S_IFMT) === constants.S_IFREG) await file.chmod(mode & 0o7777)
        // a rename can reach the disk before what the file holds
        if (isDurable) await file.sync()
        await file.close()
        await rename(part, path)
      })
      if (isDurable) await syncFolder(dirname(path))
    },
  }
}

/** A name for a new file in `folder`. */
export const newPart = (folder: string): string => join(folder, temporaryName())

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
export const partFlags: number = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW

/** Writes all of an output, and finishes it. @throws Failure */
export async function written(output: Output, bytes: Uint8Array | string): Promise<void> {
  try {
    await output.write(bytes)
    await output.finish()
  } catch (error) {
    await output.abandon()
    throw error
  }
}

export function unlessAbsent(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}

export async function fallible<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw unwritable(path, error)
  }
}

export function unreadable(name: string, error: unknown): Failure {
  return new Failure(exit.files, `${name} cannot be read: ${because(error)}`)
}

export function unwritable(path: string, error: unknown): Failure {
  return new Failure(exit.files, `${path} cannot be written: ${because(error)}`)
}

// Names of files that are not complete yet. They say which process writes them, so that what a killed one has left can be told from
// what another one is writing: `.quietzone-<boot>-<namespace>-<process>-<start>-<random>.part`. The number of a process alone would not
// do, as containers that share a folder may have it in common, and systems give it again.
const [partStart, partEnd] = ['.quietzone-', '.part'] as const

/** A name that no other file has. */
export function temporaryName(): string {
  mine ??= ownerNow()
  const { world, pid, since } = mine
  const owner = world === undefined ? '' : `${world}-${pid}-${since}-`
  return `${partStart}${owner}${crypto.randomUUID()}${partEnd}`
}

/** Whether it is such a name, of this version or an earlier one, which did not say the process. */
export const isTemporary = (name: string): boolean => name.startsWith(partStart) && name.endsWith(partEnd)

/** Whether the process that gave the name still runs. Unknown on another machine, or on this one before it was started again. */
export function writerOf(name: string): 'running' | 'gone' | 'unknown' {
  mine ??= ownerNow()
  const [, world, pid, since] = /^\.quietzone-([\da-f]{32}-\d+)-(\d{1,9})-(\d{1,20})-/.exec(name) ?? []
  if (world === undefined || world !== mine.world) return 'unknown'
  if (!isRunning(Number(pid))) return 'gone'
  const found = startOf(pid!)
  return found === undefined || found === since ? 'running' : 'gone'
}

interface Owner {
  /** The start of the system and the namespace in which the process has its number; undefined where Linux's /proc is not there. */
  readonly world: string | undefined
  readonly pid: number
  /** When the process was started, in ticks of the system. */
  readonly since: string | undefined
}

let mine: Owner | undefined

function ownerNow(): Owner {
  const { pid } = process
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').replace(/[-\n]/g, '')
    const [namespace] = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))!
    const since = startOf('self')
    return { world: since === undefined ? undefined : `${boot}-${namespace}`, pid, since }
  } catch {
    return { world: undefined, pid, since: undefined }
  }
}

/** Field 22 of `stat` in proc(5); the second one, a name in brackets, may hold anything. */
function startOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')[19]
  } catch {
    return undefined
  }
}

/** A process of another user is not seen everywhere, but signal 0 tells that it is there. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
