import type { Readable } from 'node:stream'
import { utf8Value } from '../api/query.ts'
import type { Given } from '../api/request-reader.ts'
import type { Option } from './arguments.ts'
import { exit, Failure } from './command.ts'
import { because } from './output.ts'

/** The longest input in bytes: 7089 characters of four bytes, and a final CR LF. */
const mostBytes = 7089 * 4 + 2

export const exactOption: Option = {
  name: 'exact',
  about: 'With --text -: keep the final newline.',
}

export const standardInputNote =
  '--text - reads the text from standard input: its exact bytes, which must be UTF-8. One final newline, as echo and ' +
  'editors add it, is removed unless --exact is given.'

/** The values given; a text of `-` is replaced by standard input. */
export async function withInput(given: Given, exact: boolean): Promise<Given> {
  const [text, ...others] = given.text ?? []
  if (text !== '-') return given
  const bytes = await bytesOf(process.stdin)
  return { ...given, text: [utf8Value(exact ? bytes : withoutNewline(bytes)), ...others] }
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

function withoutNewline(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== 0x0a) return bytes
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1)
}
