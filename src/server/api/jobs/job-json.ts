import type { Job } from '../../../printing/index.ts'

/** A job as clients see it. `confirmed` is what `received` was called first, and `reprintOf` what `of` was. */
export function jobJson(job: Job): object {
  const { id, printer, state, labels, sent, confirmed, printed = null, created, ended, by } = job
  const { idempotencyKey = null, reprintOf = null, title = null, first = null, last = null, source = null } = job
  const from = (printed ?? 0) < labels ? (printed ?? 0) + 1 : null
  const amounts = { labels, sent, received: confirmed, printed, confirmed, from }
  const times = { created: timeOf(created), ended: ended === undefined ? null : timeOf(ended) }
  const why = { reason: reasonOf(job), of: reprintOf, reprintOf }
  return { id, printer, state, title, first, last, ...amounts, ...times, by, source, idempotencyKey, ...why }
}

/** Why it was ordered, and why it is in its state. */
export function reasonOf({ purpose, reason }: Job): string | null {
  const both = [purpose, reason].filter((each) => each !== undefined)
  return both.length === 0 ? null : both.join('; ')
}

export const timeOf = (ms: number): string => new Date(ms).toISOString()
