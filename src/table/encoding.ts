/**
 * The encodings of tables: UTF-8, UTF-16 as Excel saves "Unicode text", windows-1252, in which Excel saves "CSV" in the west of
 * Europe and in America, and where it is said any other of WHATWG's Encoding Standard (4.2), by the platform's TextDecoder.
 */

import { cutAt, quoted } from '../../symbologies/messages.ts'
import { sequenceLength, utf8Value } from '../utf8.ts'
import { carriageReturn, joined, lineFeed, longestRecord, PendingBytes } from './bytes.ts'
import type { EncodingName } from './encoding-names.ts'
import { TableError } from './header.ts'
import { problem } from './problems.ts'

interface Encoding {
  readonly name: EncodingName
  /** The next bytes of the input in UTF-8. A byte that completes nothing waits for the next call. */
  utf8(chunk: Uint8Array): Uint8Array
  /** What the end of the input leaves. */
  rest(): Uint8Array
  /** How many bytes of the input became these; without it that cannot be told from them. */
  sizeOf?(utf8: Uint8Array): number
}

/** What is known of an encoding. */
export interface Decision {
  readonly name: EncodingName
  /** Whether nobody and no byte order mark has said it. */
  readonly isGuess: boolean
}

/** An encoding that was guessed, and what shows whether the guess is right. */
export interface EncodingNote {
  readonly encoding: EncodingName
  /** The first word beyond ASCII. */
  readonly word: string
}

/** What shows people whether an encoding was guessed right. */
export function guessText({ encoding, word }: EncodingNote): string {
  return `the table is read as ${encoding}; its first word beyond ASCII is ${word}`
}

/** Byte order marks, and the encodings that they announce. */
const marks: readonly { readonly mark: readonly number[]; readonly name: EncodingName }[] = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
]

/** Characters of the first word beyond ASCII that are shown. */
const longestWord = 40

/**
 * Bytes of a table as UTF-8. Without a byte order mark, and unless it is said, the encoding is UTF-8 or windows-1252: what the first
 * line with anything beyond ASCII has more of, well-formed sequences of UTF-8 or other bytes. No line before needs to know, and what
 * follows that contradicts is a fault of its row: `faultOf`, or bytes that are not UTF-8.
 */
export class Decoder {
  /** Bytes of the byte order mark at the start of the input. */
  mark = 0
  note: EncodingNote | undefined
  readonly #given: EncodingName | undefined
  #encoding: Encoding | undefined
  #isGuess = true
  /** The start of the input until its mark is certain; afterwards, the first line beyond ASCII from there on, until it has ended. */
  readonly #waiting = new PendingBytes()
  #hasStarted = false
  /** Bytes of the line that are known not to end it. */
  #scanned = 0
  /** The end of what came before the first character beyond ASCII. */
  #before = ''

  constructor(given: EncodingName | undefined) {
    this.#given = given
  }

  /** What is known of the encoding; undefined if all has been ASCII. */
  get decision(): Decision | undefined {
    return this.#encoding && { name: this.#encoding.name, isGuess: this.#isGuess }
  }

  /** Goes on with another part of an input, of which this is known. */
  resume(decision: Decision | undefined): void {
    this.#hasStarted = true
    this.#waiting.drop(this.#waiting.length)
    this.#scanned = 0
    this.#encoding = decision && encodingOf(decision.name)
    this.#isGuess = decision?.isGuess ?? true
  }

  /** The next bytes of the input, as far as they can be decoded. @throws TableError if it is not a text */
  push(chunk: Uint8Array, isLast: boolean): Uint8Array {
    const bytes = this.#hasStarted ? chunk : this.#started(chunk, isLast)
    if (bytes === undefined) return nothing
    const decoded = this.#encoding === undefined ? this.#guessed(bytes, isLast) : this.#encoding.utf8(bytes)
    return isLast && this.#encoding !== undefined ? joined(decoded, this.#encoding.rest()) : decoded
  }

  /** How many bytes of the input became these; nearly, unless `hasSizes`. */
  sizeOf(utf8: Uint8Array): number {
    return this.#encoding?.sizeOf?.(utf8) ?? utf8.length
  }

  /** Whether `sizeOf` is exact: not in encodings whose characters have several bytes. */
  get hasSizes(): boolean {
    return this.#encoding === undefined || this.#encoding.sizeOf !== undefined
  }

