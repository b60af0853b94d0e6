import { constants } from 'node:fs'
import { type FileHandle, link, lstat, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { because } from '../messages.ts'
import { exit, Failure } from './command.ts'

/*
 * Every file is written under another name beside its place, and has its own name when it is complete. So no half of one is
 * left there by a fault or a signal, and a symbolic link that lies in its place is never followed.
 */

/** A file on the way. */
export interface Output {
  write(bytes: Uint8Array | string): Promise<void>
  finish(): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/** What the user has named: a file or link there is replaced; what is no plain file, such as a device, is written to as it is. */
export async function namedFile(path: string): Promise<Output> {
  return (await fallible(path, () => isSpecial(path))) ? existing(path) : replacement(path)
}

/** Writes all of a file that the user has named. @throws Failure */
export async function writeNamed(path: string, bytes: Uint8Array | string): Promise<void> {
  await written(await namedFile(path), bytes)
}

/** The start of a file and its end, as latin1: together all of it where it is small. */
export interface Sample {
  readonly head: string
  readonly tail: string
}

/** Whether a file that is there already was made by this program, and may be replaced. */
export type IsOurs = (sample: Sample) => boolean

/** Makes `folder` where there is none; it may be a link. @throws Failure */
export async function makeFolder(folder: string): Promise<void> {
  await fallible(folder, () => mkdir(folder, { recursive: true }))
}

/** Whether a file of this name can be written in `folder`: it has none yet, or a plain one that is ours. @throws Failure */
export async function isFree(folder: string, name: string, isOurs: IsOurs): Promise<boolean> {
  return (await occupantOf(join(folder, name), isOurs)) !== 'foreign'
}

/**
 * Writes a file that the program, not the user, has named.
 *
 * @returns false where something lies there that is not ours: another file, a link, a folder
 * @throws Failure
 */
export async function writeOwn(
  folder: string,
  name: string,
  bytes: Uint8Array | string,
  isOurs: IsOurs,
): Promise<boolean> {
  const path = join(folder, name)
  const occupant = await occupantOf(path, isOurs)
  if (occupant === 'foreign') return false
  return written(await replacement(path, occupant === undefined), bytes)
}

async function occupantOf(path: string, isOurs: IsOurs): Promise<'ours' | 'foreign' | undefined> {
  const found = await fallible(path, () => lstat(path).catch(unlessAbsent))
  if (found === undefined) return undefined
  return found.isFile() && isOurs(await fallible(path, () => sampleOf(path))) ? 'ours' : 'foreign'
}

/** Bytes at the end of a file in which its producer is looked for: the table of places of a large PDF is behind it. */
const tailBytes = 1 << 18
const headBytes = 512

async function sampleOf(path: string): Promise<Sample> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { size } = await file.stat()
    const part = async (from: number, length: number): Promise<string> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
      return buffer.toString('latin1', 0, bytesRead)
    }
    return { head: await part(0, headBytes), tail: await part(Math.max(0, size - tailBytes), tailBytes) }
  } finally {
    await file.close()
  }
}

/** Devices, pipes, folders, and the names of open files, whose folder is /dev or in /proc. */
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

/** @param isNew  nothing had this name a moment ago, and what has it since is not replaced */
async function replacement(path: string, isNew = false): Promise<Output> {
  const mode = isNew ? undefined : (await fallible(path, () => lstat(path).catch(unlessAbsent)))?.mode
  const { file, part } = await fallible(path, () => openPart(dirname(path)))
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
        await file.close()
        await (isNew ? nameNew(part, path) : rename(part, path))
      })
    },
  }
}

let parts = 0

async function openPart(folder: string): Promise<{ readonly file: FileHandle; readonly part: string }> {
  const part = join(folder, `.quietzone-${process.pid}-${parts++}.part`)
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants
  return { file: await open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666), part }
}

/** Gives a name that nothing has: a hard link fails where `rename` replaces. Some file systems know none. */
async function nameNew(part: string, path: string): Promise<void> {
  try {
    await link(part, path)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
    return rename(part, path)
  }
  await rm(part)
}

async function written(output: Output, bytes: Uint8Array | string): Promise<true> {
  try {
    await output.write(bytes)
    await output.finish()
    return true
  } catch (error) {
    await output.abandon()
    throw error
  }
}

function unlessAbsent(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}

async function fallible<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new Failure(exit.files, `${path} cannot be written: ${because(error)}`)
  }
}
