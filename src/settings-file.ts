/** Files that a person and the service change, such as that of the printers: read, and replaced. */

import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { because } from './messages.ts'
import { utf8Text } from './utf8.ts'

/** A file that cannot be read; the message is one line that goes on after its name. */
export class SettingsFileError extends Error {}

/** The most bytes of such a file, unless it may have more. */
const usualBytes = 1 << 20

/**
 * The text of a regular file, in UTF-8. Anything else, such as a FIFO or a folder, is refused and not waited for.
 *
 * @param mostBytes  that it may have; by default 1 MiB
 * @throws SettingsFileError
 */
export function textOfSettingsFile(file: string, mostBytes = usualBytes): string {
  const text = utf8Text(contentOf(file, mostBytes))
  if (typeof text === 'string') return text
  throw new SettingsFileError(`byte ${text.at + 1} starts no UTF-8 character`)
}

function contentOf(file: string, mostBytes: number): Uint8Array {
  let descriptor: number | undefined
  try {
    // a FIFO that nobody writes to would hold up a blocking open for ever
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new SettingsFileError('is not a regular file')
    const bytes = new Uint8Array(mostBytes + 1)
    const length = filled(descriptor, bytes)
    if (length > mostBytes) throw new SettingsFileError(`has more than ${mostBytes} bytes`)
    return bytes.subarray(0, length)
  } catch (error) {
    throw error instanceof SettingsFileError ? error : new SettingsFileError(`cannot be read: ${because(error)}`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Reads until the end of the file or of `bytes`; the size that the file had before says nothing of one that grows. */
function filled(descriptor: number, bytes: Uint8Array): number {
  let length = 0
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (count === 0) break
    length += count
  }
  return length
}

/** Replaces a file, or makes it: what is there before stays until the new one is on the disk. @param mode  by default readable for everybody */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  // hidden, so that it is not taken for one of a folder's files
  const draft = join(dirname(file), `.${basename(file)}.new`)
  writeFileSync(draft, text, { mode })
  const descriptor = openSync(draft, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
}

/** Mistakes that are named; the others are counted. */
const mostNamed = 5

/** The mistakes of a file in one line. */
export function listedMistakes(mistakes: readonly string[]): string {
  const more = mistakes.length - mostNamed
  return mistakes.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${more} more` : '')
}
