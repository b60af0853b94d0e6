/** JSON as it is written, with the place of every mistake, and fields that are there twice. */

import { quoted } from '../symbologies/messages.ts'

/** A value of a JSON text. An object has its fields as they are written, so that one that is there twice can be told. */
export type JsonValue = {
  /** On which it begins, from 1. */
  readonly line: number
} & (
  | { readonly kind: 'object'; readonly fields: readonly (readonly [name: string, value: JsonValue])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonValue[] }
  | { readonly kind: 'other'; readonly value: string | number | boolean | null }
)

/** A text that is not JSON; the message says where, and what was expected there. */
export class JsonError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'JsonError'
  }
}

/** Objects and arrays within each other. */
const deepest = 20

// RFC 8259, 2, 6 and 7
const whiteSpace = /[ \t\n\r]*/y
const lineEnd = /\r\n?|\n/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a string does not have
const string = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const scalar = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-])/y

/** @throws JsonError */
export function parsedJson(text: string): JsonValue {
  return new Parser(text).document()
}

class Parser {
  readonly #text: string
  #at = 0
  #line = 1

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonValue {
    const value = this.#value(0)
    if (this.#at < this.#text.length) throw this.#expected('the end of the text')
    return value
  }

  /** A value and the white space after it. */
  #value(depth: number): JsonValue {
    if (depth > deepest) throw this.#expected(`no more than ${deepest} objects and arrays within each other`)
    this.#skipWhiteSpace()
    const line = this.#line
    if (this.#takes('{')) return { line, kind: 'object', fields: this.#list('}', () => this.#field(depth)) }
    if (this.#takes('[')) return { line, kind: 'array', items: this.#list(']', () => this.#value(depth + 1)) }
    const token = this.#match(string) ?? this.#match(scalar)
    if (token === undefined) throw this.#expected('a value')
    this.#skipWhiteSpace()
    return { line, kind: 'other', value: JSON.parse(token) }
  }

  #field(depth: number): [string, JsonValue] {
    const name = this.#match(string)
    if (name === undefined) throw this.#expected('the name of a field in double quotes')
    this.#skipWhiteSpace()
    if (!this.#takes(':')) throw this.#expected('a colon')
    return [JSON.parse(name), this.#value(depth + 1)]
  }

  /** The members up to `end`, with commas between them. */
  #list<T>(end: '}' | ']', member: () => T): T[] {
    const members: T[] = []
    this.#skipWhiteSpace()
    if (!this.#takes(end)) {
      do {
        this.#skipWhiteSpace()
        members.push(member())
      } while (this.#takes(','))
      if (!this.#takes(end)) throw this.#expected(`a comma or ${end}`)
    }
    this.#skipWhiteSpace()
    return members
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  /** Only here lines end: a string has no line feed. */
  #skipWhiteSpace(): void {
    this.#line += this.#match(whiteSpace)?.match(lineEnd)?.length ?? 0
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #expected(what: string): JsonError {
    const before = this.#text.slice(0, this.#at).split(lineEnd)
    const found =
      this.#at < this.#text.length ? quoted(String.fromCodePoint(this.#text.codePointAt(this.#at)!)) : 'its end'
    return new JsonError(
      `line ${before.length}, column ${before.at(-1)!.length + 1}: ${found} where ${what} is expected`,
    )
  }
}
