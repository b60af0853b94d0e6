/** Bytes for a printer, read from the left. */

import { unreadable } from '../failure.ts'

/** The longest command in characters, without its data. */
const longestCommand = 200

export class CommandStream {
  at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  /** @throws VerificationFailure at the end, as all that is taken from a stream */
  byte(): number {
    if (this.isAtEnd) throw unreadable('the commands end within one')
    return this.#bytes[this.at++]!
  }

  /** The low byte first. */
  word(): number {
    return this.byte() + 256 * this.byte()
  }

  raw(count: number): Uint8Array {
    const end = this.at + count
    if (end > this.#bytes.length) throw unreadable(`${this.#bytes.length - this.at} bytes in place of ${count}`)
    const bytes = this.#bytes.subarray(this.at, end)
    this.at = end
    return bytes
  }

  /** The printable ASCII up to one of the characters in `ends`, which is taken too. */
  upTo(ends: string): string {
    for (let end = this.at; end < this.#bytes.length && end - this.at <= longestCommand; end++) {
      const code = this.#bytes[end]!
      const character = String.fromCharCode(code)
      if (ends.includes(character)) {
        const text = String.fromCharCode(...this.#bytes.subarray(this.at, end))
        this.at = end + 1
        return text
      }
      if (code < 0x20 || code > 0x7e) throw unreadable(`a byte ${hex(code)} in a command`)
    }
    throw unreadable('a command does not end')
  }

  /** A line that ends with CR LF. */
  line(): string {
    const line = this.upTo('\r')
    this.expect('\n')
    return line
  }

  /** Takes this text. */
  expect(text: string): void {
    if (!this.takes(text)) throw unreadable(`${JSON.stringify(text)} does not follow`)
  }

  /** Takes this text if it follows. */
  takes(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.#bytes[this.at + i] !== text.charCodeAt(i)) return false
    this.at += text.length
    return true
  }
}

/** A whole number in decimal digits. @throws VerificationFailure */
export function wholeNumber(text: string | undefined): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) throw unreadable(`${JSON.stringify(text)} is not a whole number`)
  return Number(text)
}

export const hex = (...bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
