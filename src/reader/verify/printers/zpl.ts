/** What a printer does with labels in ZPL II (Zebra, ZPL II Programming Guide). Commands that labels do not need are failures. */

import { inflateSync } from 'node:zlib'
import { blankPage, burn } from '../dots.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'

/**
 * What an earlier job may have changed: units, orientation of fields, what a place is of, printing upon the next label, the direction
 * of the label, mirroring, inversion, the home of the label, its shift, half the density.
 */
const settings = ['MUD,300,300', 'FWN,0', 'MCY', 'PON', 'PMN', 'LRN', 'LH0,0', 'LS0', 'JMA']

/** Of the media, the cutter and the speed, which decide nothing of what is burnt. */
const handling = /^(?:MN[WMN]|MM[TC]|PR(?:[1-9]|1[0-4]))$/

/** A command after its caret, up to the next one. */
const command = /\^([A-Z][A-Z0-9])([^^~]*)/y
const darkness = /~SD(?:[012]\d|30)\n/y

/** @throws VerificationFailure */
export function* zplPages(bytes: Uint8Array): Generator<ReadPage> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  for (let at = 0; at < text.length; ) {
    darkness.lastIndex = at
    if (darkness.test(text)) at = darkness.lastIndex
    const format = new Format(text, at)
    yield format.page
    at = format.end
  }
}

/** From ^XA to ^XZ. */
class Format {
  readonly page: ReadPage
  readonly end: number

  /** @throws VerificationFailure */
  constructor(text: string, from: number) {
    let at = from
    const next = (): readonly [name: string, parameters: string] => {
      command.lastIndex = at
      const found = command.exec(text)
      if (found === null) throw unreadable(`no ZPL command at byte ${at}`)
      at = command.lastIndex
      return [found[1]!, found[2]!]
    }
    const needed = (name: string): string => {
      const [found, parameters] = next()
      if (found !== name) throw unreadable(`^${found} in place of ^${name}`)
      return parameters
    }
    if (needed('XA') !== '') throw unreadable('^XA has parameters')
    for (const each of settings) {
      const [name, parameters] = next()
      if (name + parameters !== each) throw unreadable(`^${name} in place of ^${each}`)
    }
    let [name, parameters] = next()
    while (handling.test(name + parameters)) [name, parameters] = next()
    if (name !== 'PW') throw unreadable(`^${name} in place of ^PW`)
    const dots = blankPage(numberIn(parameters), numberIn(withoutLineFeed(needed('LL'))))
    for ([name, parameters] = next(); name === 'FO'; [name, parameters] = next()) {
      const [x, y] = numbersIn(parameters, 2)
      const graphic = needed('GF')
      if (needed('FS') !== '\n') throw unreadable('^FS has parameters')
      burn(dots, { ...graphicIn(graphic), x: x!, y: y! })
    }
    if (name !== 'PQ') throw unreadable(`^${name} in place of ^PQ`)
    const copies = numberIn(parameters)
    if (needed('XZ') !== '\n') throw unreadable('^XZ has parameters')
    this.page = { dots, words: [], copies }
    this.end = at
  }
}

/** ^GF: compression type A, the bytes that are sent and those of the picture, the bytes of a row, and the data. */
function graphicIn(parameters: string): { readonly bytes: Uint8Array; readonly rowLength: number } {
  const found = /^A,(\d{1,5}),(\d{1,5}),(\d{1,4}),/.exec(parameters)
  if (found === null) throw unreadable('^GF has other parameters')
  const [sent, length, rowLength] = found.slice(1).map(Number) as [number, number, number]
  if (sent !== length || rowLength === 0 || length === 0 || length % rowLength !== 0) {
    throw unreadable(`^GFA,${sent},${length},${rowLength}`)
  }
  const data = parameters.slice(found[0].length)
  const packed = /^:Z64:([A-Za-z0-9+/]+={0,2}):([0-9a-f]{4})$/.exec(data)
  const bytes = packed === null ? rowsInHex(data, length, rowLength) : inflated(packed[1]!, packed[2]!, length)
  return { bytes, rowLength }
}

