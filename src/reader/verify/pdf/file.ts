/**
 * The objects of a PDF (ISO 32000-1:2008, 7.3 and 7.5), of a file in which they follow one another without anything between them, under
 * one cross-reference table.
 */

import { inflateSync } from 'node:zlib'
import { unreadable } from '../failure.ts'

/** An object, but for streams. Names begin with a slash; strings, which decide nothing of what is painted, are empty. */
export type PdfValue = number | boolean | string | Reference | readonly PdfValue[] | Dictionary
export type Dictionary = ReadonlyMap<string, PdfValue>

export class Reference {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

export interface PdfStream {
  readonly dictionary: Dictionary
  readonly bytes: Uint8Array
}

/** 7.5.2 */
const header = '%PDF-1.3\n%\xff\xff\xff\xff\n'
/** 7.5.5 */
const trailer =
  /^trailer\n<<\n\/Size (\d{1,8})\n\/Root (\d{1,8}) 0 R\n\/Info (\d{1,8}) 0 R\n\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]\n>>\nstartxref\n(\d{1,10})\n%%EOF\n$/
/** Bytes of an entry of the table (7.5.4). */
const entryLength = 20
/** The most bytes from the table's end to that of the file. */
const longestTrailer = 400
/** The most bytes that a stream unpacks to: the outlines of a page of words. */
const mostUnpacked = 32 << 20

export class PdfObjects {
  readonly root: Reference
  readonly #bytes: Buffer
  /** Where each object begins, by its number less one, and where it ends. */
  readonly #starts: readonly number[]
  readonly #ends: readonly number[]

  /** @throws VerificationFailure */
  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (this.#text(0, header.length) !== header) throw unreadable('the PDF has another header')
    const tail = this.#text(Math.max(0, bytes.length - longestTrailer), bytes.length)
    const found = trailer.exec(tail.slice(Math.max(0, tail.lastIndexOf('trailer\n'))))
    if (found === null) throw unreadable('the PDF has another trailer')
    const [size, root, , xref] = found.slice(1).map(Number) as [number, number, number, number]
    this.root = new Reference(root)
    this.#starts = this.#table(xref, size, bytes.length - found[0].length)
    const sorted = [...this.#starts, xref].sort((a, b) => a - b)
    if (sorted[0] !== header.length) throw unreadable('the PDF does not begin with an object')
    const ends = new Map(sorted.slice(1).map((end, i) => [sorted[i]!, end]))
    this.#ends = this.#starts.map((start) => ends.get(start)!)
  }

  /** A dictionary. @throws VerificationFailure */
  dictionary(reference: PdfValue | undefined): Dictionary {
    const { value, stream } = this.#object(reference)
    if (!(value instanceof Map) || stream !== undefined) throw unreadable('an object of the PDF is not a dictionary')
    return value
  }

  /** A stream, unpacked. @throws VerificationFailure */
  stream(reference: PdfValue | undefined): PdfStream {
    const { value, stream } = this.#object(reference)
    if (!(value instanceof Map) || stream === undefined) throw unreadable('an object of the PDF is not a stream')
    const filter = value.get('Filter')
    if (filter === undefined) return { dictionary: value, bytes: stream }
    if (filter !== '/FlateDecode') throw unreadable('a stream of the PDF has another filter')
    try {
      return { dictionary: value, bytes: inflateSync(stream, { maxOutputLength: mostUnpacked }) }
    } catch {
      throw unreadable('a stream of the PDF does not unpack')
    }
  }

  #text(from: number, to: number): string {
    return this.#bytes.toString('latin1', from, to)
  }

