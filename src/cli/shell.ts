/** What commands have of their surroundings. Only main.ts has those of the process. */

import { isAbsolute, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** What a shell gives a command besides its arguments. */
export interface Shell {
  readonly stdin: Readable
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: NodeJS.ProcessEnv
  /** The folder in which relative names of files begin; undefined if it is that of the process. */
  readonly cwd?: string
  /** From this call on, the first SIGINT or SIGTERM aborts what is returned, and a second one ends the process as usual. */
  interruption(): AbortSignal
}

/** A file, a pipe or a terminal. */
type OutputStream = Writable & {
  readonly isTTY?: boolean
  /** The width of a terminal in characters. */
  readonly columns?: number
}

/**
 * The path of a file that a command line names. Without a folder of the command's own it is the name, so that messages have it as it
 * was given; `-`, for a standard stream, is always `-`.
 */
export function pathOf({ cwd }: Shell, name: string): string {
  return cwd === undefined || name === '-' || isAbsolute(name) ? name : join(cwd, name)
}
