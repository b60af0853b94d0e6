/** Rows on their way to a thread that draws them, and back. */

import type { PdfStream } from '../../render/pdf-stream.ts'
import { FontError } from '../../text/font-files.ts'
import { exit, Failure } from '../command.ts'
import type { FoundRow } from './columns.ts'
import type { DrawnPages } from './document-output.ts'
import { type DrawnRow, outcomeOf, type RowDrawing, type RowOutcome } from './drawn-row.ts'

/** Rows that one thread draws one after another, and sends back together. */
export interface DrawnChunk {
  /** Of the first rows of the chunk; those that are missing are drawn later. */
  readonly outcomes: readonly RowOutcome<DrawnRow>[]
  /** The forms of all pages of the chunk, which do not have their own. */
  readonly forms: ReadonlyMap<string, PdfStream>
  /** An error that ends the batch, after these rows. */
  readonly error?: ThreadError
}

/** What of an error can be sent to another thread. */
export interface ThreadError {
  readonly message: string
  readonly stack?: string | undefined
  /** Whether a font cannot be read: an error of the installation, not of the program. */
  readonly isFontError: boolean
}

/** Bytes of drawings, and milliseconds, from which on a chunk has no further row: they bound memory and the wait for a row. */
const [longChunk, slowChunk] = [4 << 20, 250] as const

/** Draws the rows, or as many of the first as are enough at a time; one at least. */
export function drawChunk(rows: readonly FoundRow[], { forAll, draw }: RowDrawing): DrawnChunk {
  const outcomes: RowOutcome<DrawnRow>[] = []
  const forms = new Map<string, PdfStream>()
  const start = performance.now()
  let bytes = 0
  try {
    for (const row of rows) {
      const outcome = withoutForms(outcomeOf(row, forAll, draw), forms)
      mapBytes(outcome, (part) => {
        bytes += part.length
        return part
      })
      outcomes.push(outcome)
      if (bytes >= longChunk || performance.now() - start >= slowChunk) break
    }
    return { outcomes, forms }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(`${error}`)
    return { outcomes, forms, error: { message, stack, isFontError: error instanceof FontError } }
  }
}

/** The error as the batch is to end with it. */
export function errorOf({ message, stack, isFontError }: ThreadError): Error {
  if (isFontError) return new Failure(exit.files, message)
  return Object.assign(new Error(message), { stack })
}

/** The outcomes as they were before they were sent. */
export function outcomesOf({ outcomes, forms }: DrawnChunk): readonly RowOutcome<DrawnRow>[] {
  const form = (name: string): PdfStream => forms.get(name)!
  return outcomes.map((outcome) => {
    if (!hasPages(outcome)) return outcome
    const pages = outcome.drawn.pages.map((page) => ({ ...page, form }))
    return { ...outcome, drawn: { ...outcome.drawn, pages } }
  })
}

type Paged = { readonly drawn: DrawnPages; readonly hasLostLineFeed: boolean }

function hasPages(outcome: RowOutcome<DrawnRow>): outcome is Paged {
  return 'drawn' in outcome && 'pages' in outcome.drawn
}

/** The outcome without functions, which cannot be sent; its forms, each once a chunk, are put into `forms`. */
function withoutForms(outcome: RowOutcome<DrawnRow>, forms: Map<string, PdfStream>): RowOutcome<DrawnRow> {
  if (!hasPages(outcome)) return outcome
  const pages = outcome.drawn.pages.map(({ form, ...page }) => {
    for (const name of page.page.forms) if (!forms.has(name)) forms.set(name, knownForm(name, form))
    return page
  })
  return { ...outcome, drawn: { ...outcome.drawn, pages } as DrawnRow }
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

/** The chunk with all bytes in one buffer, which moves to another thread without a copy. */
export function packed(chunk: DrawnChunk): { readonly chunk: DrawnChunk; readonly buffer: ArrayBuffer } {
  let size = 0
  mapBytes(chunk, (bytes) => {
    size += bytes.length
    return bytes
  })
  const buffer = new ArrayBuffer(size)
  let at = 0
  const moved = mapBytes(chunk, (bytes) => {
    const place = new Uint8Array(buffer, at, bytes.length)
    place.set(bytes)
    at += bytes.length
    return place
  })
  return { chunk: moved as DrawnChunk, buffer }
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
