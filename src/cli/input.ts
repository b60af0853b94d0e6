import type { Readable } from 'node:stream'
import { quoted } from '../../symbologies/messages.ts'
import type { Given } from '../api/request-reader.ts'
import { utf8Value } from '../utf8.ts'
import type { Arguments, Option } from './arguments.ts'
import { exit, Failure } from './command.ts'
import { because, printMessage } from './output.ts'

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
export async function withInput({ given: named, options, operands }: Arguments): Promise<Given> {
  if (operands.length > 0 && named.text !== undefined) {
    throw new Failure(exit.usage, `the text is given as ${quoted(operands[0]!)} and with --text; give it once`)
  }
  const given = operands.length === 0 ? named : { ...named, text: operands }
  const [text, ...others] = given.text ?? []
  const read = text === '-' ? { ...given, text: [utf8Value(await bytesOf(process.stdin)), ...others] } : given
  const trimmed = options.has('exact') ? read : withoutLineFeed(read)
  if (trimmed !== read) printMessage('quietzone: one line feed at the end of the text was removed; --exact keeps it')
  return trimmed
}

/** The same values if the text does not end in a line feed; otherwise without it. */
export function withoutLineFeed(given: Given): Given {
  const [text, ...others] = given.text ?? []
  if (typeof text !== 'string' || !text.endsWith('\n')) return given
  return { ...given, text: [text.replace(/\r?\n$/, ''), ...others] }
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
    if (error instanceof Failure) throw error
    throw new Failure(exit.files, `standard input cannot be read: ${because(error)}`)
  }
  return Buffer.concat(chunks)
}
