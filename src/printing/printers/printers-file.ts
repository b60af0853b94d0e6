/** The file of printers: a JSON text with the name, the address and the stock of each, in which every mistake is named. */

import { isIPv4, isIPv6 } from 'node:net'
import { quoted } from '../../../symbologies/messages.ts'
import { JsonError, type JsonValue, parsedJson } from '../../json-text.ts'
import { namesOfStock } from '../../layout/named-stock.ts'
import { type Dpi, dpis } from '../../layout/resolution.ts'
import { type LabelSize, labelSize, sideRange, stockNames } from '../../layout/stock.ts'
import { printableLine } from '../../messages.ts'
import { listedMistakes, SettingsFileError, textOfSettingsFile } from '../../settings-file.ts'
import { isAsked } from '../channels/states.ts'
import { handlingIn, handlingNames } from './handling.ts'
import { type Address, languages, type Printer, packings } from './printer.ts'
import type { ServicePlace } from './receive.ts'
import { receiveFaults, receiveIn } from './receive-field.ts'

/** Mistakes in the file of printers: the message is one line that names them. */
export class PrinterFileError extends Error {
  constructor(message: string) {
    super(printableLine(message))
    this.name = 'PrinterFileError'
  }
}

/**
 * The printers in a regular file of at most 1 MiB. Anything else, such as a FIFO or a folder, is refused and not waited for.
 *
 * @throws PrinterFileError with one line that names the file and every mistake in it
 */
export function readPrinters(file: string): readonly Printer[] {
  try {
    return printersIn(textOfSettingsFile(file))
  } catch (error) {
    const isOfFile = error instanceof PrinterFileError || error instanceof SettingsFileError
    throw isOfFile ? new PrinterFileError(`${file}: ${error.message}`) : error
  }
}

/** The name of the file in a state folder. */
export const printersName = 'printers.json'

const mostPrinters = 200

/**
 * The printers in a JSON text, an array of objects.
 *
 * @param place  of the service that prints on them, where one does: what its entries receive must not be its own
 * @throws PrinterFileError with one line that names every mistake
 */
export function printersIn(text: string, place?: ServicePlace): readonly Printer[] {
  const document = documentIn(text)
  if (document.kind !== 'array') throw new PrinterFileError('is not an array of objects, one for each printer')
  const { items } = document
  if (items.length > mostPrinters) {
    throw new PrinterFileError(`has ${items.length} printers; at most ${mostPrinters} are accepted`)
  }
  const read = items.map((item) => printerOf(item, place))
  const faults = read.flatMap((printer, i) =>
    'faults' in printer ? printer.faults.map((fault) => `${titleOf(items[i]!, i)}: ${fault}`) : [],
  )
  faults.push(...sameNames(items))
  if (faults.length > 0) throw new PrinterFileError(listedMistakes(faults))
  const printers = read.flatMap((printer) => ('faults' in printer ? [] : [printer]))
  faults.push(...receiveFaults(printers, place).map(([i, fault]) => `${titleOf(items[i]!, i)}: ${fault}`))
  if (faults.length > 0) throw new PrinterFileError(listedMistakes(faults))
  return printers
}

