import {
  type Delivery,
  type DeliveryPiece,
  type Patience,
  PrintError,
  type Printer,
  type PrintJob,
} from '../../../src/printing/index.ts'
import { keptPiece } from '../../../src/printing/jobs/shares.ts'
import type { LoopbackPrinter } from '../channels/loopback-printer.ts'

/** No test waits so long, but for the end of a job: those that test a timeout give a short one. */
export const endless: Patience = {
  connect: 600_000,
  write: 600_000,
  answer: 600_000,
  response: 600_000,
  print: 600_000,
  close: 600_000,
  still: 5,
  turn: 600_000,
}

/** The printer of README's example. Nothing is at its address (RFC 5737, 3). */
export const dock: Printer = {
  name: 'dock-3',
  address: { kind: 'socket', host: '192.0.2.10', port: 9100 },
  language: 'zpl',
  dpi: '203',
  stock: '4x6',
  zpl: 'z64',
  status: true,
  labelsPerMinute: 600,
}

/** The printer that prints on `loopback`. */
export function printerAt({ port }: LoopbackPrinter, settings: Partial<Printer> = {}): Printer {
  return { ...dock, address: { kind: 'socket', host: '127.0.0.1', port }, ...settings }
}

/** What `pieceOf` sends. */
export function formatOf(row: number, { job = 'job', length = 40 } = {}): string {
  return `${`^XA^FX${job} row ${row} `.padEnd(length - 3, '.')}^XZ`
}

/** A piece of so many bytes, of one row and of two labels. */
export function pieceOf(row: number, { job = 'job', length = 40, times = 1 } = {}): DeliveryPiece {
  const bytes = new TextEncoder().encode(formatOf(row, { job, length }))
  return { rows: { first: row, last: row, count: 1 }, labels: 2, times, bytes }
}

export interface PiecesOptions {
  readonly job?: string
  readonly length?: number
  readonly first?: number
}

export function piecesOf(count: number, { first = 1, ...options }: PiecesOptions = {}): DeliveryPiece[] {
  return Array.from({ length: count }, (_, i) => pieceOf(first + i, options))
}

export function formatsOf(count: number, { first = 1, ...options }: PiecesOptions = {}): string {
  return Array.from({ length: count }, (_, i) => formatOf(first + i, options)).join('')
}

/** The job of a client. */
export function jobOf(pieces: readonly DeliveryPiece[], client = 'a'): PrintJob {
  return { client, pieces: pieces.map((piece) => keptPiece({ piece })) }
}

/** The amount of so many pieces of `piecesOf`. */
export function amountOf(count: number, length = 40): Delivery['sent'] {
  return { rows: count, labels: 2 * count, bytes: count * length }
}

/** The error with which a job ends. */
export async function failureOf(job: Promise<Delivery>): Promise<PrintError> {
  const delivery = await job.catch((error: unknown) => error)
  if (delivery instanceof PrintError) return delivery
  throw new Error(`ended with ${delivery instanceof Error ? delivery.stack : JSON.stringify(delivery)}`)
}
