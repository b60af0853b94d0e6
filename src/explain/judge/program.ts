/** A command line as an encoder. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, answerIn } from './answer.ts'
import type { Case } from './case.ts'
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

const placeholder = /\{(type|text|file)\}/

/** Whether a command line has places for a case, so that it is run once for each. */
export const hasPlaces = (command: string): boolean => placeholder.test(command)

/**
 * The encoder that a command line starts. With `{type}`, `{text}` or `{file}` in it, it is run for each case, with the values in their
 * places; `{file}` is where it may write its picture. Else it is started once and asked line by line, or once for each case.
 *
 * @param isOnce  whether each case has a process of its own, whose standard input ends with the case
 * @throws RangeError for a command line that cannot be parted into words
 */
export function encoderOf(command: string, limits: Limits, isOnce = false): Program<Encoder> {
  const words = wordsOf(command)
  const line = ({ type, text, options }: Case): string => JSON.stringify({ type, text, options })
  if (hasPlaces(command)) {
    const folder = mkdtempSync(join(tmpdir(), 'quietzone-judge-'))
    const ask = (asked: Case): Promise<Answer> => askedWithPlaces(words, asked, { folder, limits, line: line(asked) })
    return { ask, close: () => rmSync(folder, { recursive: true, force: true }) }
  }
  if (isOnce) {
    const ask = async (asked: Case): Promise<Answer> => answered(await runOnce(words, `${line(asked)}\n`, limits))
    return { ask, close: () => {} }
  }
  const program = new LineProcess(words, limits)
  return { ask: async (asked) => answered(await program.ask(line(asked))), close: () => program.close() }
}

async function askedWithPlaces(
  words: readonly [string, ...string[]],
  { type, text, options }: Case,
  { folder, limits, line }: { readonly folder: string; readonly limits: Limits; readonly line: string },
): Promise<Answer> {
  if (Object.keys(options).length > 0) return { kind: 'unsupported', why: 'a command with places has no options' }
  if (text.includes('\0')) return { kind: 'unsupported', why: 'no argument of a program has a U+0000' }
  const file = join(folder, 'symbol.png')
  rmSync(file, { force: true })
  const reply = await runOnce(filled(words, { type, text, file }), `${line}\n`, limits)
  const isSilent = reply.kind === 'failed' && reply.code === 'crash'
  const written = isSilent ? fileAt(file, limits.bytes) : undefined
  return written === undefined ? answered(reply) : answerIn({ kind: 'bytes', bytes: written })
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

function answered(reply: Reply): Answer {
  if (reply.kind === 'failed' && reply.code === 'start') throw new NotStarted(reply.why)
  return answerIn(reply)
}
