import type { Manual, Operands, Option } from './help-page.ts'

/** A command as shells complete it. */
export interface Completed {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  readonly operands: Operands
}

export interface CompletedOption {
  readonly name: string
  readonly short?: string
  /** What it is for, in one short line. */
  readonly about: string
  /** What its value can be; `free`: nothing that a shell could know. */
  readonly value: 'none' | 'files' | 'free' | readonly string[]
}

/** The commands, and `help` for each of them. */
export function completed({ commands }: Manual): readonly Completed[] {
  const all = commands.map(({ name, summary, page }): Completed => {
    return { name, summary, options: page.options.map(completedOption), operands: page.operands }
  })
  const names = all.map(({ name }) => name)
  return [...all, { name: 'help', summary: 'the help of a command', options: [], operands: names }]
}

function completedOption({ name, short, value, words, about }: Option): CompletedOption {
  return { name, about: inShort(about), value: acceptedBy(value, words), ...(short !== undefined && { short }) }
}

function acceptedBy(value: string | undefined, words: readonly string[] | undefined): CompletedOption['value'] {
  if (value === undefined) return 'none'
  if (words !== undefined) return words
  return ['FILE', 'PLACE', 'FOLDER'].includes(value) ? 'files' : 'free'
}

/** Characters of a description. */
const longest = 60

/** The first sentence, without marks of code, cut between two words. */
function inShort(about: string): string {
  const sentence = about.split(/[.;](?:\s|$)/, 1)[0]!.replaceAll('`', '')
  if (sentence.length <= longest) return sentence
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longest))} ...`
}
