import type { ErrorCode } from '../answer.ts'

/** How the program ends, for scripts; the same for every command. */
export const exit = {
  done: 0,
  /** A text that the symbology cannot carry, a label that it does not fit; of a batch, one row or more. */
  refused: 1,
  /** The command line is wrong, and nothing was begun. */
  usage: 2,
  /** A file, or a pipe, that cannot be read or written. */
  files: 3,
  /** A fault of this program. */
  fault: 4,
  /** Stopped by a signal in the middle of a batch. */
  interrupted: 130,
} as const

export type Exit = (typeof exit)[keyof typeof exit]

export interface Command {
  /** What --help prints. */
  help(): string
  run(args: readonly string[]): Promise<Exit>
}

/** Ends a command: with what, and why in words for people. */
export class Failure extends Error {
  readonly exit: Exit

  constructor(how: Exit, message: string) {
    super(message)
    this.exit = how
  }
}

/** What the API would answer with an error object: the same code, the same message. */
export class Refused extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