function documentIn(text: string): JsonValue {
  try {
    // RFC 8259, 8.1: a byte order mark may be ignored
    return parsedJson(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw error instanceof JsonError ? new PrinterFileError(`is not JSON: ${error.message}`) : error
  }
}

/** `printer 2, "dock-3"` */
function titleOf(item: JsonValue, index: number): string {
  const name = nameOf(item)
  return name === undefined ? `printer ${index + 1}` : `printer ${index + 1}, ${quoted(name)}`
}

function nameOf(item: JsonValue): string | undefined {
  const value = item.kind === 'object' ? item.fields.find(([field]) => field === 'name')?.[1] : undefined
  return value && textIn(value)
}

function sameNames(items: readonly JsonValue[]): string[] {
  const first = new Map<string, number>()
  return items.flatMap((item, i) => {
    const name = nameOf(item)
    if (name === undefined) return []
    const before = first.get(name.toLowerCase())
    if (before === undefined) first.set(name.toLowerCase(), i)
    return before === undefined
      ? []
      : [`${titleOf(item, i)}: name: printer ${before + 1} has it already; names differ in more than capitals`]
  })
}

const neededFields = ['name', 'address', 'language', 'dpi', 'stock'] as const
const optionalFields = ['zpl', 'status', 'labelsPerMinute', 'receive'] as const
type FieldName = (typeof neededFields)[number] | (typeof optionalFields)[number]
const fieldNames: readonly string[] = [...neededFields, ...optionalFields, ...handlingNames]

const labelsPerMinute = { usual: 600, least: 1, most: 10_000 }

/** The printer that an entry describes, or all of its mistakes, one line each. */
function printerOf(
  entry: JsonValue,
  place: ServicePlace | undefined,
): Printer | { readonly faults: readonly string[] } {
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
  const stock = field('stock', stockIn)
  const zpl = field('zpl', word(packings))
  const status = field('status', truth)
  const perMinute = field('labelsPerMinute', labelRate)
  if (zpl !== undefined && language !== undefined && language !== 'zpl') {
    faults.push(`zpl: is for language "zpl", not ${quoted(language)}: leave it out`)
  }
  const answers = address === undefined || language === undefined || (address.kind === 'socket' && isAsked(language))
  if (status === true && !answers) {
    faults.push('status: true is for a socket and a language in which printers tell their state: leave it out')
  }
  const received = values.get('receive')
  const { receive, faults: ofReceive } = received === undefined ? { faults: [] } : receiveIn(received, language, place)
  faults.push(...ofReceive)
  const { handling, faults: ofHandling } = handlingIn(values, { address, language, dpi, stock })
  faults.push(...ofHandling)
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
    ...(Object.keys(handling).length > 0 && { handling }),
    ...(receive !== undefined && { receive }),
  }
}

