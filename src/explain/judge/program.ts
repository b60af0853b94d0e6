/** A command line as an encoder or a decoder. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, answerIn } from './answer.ts'
import type { Case } from './case.ts'
import { type Decoder, decoderAnswerIn, type ShownSymbol } from './decoders/index.ts'
import type { Encoder } from './judge.ts'
import { type Limits, LineProcess, type Reply, runOnce, wordsOf } from './process.ts'

export interface Program<Asked> {
  readonly ask: Asked
  close(): void
}

/** A command that cannot be started. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted'
}

/** What a program is asked: as a line of JSON, and as values for the places in its command line. */
interface Question {
  readonly line: string
  readonly values: Readonly<Record<string, string>>
  /** What is in the file before the program is started; without it the program may write the file. */
  readonly file?: Uint8Array
}

/**
 * The encoder that a command line starts. With `{type}`, `{text}` or `{file}` in it, it is run for each case, with the values in their
 * places; `{file}` is where it may write its picture. Else it is started once and asked line by line, or once for each case.
 *
 * @param isOnce  whether each case has a process of its own, whose standard input ends with the case
 * @throws RangeError for a command line that cannot be parted into words
 */
export function encoderOf(command: string, limits: Limits, isOnce = false): Program<Encoder> {
  const places = /\{(type|text|file)\}/
  const { ask, close } = programOf(command, { places, limits, isOnce })
  const asked = async ({ type, text, options }: Case): Promise<Answer> => {
    if (places.test(command) && Object.keys(options).length > 0) {
      return { kind: 'unsupported', why: 'a command with places has no options' }
    }
    if (places.test(command) && text.includes('\0')) {
      return { kind: 'unsupported', why: 'no argument of a program has a U+0000' }
    }
    return answerIn(await ask({ line: JSON.stringify({ type, text, options }), values: { type, text } }))
  }
  return { ask: asked, close }
}

/** The decoder that a command line starts, likewise; with `{file}` in it, that is the path of the picture. */
export function decoderOf(command: string, limits: Limits, isOnce = false): Program<Decoder> {
  const { ask, close } = programOf(command, { places: /\{(type|file)\}/, limits, isOnce })
  const asked = async ({ type, png }: ShownSymbol) => {
    const line = JSON.stringify({ type, png: Buffer.from(png).toString('base64') })
    return decoderAnswerIn(await ask({ line, values: { type }, file: png }))
  }
  return { ask: asked, close }
}

interface Running {
  /** The names that have places in the command line, if it has any. */
  readonly places: RegExp
  readonly limits: Limits
  readonly isOnce: boolean
}

function programOf(
  command: string,
  { places, limits, isOnce }: Running,
): Program<(question: Question) => Promise<Reply>> {
  const words = wordsOf(command)
  if (places.test(command)) {
    const folder = mkdtempSync(join(tmpdir(), 'quietzone-judge-'))
    const file = join(folder, 'symbol.png')
    const ask = (question: Question): Promise<Reply> => askedWithPlaces(words, question, { file, limits })
    return { ask, close: () => rmSync(folder, { recursive: true, force: true }) }
  }
  if (isOnce) {
    return { ask: async ({ line }) => started(await runOnce(words, `${line}\n`, limits)), close: () => {} }
  }
  const program = new LineProcess(words, limits)
  return { ask: async ({ line }) => started(await program.ask(line)), close: () => program.close() }
}

async function askedWithPlaces(
  words: readonly [string, ...string[]],
  { line, values, file: given }: Question,
  { file, limits }: { readonly file: string; readonly limits: Limits },
): Promise<Reply> {
  rmSync(file, { force: true })
  if (given !== undefined) writeFileSync(file, given)
  const reply = started(await runOnce(filled(words, { ...values, file }), `${line}\n`, limits))
  const written = reply.kind === 'silent' && given === undefined ? fileAt(file, limits.bytes) : undefined
  return written === undefined ? reply : { kind: 'bytes', bytes: written }
}

/** The words with values in their places: a value is part of one word, whatever characters it has. */
export const filled = (
  [first, ...others]: readonly [string, ...string[]],
  values: Readonly<Record<string, string>>,
): readonly [string, ...string[]] => {
  const fill = (word: string): string =>
    word.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? values[name]! : place))
  return [fill(first), ...others.map(fill)]
}

/** What a program has written to a file; undefined if there is none, or too much. */
function fileAt(path: string, most: number): Uint8Array | undefined {
  try {
    const bytes = readFileSync(path)
    return bytes.length > 0 && bytes.length <= most ? bytes : undefined
  } catch {
    return undefined
  }
}

function started(reply: Reply): Reply {
  if (reply.kind === 'failed' && reply.code === 'start') throw new NotStarted(reply.why)
  return reply
}