  /** What the encoding says against a text of the table; undefined if nothing. */
  faultOf(text: string): string | undefined {
    const name = this.#encoding?.name
    if (name !== undefined && !isNative(name) && text.includes('\ufffd'))
      return `${quoted(text)} has bytes that are no characters of ${name}, as which the table is read`
    if (name !== 'windows-1252') return undefined
    const [unused] = /[\x80-\x9f]/.exec(text) ?? []
    if (unused !== undefined) {
      return `byte ${unused.charCodeAt(0).toString(16).toUpperCase()} is no character of windows-1252, as which the table is read`
    }
    if (!this.#isGuess) return undefined
    const bytes = Uint8Array.from(text, (character) => windows1252.get(character) ?? character.charCodeAt(0))
    const other = isLikelyUtf8(bytes) ? utf8Value(bytes) : undefined
    if (typeof other !== 'string' || other === text) return undefined
    return `${quoted(text)} in windows-1252, as which the table is read, or ${quoted(other)} in UTF-8: say which encoding it has`
  }

  /** The bytes after the mark, once it is certain whether there is one. */
  #started(chunk: Uint8Array, isLast: boolean): Uint8Array | undefined {
    this.#waiting.append(chunk)
    const start = this.#waiting.view(0, this.#waiting.length)
    const possible = marks.filter(({ mark }) => mark.every((byte, i) => (start[i] ?? byte) === byte))
    const found = possible.find(({ mark }) => start.length >= mark.length)
    if (!isLast && found === undefined && (possible.length > 0 || isUndecided(start))) return undefined
    const file = fileThatIsNoTable(start)
    if (file !== undefined) {
      const advice = 'save its sheet as "CSV UTF-8", and send that'
      throw new TableError(
        'unsupported_media_type',
        `this is ${file}, not a table of text: ${advice}`,
        problem('oldWorkbook'),
      )
    }
    const given = this.#given
    if (found !== undefined && given !== undefined && given !== found.name) {
      const message = `the table begins with the byte order mark of ${found.name}, and its encoding is said to be ${given}`
      throw new TableError('invalid_encoding', message, problem('otherMark', found.name))
    }
    const name = found?.name ?? given
    if (name !== undefined) {
      this.#encoding = encodingOf(name)
      this.#isGuess = false
    }
    this.#hasStarted = true
    this.mark = found?.mark.length ?? 0
    this.#waiting.drop(start.length)
    return start.subarray(this.mark)
  }

