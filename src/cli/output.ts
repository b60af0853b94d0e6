import { extname } from 'node:path'
import type { Given } from '../api/params.ts'
import { because, printable, printableLine } from '../messages.ts'
import type { Option } from './arguments.ts'
import { exit, Failure } from './command.ts'
import { writeNamed } from './files.ts'

export { because }

const output = { name: 'output', short: 'o', value: 'FILE' } as const

/** For what is text. */
export const outputOption: Option = {
  ...output,
  about:
    'Where to write; default standard output. A file there is replaced when the new one is complete; so is a link, which is not followed.',
}

/** For pictures. */
export const pictureOption: Option = {
  ...output,
  about:
    'Where to write; its extension says the format unless --format does. A file there is replaced when the new one is complete; so is a link, which is not followed. Without it, or as -, standard output, but no binary format to a terminal.',
}

/** The values given, with the format that the extension of `output` says where none was given. */
export function withFormatOf(output: string | undefined, given: Given): Given {
  const extension = output === undefined ? '' : extname(output).slice(1).toLowerCase()
  return given.format !== undefined || extension === '' ? given : { ...given, format: [extension] }
}

/** @throws Failure where standard output is a terminal, on which the format only makes noise */
export function refuseTerminal(format: string): void {
  if (process.stdout.isTTY) {
    throw new Failure(exit.usage, `${format} is binary and standard output a terminal: give -o FILE, or a pipe`)
  }
}

/** @throws Failure */
export async function write(bytes: Uint8Array | string, output = '-'): Promise<void> {
  return output === '-' ? printData(bytes) : writeNamed(output, bytes)
}

/** A line for people, on standard error: whatever it quotes, a terminal shows it as one line and obeys nothing in it. */
export function say(line: string): void {
  process.stderr.write(`${printableLine(line)}\n`)
}

/** Lines for people, on standard error. */
export function sayLines(lines: string): void {
  process.stderr.write(printable(lines))
}

/** Puts `line` in the place of the last line of the terminal that standard error is; an empty one clears it. */
export function showProgress(line: string): void {
  process.stderr.write(`\r\x1b[K${printableLine(line)}`)
}

/** Text for people, on standard output. */
export function print(text: string): Promise<void> {
  return printData(printable(text))
}

/** A line for people, on standard output. */
export function printLine(line: string): Promise<void> {
  return printData(`${printableLine(line)}\n`)
}

/** Writes to standard output, and waits until it is taken. Who reads it may stop reading: then there is nothing more to do. */
export function printData(bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (error) reject(new Failure(exit.files, `standard output cannot be written: ${because(error)}`))
      else resolve()
    })
  })
}
