/**
 * Delimited values (RFC 4180, with any one byte as the delimiter), one record at a time from chunks of bytes. Beyond the RFC, as
 * spreadsheets and Python's csv read: a quote inside a cell that does not begin with one is a character of it, and blanks before the
 * first quote of a cell are nothing (`skipinitialspace`).
 *
 * Our own parser, because it recovers from faults: csv-parse 7.0.3 takes everything from an unclosed quote to the next quote
 * as text, however many good rows are between. This parser skips the line with the fault and continues with the next one.
 * Cells stay bytes, so that invalid UTF-8 is a fault of one row only.
 */

import {
  afterLineEnd,
  blank,
  carriageReturn,
  equals,
  lineEnds,
  lineFeed,
  longestRecord,
  mostCells,
  PendingBytes,
  quote,
} from './bytes.ts'
import { formulaText, isBlank, isBlankByte, withoutDoubles } from './cells.ts'
import { type Problem, problem } from './problems.ts'

export interface TableRecord {
  /** Its number, from 1: empty lines are records too, and a record of several lines is one. */
  readonly number: number
  /** The line on which the record starts, from 1. */
  readonly line: number
  /** Bytes of the input up to the end of the record. */
  readonly end: number
  /** Its cells, which are views of the input, or why it has none. */
  readonly content: readonly Uint8Array[] | RecordFault
}

/** Where a record begins. */
export interface RecordPlace {
  /** Records before it. */
  readonly records: number
  /** From 1. */
  readonly line: number
  /** Bytes of the input before it. */
  readonly byte: number
}

export interface RecordFault {
  readonly fault: string
  readonly problem: Problem
}

export function isFault(content: object): content is RecordFault {
  return 'fault' in content
}

const openQuote: RecordFault = { fault: 'a quote is never closed', ...problem('openQuote') }
const [lf, crlf] = [Uint8Array.of(lineFeed), Uint8Array.of(carriageReturn, lineFeed)]
const emptyCells: readonly Uint8Array[] = [new Uint8Array(0)]

/**
 * Where reading stands in a record; `blank` is behind blanks at the start of a cell, `quote` is after a quote in a quoted cell, which closes the cell or is the first of two. In a cell
 * that begins with `="`, `formula` is within its quotes, and `outside` behind one of them.
 */
type State = 'cell' | 'blank' | 'plain' | 'quoted' | 'quote' | 'equals' | 'formula' | 'outside' | 'return'

/**
 * Bytes behind the line of a fault that are read once more, at most at one time, and for each byte of the input. Without a bound, a quote
 * in every line whose record has a fault 128 KiB further on would have each of these lines read thousands of times.
 */
const [mostReread, rereadPerByte] = [8 * longestRecord, 8] as const

/**
 * Reads records as they arrive, empty lines too. Lines end with LF, CRLF or CR.
 *
 * How the input is cut into chunks changes nothing. Reading resumes where it stopped. A fault costs its first line, and reading goes on
 * behind that; where this has come to more than `mostReread`, what was read already is read line by line, and no quoted cell in it may have
 * a line end, so that the time is linear in the input.
 */
export class RecordParser {
  /** One byte. */
  readonly delimiter: number
  readonly #sizeOf: (bytes: Uint8Array) => number
  /** What has arrived of the current record, and what follows it. */
  readonly #pending = new PendingBytes()
  #at = 0
  #state: State = 'cell'
  #cells: [from: number, to: number, hasDoubles: boolean][] = []
  #cellFrom = 0
  #hasDoubles = false
  /** The fault of the line that is being skipped. */
  #skipping: RecordFault | undefined
  /** How many bytes may be read once more. */
  #rereads = mostReread
  /** How many bytes are read line by line. */
  #byLine = 0
  /** How many records there were. */
  #count: number
  #line: number
  #consumed: number

  /**
   * @param delimiter  one byte; no quote, no line end
   * @param sizeOf  how many bytes of the input the given bytes were, if the input has another encoding
   * @param begins  the records before the first, and the line and the byte of the input with which that begins
   */
  constructor(
    delimiter: number,
    sizeOf = (bytes: Uint8Array) => bytes.length,
    begins: RecordPlace = { records: 0, line: 1, byte: 0 },
  ) {
    this.delimiter = delimiter
    this.#sizeOf = sizeOf
    this.#count = begins.records
    this.#line = begins.line
    this.#consumed = begins.byte
  }

  /** The records that are complete with `chunk`, which must not change afterwards. */
  push(chunk: Uint8Array): TableRecord[] {
    this.#pending.append(chunk)
    return this.#allOf(() => this.#next())
  }

  /** The first record of `bytes`, which are all that there are; the others are not read. */
  only(bytes: Uint8Array): TableRecord | undefined {
    this.#pending.append(bytes)
    return this.#next() ?? this.#last()
  }

