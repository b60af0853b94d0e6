/** Drawn rows on their way from the thread that has drawn them. */

import type { PdfStream } from '../../render/pdf-stream.ts'
import { FontError } from '../../text/font-source.ts'
import { exit, Failure } from '../command.ts'
import type { DrawnPages } from './document-output.ts'
import { bytesIn, type DrawnChunk } from './drawn-chunk.ts'
import type { DrawnRow, RowOutcome } from './drawn-row.ts'

/** A chunk that can be sent. */
export interface SentChunk {
  readonly outcomes: readonly RowOutcome<DrawnRow>[]
  /** The forms of all pages of the chunk, which do not have their own. */
  readonly forms: ReadonlyMap<string, PdfStream>
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
  const forms = new Map<string, PdfStream>()
  const outcomes = chunk.outcomes.map((outcome) => withoutForms(outcome, forms))
  return inOneBuffer({ outcomes, forms, ...('error' in chunk && { error: threadError(chunk.error) }) })
}

/** The chunk as it was before it was sent. */
export function received({ outcomes, forms, error }: SentChunk): DrawnChunk {
  const form = (name: string): PdfStream => forms.get(name)!
  return {
    outcomes: outcomes.map((outcome) => withPages(outcome, ({ page, copies }) => ({ page, copies, form }))),
    ...(error && { error: errorOf(error) }),
  }
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

type Paged = { readonly drawn: DrawnPages; readonly hasLostLineFeed: boolean }

/** The outcome with changed pages, if it has any. */
function withPages(
  outcome: RowOutcome<DrawnRow>,
  change: (page: DrawnPages['pages'][number]) => object,
): RowOutcome<DrawnRow> {
  if (outcome === 'skipped' || !('drawn' in outcome && 'pages' in outcome.drawn)) return outcome
  const { drawn, hasLostLineFeed } = outcome as Paged
  return { drawn: { ...drawn, pages: drawn.pages.map(change) } as DrawnRow, hasLostLineFeed }
}

/** The outcome without functions, which cannot be sent; its forms, each once a chunk, are put into `forms`. */
function withoutForms(outcome: RowOutcome<DrawnRow>, forms: Map<string, PdfStream>): RowOutcome<DrawnRow> {
  return withPages(outcome, ({ page, copies, form }) => {
    for (const name of page.forms) if (!forms.has(name)) forms.set(name, knownForm(name, form))
    return { page, copies }
  })
}

/** Forms that this thread has drawn: to draw one takes longer than to send it. */
const known = new Map<string, PdfStream>()
const mostKnown = 1000

function knownForm(name: string, form: (name: string) => PdfStream): PdfStream {
  const found = known.get(name)
  if (found !== undefined) return found
  const drawn = form(name)
  if (known.size === mostKnown) known.clear()
  known.set(name, drawn)
  return drawn
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
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, mapBytes(item, change)]))
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = mapBytes((value as Record<string, unknown>)[key], change)
  return copy
}
