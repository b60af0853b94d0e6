/** GET /api/v1/jobs.csv: jobs as a table for spreadsheets: who printed what, when, why, and which numbers of counters. */

import type { Live, LiveAnswer } from '../../../answer.ts'
import { type Counters, isDamaged, type Job, type JobStore, type NumberRun } from '../../../printing/index.ts'
import { reasonOf, timeOf } from './job-json.ts'

const columns = [
  ...['job', 'created', 'ended', 'by', 'printer', 'state', 'title', 'first', 'last'],
  ...['labels', 'sent', 'received', 'printed', 'numbers', 'reason', 'of', 'idempotency_key', 'source'],
]

/** Jobs that are read from the store at once. */
const atOnce = 100

/** The jobs from a time on, oldest first. Nothing of them is kept: what a slow reader has no room for is read later. */
export function jobsTable(store: JobStore, counters: Counters | undefined, since: number): LiveAnswer {
  const headers = ['Content-Disposition', 'attachment; filename="jobs.csv"']
  return { status: 200, type: 'text/csv; charset=utf-8', body: rows(store, counters, since), maxAge: 0, headers }
}

const encoder = new TextEncoder()

function rows(store: JobStore, counters: Counters | undefined, since: number): Live {
  let after = 0
  let hasBegun = false
  return {
    next() {
      // a byte order mark, by which spreadsheets know UTF-8
      const head = hasBegun ? '' : `\ufeff${lineOf(columns)}`
      hasBegun = true
      const jobs = store.since(since, after, atOnce)
      if (jobs.length === 0) return head === '' ? undefined : encoder.encode(head)
      after = jobs.at(-1)!.id
      return encoder.encode(head + jobs.map((job) => lineOf(cellsOf(job, counters))).join(''))
    },
    onMore: () => {},
    close: () => {},
  }
}

type Cell = string | number | null | undefined

function cellsOf(job: Job, counters: Counters | undefined): readonly Cell[] {
  const { id, created, ended, by, printer, state, title, first, last, labels, sent, confirmed, printed } = job
  // of a row that is not as it was written nothing else is told
  if (isDamaged(job)) return [id, ...Array(4), state, ...Array(8), reasonOf(job)]
  const numbers = counters?.ofJob(id).map(runText).join('; ')
  return [
    ...[id, timeOf(created), ended === undefined ? '' : timeOf(ended), by, printer, state, title, first, last],
    ...[labels, sent, confirmed, printed, numbers, reasonOf(job), job.reprintOf, job.idempotencyKey, job.source],
  ]
}

/** `pallet 18 to 20`, `pallet 18 to 24 by 2`: numbers on labels; those of an order that got fewer labels are marked. */
function runText({ counter, first, step, count, label }: NumberRun): string {
  const last = first + (count - 1) * step
  const by = step === 1 || count === 1 ? '' : ` by ${step}`
  return `${counter} ${first}${count === 1 ? '' : ` to ${last}`}${by}${label === undefined ? ' (on no label)' : ''}`
}

/** What a cell begins with that a spreadsheet takes for a formula; the wide forms are those of Chinese and Japanese keyboards. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function lineOf(cells: readonly Cell[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return `${cell}`
    const text = formula.test(cell ?? '') ? `'${cell}` : (cell ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${written.join(',')}\r\n`
}
