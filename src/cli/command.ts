import type { Suggestion } from '../../symbologies/index.ts'
import type { ErrorCode } from '../answer.ts'
import type { HelpPage } from './help-page.ts'

/** Exit codes, the same for every command. */
export const exit = {
  done: 0,
  /** The symbology cannot carry the text, or the symbol does not fit; in a batch, at least one row failed. */
  refused: 1,
  /** The command line is wrong; nothing was started. */
  usage: 2,
  /** A file, pipe or printer cannot be read or written. */
  files: 3,
  /** An error in this program. */
  fault: 4,
  /** A signal stopped a batch. */
  interrupted: 130,
} as const

export type Exit = (typeof exit)[keyof typeof exit]

export interface Command {
  /** What --help prints. */
  help(): HelpPage
  run(args: readonly string[]): Promise<Exit>
}

/** Ends a command with an exit code and a message for people. */
export class Failure extends Error {
  readonly exit: Exit

  constructor(code: Exit, message: string) {
    super(message)
    this.exit = code
  }
}

/** An error that the API would answer: the same code, the same message. */
export class Refused extends Error {
  readonly code: ErrorCode
  /** The smallest change of the options that draws, if one is known. */
  readonly suggestion: Suggestion | undefined

  constructor(code: ErrorCode, message: string, suggestion?: Suggestion) {
    super(message)
    this.code = code
    this.suggestion = suggestion
  }
}
