/** The query of a request target, or a form: from its text to what it gives for the parameters of a table. */

import { quoted } from '../../symbologies/index.ts'
import { type Malformed, utf8Value } from '../utf8.ts'
import type { FormFault } from './form-faults.ts'
import type { GivenValues, Parameters } from './parameter.ts'
import { type Others, startOf } from './reader.ts'

/** A query, parsed for the parameters of a table. */
export interface Query {
  readonly given: GivenValues
  readonly others: OtherNames
}

/**
 * A function that parses the part of a request target after its first `?` for the parameters in `table`.
 *
 * It is stricter than the URL API: malformed percent sequences and bytes that are not UTF-8 are faults anywhere in the query.
 * `+` is a space. Names may be percent-encoded like values; a name without `=` has the empty value. The query has one character
 * 0..255 for each byte, as node passes the request line.
 */
export function queryParser(table: Parameters): (query: string) => Query {
  const names: ReadonlySet<string> = new Set(Object.keys(table))
  return (query) => {
    const given: Record<string, string | Malformed | (string | Malformed)[]> = {}
    const others = new OtherNames()
    const read = plain.test(query) ? asItIs : decoded
    let equals = -1
    for (let from = 0; from < query.length; ) {
      const start = from
      const end = indexFrom(query, '&', from)
      from = end + 1
      if (end === start) continue
      if (equals < start) equals = indexFrom(query, '=', start)
      const cut = Math.min(equals, end)
      const name = read(query.slice(start, cut))
      const value = read(query.slice(cut + 1, end))
      if (typeof name !== 'string' || !names.has(name)) {
        const other = typeof name === 'string' ? name : query.slice(start, cut)
        if (other !== '') others.add(other, value)
        const malformed = typeof name === 'object' ? name : value
        if (typeof malformed === 'object') others.addMalformed(other, malformed)
        continue
      }
      const earlier = given[name]
      if (earlier === undefined) given[name] = value
      else if (Array.isArray(earlier)) earlier.push(value)
      else given[name] = [earlier, value]
    }
    return { given, others }
  }
}

/** The names that are listed. */
const mostOthers = 20

/** Names that are none of parameters, as they are found. */
export class OtherNames implements Others {
  readonly names = new Set<string>()
  readonly values = new Map<string, string>()
  more = 0
  misplaced: readonly FormFault[] = []
  /** The first name or value that cannot be decoded, and how many there are. */
  #malformed: { readonly name: string; readonly first: Malformed; count: number } | undefined

  add(name: string, value?: string | Malformed): void {
    if (this.names.size < mostOthers) {
      this.names.add(name)
      if (typeof value === 'string' && !this.values.has(name)) this.values.set(name, value)
    } else if (!this.names.has(name)) this.more++
  }

  /** @param name  of the parameter, undecoded if it cannot be decoded */
  addMalformed(name: string, first: Malformed): void {
    if (this.#malformed === undefined) this.#malformed = { name, first, count: 1 }
    else this.#malformed.count++
  }

  /** Makes names that belong elsewhere faults, which are not ignored. @param faultOf  undefined for other names */
  refuse(faultOf: (name: string) => FormFault | undefined): void {
    for (const name of this.names) {
      const fault = faultOf(name)
      if (fault === undefined) continue
      this.misplaced = [...this.misplaced, fault]
      this.names.delete(name)
    }
  }

  get fault(): FormFault | undefined {
    if (this.#malformed === undefined) return undefined
    const { name, first, count } = this.#malformed
    const others = count > 1 ? `, and ${count - 1} more such` : ''
    const message = `a parameter that is not known here: ${first.fault}${others}`
    return { parameter: startOf(name), code: 'invalid_encoding', message, sentence: message }
  }
}

/** Like indexOf, but returns the text's length if there is no such character, so that nothing is searched twice. */
function indexFrom(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index < 0 ? text.length : index
}

/** Printable ASCII without `%` and `+`, which needs no decoding. */
const plain = /^[!-$&-*,-~]*$/

function asItIs(part: string): string {
  return part
}

/** The value of a part of a path, percent-decoded as UTF-8; a `+` is itself. */
export function pathValue(part: string): string | Malformed {
  return decoded(part.replaceAll('+', '%2B'))
}

/** Scratch for the bytes of most values; contents are not kept between calls. */
const scratch = Buffer.allocUnsafeSlow(1 << 12)

/** A name or value, percent-decoded as UTF-8; plain ASCII is returned at once. */
function decoded(part: string): string | Malformed {
  if (part === '' || plain.test(part)) return part
  const bytes = part.length <= scratch.length ? scratch : Buffer.allocUnsafe(part.length)
  let count = 0
  let all = 0
  for (let i = 0; i < part.length; i++) {
    const code = part.charCodeAt(i)
    if (code === 0x25) {
      const byte = hexAt(part, i + 1) * 16 + hexAt(part, i + 2)
      if (Number.isNaN(byte))
        return { fault: `${quoted(part.slice(i, i + 3))} at character ${i + 1} is no percent sequence` }
      all |= byte
      bytes[count++] = byte
      i += 2
    } else {
      all |= code
      bytes[count++] = code === 0x2b ? 0x20 : code
    }
  }
  return all < 0x80 ? bytes.toString('latin1', 0, count) : utf8Value(bytes.subarray(0, count))
}

/** The value of the hexadecimal digit at `index`; NaN for any other character. */
function hexAt(text: string, index: number): number {
  const code = text.charCodeAt(index) | 0x20
  if (code >= 0x30 && code <= 0x39 && text.charCodeAt(index) >= 0x30) return code - 0x30
  if (code >= 0x61 && code <= 0x66) return code - 0x57
  return Number.NaN
}