  /**
   * Passes over the records that are complete with `chunk`, which must not change afterwards: several times as fast as `push`.
   *
   * @returns how many of them are not blank; one with a fault never is
   */
  pass(chunk: Uint8Array): number {
    this.#pending.append(chunk)
    let count = 0
    for (;;) {
      count += this.#passLines()
      const record = this.#hasPlainStart() ? undefined : this.#next()
      if (record === undefined) return count
      if (isFault(record.content) || !isBlank(record.content)) count++
    }
  }

  /** Where the next record begins; undefined inside of a line that is being skipped. */
  get place(): RecordPlace | undefined {
    return this.#skipping === undefined ? { records: this.#count, line: this.#line, byte: this.#consumed } : undefined
  }

  /** The records that the end of the input completes. */
  end(): TableRecord[] {
    return this.#allOf(() => this.#next() ?? this.#last())
  }

  /** Passes over plain lines. Returns how many are not blank. */
  #passLines(): number {
    if (this.#at > 0 || this.#skipping !== undefined) return 0
    const { rows, lines, length } = plainLines(this.#pending.view(0, this.#pending.length), this.delimiter)
    this.#count += lines
    this.#line += lines
    this.#consumed += this.#sizeOf(this.#pending.view(0, length))
    this.#drop(length)
    return rows
  }

  /** Whether what has arrived of the record may become a plain line. */
  #hasPlainStart(): boolean {
    return this.#at === 0 && this.#skipping === undefined && isPlainStart(this.#pending.view(0, this.#pending.length))
  }

  #allOf(next: () => TableRecord | undefined): TableRecord[] {
    const all: TableRecord[] = []
    for (let record = next(); record !== undefined; record = next()) all.push(record)
    return all
  }

  /** The next record, if its end has arrived. */
  #next(): TableRecord | undefined {
    if (this.#skipping !== undefined) return this.#skipped(this.#skipping)
    const lineEnd = this.#at === 0 ? this.#lineEndAhead() : undefined
    if (lineEnd !== undefined) return this.#emptyLine(lineEnd)
    for (; this.#at < this.#pending.length; this.#at++) {
      if (this.#at === longestRecord)
        return this.#skipped({ fault: `more than ${longestRecord} bytes`, ...problem('tooLong') })
      const byte = this.#pending.at(this.#at)
      const next = this.#after(byte)
      if (typeof next === 'object') return this.#skipped(next)
      // a CR alone has ended the record before this byte
      if (next === 'end') return this.#finished(byte === lineFeed ? this.#at + 1 : this.#at, this.#values())
      this.#state = next
    }
    return undefined
  }

  /** The record that the end of the input completes, if anything is left. */
  #last(): TableRecord | undefined {
    const size = this.#pending.length
    if (this.#skipping !== undefined) return this.#finished(size, this.#skipping)
    if (size === 0) return undefined
    if (this.#state === 'quoted') return this.#skipped(openQuote, true)
    if (this.#state === 'return') return this.#finished(size, this.#values())
    if (this.#state === 'formula') return this.#skipped(this.#strayQuote(), true)
    if (this.#state === 'cell') this.#cellFrom = this.#at
    if (this.#state === 'outside' && !this.#isFormula()) return this.#skipped(this.#strayQuote(), true)
    this.#closeCell(this.#state === 'quote' ? size - 1 : size)
    return this.#finished(size, this.#values())
  }

  /** An empty line, without views of the input: 128 KB of them may have waited for the end of a faulty record before them. */
  /** The line end that comes next, as far as it has arrived; undefined if something else does, or what may be half of one. */
  #lineEndAhead(): Uint8Array | undefined {
    const { length } = this.#pending
    if (length > 0 && this.#pending.at(0) === lineFeed) return lf
    const isBoth = length > 1 && this.#pending.at(0) === carriageReturn && this.#pending.at(1) === lineFeed
    return isBoth ? crlf : undefined
  }

  #emptyLine(lineEnd: Uint8Array): TableRecord {
    this.#drop(lineEnd.length)
    this.#consumed += this.#sizeOf(lineEnd)
    return { number: ++this.#count, line: this.#line++, end: this.#consumed, content: emptyCells }
  }

  #after(byte: number): State | 'end' | RecordFault {
    switch (this.#state) {
      case 'cell':
        this.#cellFrom = this.#at
        if (byte === equals) return 'equals'
        return this.#afterBlanks(byte)
      case 'blank':
        return this.#afterBlanks(byte)
      case 'plain':
        return this.#afterPlain(byte)
      case 'quoted':
        if (byte === quote) return 'quote'
        return this.#at < this.#byLine && (byte === lineFeed || byte === carriageReturn) ? openQuote : 'quoted'
      case 'quote':
        if (byte === quote) {
          this.#hasDoubles = true
          return 'quoted'
        }
        this.#closeCell(this.#at - 1)
        return this.#afterCell(byte)
      case 'equals':
        return byte === quote ? 'formula' : this.#afterPlain(byte)
      case 'formula':
        if (byte === lineFeed || byte === carriageReturn) return this.#strayQuote()
        return byte === quote ? 'outside' : 'formula'
      case 'outside':
        if (byte === quote) return 'formula'
        if (!this.#isEnd(byte)) return 'outside'
        return this.#isFormula() ? this.#afterPlain(byte) : this.#strayQuote()
      case 'return':
        return 'end'
    }
  }

  /** At the start of a cell, or behind blanks there. */
  #afterBlanks(byte: number): State | 'end' | RecordFault {
    if (byte === blank && this.delimiter !== blank) return 'blank'
    if (byte !== quote) return this.#afterPlain(byte)
    this.#cellFrom = this.#at + 1
    return 'quoted'
  }

  /** Whether a cell that is not quoted ends before this byte. */
  #isEnd(byte: number): boolean {
    return byte === this.delimiter || byte === lineFeed || byte === carriageReturn
  }

  #isFormula(): boolean {
    return formulaText(this.#pending.view(this.#cellFrom, this.#at)) !== undefined
  }

  #afterPlain(byte: number): State | 'end' | RecordFault {
    if (!this.#isEnd(byte)) return 'plain'
    this.#closeCell(this.#at)
    return this.#afterCell(byte)
  }

  #afterCell(byte: number): State | 'end' | RecordFault {
    if (byte === lineFeed) return 'end'
    if (byte === carriageReturn) return 'return'
    if (byte !== this.delimiter) {
      const column = this.#cells.length
      return { fault: `something follows the closing quote in column ${column}`, ...problem('textAfterQuote', column) }
    }
    return this.#cells.length < mostCells
      ? 'cell'
      : { fault: `more than ${mostCells} cells`, ...problem('tooManyCells', mostCells) }
  }

  #strayQuote(): RecordFault {
    const column = this.#cells.length + 1
    return { fault: `a quote in column ${column} inside a cell that is not quoted`, ...problem('strayQuote', column) }
  }

  #closeCell(to: number): void {
    this.#cells.push([this.#cellFrom, to, this.#hasDoubles])
    this.#hasDoubles = false
  }

  #values(): Uint8Array[] {
    return this.#cells.map(([from, to, hasDoubles]) => {
      const cell = this.#pending.view(from, to)
      return hasDoubles ? withoutDoubles(cell) : cell
    })
  }

  /** The fault of the current record, which costs its first line, once that line has ended. */
  #skipped(fault: RecordFault, isLast = false): TableRecord | undefined {
    const { length } = this.#pending
    const end = afterLineEnd(this.#pending.view(0, length), isLast)
    if (end !== undefined || isLast) {
      this.#reread(end ?? length)
      return this.#finished(end ?? length, fault)
    }
    this.#skipping = fault
    // half of a CRLF, perhaps
    const skipped = length > 0 && this.#pending.at(length - 1) === carriageReturn ? length - 1 : length
    this.#consumed += this.#sizeOf(this.#pending.view(0, skipped))
    this.#drop(skipped)
    return undefined
  }

  /** What has been read behind the first line of a fault is read once more. */
  #reread(firstLine: number): void {
    const more = this.#at - firstLine
    if (this.#skipping !== undefined || more <= 0) return
    if (more > this.#rereads) this.#byLine = this.#at
    else this.#rereads -= more
  }

  #drop(size: number): void {
    this.#pending.drop(size)
    this.#rereads = Math.min(mostReread, this.#rereads + rereadPerByte * size)
    this.#byLine = Math.max(0, this.#byLine - size)
  }

  /** The record of the first `size` bytes; reading goes on after them. */
  #finished(size: number, content: TableRecord['content']): TableRecord {
    const read = this.#pending.view(0, size)
    const line = this.#line
    this.#line += lineEnds(read)
    this.#consumed += this.#sizeOf(read)
    this.#drop(size)
    this.#at = 0
    this.#state = 'cell'
    this.#cells = []
    this.#hasDoubles = false
    this.#skipping = undefined
    return { number: ++this.#count, line, end: this.#consumed, content }
  }
}

