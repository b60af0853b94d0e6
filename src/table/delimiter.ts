import { utf8Value } from '../utf8.ts'
import { carriageReturn, lineFeed, longestRecord, quote } from './bytes.ts'
import { PendingBytes } from './pending-bytes.ts'
import { isFault, RecordParser } from './records.ts'

/** The delimiters by name; of several that divide a header equally well, the first is taken. */
export const delimiters = { comma: 0x2c, semicolon: 0x3b, tab: 0x09 } as const

export type Delimiter = keyof typeof delimiters

const emptyBytes: readonly number[] = [0x20, lineFeed, carriageReturn, ...Object.values(delimiters)]

/** Whether a line of such bytes is empty, whatever the delimiter: blanks, delimiters and line ends. */
function isEmpty(byte: number): boolean {
  return emptyBytes.includes(byte)
}

/** The first line of a file that names its delimiter, for Excel. */
const separatorLine = /^"?sep=([!#-~\t])"?\r?\n?$/i

/** How a table begins. */
export interface Start {
  /** One byte. */
  readonly delimiter: number
  /** What has arrived from the header on, or after the line `sep=;`. */
  readonly bytes: Uint8Array
  /** Lines before that. */
  readonly before: Uint8Array
}

/** Collects the beginning of a table, in UTF-8, until its delimiter is certain: up to the end of the first line that is not empty. */
export class StartFinder {
  private readonly isExpected: (name: string) => boolean
  private readonly delimiter: number | undefined
  private readonly arrived = new PendingBytes()
  private at = 0
  private lineFrom = 0
  private isQuoted = false

  /**
   * @param isExpected  whether a column may have this name
   * @param delimiter  if it is known
   */
  constructor(isExpected: (name: string) => boolean, delimiter: Delimiter | undefined) {
    this.isExpected = isExpected
    this.delimiter = delimiter === undefined ? undefined : delimiters[delimiter]
  }

  /** The start, once it is complete. */
  push(chunk: Uint8Array, isLast: boolean): Start | undefined {
    const { arrived } = this
    arrived.append(chunk)
    for (; this.at < arrived.length; this.at++) {
      const byte = arrived.at(this.at)
      const isReturn = byte === carriageReturn && !this.isQuoted
      if (isReturn && this.at + 1 === arrived.length && !isLast) return undefined
      if (byte === quote) this.isQuoted = !this.isQuoted
      const isEnd = isReturn ? arrived.at(this.at + 1) !== lineFeed : byte === lineFeed && !this.isQuoted
      if (!isEnd && this.at - this.lineFrom < longestRecord) continue
      const line = arrived.view(this.lineFrom, this.at + 1)
      if (!isEnd || !line.every(isEmpty)) return this.start(line)
      this.lineFrom = this.at + 1
    }
    return isLast ? this.start(arrived.view(this.lineFrom, arrived.length)) : undefined
  }

  private start(line: Uint8Array): Start {
    const given = line.length > 10 ? undefined : separatorLine.exec(String.fromCharCode(...line))?.[1]
    const from = this.lineFrom + (given === undefined ? 0 : line.length)
    return {
      delimiter: this.delimiter ?? given?.charCodeAt(0) ?? likeliest(line, this.isExpected),
      bytes: this.arrived.view(from, this.arrived.length),
      before: this.arrived.view(0, from),
    }
  }
}

/** The delimiter that divides a header into the most expected names, or else into the most columns. */
function likeliest(header: Uint8Array, isExpected: (name: string) => boolean): number {
  const found = Object.values(delimiters).map((delimiter) => {
    const parser = new RecordParser(delimiter)
    const content = parser.only(header)?.content ?? []
    const cells = isFault(content) ? [] : content
    const expected = cells.filter((cell) => {
      const name = utf8Value(cell)
      return typeof name === 'string' && isExpected(name)
    })
    return { delimiter, columns: cells.length, expected: expected.length }
  })
  found.sort((a, b) => b.expected - a.expected || b.columns - a.columns)
  return found[0]!.delimiter
}
