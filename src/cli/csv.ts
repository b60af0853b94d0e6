/**
 * Comma-separated values (RFC 4180), a record at a time out of a stream of bytes.
 *
 * Our own, because of what happens after a fault: a library that was tried (csv-parse 7.0.3) took a quote that is opened
 * and never closed for text up to the next quote, however many good rows were between. Here the line with the fault is
 * lost, and reading goes on at the next one. Cells stay bytes, so that what is no UTF-8 is a fault of its own row.
 */

export interface CsvRecord {
  /** The line on which it starts, from 1. */
  readonly line: number
  /** Bytes of the input up to its end. */
  readonly end: number
  readonly content: readonly Uint8Array[] | Malformed
}

export interface Malformed {
  readonly fault: string
}

export function isMalformed(content: CsvRecord['content']): content is Malformed {
  return 'fault' in content
}

/** Bytes of one record: the longest text, every character a doubled quote, has 57 KB. */
const longest = 1 << 17

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22] as const
const byteOrderMark = Buffer.from('\ufeff')

/**
 * Records as they come in; empty lines are passed over. Lines end with LF or CRLF.
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
      // a record that is too long is told before its line ends, and the rest of that line is no record
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
    // a record ends with its line, so before that there is nothing to be found
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
  /** Whether no bytes follow those at hand. */
  readonly isLast: boolean
}

/** The record at `from`, or nothing where its end is yet to come. */
function recordAt(bytes: Buffer, from: number, reading: Reading): Found | undefined {
  const content: Uint8Array[] = []
  for (let at = from; ; at++) {
    const cell = bytes[at] === quote ? quotedCell(bytes, at) : plainCell(bytes, at, reading.delimiter)
    if (cell === undefined || cell.end === bytes.length) {
      if (bytes.length - from > longest) return afterFault(bytes, from, reading, `more than ${longest} bytes`)
      if (!reading.isLast) return undefined
      if (cell === undefined) return afterFault(bytes, from, reading, 'a quote is opened and never closed')
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
  /** The first byte after it, the closing quote included. */
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

/** The cell whose opening quote is at `from`, or nothing where the closing one is not at hand. Two quotes inside are one. */
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

/** The fault of the record at `from`; reading goes on after its first line, of which all that is at hand is passed over. */
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
