/**
 * Who owns a state folder: one process, which says so in a file of the folder. A process that was killed blocks nobody, and another
 * process that has got its number since is not taken for it.
 *
 * The files are `owner.1`, `owner.2` and so on: whoever takes the folder makes the next one, which only one process can. The one with the
 * highest number counts. While its process runs, it touches the file: that is all that one machine sees of a process on another.
 */

import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as waited } from 'node:timers/promises'
import type { DatabaseRecord } from './database-file.ts'
import { StateError } from './state-error.ts'

/** A process, as its file describes it. */
interface Owner {
  readonly pid: number
  readonly host: string
  /** The run of the machine, and the list of processes in which `pid` is one; empty where the system does not tell. */
  readonly machine: string
  /** When the process began, in the system's own measure; empty where it does not tell. */
  readonly began: string
  /** Whether it has ended, and whether what it has left is in order. */
  readonly hasLeft: boolean
  readonly isOrderly: boolean
  /** The database that it had, at its last touch at the latest; undefined if it had none. */
  readonly database?: DatabaseRecord | undefined
}

/** Milliseconds between two touches, and after which a process that touches nothing has gone. */
const [touching, silence] = [2000, 10_000]

/** The folder is this process's. */
export interface Ownership {
  /** Whether the one before has left it in order. */
  readonly isOrderly: boolean
  /** The database that the last owner had; undefined if none is known. */
  readonly last: DatabaseRecord | undefined
  /** Writes down what database there is, now and as it changes. */
  watch(database: () => DatabaseRecord): void
  /** The folder is free for others. */
  leave(isOrderly: boolean, database?: DatabaseRecord): void
}

interface OwnerOptions {
  /** Called once if another process has taken the folder, since it saw no touch for so long: this one must not write any more. */
  readonly lost: () => void
  /** Milliseconds instead of the usual ones. */
  readonly silence?: number
}

/** Takes the folder. It takes longer only where the last owner was another machine's, and has not left. @throws StateError owned */
export async function owned(folder: string, options: OwnerOptions): Promise<Ownership> {
  for (;;) {
    const last = lastOwner(folder)
    if (last !== undefined && !last.owner.hasLeft && (await isThere(last, options.silence ?? silence))) {
      const { pid, host } = last.owner
      throw new StateError('owned', `process ${pid} on ${host} has it`)
    }
    const number = (last?.number ?? 0) + 1
    if (take(folder, number, last?.owner.database)) return ownership(folder, number, last?.owner, options)
  }
}

/** Takes a folder that was not there a moment ago, so that whoever has had it since is another service. @throws StateError owned */
export function ownedNew(folder: string, options: OwnerOptions): Ownership {
  const last = lastOwner(folder)
  if (last === undefined && take(folder, 1, undefined)) return ownership(folder, 1, undefined, options)
  const { pid, host } = last?.owner ?? lastOwner(folder)!.owner
  throw new StateError('owned', `process ${pid} on ${host} has made it since this service was started`)
}

function ownership(
  folder: string,
  number: number,
  before: Owner | undefined,
  { lost, silence: most = silence }: OwnerOptions,
): Ownership {
  const file = fileOf(folder, number)
  for (const other of numbersIn(folder)) if (other < number) rmSync(fileOf(folder, other), { force: true })
  let last = before?.database
  let watched = (): DatabaseRecord | undefined => last
  /** Writes the file, if the database is another than it says. */
  const record = (): boolean => {
    const database = watched()
    if (JSON.stringify(database) === JSON.stringify(last)) return false
    write(folder, number, { ...thisProcess(), database })
    last = database
    return true
  }
  const timer = setInterval(
    () => {
      try {
        if (Math.max(...numbersIn(folder)) === number) return record() || utimesSync(file, new Date(), new Date())
      } catch {
        // a disk that fails for a moment is told where it is written
        return
      }
      clearInterval(timer)
      lost()
    },
    (touching * most) / silence,
  ).unref()
  return {
    isOrderly: before?.isOrderly ?? true,
    last,
    watch(database) {
      watched = database
      record()
    },
    leave(isOrderly, database = last) {
      clearInterval(timer)
      // if it cannot be written, the next start finds out that the process has gone
      try {
        write(folder, number, { ...thisProcess(), hasLeft: true, isOrderly, database })
      } catch {}
    },
  }
}

const fileOf = (folder: string, number: number): string => join(folder, `owner.${number}`)

function numbersIn(folder: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => (/^owner\.[0-9]{1,9}$/.test(name) ? [Number(name.slice(6))] : []))
}

/** Makes the file, unless it is there. @param database  that the owner before had */
function take(folder: string, number: number, database: DatabaseRecord | undefined): boolean {
  // a link appears with all of its content, or not at all
  return drafted(folder, { ...thisProcess(), database }, (draft) => {
    try {
      linkSync(draft, fileOf(folder, number))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
  })
}

/** Writes the file of this process again, whole or not at all. @throws StateError */
function write(folder: string, number: number, owner: Owner): void {
  drafted(folder, owner, (draft) => renameSync(draft, fileOf(folder, number)))
}

/** @throws StateError */
function drafted<T>(folder: string, owner: Owner, place: (draft: string) => T): T {
  const draft = join(folder, `owner.of-${process.pid}-${process.hrtime.bigint()}`)
  try {
    writeFileSync(draft, JSON.stringify(owner))
    return place(draft)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StateError(code === 'ENOSPC' ? 'full' : 'unwritable', message)
  } finally {
    rmSync(draft, { force: true })
  }
}

interface LastOwner {
  readonly number: number
  readonly file: string
  readonly owner: Owner
}

function lastOwner(folder: string): LastOwner | undefined {
  const number = Math.max(0, ...numbersIn(folder))
  if (number === 0) return undefined
  const file = fileOf(folder, number)
  try {
    return { number, file, owner: JSON.parse(readFileSync(file, 'utf8')) as Owner }
  } catch {
    // a power cut may leave it empty: whoever wrote it has gone
    return { number, file, owner: { pid: 0, host: '', machine: '', began: '', hasLeft: false, isOrderly: false } }
  }
}

/** Whether the owner still runs. */
async function isThere({ file, owner }: LastOwner, most: number): Promise<boolean> {
  const self = thisProcess()
  if (owner.pid === 0) return false
  if (owner.machine !== '' && owner.machine === self.machine) return beganOf(owner.pid) === owner.began
  if (owner.machine === '' && owner.host === self.host && !isProcess(owner.pid)) return false
  const touched = (): number => {
    try {
      return statSync(file).mtimeMs
    } catch {
      return 0
    }
  }
  const before = touched()
  for (const until = performance.now() + most; performance.now() < until; ) {
    await waited(most / 20)
    if (touched() !== before) return true
  }
  return false
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function thisProcess(): Owner {
  const { pid } = process
  return { pid, host: hostname(), machine: machine(), began: beganOf(pid), hasLeft: false, isOrderly: false }
}

/** The run of the machine, and the namespace of processes (namespaces(7)): containers have their own. */
function machine(): string {
  try {
    const run = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${run} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

/** When a process of this machine began: field 22 of its stat (proc_pid_stat(5)), after its name, which may have anything in it. */
function beganOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