  /** Where the objects begin. @param end  of the table */
  #table(xref: number, size: number, end: number): readonly number[] {
    const start = `xref\n0 ${size}\n`
    if (size < 2 || xref + start.length + entryLength * size !== end) throw unreadable('the PDF has another table')
    const text = this.#text(xref, end)
    if (!text.startsWith(`${start}0000000000 65535 f \n`)) throw unreadable('the PDF has another table')
    return Array.from({ length: size - 1 }, (_, i) => {
      const at = start.length + entryLength * (i + 1)
      const entry = /^(\d{10}) 00000 n \n$/.exec(text.slice(at, at + entryLength))
      if (entry === null) throw unreadable(`entry ${i + 1} of the table of the PDF`)
      return Number(entry[1])
    })
  }

  #object(reference: PdfValue | undefined): { readonly value: PdfValue; readonly stream: Uint8Array | undefined } {
    if (!(reference instanceof Reference)) throw unreadable('the PDF refers to no object where one is needed')
    const { number } = reference
    const [start, end] = [this.#starts[number - 1], this.#ends[number - 1]]
    if (start === undefined || end === undefined) throw unreadable(`the PDF has no object ${number}`)
    const [head, tail] = [`${number} 0 obj\n`, '\nendobj\n']
    const reader = new ValueReader(this.#text(start, Math.min(end, start + mostOfObject)), head.length)
    if (!reader.text.startsWith(head)) throw unreadable(`object ${number} of the PDF is not where it should be`)
    const value = reader.value()
    const at = start + reader.at
    if (this.#text(at, end) === tail) return { value, stream: undefined }
    const [before, after] = ['\nstream\n', '\nendstream\nendobj\n']
    const length = value instanceof Map ? value.get('Length') : undefined
    const from = at + before.length
    const isStream = typeof length === 'number' && from + length + after.length === end
    if (!isStream || this.#text(at, from) !== before || this.#text(end - after.length, end) !== after) {
      throw unreadable(`object ${number} of the PDF does not end as it should`)
    }
    return { value, stream: this.#bytes.subarray(from, from + length) }
  }
}

/** Characters of an object before its stream: the root of a page tree has a dozen for each page. */
const mostOfObject = 1 << 22

/** The depth to which objects are within others. */
const mostNested = 8

/** Reads the objects that stand one after another. */
class ValueReader {
  readonly text: string
  at: number
  #depth = 0

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  /** @throws VerificationFailure */
  value(): PdfValue {
    if (this.#takes('<<')) return this.#nested(() => this.#entries())
    if (this.#takes('[')) return this.#nested(() => this.#elements())
    const [word, form] = this.#word()
    switch (form) {
      case 'reference':
        return new Reference(Number.parseInt(word, 10))
      case 'number':
        return Number(word)
      case 'name':
        return word
      case 'flag':
        return word === 'true'
      case 'string':
        return ''
    }
  }

  #entries(): Dictionary {
    const entries = new Map<string, PdfValue>()
    while (!this.#takes('>>')) {
      const [name, form] = this.#word()
      if (form !== 'name' || entries.has(name.slice(1))) throw unreadable('a dictionary of the PDF')
      entries.set(name.slice(1), this.value())
    }
    return entries
  }

  #elements(): readonly PdfValue[] {
    const values: PdfValue[] = []
    while (!this.#takes(']')) values.push(this.value())
    return values
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > mostNested) throw unreadable('an object of the PDF has too many within it')
    const found = read()
    this.#depth--
    return found
  }

  #takes(mark: string): boolean {
    space.lastIndex = this.at
    space.test(this.text)
    const from = space.lastIndex
    if (!this.text.startsWith(mark, from)) return false
    this.at = from + mark.length
    return true
  }

  #word(): readonly [text: string, form: Form] {
    token.lastIndex = this.at
    const found = token.exec(this.text)
    if (found === null) throw unreadable('an object of the PDF')
    this.at = token.lastIndex
    const form = forms.find((_, i) => found[i + 1] !== undefined)!
    return [found[forms.indexOf(form) + 1]!, form]
  }
}

const space = /[ \n]*/y

const forms = ['reference', 'number', 'name', 'flag', 'string'] as const
type Form = (typeof forms)[number]

/** 7.3.2 to 7.3.5 and 7.3.10: a reference before a number, which begins like one. */
const token =
  /[ \n]*(?:(\d{1,8} 0 R(?![A-Za-z0-9]))|(-?(?:\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})(?![\d.]))|(\/[A-Za-z0-9.+_-]{1,60})|(true|false)|(\((?:[^()\\]|\\[\s\S])*\)|<[0-9a-f]*>))/y
