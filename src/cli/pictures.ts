/** The files of pictures that commands read, and the options that they have in common. */

import { type FileHandle, open } from 'node:fs/promises'
import { boundFile, formatOf, mostFileBytes, PictureError } from '../reader/check/index.ts'
import { mostPages } from '../request/params.ts'
import { Checker } from '../server/api/check/checker.ts'
import { exit, Failure } from './command.ts'
import { codeOf, unreadable } from './files.ts'

export const dpiRange = { least: 50, most: 9600 }

/** @throws Failure for a value that is not a number of dots an inch */
export function dpiIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const dpi = /^[0-9]{1,5}(\.[0-9]{1,4})?$/.test(given) ? Number(given) : 0
  if (dpi >= dpiRange.least && dpi <= dpiRange.most) return dpi
  throw new Failure(
    exit.usage,
    `--dpi: ${JSON.stringify(given)} is not a number from ${dpiRange.least} to ${dpiRange.most}`,
  )
}

/** @throws Failure for a value that is not the number of a page */
export function pageIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^[1-9]\d{0,4}$/.test(given) && Number(given) <= mostPages) return Number(given)
  throw new Failure(exit.usage, `--page: ${JSON.stringify(given)} is not a number from 1 to ${mostPages}`)
}

/** Whether a file has no pixels: what draws itself takes as long as it likes. */
export const isPage = (file: Uint8Array): boolean => ['PDF', 'SVG'].includes(formatOf(file) ?? '')

/** A check of a picture in a thread, as long as a person waits at a terminal: pages of many symbols take a while on a small machine. */
export const patientChecker = (): Checker => new Checker({ alone: patience, besideOthers: patience })

const patience = 120_000

/** @throws Failure for a value that is not among `words` */
export function wordOf<Word extends string>(
  chosen: ReadonlyMap<string, string>,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const given = chosen.get(name)
  const word = words.find((each) => each === given)
  if (given === undefined || word !== undefined) return word
  throw new Failure(exit.usage, `--${name}: ${JSON.stringify(given)}; accepted: ${words.join(', ')}`)
}

/** A file that cannot be read, and the code that the system gave for it. */
export class UnreadableFile extends Failure {
  readonly reason: string

  constructor(path: string, error: unknown) {
    super(exit.files, unreadable(path, error).message)
    this.reason = codeOf(error)
  }
}

/** @throws PictureError for a file that is too large, UnreadableFile for one that cannot be read */
export async function contentsOf(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      boundFile(size)
      return await readUpTo(file, Math.max(size, leastRead))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new UnreadableFile(path, error)
  }
}

/** Bytes to expect at least, because pipes and devices have no size. */
const leastRead = 65_536

/** All bytes of the file, which may have grown or be an endless pipe. @throws PictureError as soon as it is too large */
async function readUpTo(file: FileHandle, expected: number): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(expected + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length)
    if (bytesRead === 0) return bytes.subarray(0, length)
    length += bytesRead
    boundFile(length)
    if (length < bytes.length) continue
    const more = new Uint8Array(Math.min(2 * length, mostFileBytes + 1))
    more.set(bytes)
    bytes = more
  }
}
