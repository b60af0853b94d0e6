/** Columns of a linear symbol. */

import type { ModulePlace } from '../report.ts'

/** The columns of each bar and space. */
export function columnsOf(counts: readonly number[]): ModulePlace[][] {
  let column = 0
  return counts.map((count) => Array.from({ length: count }, () => ({ row: 0, column: column++ })))
}

/** Columns `from` to `to`, `to` not included. */
export const columnSpan = (from: number, to: number): ModulePlace[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ row: 0, column: from + i }))
