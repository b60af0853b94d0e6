/** The parameters of a command, as printers read them: blanks around them do not count, and what is left out has a default. */

import type { Findings } from './finding.ts'
import type { Command } from './lexer.ts'

export interface NumberRange {
  readonly least: number
  readonly most: number
}

export class Parameters {
  readonly command: Command
  readonly #parts: readonly string[]
  readonly #findings: Findings

  constructor(command: Command, findings: Findings) {
    this.command = command
    this.#findings = findings
    this.#parts = latin1(command.data).split(command.delimiter)
  }

  /** All parameters as sent, without blanks around them. */
  get all(): readonly string[] {
    return this.#parts.map((part) => part.trim())
  }

  /** The parameter without blanks around it, '' where it is left out. @param index  from 0 */
  text(index: number): string {
    return (this.#parts[index] ?? '').trim()
  }

  /** The parameter as one of these letters in capitals; the default where it is left out or another. */
  word<W extends string>(index: number, words: readonly W[], otherwise: W): W {
    const text = this.text(index).toUpperCase()
    if (text === '') return otherwise
    const found = words.find((word) => text.startsWith(word))
    if (found === undefined) this.#refuse(index, `${words.join(', ')} are accepted; it has ${otherwise}`)
    return found ?? otherwise
  }

  /** The parameter as a number within a range, or undefined where it is left out or not a number. */
  number(index: number, { least, most }: NumberRange): number | undefined {
    const text = this.text(index)
    if (text === '') return undefined
    const [, before = '', digits] = /^([^0-9.+-]*)([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))/.exec(text) ?? []
    if (digits === undefined) {
      this.#refuse(index, 'a number is accepted')
      return undefined
    }
    const value = Number(digits)
    if (before !== '') this.#refuse(index, `a number is accepted; it has ${value}`)
    if (value < least || value > most) this.#refuse(index, `${least} to ${most} are accepted`)
    return Math.min(most, Math.max(least, value))
  }

  /** The same in whole numbers. */
  whole(index: number, range: NumberRange): number | undefined {
    const value = this.number(index, range)
    return value === undefined ? undefined : Math.trunc(value)
  }

  /** What follows the first `count` delimiters, as it was sent. */
  bytesAfter(count: number): Uint8Array {
    const { data, delimiter } = this.command
    let at = 0
    for (let i = 0; i < count; i++) {
      const next = data.indexOf(delimiter.charCodeAt(0), at)
      if (next < 0) return data.subarray(data.length)
      at = next + 1
    }
    return data.subarray(at)
  }

  #refuse(index: number, accepted: string): void {
    const value = this.text(index)
    const shown = value.length > 20 ? `${value.slice(0, 20)}...` : value
    this.#findings.add(this.command, {
      code: 'bad_parameter',
      kind: 'warning',
      message: `parameter ${index + 1} is ${JSON.stringify(shown)}; ${accepted}`,
    })
  }
}

/** Bytes as characters, one for one. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  // as many as may be arguments of a function
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}