/** Z64: zlib in Base64, with the checksum of the latter. */
function inflated(base64: string, checksum: string, length: number): Uint8Array {
  if (Number.parseInt(checksum, 16) !== crcOf(base64)) throw unreadable(`the checksum ${checksum} of Z64 is wrong`)
  try {
    const bytes = inflateSync(Buffer.from(base64, 'base64'), {
      maxOutputLength: length,
      chunkSize: Math.max(64, length + 1),
    })
    if (bytes.length === length) return bytes
  } catch {
    // told below
  }
  throw unreadable(`Z64 does not unpack to ${length} bytes`)
}

/** The generator polynomial of the checksum: x^16 + x^12 + x^5 + 1. */
const polynomial = 0x1021

/** Of each byte before 16 bits of zero. */
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let register = byte << 8
  for (let bit = 0; bit < 8; bit++) register = ((register << 1) & 0xffff) ^ (register & 0x8000 ? polynomial : 0)
  return register
})

/** CRC-16 from zero, most significant bit first, of ASCII. */
function crcOf(text: string): number {
  let crc = 0
  for (let i = 0; i < text.length; i++) {
    crc = ((crc << 8) & 0xffff) ^ remainders[((crc >> 8) ^ text.charCodeAt(i)) & 0xff]!
  }
  return crc
}

/**
 * Rows of hexadecimal digits ("Alternative Data Compression Scheme"): G to Y before a digit repeat it 1 to 19 times, g to z 20 to 400
 * times by twenties, and their sum counts; a comma fills the row with zeros, a colon repeats the row above.
 */
function rowsInHex(data: string, length: number, rowLength: number): Uint8Array {
  const digits = new Uint8Array(2 * length)
  const rowDigits = 2 * rowLength
  let [end, count] = [0, 0]
  const room = (wanted: number): void => {
    const inRow = end % rowDigits
    if (end >= digits.length || inRow + wanted > rowDigits) throw unreadable('a row of digits is too long')
  }
  for (let at = 0; at < data.length; at++) {
    const code = data.charCodeAt(at)
    const digit = digitOf(code)
    if (digit >= 0) {
      room(Math.max(1, count))
      digits.fill(digit, end, end + Math.max(1, count))
      end += Math.max(1, count)
      count = 0
    } else if (code > 0x46 && code < 0x5a) count += code - 0x46
    else if (code > 0x66 && code < 0x7b) count += 20 * (code - 0x66)
    else if (code === comma && count === 0) {
      room(1)
      end += rowDigits - (end % rowDigits)
    } else if (code === colon && count === 0 && end % rowDigits === 0 && end > 0) {
      room(1)
      digits.copyWithin(end, end - rowDigits, end)
      end += rowDigits
    } else throw unreadable(`a character ${hexName(code)} in a graphic`)
  }
  if (end !== digits.length || count > 0) throw unreadable(`${end} digits in place of ${digits.length}`)
  return Uint8Array.from({ length }, (_, i) => (digits[2 * i]! << 4) | digits[2 * i + 1]!)
}

const [comma, colon] = [0x2c, 0x3a]
const hexName = (code: number): string => `0x${code.toString(16)}`

/** -1 for what is not a digit. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  return code >= 0x41 && code <= 0x46 ? code - 0x37 : -1
}

function withoutLineFeed(parameters: string): string {
  if (!parameters.endsWith('\n')) throw unreadable('a line does not end')
  return parameters.slice(0, -1)
}

const numberIn = (parameters: string): number => numbersIn(parameters, 1)[0]!

/** Whole numbers with commas between them. */
function numbersIn(parameters: string, count: number): readonly number[] {
  const parts = parameters.split(',')
  if (parts.length !== count || parts.some((part) => !/^\d{1,6}$/.test(part))) {
    throw unreadable(`${JSON.stringify(parameters.slice(0, 20))} in place of ${count} whole numbers`)
  }
  return parts.map(Number)
}
