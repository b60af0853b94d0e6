/** The file of keys: a JSON text with the name, the hash and the rights of each, in which every mistake is named. */

import { quoted } from '../../../symbologies/messages.ts'
import { JsonError, type JsonValue, parsedJson } from '../../json-text.ts'
import { printableLine } from '../../messages.ts'
import { listedMistakes } from '../../settings-file.ts'
import { type Scope, scopes } from '../route.ts'
import { hexOf, type KeyRow } from './keys.ts'

/** Mistakes in the file of keys: the message is one line that names them, and never quotes what may be a key. */
export class KeyFileError extends Error {
  constructor(message: string) {
    super(printableLine(message))
    this.name = 'KeyFileError'
  }
}

const mostKeys = 10_000
/** The most bytes of the file: 400 for each key. */
export const mostKeyBytes: number = 4 << 20

/**
 * The keys in a JSON text, an array of objects.
 *
 * @throws KeyFileError with one line that names every mistake
 */
export function keysIn(text: string): readonly KeyRow[] {
  const document = documentIn(text)
  if (document.kind !== 'array') throw new KeyFileError('is not an array of objects, one for each key')
  const { items } = document
  if (items.length > mostKeys) throw new KeyFileError(`has ${items.length} keys; at most ${mostKeys} are accepted`)
  const faults: string[] = []
  const rows = items.map((item, i) => rowOf(item, (fault) => faults.push(`key ${i + 1}${titleOf(item)}: ${fault}`)))
  /** The places of names and hashes; no name has a colon. */
  const first = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    if (row === undefined) continue
    const own = [row.name, `sha256:${hexOf(row)}`]
    const before = Math.min(...own.map((each) => first.get(each) ?? i))
    if (before < i) faults.push(`key ${i + 1}${titleOf(items[i]!)}: has the name or the hash of key ${before + 1}`)
    for (const each of own) if (!first.has(each)) first.set(each, i)
  }
  if (faults.length > 0) throw new KeyFileError(listedMistakes(faults))
  return rows.filter((row) => row !== undefined)
}

function documentIn(text: string): JsonValue {
  try {
    // RFC 8259, 8.1: a byte order mark may be ignored
    return parsedJson(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw error instanceof JsonError ? new KeyFileError(`is not JSON: ${error.message}`) : error
  }
}

function titleOf(item: JsonValue): string {
  const name = item.kind === 'object' ? textIn(item.fields.find(([field]) => field === 'name')?.[1]) : undefined
  return name !== undefined && nameForm.test(name) ? `, ${quoted(name)}` : ''
}

/** Names that stand in a header, a log and a table as they are. */
export const nameForm: RegExp = /^[A-Za-z0-9._-]{1,40}$/
export const nameWanted = '1 to 40 characters of A-Z, a-z, 0-9, hyphen, underscore and full stop'
export const perMinuteMost = 1_000_000

const fieldNames = ['name', 'hash', 'may', 'perMinute', 'expires']

/** The key that an entry describes; undefined, and each mistake is told, if it describes none. */
function rowOf(entry: JsonValue, fault: (text: string) => void): KeyRow | undefined {
  if (entry.kind !== 'object') {
    fault('is not an object')
    return undefined
  }
  const names = entry.fields.map(([name]) => name)
  let isWrong = false
  const wrong = (text: string): undefined => {
    isWrong = true
    fault(text)
  }
  for (const name of new Set(names)) {
    if (!fieldNames.includes(name)) wrong(`${quoted(name)}: there is no such field; ${fieldNames.join(', ')}`)
    else if (names.indexOf(name) !== names.lastIndexOf(name)) wrong(`${name}: is there more than once`)
  }
  const values = new Map(entry.fields)
  const name = textIn(values.get('name'))
  if (name === undefined || !nameForm.test(name)) wrong(`name: is not ${nameWanted}`)
  const [, hex] = /^sha256:([0-9a-f]{64})$/i.exec(textIn(values.get('hash')) ?? '') ?? []
  if (hex === undefined) wrong('hash: is not sha256: and 64 hexadecimal digits, as `quietzone key NAME` prints them')
  const may = mayIn(values.get('may')) ?? wrong(`may: is not a list of ${scopes.join(', ')}`)
  const perMinute = values.has('perMinute') ? numberIn(values.get('perMinute')) : undefined
  if (values.has('perMinute') && perMinute === undefined)
    wrong(`perMinute: is not a whole number from 0 to ${perMinuteMost}`)
  const expires = values.has('expires') ? expiryIn(textIn(values.get('expires')) ?? '') : undefined
  if (values.has('expires') && expires === undefined) wrong(`expires: is not ${expiryWanted}`)
  if (isWrong || name === undefined || hex === undefined || may === undefined) return undefined
  return { name, hash: Buffer.from(hex, 'hex'), may, perMinute, expires }
}

export const expiryWanted = 'a day such as 2027-01-31, whose end it is, nor a time such as 2027-01-31T18:00:00Z'

/**
 * When a key expires, in milliseconds since 1970: at the end of a day in the time zone of the service, or at a time with its zone (RFC 3339,
 * 5.6), of the years 1970 to 9998. Undefined if the text is neither.
 */
export function expiryIn(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/.exec(text)
  if (parts === null) return undefined
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!isDay || year < 1970 || year > 9998) return undefined
  // the day after may be in the next month, which Date takes care of
  const time = parts[4] === undefined ? new Date(year, month - 1, day + 1).getTime() : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

function textIn(value: JsonValue | undefined): string | undefined {
  return value?.kind === 'other' && typeof value.value === 'string' ? value.value : undefined
}

function numberIn(value: JsonValue | undefined): number | undefined {
  const number = value?.kind === 'other' ? value.value : undefined
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= perMinuteMost
    ? number
    : undefined
}

function mayIn(value: JsonValue | undefined): readonly Scope[] | undefined {
  if (value?.kind !== 'array') return undefined
  const found = value.items.map((item) => scopes.find((scope) => scope === textIn(item)))
  return found.length > 0 && !found.includes(undefined) ? found.filter((scope) => scope !== undefined) : undefined
}
