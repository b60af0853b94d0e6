/** What every command is made of: how it ends, and what there is to say about it. */

import type { Suggestion } from '../../symbologies/index.ts'
import type { ErrorCode } from '../answer.ts'
import type { Shell } from './shell.ts'

export interface Command {
  /** What --help prints. */
  help(): HelpPage
  run(args: readonly string[], shell: Shell): Promise<Exit>
}

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

/** Ends a command with an exit code and a message. */
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

export interface HelpPage {
  readonly title: string
  readonly examples: readonly string[]
  readonly paragraphs: readonly string[]
  readonly sections: readonly Section[]
  /** All options of the command, those of parameters included. */
  readonly options: readonly Option[]
  readonly operands: Operands
}

/** A command-line option. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** The placeholder for its value in the help, which may be empty; a switch has none. */
  readonly value?: string
  /** The values that are accepted, if they can be listed. */
  readonly words?: readonly string[]
  /** Whether it can be given several times. */
  readonly isRepeated?: true
  readonly about: string
}

/** Names of files; or one of these words. */
export type Operands = 'files' | readonly string[]

export interface Section {
  readonly title: string
  readonly entries: readonly Term[]
}

/** A term, as it is written on the command line, with its explanation. */
export interface Term {
  readonly term: string
  readonly about: string
}

/** All that there is to say about the program. */
export interface Manual {
  readonly version: string
  readonly commands: readonly CommandHelp[]
  readonly exitCodes: Section
}

export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly page: HelpPage
}