  /** The bytes of a table that has been ASCII so far. */
  #guessed(chunk: Uint8Array, isLast: boolean): Uint8Array {
    const waiting = this.#waiting
    let ascii: Uint8Array = nothing
    if (waiting.length === 0) {
      const at = firstBeyondAscii(chunk)
      ascii = at < 0 ? chunk : chunk.subarray(0, at)
      this.#before = `${this.#before}${latin1(ascii.subarray(-longestWord))}`.slice(-longestWord)
      if (at < 0) return ascii
      waiting.append(chunk.subarray(at))
    } else waiting.append(chunk)
    while (this.#scanned < waiting.length && !isLineEnd(waiting.at(this.#scanned))) this.#scanned++
    if (this.#scanned === waiting.length && !isLast && this.#scanned < longestRecord) return ascii
    const line = waiting.view(0, this.#scanned)
    this.#encoding = encodingOf(isLikelyUtf8(line) ? 'utf-8' : 'windows-1252')
    if (this.#encoding.name === 'windows-1252') {
      const rest = new TextDecoder().decode(this.#encoding.utf8(line.subarray(0, longestWord + 1)))
      const word = this.#before.split(wordEnd).at(-1)! + rest.split(wordEnd)[0]!
      this.note = { encoding: this.#encoding.name, word: cutAt(word, longestWord) }
    }
    return joined(ascii, this.#encoding.utf8(waiting.view(0, waiting.length)))
  }
}

const nothing = new Uint8Array(0)

const wordEnd = /[\s,;"]/

function firstBeyondAscii(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! >= 0x80) return at
  return -1
}

const isLineEnd = (byte: number): boolean => byte === lineFeed || byte === carriageReturn

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

// files that are given in place of tables of text, by how they begin
const zip = [0x50, 0x4b, 0x03, 0x04] as const
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const

/** Bytes of a ZIP file among which the names of its first entries are. */
const zipHead = 4096

const begins = (start: Uint8Array, bytes: readonly number[]): boolean => bytes.every((byte, i) => start[i] === byte)

/** Whether more of a file is needed to tell what it is, unless there is no more. */
function isUndecided(start: Uint8Array): boolean {
  const may = (bytes: readonly number[]): boolean => bytes.every((byte, i) => (start[i] ?? byte) === byte)
  return (start.length < zipHead && may(zip)) || (start.length < compoundFile.length && may(compoundFile))
}

/** What a file is that is not a text, by all of its start that is needed; undefined if it may be a text. */
function fileThatIsNoTable(start: Uint8Array): string | undefined {
  if (begins(start, compoundFile)) return 'a workbook of Excel 97 (.xls), or one with a password'
  if (!begins(start, zip)) return undefined
  // the names of entries, and the media type that an OpenDocument begins with, are not compressed
  const names = String.fromCharCode(...start.subarray(0, zipHead))
  if (names.includes('vnd.oasis.opendocument.spreadsheet')) return 'a workbook of LibreOffice (.ods)'
  if (/\[Content_Types\]\.xml|xl\/|_rels\/|docProps\//.test(names)) return 'a workbook of Excel (.xlsx)'
  return 'a ZIP file, or a workbook'
}

/** Whether bytes have at least as many well-formed sequences of UTF-8 beyond ASCII as other bytes beyond it. */
function isLikelyUtf8(bytes: Uint8Array): boolean {
  let [sequences, others] = [0, 0]
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at)
    if (length > 1) sequences++
    else if (length === 0) others++
    at += length || 1
  }
  return sequences > 0 && sequences >= others
}

/** Whether an encoding is read here, so that what is not in it is a fault of its row alone, byte by byte. */
const isNative = (name: EncodingName): boolean => /^(?:utf-8|utf-16[lb]e|windows-1252)$/.test(name)

function encodingOf(name: EncodingName): Encoding {
  switch (name) {
    case 'utf-8':
      return { name, utf8: (chunk) => chunk, rest: () => nothing, sizeOf: ({ length }) => length }
    case 'utf-16le':
    case 'utf-16be':
      return { name, ...utf16(name === 'utf-16le' ? 'little' : 'big') }
    case 'windows-1252':
      return { name, utf8: fromWindows1252, rest: () => nothing, sizeOf: characters }
    default:
      return byPlatform(name)
  }
}

/** The encodings of WHATWG's standard whose characters have several bytes (10 to 13). */
const multiByte = /^(?:gbk|gb18030|big5|euc-jp|iso-2022-jp|shift_jis|euc-kr)$/

/** An encoding that the platform decodes: bytes that are not characters of it become U+FFFD. */
function byPlatform(name: EncodingName): Encoding {
  const decoder = new TextDecoder(name)
  const encoder = new TextEncoder()
  return {
    name,
    utf8: (chunk) => encoder.encode(decoder.decode(chunk, { stream: true })),
    rest: () => encoder.encode(decoder.decode()),
    ...(!multiByte.test(name) && { sizeOf: characters }),
  }
}

/** What bytes 80 to 9F are in windows-1252; five of them are nothing, and stay controls, which `faultOf` refuses. */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The bytes of the characters that are not at their place in Latin-1. */
const windows1252: ReadonlyMap<string, number> = new Map([...upper].map((character, i) => [character, 0x80 + i]))

/** Three bytes of UTF-8 at most for each byte. */
function fromWindows1252(chunk: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(3 * chunk.length)
  let length = 0
  for (const byte of chunk) {
    length = writePoint(bytes, length, byte >= 0x80 && byte < 0xa0 ? upper.charCodeAt(byte - 0x80) : byte)
  }
  return bytes.subarray(0, length)
}

/** Bytes of an encoding of one byte for each character: all but the continuations. */
function characters(utf8: Uint8Array): number {
  let size = 0
  for (const byte of utf8) if (byte >> 6 !== 0b10) size++
  return size
}

/** No UTF-8 has this byte: it stands for half a code unit at the end. */
const broken = 0xff

/**
 * UTF-16 to UTF-8. A surrogate without its other half becomes three bytes that are not UTF-8, so that it is a fault of its cell only.
 *
 * The Unicode Standard, version 15.0, 3.9: D91 and table 3-6
 */
function utf16(order: 'little' | 'big'): Omit<Encoding, 'name'> {
  let odd: number | undefined
  /** A high surrogate whose other half has not arrived. */
  let high: number | undefined
  const unitOf = order === 'little' ? (a: number, b: number) => a | (b << 8) : (a: number, b: number) => (a << 8) | b
  return {
    utf8(chunk) {
      // three bytes a unit, and three for a surrogate that has waited
      const bytes = new Uint8Array(3 * ((chunk.length + 1) >> 1) + 3)
      let length = 0
      const write = (point: number): void => {
        length = writePoint(bytes, length, point)
      }
      for (const byte of chunk) {
        if (odd === undefined) {
          odd = byte
          continue
        }
        const unit = unitOf(odd, byte)
        odd = undefined
        const isLow = unit >= 0xdc00 && unit < 0xe000
        if (high !== undefined && isLow) write(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00))
        else if (high !== undefined) write(high)
        const isPair = high !== undefined && isLow
        high = unit >= 0xd800 && unit < 0xdc00 ? unit : undefined
        if (!isPair && high === undefined) write(unit)
      }
      return bytes.subarray(0, length)
    },
    rest() {
      const bytes = new Uint8Array(4)
      let length = high === undefined ? 0 : writePoint(bytes, 0, high)
      if (odd !== undefined) bytes[length++] = broken
      return bytes.subarray(0, length)
    },
    sizeOf: utf16Size,
  }
}

/** Bytes of UTF-16 for bytes made by `writePoint`: every lead but the continuations is a unit, of four bytes it is two. */
function utf16Size(utf8: Uint8Array): number {
  let size = 0
  for (const byte of utf8) if (byte >> 6 !== 0b10) size += byte === broken ? 1 : byte < 0xf0 ? 2 : 4
  return size
}

/** Writes a code point at `at`. Returns the index after it. */
function writePoint(bytes: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    bytes[at] = point
    return at + 1
  }
  const following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
  bytes[at] = ((0xf00 >> (following + 1)) & 0xff) | (point >> (6 * following))
  for (let i = 1; i <= following; i++) bytes[at + i] = 0x80 | ((point >> (6 * (following - i))) & 0x3f)
  return at + following + 1
}
