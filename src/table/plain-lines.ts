/**
 * Plain lines: records of one line each without a fault, and shorter than the most cells that a record may have. They are counted in
 * one pass over their bytes.
 */

import { carriageReturn, lineFeed, mostCells, quote } from './bytes.ts'
import { isBlank, isBlankByte } from './cells.ts'

export interface PlainLines {
  /** How many are not blank. */
  readonly rows: number
  readonly lines: number
  /** Bytes of all of them. */
  readonly length: number
}

/** The plain lines that `bytes` begins with. */
export function plainLines(bytes: Uint8Array, delimiter: number): PlainLines {
  let [rows, lines, length, hasMore] = [0, 0, 0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === lineFeed) {
      if (at - length >= mostCells) break
      if (hasMore) rows++
      lines++
      length = at + 1
      hasMore = false
    } else if (byte === quote) {
      const isStart = at === length || bytes[at - 1] === delimiter
      const end = isStart ? closingQuote(bytes, at + 1, delimiter) : undefined
      if (end === undefined) break
      hasMore ||= !isBlank([bytes.subarray(at + 1, end)])
      at = end
    } else if (byte === carriageReturn && bytes[at + 1] !== lineFeed) break
    else if (!isBlankByte(byte) && byte !== delimiter) hasMore = true
  }
  return { rows, lines, length }
}

/** The quote that closes a cell, if it does so on the same line and the cell ends there. */
function closingQuote(bytes: Uint8Array, from: number, delimiter: number): number | undefined {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === lineFeed || bytes[at] === carriageReturn) return undefined
    if (bytes[at] !== quote) continue
    const next = bytes[at + 1]
    if (next === delimiter || next === lineFeed || next === carriageReturn) return at
    if (next !== quote) return undefined
    at++
  }
  return undefined
}

/** Whether a line that has no end yet may become a plain one. */
export function isPlainStart(start: Uint8Array): boolean {
  if (start.length >= mostCells) return false
  return !start.includes(lineFeed) && !start.includes(quote) && !start.includes(carriageReturn)
}
