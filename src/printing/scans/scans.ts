/** Jobs whose labels are read back: what each says, which were read, and what is read next. */

import { draftState } from '../job-states.ts'
import type { RowsBeside } from '../store/piece-table.ts'
import type { Sqlite } from '../store/sqlite.ts'
import type { JobStore } from '../store/store.ts'
import { type ExpectedScan, scannedKeys } from './scan-text.ts'

/**
 * What a scan says:
 *
 * - right: the label that was expected
 * - out_of_order: another label of the job, which had not been read
 * - double: a label that has been read
 * - wrong: no label of the job
 */
export type ScanResult = 'right' | 'out_of_order' | 'double' | 'wrong'

/** A label of a job, from 1, and what it says. */
export interface ScanLabel {
  readonly label: number
  readonly text: string
}

/** How far a job is read back. */
export interface ScanProgress {
  readonly job: number
  readonly printer: string
  readonly labels: number
  readonly read: number
  /** The first label that has not been read; undefined if all have. */
  readonly next: ScanLabel | undefined
}

export class Scans {
  readonly #kept: { readonly store: JobStore }

  /** @param kept  with the store of the jobs, which may be opened when it is first used */
  constructor(kept: { readonly store: JobStore }) {
    this.#kept = kept
  }

  get #database(): Sqlite {
    return this.#kept.store.database
  }

  /** What is written of the labels of a job, in their order: what scanners read of each. */
  rowsOf(expected: readonly ExpectedScan[]): RowsBeside {
    const database = this.#database
    const insert = 'INSERT INTO scan (job, label, text, keys) VALUES (?, ?, ?, ?)'
    return {
      count: expected.length,
      *rows(job) {
        for (const [i, { text, keys }] of expected.entries()) {
          const values = [job, i + 1, text, JSON.stringify(keys)] as const
          yield { bytes: 2 * text.length + 50, write: () => void database.run(insert, ...values) }
        }
      },
    }
  }

  /** Jobs of which labels are left to be read, newest first; not those that were cancelled or have failed. */
  open(most: number): readonly ScanProgress[] {
    const rows = this.#database.all(
      `SELECT DISTINCT job FROM scan JOIN job ON job.id = scan.job
       WHERE read IS NULL AND state NOT IN ('cancelled', 'failed', '${draftState}') ORDER BY job DESC LIMIT ?`,
      most,
    )
    return rows.flatMap(({ job }) => this.progress(Number(job)) ?? [])
  }

  /** How far a job is; undefined if its labels are not read back. */
  progress(job: number): ScanProgress | undefined {
    const count = this.#database.get(
      'SELECT printer, count(*) AS labels, count(read) AS read FROM scan JOIN job ON job.id = scan.job WHERE job = ? AND state <> ?',
      job,
      draftState,
    )!
    if (count.labels === 0) return undefined
    const sql = 'SELECT label, text FROM scan WHERE job = ? AND read IS NULL ORDER BY label LIMIT 1'
    const next = this.#database.get(sql, job)
    return {
      job,
      printer: String(count.printer),
      labels: Number(count.labels),
      read: Number(count.read),
      next: next && { label: Number(next.label), text: String(next.text) },
    }
  }

  /**
   * Takes what a scanner has typed. A label of the job that was not read counts as read, in whatever order, on disk when this returns.
   *
   * @param time  in ms since 1970
   * @returns the label that was read, if it is of the job; undefined if the labels of the job are not read back
   */
  scan(job: number, typed: string, time: number): { readonly result: ScanResult; readonly label?: number } | undefined {
    const progress = this.progress(job)
    if (progress === undefined) return undefined
    const keys = new Set(scannedKeys(typed))
    const rows = this.#database.all('SELECT label, keys, read FROM scan WHERE job = ? ORDER BY label', job)
    const found = rows.filter((row) => (JSON.parse(String(row.keys)) as string[]).some((key) => keys.has(key)))
    const open = found.find(({ read }) => read === null)
    if (open === undefined) {
      const last = found.at(-1)
      return last === undefined ? { result: 'wrong' } : { result: 'double', label: Number(last.label) }
    }
    const label = Number(open.label)
    this.#database.run('UPDATE scan SET read = ? WHERE job = ? AND label = ?', time, job, label)
    return { result: label === progress.next?.label ? 'right' : 'out_of_order', label }
  }
}
