import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { exit, Failure } from './command.ts'
import { because } from './output.ts'

export interface Opened {
  readonly chunks: AsyncIterable<Buffer>
  /** Bytes, for a regular file. */
  readonly size: number | undefined
}

/** A file to read, or standard input for `-`. The stream throws Failure if it cannot be read. */
export async function opened(file: string, signal: AbortSignal): Promise<Opened> {
  if (file === '-') return { chunks: readable(process.stdin, 'standard input', signal), size: undefined }
  const found = await stat(file).catch(() => undefined)
  return { chunks: readable(createReadStream(file), file, signal), size: found?.isFile() ? found.size : undefined }
}

/** The stream, which ends early if `signal` aborts, so that a command does not wait for input that may never come. */
async function* readable(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  signal.addEventListener('abort', () => stream.destroy())
  try {
    yield* stream
  } catch (error) {
    if (!signal.aborted) throw new Failure(exit.files, `${name} cannot be read: ${because(error)}`)
  }
}

/** Aborted by the first SIGINT or SIGTERM; the second ends the process as usual. */
export function firstSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
