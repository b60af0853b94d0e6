/** Drawn rows on their way from the thread that has drawn them. */

import { FontError } from '../../text/font-source.ts'
import { exit, Failure } from '../command.ts'
import { bytesIn, type DrawnChunk } from './drawn-chunk.ts'
import type { DrawnRow, RowOutcome } from './drawn-row.ts'

/** A chunk that can be sent. */
export interface SentChunk {
  readonly outcomes: readonly RowOutcome<DrawnRow>[]
  readonly error?: ThreadError | undefined
}

/** What of an error can be sent. */
interface ThreadError {
  readonly message: string
  readonly stack?: string | undefined
  /** Whether a font cannot be read: an error of the installation, not of the program. */
  readonly isFontError: boolean
}

/** The chunk as it is sent, with all its bytes in one buffer, which moves without a copy. */
export function packed(chunk: DrawnChunk): { readonly chunk: SentChunk; readonly buffer: ArrayBuffer } {
  return inOneBuffer({ outcomes: chunk.outcomes, ...('error' in chunk && { error: threadError(chunk.error) }) })
}

/** The chunk as it was before it was sent. */
export function received({ outcomes, error }: SentChunk): DrawnChunk {
  return { outcomes, ...(error && { error: errorOf(error) }) }
}

function threadError(error: unknown): ThreadError {
  const { message, stack } = error instanceof Error ? error : new Error(`${error}`)
  return { message, stack, isFontError: error instanceof FontError }
}

/** The error as the batch is to end with it. */
function errorOf({ message, stack, isFontError }: ThreadError): Error {
  if (isFontError) return new Failure(exit.files, message)
  return Object.assign(new Error(message), { stack })
}

function inOneBuffer(chunk: SentChunk): { readonly chunk: SentChunk; readonly buffer: ArrayBuffer } {
  const buffer = new ArrayBuffer(bytesIn(chunk))
  let at = 0
  const moved = mapBytes(chunk, (bytes) => {
    const place = new Uint8Array(buffer, at, bytes.length)
    place.set(bytes)
    at += bytes.length
    return place
  })
  return { chunk: moved as SentChunk, buffer }
}

/** A copy of plain data with all arrays of bytes replaced. */
function mapBytes(value: unknown, change: (bytes: Uint8Array) => Uint8Array): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return change(value)
  if (Array.isArray(value)) return value.map((item) => mapBytes(item, change))
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = mapBytes((value as Record<string, unknown>)[key], change)
  return copy
}
