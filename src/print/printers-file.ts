import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { quoted } from '../../symbologies/messages.ts'
import { because, printableLine } from '../messages.ts'
import { utf8Text } from '../utf8.ts'
import { JsonError, type JsonValue, parsedJson } from './json-text.ts'
import type { Printer } from './printer.ts'
import { printerOf } from './printer-fields.ts'

/** Mistakes in the file of printers: the message is one line that names them. */
export class PrinterFileError extends Error {
  constructor(message: string) {
    super(printableLine(message))
    this.name = 'PrinterFileError'
  }
}

const mostPrinters = 200
const mostBytes = 1 << 20
/** Mistakes that are named; the others are counted. */
const mostNamed = 5

/**
 * The printers in a regular file of at most 1 MiB. Anything else, such as a FIFO or a folder, is refused and not waited for.
 *
 * @throws PrinterFileError with one line that names the file and every mistake in it
 */
export function readPrinters(file: string): readonly Printer[] {
  const text = utf8Text(contentOf(file))
  if (typeof text !== 'string') throw new PrinterFileError(`${file}: byte ${text.at + 1} starts no UTF-8 character`)
  try {
    return printersIn(text)
  } catch (error) {
    throw error instanceof PrinterFileError ? new PrinterFileError(`${file}: ${error.message}`) : error
  }
}

function contentOf(file: string): Uint8Array {
  let descriptor: number | undefined
  try {
    // a FIFO that nobody writes to would hold up a blocking open for ever
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new PrinterFileError(`${file}: is not a regular file`)
    const bytes = new Uint8Array(mostBytes + 1)
    const length = filled(descriptor, bytes)
    if (length > mostBytes) throw new PrinterFileError(`${file}: has more than ${mostBytes} bytes`)
    return bytes.subarray(0, length)
  } catch (error) {
    throw error instanceof PrinterFileError ? error : new PrinterFileError(`${file}: cannot be read: ${because(error)}`)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** Reads until the end of the file or of `bytes`; the size that the file had before says nothing of one that grows. */
function filled(descriptor: number, bytes: Uint8Array): number {
  let length = 0
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (count === 0) break
    length += count
  }
  return length
}

/**
 * The printers in a JSON text, an array of objects.
 *
 * @throws PrinterFileError with one line that names every mistake
 */
export function printersIn(text: string): readonly Printer[] {
  const document = documentIn(text)
  if (document.kind !== 'array') throw new PrinterFileError('is not an array of objects, one for each printer')
  const { items } = document
  if (items.length > mostPrinters) {
    throw new PrinterFileError(`has ${items.length} printers; at most ${mostPrinters} are accepted`)
  }
  const read = items.map(printerOf)
  const faults = read.flatMap((printer, i) =>
    'faults' in printer ? printer.faults.map((fault) => `${titleOf(items[i]!, i)}: ${fault}`) : [],
  )
  faults.push(...sameNames(items))
  if (faults.length > 0) throw new PrinterFileError(listed(faults))
  return read.flatMap((printer) => ('faults' in printer ? [] : [printer]))
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
  return value?.kind === 'other' && typeof value.value === 'string' ? value.value : undefined
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

function listed(faults: readonly string[]): string {
  const more = faults.length - mostNamed
  return faults.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${more} more` : '')
}
