/** What a command line gives: options, parameters of the API, and the text, which may come from standard input. */

import type { Readable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { quoted } from '../../symbologies/messages.ts'
import { firstOf, type GivenValues, isRepeated, type Parameters } from '../request/parameter.ts'
import { didYouMean, proposedWord } from '../request/proposals.ts'
import { parameterSpellings } from '../request/spellings.ts'
import { type Malformed, utf8Value } from '../utf8.ts'
import { exit, Failure, type Option } from './command.ts'
import { unreadable } from './files.ts'
import { printMessage } from './output.ts'
import type { Shell } from './shell.ts'

export interface Arguments {
  /** Values of API parameters. */
  readonly given: GivenValues
  /** Values of the other options; for a switch, the empty string. */
  readonly options: ReadonlyMap<string, string>
  /** Values of the options that can be given several times. */
  readonly lists: ReadonlyMap<string, readonly string[]>
  readonly operands: readonly string[]
}

interface Accepted {
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
  const given: Record<string, string | readonly string[]> = {}
  const others = new Map<string, string>()
  const lists = new Map<string, readonly string[]>()
  const repeated = options.filter(({ isRepeated }) => isRepeated).map(({ name }) => name)
  for (const [name, found] of Object.entries(values)) {
    const all = (Array.isArray(found) ? found : [found]).map((value) => (typeof value === 'string' ? value : ''))
    if (name in parameters) given[name] = all.length === 1 ? all[0]! : all
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

/** The longest input in bytes: 7089 characters of four bytes, and a final CR LF. */
export const mostBytes = 7089 * 4 + 2

export const exactOption: Option = {
  name: 'exact',
  about: 'Keep one line feed at the end of the text.',
}

export const standardInputNote =
  'A text of - is read from standard input: its exact bytes, which must be UTF-8. One line feed (or CR LF) at the end of a text, ' +
  'as echo and editors add it, is removed with a message, unless --exact is given.'

/**
 * The values given, with the operand as the text if there is one; a text of `-` is replaced by standard input. Says so if a line
 * feed at the end is removed.
 *
 * @throws Failure for a text given as operand and as option
 */
export async function withInput(shell: Shell, { given: named, options, operands }: Arguments): Promise<GivenValues> {
  if (operands.length > 0 && named.text !== undefined) {
    throw new Failure(exit.usage, `the text is given as ${quoted(operands[0]!)} and with --text; give it once`)
  }
  const given = operands.length === 0 ? named : { ...named, text: operands[0]! }
  const read = firstOf(given.text) === '-' ? withFirst(given, utf8Value(await bytesOf(shell.stdin))) : given
  const trimmed = options.has('exact') ? read : withoutLineFeed(read)
  if (trimmed !== read)
    printMessage(shell, 'quietzone: one line feed at the end of the text was removed; --exact keeps it')
  return trimmed
}

/** The same values if the text does not end in a line feed; otherwise without it. */
export function withoutLineFeed(given: GivenValues): GivenValues {
  const text = firstOf(given.text)
  if (typeof text !== 'string' || !text.endsWith('\n')) return given
  return withFirst(given, text.replace(/\r?\n$/, ''))
}

/** The values with another text, in place of the first if several are given. */
function withFirst(given: GivenValues, text: string | Malformed): GivenValues {
  return { ...given, text: isRepeated(given.text) ? given.text.with(0, text) : text }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      length += chunk.length
      if (length > mostBytes)
        throw new Failure(exit.usage, `standard input: more than the ${mostBytes} bytes of the longest text`)
    }
  } catch (error) {
    throw error instanceof Failure ? error : unreadable('standard input', error)
  }
  return Buffer.concat(chunks)
}