/**
 * The plain lines that `bytes` begins with: records of one line each without a fault, and shorter than the most cells that a record may
 * have. They are counted in one pass over their bytes.
 *
 * @returns how many of them are not blank, how many there are, and the bytes of all
 */
function plainLines(bytes: Uint8Array, delimiter: number): { rows: number; lines: number; length: number } {
  let [rows, lines, length, cell, hasMore] = [0, 0, 0, 0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === lineFeed) {
      if (at - length >= mostCells) break
      if (hasMore) rows++
      lines++
      length = at + 1
      cell = length
      hasMore = false
    } else if (byte === delimiter) cell = at + 1
    else if (byte === quote && bytes[cell] === equals) break
    else if (byte === quote && bytes.subarray(cell, at).every((each) => each === blank)) {
      const end = closingQuote(bytes, at + 1, delimiter)
      if (end === undefined) break
      hasMore ||= !isBlank([bytes.subarray(at + 1, end)])
      at = end
    } else if (byte === carriageReturn && bytes[at + 1] !== lineFeed) break
    else if (!isBlankByte(byte)) hasMore = true
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
function isPlainStart(start: Uint8Array): boolean {
  if (start.length >= mostCells) return false
  return !start.includes(lineFeed) && !start.includes(quote) && !start.includes(carriageReturn)
}
