import type { Job } from '../../../jobs/index.ts'

/** A job as clients see it. */
export function jobJson(job: Job): object {
  const { id, printer, state, labels, sent, confirmed, created, ended, by } = job
  const { idempotencyKey = null, reason = null, reprintOf = null } = job
  const from = confirmed < labels ? confirmed + 1 : null
  const times = { created: timeOf(created), ended: ended === undefined ? null : timeOf(ended) }
  return { id, printer, state, labels, sent, confirmed, from, ...times, by, idempotencyKey, reason, reprintOf }
}

const timeOf = (ms: number): string => new Date(ms).toISOString()
