/** Files that are read as they arrive, and their lines. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { unreadable } from './files.ts'
import { pathOf, type Shell } from './shell.ts'

interface Opened {
  readonly chunks: AsyncIterable<Buffer>
  /** Bytes, for a regular file. */
  readonly size: number | undefined
}

/** A file to read, or standard input for `-`. The stream throws Failure if it cannot be read. */
export async function opened(shell: Shell, file: string, signal: AbortSignal): Promise<Opened> {
  if (file === '-') return { chunks: readable(shell.stdin, 'standard input', signal), size: undefined }
  const path = pathOf(shell, file)
  const found = await stat(path).catch(() => undefined)
  return { chunks: readable(createReadStream(path), file, signal), size: found?.isFile() ? found.size : undefined }
}

/** The stream, which ends early if `signal` aborts, so that a command does not wait for input that may never come. */
async function* readable(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  signal.addEventListener('abort', () => stream.destroy())
  try {
    yield* stream
  } catch (error) {
    if (!signal.aborted) throw unreadable(name, error)
  }
}

/** A line of a text: its bytes without the line end, or undefined if it is too long. */
interface TextLine {
  /** From 1. */
  readonly number: number
  readonly bytes: Uint8Array | undefined
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d] as const
const byteOrderMark = Buffer.from('\ufeff')

/**
 * The lines of a stream as they arrive. Lines end with LF or CRLF; a byte order mark at the start is left out.
 *
 * @param longest  the most bytes of a line; more are not kept
 */
export async function* textLines(chunks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<TextLine> {
  let number = 1
  let pending: Buffer = Buffer.alloc(0)
  let isTooLong = false
  const keep = (part: Buffer): void => {
    isTooLong ||= pending.length + part.length > longest + 1
    pending = isTooLong ? Buffer.alloc(0) : Buffer.concat([pending, part])
  }
  const finished = (): TextLine => {
    const end = pending.length - (pending.at(-1) === carriageReturn ? 1 : 0)
    const start = number === 1 && pending.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0
    const line = { number, bytes: isTooLong || end > longest ? undefined : pending.subarray(start, end) }
    number++
    pending = Buffer.alloc(0)
    isTooLong = false
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let feed = chunk.indexOf(lineFeed); feed >= 0; feed = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, feed))
      yield finished()
      from = feed + 1
    }
    keep(chunk.subarray(from))
  }
  if (pending.length > 0 || isTooLong) yield finished()
}
