/**
 * Comma-separated values (RFC 4180), one record at a time from a stream of bytes.
 *
 * Our own parser, because it recovers from faults: csv-parse 7.0.3 takes everything from an unclosed quote to the next quote
 * as text, however many good rows are between. This parser skips the line with the fault and continues with the next one.
 * Cells stay bytes, so that invalid UTF-8 is a fault of one row only.
 */

export interface CsvRecord {
  /** The line on which the record starts, from 1. */
  readonly line: number
  /** Bytes of the input up to the end of the record. */
  readonly end: number
  readonly content: readonly Uint8Array[] | Malformed
}

export interface Malformed {
  readonly fault: string
}

export function isMalformed(content: CsvRecord['content']): content is Malformed {
  return 'fault' in content
}

/** Bytes of one record at most; the longest text, if every character is a doubled quote, has 57 KB. */
const longest = 1 << 17

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22] as const
const byteOrderMark = Buffer.from('\ufeff')

/**
 * Records as they arrive, without empty lines. Lines end with LF or CRLF.
 *
 * @param delimiter  one byte
 */
export async function* csvRecords(chunks: AsyncIterable<Buffer>, delimiter: number): AsyncGenerator<CsvRecord> {
  let pending: Buffer = Buffer.alloc(0)
  let [line, consumed] = [1, 0]
  let skipping = false
  const records = function* (isLast: boolean): Generator<CsvRecord> {
    let from = consumed === 0 && pending.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0
    while (from < pending.length) {
      const found = recordAt(pending, from, { delimiter, isLast })
      if (found === undefined) break
      if (!isBlank(found.content)) yield { line, end: consumed + found.end, content: found.content }
      line += linesIn(pending, from, found.end)
      from = found.end
      // a record that is too long is reported before its line ends; the rest of that line is skipped
      skipping = isMalformed(found.content) && pending[from - 1] !== lineFeed
    }
    consumed += from
    pending = pending.subarray(from)
  }
  const skip = (read: Buffer): Buffer => {
    const feed = read.indexOf(lineFeed)
    skipping = feed < 0
    const length = skipping ? read.length : feed + 1
    if (!skipping) line++
    consumed += length
    return read.subarray(length)
  }
  for await (const read of chunks) {
    const chunk = skipping ? skip(read) : read
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    // a record ends with its line, so there is nothing to find before a line feed
    if (chunk.includes(lineFeed) || pending.length > longest) yield* records(false)
  }
  yield* records(true)
}

interface Found {
  readonly content: CsvRecord['content']
  /** Where the next record starts. */
  readonly end: number
}

interface Reading {
  readonly delimiter: number
  /** Whether the input is complete. */
  readonly isLast: boolean
}

/** The record at `from`, or undefined if its end has not arrived yet. */
function recordAt(bytes: Buffer, from: number, reading: Reading): Found | undefined {
  const content: Uint8Array[] = []
  for (let at = from; ; at++) {
    const cell = bytes[at] === quote ? quotedCell(bytes, at) : plainCell(bytes, at, reading.delimiter)
    if (cell === undefined || cell.end === bytes.length) {
      if (bytes.length - from > longest) return afterFault(bytes, from, reading, `more than ${longest} bytes`)
      if (!reading.isLast) return undefined
      if (cell === undefined) return afterFault(bytes, from, reading, 'a quote is never closed')
      return { content: [...content, cell.value], end: cell.end }
    }
    content.push(cell.value)
    at = cell.end
    if (bytes[at] === reading.delimiter) continue
    if (bytes[at] === lineFeed) return { content, end: at + 1 }
    if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) return { content, end: at + 2 }
    if (bytes[at] === carriageReturn && at + 1 === bytes.length && !reading.isLast) return undefined
    return afterFault(bytes, from, reading, faultAt(bytes, at, content.length))
  }
}

interface Cell {
  readonly value: Uint8Array
  /** The index after the cell, and after its closing quote. */
  readonly end: number
}

function plainCell(bytes: Buffer, from: number, delimiter: number): Cell {
  let end = from
  while (end < bytes.length && !endsPlain(bytes[end]!, delimiter)) end++
  return { value: bytes.subarray(from, end), end }
}

function endsPlain(byte: number, delimiter: number): boolean {
  return byte === delimiter || byte === lineFeed || byte === carriageReturn || byte === quote
}

/** The cell whose opening quote is at `from`, or undefined if there is no closing quote yet. A doubled quote inside means one quote. */
function quotedCell(bytes: Buffer, from: number): Cell | undefined {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] !== quote) continue
    if (bytes[at + 1] !== quote) return { value: withoutDoubles(bytes.subarray(from + 1, at)), end: at + 1 }
    at++
  }
  return undefined
}

function withoutDoubles(cell: Buffer): Uint8Array {
  if (!cell.includes(quote)) return cell
  const value = new Uint8Array(cell.length)
  let length = 0
  for (let at = 0; at < cell.length; at++) {
    value[length++] = cell[at]!
    if (cell[at] === quote) at++
  }
  return value.subarray(0, length)
}

/** The fault of the record at `from`. Reading continues after its first line, or at the end of the input so far. */
function afterFault(bytes: Buffer, from: number, { isLast }: Reading, fault: string): Found | undefined {
  const feed = bytes.indexOf(lineFeed, from)
  if (feed < 0 && !isLast && bytes.length - from <= longest) return undefined
  return { content: { fault }, end: feed < 0 ? bytes.length : feed + 1 }
}

function faultAt(bytes: Buffer, at: number, column: number): string {
  const where = `in column ${column}`
  if (bytes[at] === quote) return `a quote ${where} inside a cell that is not quoted`
  if (bytes[at] === carriageReturn) return `a carriage return ${where} without a line feed`
  return `something follows the closing quote ${where}`
}

function isBlank(content: CsvRecord['content']): boolean {
  return !isMalformed(content) && content.length === 1 && content[0]!.length === 0
}

function linesIn(bytes: Buffer, from: number, to: number): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed, from); at >= 0 && at < to; at = bytes.indexOf(lineFeed, at + 1)) count++
  return count
}
