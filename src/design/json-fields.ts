/** Objects of a JSON text, field by field, with a fault for each that is wrong: its path, its line, and what is accepted. */

import { quoted } from '../../symbologies/messages.ts'
import type { JsonValue } from '../json-text.ts'
import { didYouMean, proposedWord } from '../request/proposals.ts'

/** What is wrong with a design, and where. */
export interface DesignFault {
  /** Such as `elements[2].size`; empty for the whole. */
  readonly path: string
  /** From 1. */
  readonly line: number
  /** Goes on after the path. */
  readonly message: string
}

/** A fault of a value; the message goes on after its path. */
export class Unaccepted {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Reads a value; says what is accepted if this is not. */
export type FieldReading<T> = (value: JsonValue, path: string) => T | Unaccepted

/** The fields of an object, each of which is read once; what nobody reads is a fault. */
export class ObjectFields {
  readonly #path: string
  readonly #line: number
  readonly #faults: DesignFault[]
  readonly #values = new Map<string, JsonValue>()
  readonly #known: string[] = []

  /** @param faults  to which those of this object are added */
  constructor(value: JsonValue & { readonly kind: 'object' }, path: string, faults: DesignFault[]) {
    this.#path = path
    this.#line = value.line
    this.#faults = faults
    for (const [name, field] of value.fields) {
      if (this.#values.has(name)) this.fault(name, 'is there more than once', field.line)
      else this.#values.set(name, field)
    }
  }

  /** The value of a field, undefined if it is not there or not accepted. */
  optional<T>(name: string, read: FieldReading<T>): T | undefined {
    this.#known.push(name)
    const value = this.#values.get(name)
    if (value === undefined) return undefined
    const result = read(value, pathOf(this.#path, name))
    if (!(result instanceof Unaccepted)) return result
    this.fault(name, result.message, value.line)
    return undefined
  }

  /** Like `optional`; that it is not there is a fault. */
  required<T>(name: string, read: FieldReading<T>): T | undefined {
    if (!this.#values.has(name)) this.fault(name, 'is missing')
    return this.optional(name, read)
  }

  /** The fields with these names that are there, to be read together. */
  those(names: readonly string[]): ReadonlyMap<string, JsonValue> {
    this.#known.push(...names)
    return new Map([...this.#values].filter(([name]) => names.includes(name)))
  }

  fault(name: string, message: string, line = this.#values.get(name)?.line ?? this.#line): void {
    this.#faults.push({ path: pathOf(this.#path, name), line, message })
  }

  /** Adds a fault for each field that nobody has asked for. */
  end(): void {
    const missing = this.#known.filter((name) => !this.#values.has(name))
    for (const [name, { line }] of this.#values) {
      if (this.#known.includes(name)) continue
      const meant = didYouMean(proposedWord(name, missing))
      const message = `${quoted(name)} is not a field here; accepted: ${this.#known.join(', ')}${meant}`
      this.#faults.push({ path: this.#path, line, message })
    }
  }
}

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/** What was given, for messages. */
function given(value: JsonValue): string {
  if (value.kind !== 'other') return value.kind === 'array' ? 'an array' : 'an object'
  return typeof value.value === 'string' ? quoted(value.value) : `${value.value}`
}

export function not(value: JsonValue, accepted: string): Unaccepted {
  return new Unaccepted(`${given(value)} is not ${accepted}`)
}

/** The text, number or flag that a value is; undefined for null, objects and arrays. */
export function plain(value: JsonValue): string | number | boolean | undefined {
  return value.kind === 'other' ? (value.value ?? undefined) : undefined
}

export const flag: FieldReading<boolean> = (value) => {
  const found = plain(value)
  return typeof found === 'boolean' ? found : not(value, 'true or false')
}

/** A text of at most so many UTF-16 units. */
export const text =
  (longest: number): FieldReading<string> =>
  (value) => {
    const found = plain(value)
    if (typeof found !== 'string') return not(value, 'a text')
    if (found.length <= longest) return found
    return new Unaccepted(`${found.length} characters; at most ${longest} are accepted`)
  }

export const word =
  <T extends string | number>(words: readonly T[]): FieldReading<T> =>
  (value) => {
    const found = plain(value)
    const meant = typeof found === 'string' ? didYouMean(proposedWord(found, words.map(String))) : ''
    return (
      words.find((each) => each === found) ??
      new Unaccepted(`${given(value)} is not one of ${words.join(', ')}${meant}`)
    )
  }

/** From `least` to `most`, both included. */
export interface NumberRange {
  readonly least: number
  readonly most: number
  readonly isWhole?: true
}

export const number =
  ({ least, most, isWhole }: NumberRange): FieldReading<number> =>
  (value) => {
    const found = plain(value)
    const isGood = typeof found === 'number' && found >= least && found <= most && (!isWhole || Number.isInteger(found))
    return isGood ? found : not(value, `a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`)
  }

/** Two numbers in an array. */
export const pair =
  (range: NumberRange, accepted: string): FieldReading<readonly [number, number]> =>
  (value, path) => {
    const numbers = value.kind === 'array' ? value.items.map((item) => number(range)(item, path)) : []
    const [a, b] = numbers
    if (numbers.length === 2 && typeof a === 'number' && typeof b === 'number') return [a, b]
    return not(value, `${accepted} of ${range.least} to ${range.most} mm`)
  }
