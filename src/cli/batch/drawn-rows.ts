/** How rows are drawn, in any thread, and how what is drawn comes from one thread to another. */

import { readDesign } from '../../design/files.ts'
import type { GivenValues } from '../../request/parameter.ts'
import type { Row } from '../../table/index.ts'
import { FontError } from '../../text/font-source.ts'
import { exit, Failure } from '../command.ts'
import { designEndpoint } from '../design-endpoint.ts'
import { type DrawingEndpoint, type DrawingLimits, type RowKind, rowEndpoints } from '../endpoints.ts'
import { type DocumentForm, drawLabels, drawPages, drawScenes } from './document-output.ts'
import { drawImages } from './folder-output.ts'
import { type DrawRow, outcomeOf, type RowDrawing, type RowOutcome } from './rows.ts'

/** What the rows of files are drawn for. It can be sent to another thread. */
export interface RowStyle {
  readonly kind: RowKind
  readonly limits: DrawingLimits
  /** The document that they are in; undefined for an image each. */
  readonly form: DocumentForm | undefined
}

/** The endpoint that draws rows of a kind. @throws DesignError, SettingsFileError for a file without a design */
export function endpointFor(kind: RowKind): DrawingEndpoint {
  return typeof kind === 'string' ? rowEndpoints[kind] : designEndpoint(readDesign(kind.design))
}

/** How a row is drawn in this style by an endpoint of its kind, for an output of its form. */
export function drawRow(endpoint: DrawingEndpoint, { limits, form }: RowStyle): DrawRow {
  if (form === undefined) return (row) => drawImages(row, endpoint, limits)
  const { format: language } = form
  if (form.onSheets !== undefined) return (row) => drawScenes(row, endpoint, { form, limits })
  if (language === 'pdf') return (row) => drawPages(row, endpoint, { form, limits })
  return (row) => drawLabels(row, endpoint, { form, limits, language })
}

/** What a thread is started with. */
export interface ThreadTask {
  /** The values of the command line. */
  readonly forAll: GivenValues
  readonly style: RowStyle
}

/** Rows that one thread draws one after another. */
export interface DrawnChunk {
  /** Of the first rows of the chunk; those that are missing are drawn later. */
  readonly outcomes: readonly RowOutcome[]
  /** An error that ends the batch, after these rows. */
  readonly error?: unknown
}

/** Bytes of drawings, and milliseconds, from which on a chunk has no further row: they bound memory and the wait for a row. */
const [longChunk, slowChunk] = [1 << 20, 250] as const

/** Draws the rows, or as many of the first as are enough at a time; one at least. */
export function drawChunk(rows: readonly Row[], drawing: RowDrawing): DrawnChunk {
  const outcomes: RowOutcome[] = []
  const start = performance.now()
  let bytes = 0
  try {
    for (const row of rows) {
      const outcome = outcomeOf(row, drawing)
      outcomes.push(outcome)
      bytes += bytesIn(outcome)
      if (bytes >= longChunk || performance.now() - start >= slowChunk) break
    }
    return { outcomes }
  } catch (error) {
    return { outcomes, error }
  }
}

/** The length of all arrays of bytes in plain data. */
function bytesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (value instanceof Uint8Array) return value.length
  let sum = 0
  for (const key in value) sum += bytesIn((value as Record<string, unknown>)[key])
  return sum
}

/** A chunk that can be sent. */
export interface SentChunk {
  readonly outcomes: readonly RowOutcome[]
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
export function packed(drawn: DrawnChunk): { readonly chunk: SentChunk; readonly buffer: ArrayBuffer } {
  const { outcomes } = drawn
  const chunk: SentChunk = { outcomes, ...('error' in drawn && { error: threadError(drawn.error) }) }
  const buffer = new ArrayBuffer(bytesIn(chunk))
  let at = 0
  const moved = withBytes(chunk, (bytes) => {
    const place = new Uint8Array(buffer, at, bytes.length)
    place.set(bytes)
    at += bytes.length
    return place
  })
  return { chunk: moved as SentChunk, buffer }
}

/** A copy of plain data with all arrays of bytes replaced. */
function withBytes(value: unknown, change: (bytes: Uint8Array) => Uint8Array): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array) return change(value)
  if (Array.isArray(value)) return value.map((item) => withBytes(item, change))
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = withBytes((value as Record<string, unknown>)[key], change)
  return copy
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
