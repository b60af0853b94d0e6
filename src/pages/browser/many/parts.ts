/** Documents: how many labels one request makes, and which rows each takes. */

import type { Rows } from './rows.ts'

/** What one request takes: labels with their copies, and bytes. */
export interface Bounds {
  readonly labels: number
  readonly bytes: number
}

/** The rows from `from` up to, but not including, `to`, and their labels. */
export interface Part {
  readonly from: number
  readonly to: number
  readonly labels: number
}

/**
 * The rows in parts of as many as one request takes, in their order. A row that is too much by itself is a part of its own: the
 * service says why it refuses it.
 *
 * @param copies  of a row that does not say how many
 */
export function partsOf(rows: Rows, copies: number, most: Bounds): Part[] {
  const parts: Part[] = []
  let from = 0
  let labels = 0
  for (let index = 0; index < rows.count; index++) {
    const more = rows.copies(index) ?? copies
    const isTooMuch = labels + more > most.labels || rows.size(from, index + 1) > most.bytes
    if (isTooMuch && index > from) {
      parts.push({ from, to: index, labels })
      from = index
      labels = 0
    }
    labels += more
  }
  if (rows.count > from) parts.push({ from, to: rows.count, labels })
  return parts
}
