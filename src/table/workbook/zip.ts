/**
 * The entries of a ZIP file, unpacked piece by piece within a bound of bytes: of bombs no more is ever made.
 *
 * .ZIP File Format Specification (APPNOTE.TXT) 6.3.10, 4.3; ISO/IEC 21320-1:2015 for what documents may use of it
 */

import { Inflate } from 'fflate/browser'
import { unreadable } from './unreadable.ts'

interface Entry {
  /** Bits of which the first says that the entry is encrypted. */
  readonly flags: number
  /** 0: stored; 8: deflated. */
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  /** Of its local header. */
  readonly offset: number
}

const [localHeader, centralHeader, endOfDirectory] = [0x04034b50, 0x02014b50, 0x06054b50] as const

/** Bytes of those records without what varies. */
const [localLength, centralLength, endLength] = [30, 46, 22] as const

/** The longest comment behind the end of the directory. */
const longestComment = 0xffff

/** In place of a size that a ZIP64 record has. */
const inZip64 = 0xffffffff

/** Compressed bytes that are unpacked at a time: at most 1032 times as many, 2 MB. */
const fedLength = 2048

/** Bytes of a piece of an entry that is stored. */
const storedLength = 1 << 16

export class ZipFile {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #entries = new Map<string, Entry>()
  readonly #mostBytes: number

  /**
   * @param mostBytes  of an entry, unpacked
   * @throws TableError if it has no directory
   */
  constructor(bytes: Uint8Array, mostBytes: number) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#mostBytes = mostBytes
    this.#readDirectory()
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** The bytes of an entry in pieces. @throws TableError if there is none, it is damaged, or it is too large */
  *unpacked(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(name.toLowerCase())
    if (entry === undefined) throw unreadable(`it has no ${name}`)
    const { flags, method, unpacked } = entry
    if ((flags & 1) !== 0) throw unreadable('it has a password', 'lockedWorkbook')
    if (unpacked > this.#mostBytes) {
      const most = this.#mostBytes >> 20
      throw unreadable(`unpacked it has more than ${most} MiB`, 'largeWorkbook', most)
    }
    let size = 0
    const pieces = method === 0 ? stored(this.#dataOf(entry)) : inflated(this.#dataOf(entry), method)
    for (const piece of pieces) {
      size += piece.length
      if (size > unpacked) throw damaged()
      yield piece
    }
    if (size !== unpacked) throw damaged()
  }

  #readDirectory(): void {
    const end = this.#endOfDirectory()
    const count = this.#view.getUint16(end + 10, true)
    let at = this.#view.getUint32(end + 16, true)
    for (let i = 0; i < count; i++) {
      if (at + centralLength > end || this.#view.getUint32(at, true) !== centralHeader) throw damaged()
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
        this.#view.getUint16(at + field, true),
      )
      const nameEnd = at + centralLength + nameLength!
      const extraEnd = nameEnd + extraLength!
      if (extraEnd > end) throw damaged()
      const name = new TextDecoder().decode(this.#bytes.subarray(at + centralLength, nameEnd))
      // a name that is there twice means different things to different readers
      if (this.has(name)) throw damaged()
      this.#entries.set(name.toLowerCase(), this.#entryAt(at, nameEnd, extraEnd))
      at = extraEnd + commentLength!
    }
  }

  #endOfDirectory(): number {
    const last = this.#bytes.length - endLength
    for (let at = last; at >= 0 && at >= last - longestComment; at--) {
      if (this.#view.getUint32(at, true) === endOfDirectory) return at
    }
    throw damaged()
  }

  #entryAt(at: number, extraFrom: number, extraTo: number): Entry {
    const view = this.#view
    const sizes = [24, 20, 42].map((field) => view.getUint32(at + field, true))
    // 4.5.3: of sizes and offset, those that are not in the header, in this order
    let zip64 = sizes.includes(inZip64) ? this.#zip64At(extraFrom, extraTo) : 0
    const [unpacked, packed, offset] = sizes.map((size) => {
      if (size !== inZip64) return size
      if (zip64 + 8 > extraTo) throw damaged()
      const large = Number(view.getBigUint64(zip64, true))
      zip64 += 8
      return large
    }) as [number, number, number]
    return { flags: view.getUint16(at + 8, true), method: view.getUint16(at + 10, true), packed, unpacked, offset }
  }

  /** The index of the values of the ZIP64 record among extra fields. */
  #zip64At(from: number, to: number): number {
    for (let at = from; at + 4 <= to; at += 4 + this.#view.getUint16(at + 2, true)) {
      if (this.#view.getUint16(at, true) === 1) return at + 4
    }
    throw damaged()
  }

  #dataOf({ offset, packed }: Entry): Uint8Array {
    if (offset + localLength > this.#bytes.length || this.#view.getUint32(offset, true) !== localHeader) throw damaged()
    const from =
      offset + localLength + this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true)
    if (from + packed > this.#bytes.length) throw damaged()
    return this.#bytes.subarray(from, from + packed)
  }
}

const damaged = (): Error => unreadable('it is damaged')

function* stored(data: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < data.length; at += storedLength) yield data.subarray(at, at + storedLength)
}

function* inflated(data: Uint8Array, method: number): Generator<Uint8Array> {
  if (method !== 8) throw unreadable(`it is compressed by method ${method}`)
  const parts: Uint8Array[] = []
  const inflate = new Inflate((part) => parts.push(part))
  for (let at = 0; at < data.length; at += fedLength) {
    try {
      inflate.push(data.subarray(at, at + fedLength), at + fedLength >= data.length)
    } catch {
      throw damaged()
    }
    yield* parts.splice(0)
  }
}
