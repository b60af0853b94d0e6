import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Given, Parameters } from '../api/params.ts'
import { exit, Failure } from './command.ts'

/** An option of the command line that is no parameter of the API. */
export interface Option {
  readonly name: string
  readonly short?: string
  /** What its value is called in the help; a switch has none. */
  readonly value?: string
  readonly about: string
}

export interface Arguments {
  /** Values of the API's parameters. */
  readonly given: Given
  /** Values of the other options; a switch that is on has the empty one. */
  readonly options: ReadonlyMap<string, string>
  readonly operands: readonly string[]
}

export interface Accepted {
  readonly parameters: Parameters
  readonly options: readonly Option[]
  /** How many words may stand beside the options. */
  readonly operands: number
}

export const helpOption: Option = { name: 'help', short: 'h', about: 'Print this and end.' }

/** @throws Failure where a word on the command line has no meaning */
export function readArguments(args: readonly string[], { parameters, options, operands }: Accepted): Arguments {
  const known: NonNullable<ParseArgsConfig['options']> = {}
  for (const name of Object.keys(parameters)) known[name] = { type: 'string', multiple: true }
  for (const { name, short, value } of options) {
    known[name] = { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) }
  }
  const { values, positionals } = parsed(args, known)
  if (positionals.length > operands) {
    throw new Failure(exit.usage, `${JSON.stringify(positionals[operands])} has no meaning here`)
  }
  const given: Record<string, string[]> = {}
  const others = new Map<string, string>()
  for (const [name, found] of Object.entries(values)) {
    const all = (Array.isArray(found) ? found : [found]).map((value) => (typeof value === 'string' ? value : ''))
    if (name in parameters) given[name] = all
    else if (all.length > 1) throw new Failure(exit.usage, `--${name}: given ${all.length} times; once is accepted`)
    else others.set(name, all[0]!)
  }
  return { given, options: others, operands: positionals }
}

function parsed(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error
    // behind the first sentence stands advice that does not apply here
    const words = message.split(/\.\s/, 1)[0]!
    const isAmbiguous = words.endsWith('is ambiguous')
    throw new Failure(
      exit.usage,
      isAmbiguous ? `${words}; a value that begins with a dash is given as --name=-x` : words,
    )
  }
}