/** A value that is not accepted. */
class Fault {
  /** Goes on after the name of the field. */
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Fields that are unknown, missing, or there twice. A misspelt one is named beside the one that is missing for it. */
function fieldFaults(found: readonly string[]): string[] {
  const missing = neededFields.filter((name) => !found.includes(name)).map((name) => `${name}: is missing`)
  const unknown = found
    .filter((name) => !fieldNames.includes(name))
    .map((name) => `${quoted(name)}: there is no such field; ${fieldNames.join(', ')}`)
  const twice = new Set(found.filter((name, i) => fieldNames.includes(name) && found.indexOf(name) !== i))
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
  return text === undefined ? not(value, 'a text') : addressOf(text)
}

function word<T extends string>(words: readonly T[]): (value: JsonValue) => T | Fault {
  return (value) => words.find((each) => each === textIn(value)) ?? not(value, `one of ${words.join(', ')}`)
}

function dotsPerInch(value: JsonValue): Dpi | Fault {
  const dpi =
    value.kind === 'other' ? dpis.find((each) => each === value.value || Number(each) === value.value) : undefined
  return dpi ?? not(value, `one of ${dpis.join(', ')}`)
}

function stockIn(value: JsonValue): LabelSize | Fault {
  const given = textIn(value)
  const size = given === undefined ? undefined : labelSize(given)
  if (size !== undefined) return size
  const { least, most } = sideRange
  const free = `a size such as 57x32mm or 2.25x1.25in of ${least} to ${most} mm a side`
  return not(value, `one of ${stockNames.join(', ')}, nor ${free}, nor ${namesOfStock}`)
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

const addressForms = 'socket://HOST:PORT, ipp://HOST:PORT/PATH, ipps://HOST:PORT/PATH or lp:QUEUE'

/** The port of raw printing, known as JetDirect or AppSocket, where the address names none. */
const socketPort = 9100
/** RFC 8010, 9: the default port of ipp; RFC 7472, 4.1: of ipps. */
const ippPort = 631

/** The address that a text is, as the file of printers has it. @throws PrinterFileError */
export function printerAddressIn(text: string): Address {
  const address = addressOf(text)
  if (address instanceof Fault) throw new PrinterFileError(`address: ${address.text}`)
  return address
}

/** The address of a printer, or why a text is not one. */
function addressOf(text: string): Address | Fault {
  const [, scheme = '', rest = ''] = /^(socket|ipps?|lp):(.*)$/is.exec(text) ?? []
  switch (scheme.toLowerCase()) {
    case 'socket':
      return socketAddress(text, rest)
    case 'ipp':
      return ippAddress(text, rest, 'http')
    case 'ipps':
      return ippAddress(text, rest, 'https')
    case 'lp':
      return queueAddress(rest)
    default:
      return notAnAddress(text)
  }
}

/** A text with an @ is not quoted, because it may hold a password. */
function notAnAddress(text: string): Fault {
  return new Fault(`${text.includes('@') ? 'what is given' : quoted(text)} is not ${addressForms}`)
}

function socketAddress(text: string, rest: string): Address | Fault {
  const place = networkPlace(text, rest, socketPort)
  if (place instanceof Fault) return place
  const { host, port, path } = place
  if (path === '' || path === '/') return { kind: 'socket', host, port }
  return new Fault(`${quoted(text)} has a path, which a socket has not: leave ${quoted(path)} out`)
}

function ippAddress(text: string, rest: string, protocol: 'http' | 'https'): Address | Fault {
  const place = networkPlace(text, rest, ippPort)
  if (place instanceof Fault) return place
  const { host, port, path } = place
  if (!/^[!-~]*$/.test(path)) {
    const advice = 'escape them as %20 and the like'
    return new Fault(`${quoted(text)} has a path with characters that a URL does not have: ${advice}`)
  }
  const url = `${protocol}://${isIPv6(host) ? `[${host}]` : host}:${port}${path}`
  // the standard of URLs knows names that it refuses: those that begin with xn-- and are no Punycode
  return URL.canParse(url) ? { kind: 'ipp', url: new URL(url).href } : new Fault(`${quoted(host)} is not a host name`)
}

interface NetworkPlace {
  readonly host: string
  readonly port: number
  readonly path: string
}

/** @param rest  what follows the scheme */
function networkPlace(text: string, rest: string, usualPort: number): NetworkPlace | Fault {
  const [, authority, path = ''] = /^\/\/([^/?#]*)([^?#]*)$/s.exec(rest) ?? []
  // not quoted, because it may hold a password
  if (/^\/\/[^/?#]*@/s.test(rest)) return new Fault('a user or a password before the @ is not accepted: leave them out')
  if (authority === undefined) {
    if (!rest.startsWith('//')) return notAnAddress(text)
    return new Fault(`${quoted(text)} has a query or a fragment: leave out what follows "?" or "#"`)
  }
  const [, name, port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority) ?? []
  const host = name === undefined ? undefined : hostOf(name)
  if (host === undefined) {
    const wanted = 'a host name, an IPv4 address or an IPv6 address in brackets, with or without a port'
    return new Fault(`${quoted(authority)} is not ${wanted}`)
  }
  const number = port === undefined ? usualPort : portOf(port)
  if (number === undefined) return new Fault(`port ${quoted(port!)} is not a whole number from 1 to 65535`)
  return { host, port: number, path }
}

/** RFC 1123, 2.1, and with underscores, which names in local networks have. */
const hostName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/i

/** A host as sockets take it: an IPv6 address without its brackets. */
function hostOf(name: string): string | undefined {
  if (name.startsWith('[')) {
    const address = name.slice(1, -1)
    return isIPv6(address) && !address.includes('%') ? address : undefined
  }
  // no name ends in a number: it is an IPv4 address with a mistake, which URLs and resolvers read in surprising ways
  const looksLikeIPv4 = /(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/i.test(name)
  return (looksLikeIPv4 ? isIPv4(name) : hostName.test(name)) ? name : undefined
}

function portOf(text: string): number | undefined {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65535 ? port : undefined
}

/** No name of a queue begins with a hyphen: it never reads as an option of lp. */
const queueName = /^[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,126}$/

function queueAddress(queue: string): Address | Fault {
  if (queueName.test(queue)) return { kind: 'lp', queue }
  const accepted = '1 to 127 letters, digits or _ . @ + -, the first a letter, a digit or _'
  return new Fault(`${quoted(queue)} is not a queue: ${accepted}`)
}
