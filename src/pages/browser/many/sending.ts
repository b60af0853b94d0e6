/** The rows of a table on one of the service's printers. */

import { requested } from '../form.ts'
import type { Job } from '../print-job.ts'
import type { NamedPrinter } from '../printers.ts'
import type { Part } from './parts.ts'
import type { Rows } from './rows.ts'

/** What is to be printed. */
export interface Order {
  readonly rows: Rows
  readonly part: Part
  /** Whether rows that cannot be drawn are left out. */
  readonly isPartial: boolean
  /** The row of the part to begin with, from 1; 1 for all. */
  readonly from: number
}

export function jobOf(printer: NamedPrinter, { rows, part, isPartial, from }: Order): Job {
  const query = requested()
  for (const [name, value] of Object.entries(rows.query)) query.set(name, value)
  query.set('printer', printer.name)
  if (isPartial) query.set('partial', 'true')
  if (from > 1) query.set('from', String(from))
  return { target: `api/v1/print?${query}`, body: rows.body(part.from, part.to) }
}
