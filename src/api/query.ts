import { quoted } from '../../symbologies/index.ts'
import { utf8Text } from './utf8.ts'

/** A part of a query that is not what it says it is, in words for people. */
export interface Broken {
  readonly fault: string
}

export interface Query {
  /** For each name that was asked for, by its index: the first value given, if any. */
  readonly values: (string | Broken | undefined)[]
  /** How often each name was given. */
  readonly counts: number[]
  /** For names given more than once: the first fault in a value behind the first. */
  later?: Map<number, Broken>
  /**
   * What belongs to no name that was asked for: its first fault, and how many of its parameters have one. `name` is the
   * parameter of the first, as it stands in the query where it cannot be decoded.
   */
  stray?: { readonly name: string; readonly first: Broken; count: number }
}

const plain = /^[!-$&-*,-~]*$/

/**
 * Reads the part of a request target after its first `?`.
 *
 * Strict where the URL API is lenient: a percent sequence that is none, and bytes that are not UTF-8, are faults wherever
 * they stand. `+` is a space. Names may be percent-encoded like values; a name without `=` has the empty value.
 *
 * @param query  one character 0..255 a byte, as node hands on the bytes of the request line
 * @param names  the names asked for, each with its index 0..names.size - 1; all others are passed over
 */
export function readQuery(query: string, names: ReadonlyMap<string, number>): Query {
  const values: Query['values'] = new Array(names.size).fill(undefined)
  const counts: number[] = new Array(names.size).fill(0)
  const result: Query = { values, counts }
  const read = plain.test(query) ? asItIs : decoded
  let equals = -1
  for (let from = 0; from < query.length; ) {
    const start = from
    const end = indexFrom(query, '&', from)
    if (equals < from) equals = indexFrom(query, '=', from)
    const cut = Math.min(equals, end)
    const name = read(query.slice(from, cut))
    const index = typeof name === 'string' ? names.get(name) : undefined
    from = end + 1
    // what is plain has no fault: values of names that are not known need not be looked at
    if (index === undefined && read === asItIs) continue
    const value = read(query.slice(cut + 1, end))
    if (index === undefined) {
      const broken = typeof name !== 'string' ? name : typeof value !== 'string' ? value : undefined
      if (broken !== undefined) noteStray(result, typeof name === 'string' ? name : query.slice(start, cut), broken)
    } else if (counts[index]!++ === 0) values[index] = value
    else if (typeof value !== 'string') noteLater(result, index, value)
  }
  return result
}

function noteStray(query: Query, name: string, broken: Broken): void {
  if (query.stray === undefined) query.stray = { name, first: broken, count: 1 }
  else query.stray.count++
}

function noteLater(query: Query, index: number, broken: Broken): void {
  query.later ??= new Map()
  if (!query.later.has(index)) query.later.set(index, broken)
}

/** As indexOf, but the length of the text where there is none: no place is searched twice. */
function indexFrom(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index < 0 ? text.length : index
}

function asItIs(part: string): string {
  return part
}

/** Room for the bytes of most values: never in use from one call to the next. */
const room = Buffer.allocUnsafeSlow(1 << 12)

/** A name or value without its percent sequences, as UTF-8, of which ASCII is known at once. */
function decoded(part: string): string | Broken {
  if (plain.test(part)) return part
  const bytes = part.length <= room.length ? room : Buffer.allocUnsafe(part.length)
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

/** The text that `bytes` are as UTF-8, or what is wrong with them. */
export function utf8Value(bytes: Uint8Array): string | Broken {
  const text = utf8Text(bytes)
  return typeof text === 'string' ? text : notUtf8(bytes[text.at]!, text.at)
}

/** The value of the hexadecimal digit at `index`; NaN where there is none. */
function hexAt(text: string, index: number): number {
  const code = text.charCodeAt(index) | 0x20
  if (code >= 0x30 && code <= 0x39 && text.charCodeAt(index) >= 0x30) return code - 0x30
  if (code >= 0x61 && code <= 0x66) return code - 0x57
  return Number.NaN
}

function notUtf8(byte: number, at: number): Broken {
  const hex = byte.toString(16).toUpperCase().padStart(2, '0')
  return { fault: `byte ${at + 1} of the decoded value, ${hex}, starts no UTF-8 character` }
}
