/** What there is to say about a command, as data. */

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

export interface HelpPage {
  readonly title: string
  readonly examples: readonly string[]
  readonly paragraphs: readonly string[]
  readonly sections: readonly Section<Term>[]
  /** All options of the command, those of parameters included. */
  readonly options: readonly Option[]
  readonly operands: Operands
}

export interface Section<Entry> {
  readonly title: string
  readonly entries: readonly Entry[]
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
  readonly exitCodes: Section<Term>
}

export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly page: HelpPage
}
