import { quoted } from '../../symbologies/messages.ts'
import { type Dpi, dpis } from '../layout/resolution.ts'
import { isFreeSize, type LabelSize, sideRange, stockNames } from '../layout/stock.ts'
import { addressOf } from './address.ts'
import type { JsonValue } from './json-text.ts'
import { type Address, languages, type Printer, packings } from './printer.ts'

/** What is wrong with an entry of the file of printers, one line each. */
export interface Faults {
  readonly faults: readonly string[]
}

/** A value that is not accepted: goes on after what was given. */
class Fault {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const needed = ['name', 'address', 'language', 'dpi', 'stock'] as const
const optional = ['zpl', 'status', 'labelsPerMinute'] as const
type FieldName = (typeof needed)[number] | (typeof optional)[number]
const names: readonly string[] = [...needed, ...optional]

const labelsPerMinute = { usual: 600, least: 1, most: 10_000 }

/** The printer that an entry describes, or all of its mistakes. */
export function printerOf(entry: JsonValue): Printer | Faults {
  if (entry.kind !== 'object') return { faults: [`${given(entry)} is not an object`] }
  const values = new Map(entry.fields)
  const faults = fieldFaults(entry.fields.map(([name]) => name))
  const field = <T>(name: FieldName, read: (value: JsonValue) => T | Fault): T | undefined => {
    const value = values.get(name)
    const result = value === undefined ? undefined : read(value)
    if (result instanceof Fault) faults.push(`${name}: ${result.text}`)
    return result instanceof Fault ? undefined : result
  }
  const name = field('name', printerName)
  const address = field('address', printerAddress)
  const language = field('language', word(languages))
  const dpi = field('dpi', dotsPerInch)
  const stock = field('stock', labelSize)
  const zpl = field('zpl', word(packings))
  const status = field('status', truth)
  const perMinute = field('labelsPerMinute', labelRate)
  if (zpl !== undefined && language !== undefined && language !== 'zpl') {
    faults.push(`zpl: is for language "zpl", not ${quoted(language)}: leave it out`)
  }
  const answers = address === undefined || language === undefined || (address.kind === 'socket' && language === 'zpl')
  if (status === true && !answers) {
    faults.push('status: true is for a socket and language "zpl": leave it out')
  }
  if (
    faults.length > 0 ||
    name === undefined ||
    address === undefined ||
    language === undefined ||
    dpi === undefined ||
    stock === undefined
  ) {
    return { faults }
  }
  return {
    name,
    address,
    language,
    dpi,
    stock,
    zpl: zpl ?? 'z64',
    status: status ?? answers,
    labelsPerMinute: perMinute ?? labelsPerMinute.usual,
  }
}

/** Fields that are unknown, missing, or there twice. A misspelt one is named beside the one that is missing for it. */
function fieldFaults(found: readonly string[]): string[] {
  const missing = needed.filter((name) => !found.includes(name)).map((name) => `${name}: is missing`)
  const unknown = found
    .filter((name) => !names.includes(name))
    .map((name) => `${quoted(name)}: there is no such field; ${names.join(', ')}`)
  const twice = new Set(found.filter((name, i) => names.includes(name) && found.indexOf(name) !== i))
  return [...unknown, ...missing, ...[...twice].map((name) => `${name}: is there more than once`)]
}

/** What was given, for messages. */
function given(value: JsonValue): string {
  if (value.kind !== 'other') return value.kind === 'array' ? 'an array' : 'an object'
  return typeof value.value === 'string' ? quoted(value.value) : `${value.value}`
}

function not(value: JsonValue, accepted: string): Fault {
  return new Fault(`${given(value)} is not ${accepted}`)
}

function textIn(value: JsonValue): string | undefined {
  return value.kind === 'other' && typeof value.value === 'string' ? value.value : undefined
}

function printerName(value: JsonValue): string | Fault {
  const name = textIn(value)
  return name !== undefined && /^[A-Za-z0-9._-]{1,40}$/.test(name)
    ? name
    : not(value, '1 to 40 characters of A-Z, a-z, 0-9, hyphen, underscore and full stop')
}

function printerAddress(value: JsonValue): Address | Fault {
  const text = textIn(value)
  if (text === undefined) return not(value, 'a text')
  const address = addressOf(text)
  return 'fault' in address ? new Fault(address.fault) : address
}

function word<T extends string>(words: readonly T[]): (value: JsonValue) => T | Fault {
  return (value) => words.find((each) => each === textIn(value)) ?? not(value, `one of ${words.join(', ')}`)
}

function dotsPerInch(value: JsonValue): Dpi | Fault {
  const dpi =
    value.kind === 'other' ? dpis.find((each) => each === value.value || Number(each) === value.value) : undefined
  return dpi ?? not(value, `one of ${dpis.join(', ')}`)
}

function labelSize(value: JsonValue): LabelSize | Fault {
  const size = textIn(value)
  const stock = stockNames.find((each) => each === size)
  if (stock !== undefined) return stock
  if (size !== undefined && isFreeSize(size)) return size
  const { least, most } = sideRange
  return not(
    value,
    `one of ${stockNames.join(', ')}, nor a size such as 57x32mm or 2.25x1.25in of ${least} to ${most} mm a side`,
  )
}

function truth(value: JsonValue): boolean | Fault {
  return value.kind === 'other' && typeof value.value === 'boolean' ? value.value : not(value, 'true or false')
}

function labelRate(value: JsonValue): number | Fault {
  const { least, most } = labelsPerMinute
  const rate = value.kind === 'other' ? value.value : undefined
  return typeof rate === 'number' && Number.isInteger(rate) && rate >= least && rate <= most
    ? rate
    : not(value, `a whole number from ${least} to ${most}`)
}
