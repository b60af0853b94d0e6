/**
 * Names of files that are not complete yet. They say which process writes them, so that what a killed one has left can be told from
 * what another one is writing: `.quietzone-<boot>-<namespace>-<process>-<start>-<random>.part`. The number of a process alone would not
 * do, as containers that share a folder may have it in common, and systems give it again.
 */

import { readFileSync, readlinkSync } from 'node:fs'

const [start, end] = ['.quietzone-', '.part'] as const

/** A name that no other file has. */
export function temporaryName(): string {
  mine ??= ownerNow()
  const { world, pid, since } = mine
  const owner = world === undefined ? '' : `${world}-${pid}-${since}-`
  return `${start}${owner}${crypto.randomUUID()}${end}`
}

/** Whether it is such a name, of this version or an earlier one, which did not say the process. */
export const isTemporary = (name: string): boolean => name.startsWith(start) && name.endsWith(end)

/** Whether the process that gave the name still runs. Unknown on another machine, or on this one before it was started anew. */
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
