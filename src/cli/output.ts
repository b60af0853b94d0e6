/** What a command writes: data into a file or to standard output, and messages to standard error. */

import { extname } from 'node:path'
import type { Suggestion } from '../../symbologies/index.ts'
import type { LabelFormat } from '../draw.ts'
import { because, printable, printableLine } from '../messages.ts'
import { printerLanguages } from '../render/language.ts'
import { firstOf, type GivenValues } from '../request/parameter.ts'
import { exit, Failure, type Option, Refused } from './command.ts'
import { writeNamed } from './files.ts'
import { pathOf, type Shell } from './shell.ts'

const output = { name: 'output', short: 'o', value: 'FILE' } as const

/** For text. */
export const outputOption: Option = {
  ...output,
  about:
    'The file to write; default standard output. An existing file or link is replaced when the new file is complete; the link is not followed.',
}

/** For images. */
export const imageOption: Option = {
  ...output,
  about:
    'The file to write; its extension sets the format; an extension of another format than --format is an error. An existing file or link is replaced when the new file is complete; the link is not followed. Without it, or with -, standard output, but no binary format to a terminal.',
}

const formats: readonly string[] = ['png', 'svg', 'pdf', ...printerLanguages] satisfies LabelFormat[]

/** The extension of an image in a file name, in lower case; empty if it has none. */
export function imageExtension(name: string): string {
  const extension = extensionOf(name)
  return formats.includes(extension) ? extension : ''
}

const extensionOf = (name: string): string => extname(name).slice(1).toLowerCase()

/**
 * The values given; if there is no format, the extension of `output` sets it.
 *
 * @throws Refused for the extension of another format than is given
 */
export function withFormatOf(output: string | undefined, given: GivenValues): GivenValues {
  if (output === undefined || extname(output) === '') return given
  const format = firstOf(given.format)
  if (format === undefined) return { ...given, format: extensionOf(output) }
  const extension = imageExtension(output)
  if (extension === '' || extension === format || !formats.includes(`${format}`)) return given
  throw new Refused('invalid_parameter', `${output} ends in ${extension}, but format is ${format}`)
}

/** Formats that a terminal can show. */
const textFormats: readonly string[] = ['svg', 'zpl'] satisfies LabelFormat[]

/** @throws Failure if standard output is a terminal, and the format binary */
export function refuseTerminal({ stdout }: Shell, format: LabelFormat): void {
  if (stdout.isTTY && !textFormats.includes(format)) {
    throw new Failure(exit.usage, `${format} is binary and standard output is a terminal; give -o FILE, or use a pipe`)
  }
}

/** The width of the terminal on standard output in characters; undefined if it is not one, or does not say. */
export function terminalColumns({ stdout }: Shell): number | undefined {
  return (stdout.isTTY && stdout.columns) || undefined
}

/** @throws Failure */
export async function write(shell: Shell, bytes: Uint8Array | string, output = '-'): Promise<void> {
  return output === '-' ? printData(shell, bytes) : writeNamed(pathOf(shell, output), bytes)
}

/** Writes a one-line message to standard error, with control characters escaped. */
export function printMessage({ stderr }: Shell, line: string): void {
  stderr.write(`${printableLine(line)}\n`)
}

/** Writes messages to standard error, with control characters escaped except line feeds. */
export function printMessages({ stderr }: Shell, lines: string): void {
  stderr.write(printable(lines))
}

/** Replaces the last line of the terminal on standard error; an empty `line` clears it. */
export function showProgress({ stderr }: Shell, line: string): void {
  stderr.write(`\r\x1b[K${printableLine(line)}`)
}

/** Writes text to standard output, with control characters escaped except line feeds. */
export function print(shell: Shell, text: string): Promise<void> {
  return printData(shell, printable(text))
}

/** Writes a line to standard output, with control characters escaped. */
export function printLine(shell: Shell, line: string): Promise<void> {
  return printData(shell, `${printableLine(line)}\n`)
}

/** Writes to standard output; resolves when the system has taken the bytes. @throws Failure */
export function printData({ stdout }: Shell, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(bytes, (error) => {
      if (error) reject(new Failure(exit.files, `standard output cannot be written: ${because(error)}`))
      else resolve()
    })
  })
}

/** Values by parameter as they are written on a command line. */
export function optionsText(values: Suggestion): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}${value.startsWith('-') ? '=' : ' '}${shellWord(value)}`)
    .join(' ')
}

/** A word as it is written on a command line. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
