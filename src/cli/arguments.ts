import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Parameters } from '../api/parameter.ts'
import { didYouMean, proposedWord } from '../api/proposals.ts'
import type { Given } from '../api/request-reader.ts'
import { parameterSpellings } from '../api/spellings.ts'
import { exit, Failure } from './command.ts'
import type { Option } from './help-page.ts'

export type { Option }

export interface Arguments {
  /** Values of API parameters. */
  readonly given: Given
  /** Values of the other options; for a switch, the empty string. */
  readonly options: ReadonlyMap<string, string>
  /** Values of the options that can be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>
  readonly operands: readonly string[]
}

export interface Accepted {
  readonly parameters: Parameters
  readonly options: readonly Option[]
  /** The maximum number of operands that the command takes. */
  readonly operands: number
}

/** The short options of API parameters. */
export const shortNames: { readonly [parameter: string]: string } = { type: 't', size: 's' }

export const helpOption: Option = { name: 'help', short: 'h', about: 'Print this help and exit.' }

/** @throws Failure for an unknown option, a missing value, or too many operands */
export function readArguments(args: readonly string[], { parameters, options, operands }: Accepted): Arguments {
  const known: NonNullable<ParseArgsConfig['options']> = {}
  for (const name of Object.keys(parameters)) {
    const short = shortNames[name]
    known[name] = { type: 'string', multiple: true, ...(short && { short }) }
  }
  for (const { name, short, value } of options) {
    known[name] = { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) }
  }
  const { values, positionals } = parsed(withFlagValues(args, { parameters, options, operands }), known)
  if (positionals.length > operands) {
    throw new Failure(exit.usage, `unexpected argument ${JSON.stringify(positionals[operands])}`)
  }
  const given: Record<string, string[]> = {}
  const others = new Map<string, string>()
  const lists = new Map<string, readonly string[]>()
  const repeated = options.filter(({ isRepeated }) => isRepeated).map(({ name }) => name)
  for (const [name, found] of Object.entries(values)) {
    const all = (Array.isArray(found) ? found : [found]).map((value) => (typeof value === 'string' ? value : ''))
    if (name in parameters) given[name] = all
    else if (repeated.includes(name)) lists.set(name, all)
    else if (all.length > 1) throw new Failure(exit.usage, `--${name}: given ${all.length} times; once is accepted`)
    else others.set(name, all[0]!)
  }
  return { given, options: others, lists, operands: positionals }
}

/** The arguments with the value true after each flag that has none: `--strict` is `--strict true`. */
function withFlagValues(args: readonly string[], { parameters, operands }: Accepted): readonly string[] {
  const end = args.indexOf('--')
  return args.flatMap((arg, i) => {
    const isFlag = arg.startsWith('--') && parameters[arg.slice(2)]?.kind === 'flag'
    if (!isFlag || (end >= 0 && i > end)) return [arg]
    const next = args[i + 1]
    const isValue =
      next === 'true' || next === 'false' || (operands === 0 && next !== undefined && !next.startsWith('-'))
    return isValue ? [arg] : [`${arg}=true`]
  })
}

function parsed(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error
    // node's advice after the first sentence does not apply here
    const firstSentence = message.split(/\.\s/, 1)[0]!
    if (firstSentence.endsWith('is ambiguous')) {
      throw new Failure(exit.usage, `${firstSentence}; write a value that begins with a dash as --name=-x`)
    }
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'--([^']+)'/.exec(firstSentence)?.[1] : undefined
    const meant = unknown && proposedWord(unknown, Object.keys(options), parameterSpellings)
    throw new Failure(exit.usage, `${firstSentence}${didYouMean(meant && `--${meant}`)}`)
  }
}
