import { quoted } from '../../symbologies/index.ts'
import { type Malformed, utf8Value } from '../utf8.ts'
import type { Parameters } from './parameter.ts'
import type { Query } from './parsed-query.ts'

const mostOthers = 20

/** A function that parses a raw query for the parameters in `table`. */
export function queryParser(table: Parameters): (query: string) => Query {
  const names = Object.keys(table)
  const indexes = new Map(names.map((name, index) => [name, index]))
  // to copy an array takes less time than to fill a new one
  const [values, counts] = [names.map(() => undefined), names.map(() => 0)]
  return (raw) => readInto({ values: values.slice(), counts: counts.slice() }, raw, indexes)
}

/** Printable ASCII without `%` and `+`, which needs no decoding. */
const plain = /^[!-$&-*,-~]*$/

/**
 * Reads the part of a request target after its first `?`.
 *
 * It is stricter than the URL API: malformed percent sequences and bytes that are not UTF-8 are faults anywhere in the query.
 * `+` is a space. Names may be percent-encoded like values; a name without `=` has the empty value.
 *
 * @param result  nothing is given in it yet
 * @param query  one character 0..255 for each byte, as node passes the request line
 * @param names  the requested names, each with its index 0..names.size - 1; of others only the name is noted
 */
function readInto(result: Query, query: string, names: ReadonlyMap<string, number>): Query {
  const { values, counts } = result
  const read = plain.test(query) ? asItIs : decoded
  let equals = -1
  for (let from = 0; from < query.length; ) {
    const start = from
    const end = indexFrom(query, '&', from)
    if (end === start) {
      from++
      continue
    }
    if (equals < from) equals = indexFrom(query, '=', from)
    const cut = Math.min(equals, end)
    const name = read(query.slice(from, cut))
    const index = typeof name === 'string' ? names.get(name) : undefined
    from = end + 1
    if (index === undefined) {
      const other = typeof name === 'string' ? name : query.slice(start, cut)
      const value = read(query.slice(cut + 1, end))
      if (other !== '') noteOther(result, other, value)
      const malformed = typeof name !== 'string' ? name : typeof value !== 'string' ? value : undefined
      if (malformed !== undefined) noteMalformed(result, other, malformed)
      continue
    }
    const value = read(query.slice(cut + 1, end))
    if (counts[index]!++ === 0) values[index] = value
    else if (typeof value !== 'string') noteLater(result, index, value)
  }
  return result
}

function noteOther(query: Query, name: string, value: string | Malformed): void {
  query.others ??= { names: new Set(), values: new Map(), more: 0 }
  const { names, values } = query.others
  if (names.size < mostOthers) {
    names.add(name)
    if (typeof value === 'string' && !values?.has(name)) values?.set(name, value)
  } else if (!names.has(name)) query.others.more++
}

function noteMalformed(query: Query, name: string, malformed: Malformed): void {
  if (query.malformedOthers === undefined) query.malformedOthers = { name, first: malformed, count: 1 }
  else query.malformedOthers.count++
}

function noteLater(query: Query, index: number, malformed: Malformed): void {
  query.later ??= new Map()
  if (!query.later.has(index)) query.later.set(index, malformed)
}

/** Like indexOf, but returns the text's length if there is no such character, so that nothing is searched twice. */
function indexFrom(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index < 0 ? text.length : index
}

function asItIs(part: string): string {
  return part
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
