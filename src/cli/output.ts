import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import type { Given } from '../api/params.ts'
import type { Option } from './arguments.ts'
import { exit, Failure } from './command.ts'

const output = { name: 'output', short: 'o', value: 'FILE' } as const

/** For what is text. */
export const outputOption: Option = { ...output, about: 'Where to write; default standard output.' }

/** For pictures. */
export const pictureOption: Option = {
  ...output,
  about:
    'Where to write; its extension says the format unless --format does. Without it, or as -, standard output, but no binary format to a terminal.',
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
  if (output === '-') return print(bytes)
  try {
    await writeFile(output, bytes)
  } catch (error) {
    throw new Failure(exit.files, `${output} cannot be written: ${because(error)}`)
  }
}

/** Writes to standard output, and waits until it is taken. Who reads it may stop reading: then there is nothing more to do. */
export function print(bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, (error) => {
      if (error) reject(new Failure(exit.files, `standard output cannot be written: ${because(error)}`))
      else resolve()
    })
  })
}

/** What went wrong with a file, in the system's words without its codes and paths. */
export function because(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || message
}
