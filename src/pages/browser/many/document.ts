/** The document of some rows' labels, as the service makes it. */

import { requested } from '../form.ts'
import { nameIn } from '../save.ts'
import { type Warning, warningsIn } from '../scans.ts'
import { ask, type DrawnRows, failed, type Outcome, rowsIn } from '../service.ts'
import type { Part } from './parts.ts'
import type { Rows } from './rows.ts'

export interface ManyLabels {
  readonly pdf: Blob
  readonly name: string
  /** Undefined if the service does not say. */
  readonly rows: DrawnRows | undefined
  readonly warnings: readonly Warning[]
}

/** What is asked for. */
interface Order {
  readonly rows: Rows
  readonly part: Part
  /** Whether rows that cannot be drawn are left out. */
  readonly isPartial: boolean
}

/** @throws if `signal` is aborted */
export async function labelsOf(
  { rows, part: { from, to }, isPartial }: Order,
  signal: AbortSignal,
): Promise<ManyLabels | Exclude<Outcome, { kind: 'done' }>> {
  const query = requested()
  for (const [name, value] of Object.entries(rows.query)) query.set(name, value)
  if (isPartial) query.set('partial', 'true')
  const outcome = await ask(`api/v1/labels?${query}`, signal, { body: rows.body(from, to) })
  if (outcome.kind !== 'done') return outcome
  const { response } = outcome
  const pdf = await response.blob().catch(() => undefined)
  signal.throwIfAborted()
  if (pdf === undefined) return failed()
  return {
    pdf,
    name: nameIn(response) ?? 'labels.pdf',
    rows: rowsIn(response),
    warnings: warningsIn(response),
  }
}
