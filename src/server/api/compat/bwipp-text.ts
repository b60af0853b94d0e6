/** What a text means in BWIPP's barcode types: its escapes, its add-on, the numbers of books and of logistics. */

import { checkDigitOf } from '../../../../symbologies/gs1/index.ts'
import { ecis, quoted, type Symbology } from '../../../../symbologies/index.ts'
import { NotServed } from '../../../request/refusals.ts'
import { utf8Text } from '../../../utf8.ts'
import { eanOfBook } from './book-numbers.ts'
import { gs1Message } from './words.ts'

export interface BwippText {
  /** Parameters of /api/v1/barcode: the text, and what it says besides. */
  readonly symbol: { readonly text: string; readonly [name: string]: string | undefined }
  /** The words for readers, where they are not the text. */
  readonly caption?: string | undefined
}

interface Reading {
  /** In normal form. */
  readonly bcid: string
  readonly type: Symbology
  /** Whether each character is a byte. */
  readonly isBinary: boolean
  readonly parse: boolean
  readonly parsefnc: boolean
}

/** @throws NotServed  for function characters that no symbol here has */
export function bwippText(given: string, reading: Reading): BwippText {
  const { bcid, type } = reading
  switch (bcid) {
    case 'isbn':
    case 'ismn':
    case 'issn':
      return { symbol: eanOfBook(bcid, given) }
    case 'ean14':
    case 'sscc18':
      return { symbol: { text: withCheckDigit(given) } }
    case 'itf14':
      return { symbol: { text: given.replaceAll(' ', '') } }
    case 'ean13':
    case 'upca':
    case 'upce':
      return { symbol: withAddon(given) }
  }
  if (!/^(code128|qrcode|microqrcode|datamatrix\w*|code39ext)$/.test(bcid)) return { symbol: { text: given } }
  const said = functionsIn(inBytes(given, reading), reading)
  const bytes = said.text
  if (said.gs1 === 'true') return { symbol: { ...said, text: gs1Message(bytes) } }
  // in these each byte is a character
  if (type === 'code128' || type === 'microqr' || type === 'code39') {
    return { symbol: { ...said, text: bytes }, caption: bytes === given ? undefined : given }
  }
  return { symbol: { ...said, text: textOf(bytes) ?? bytes } }
}

/** The text in UTF-8, a character for each byte, with a byte for each escape: ^NNN in decimal, or the name of a control character. */
function inBytes(given: string, { isBinary, parse }: Reading): string {
  const bytes = isBinary ? given : Buffer.from(given).toString('latin1')
  if (!parse) return bytes
  return bytes.replace(escapes, (_, decimal: string | undefined, name: string | undefined) => {
    const code = decimal === undefined ? controls[name!]! : Number(decimal)
    if (code > 255) throw new NotServed('text', `^${decimal} is not a byte; 000 to 255 are accepted`)
    return String.fromCharCode(code)
  })
}

/** The names of control characters that BWIPP documents. */
const controls: { readonly [name: string]: number } = Object.fromEntries([
  ...['NUL', 'SOH', 'STX', 'ETX', 'EOT', 'ENQ', 'ACK', 'BEL', 'BS', 'TAB', 'LF', 'VT', 'FF', 'CR'].map((name, i) => [
    name,
    i,
  ]),
  ...['DLE', 'DC1', 'DC2', 'DC3', 'DC4', 'NAK', 'SYN', 'ETB'].map((name, i) => [name, 16 + i]),
  ...['CAN', 'EM', 'SUB', 'ESC', 'FS', 'GS', 'RS', 'US'].map((name, i) => [name, 24 + i]),
])
const escapes =
  /\^(?:(\d{3})|(NUL|SOH|STX|ETX|EOT|ENQ|ACK|BEL|BS|TAB|LF|VT|FF|CR|DLE|DC[1-4]|NAK|SYN|ETB|CAN|EM|SUB|ESC|FS|GS|RS|US))/g

/** The text with its function characters: those that the symbol says in another way, and FNC1 between fields, which readers send as GS. */
function functionsIn(bytes: string, { type, parsefnc }: Reading): BwippText['symbol'] {
  if (!parsefnc) return { text: bytes }
  const [, first, ecisFirst = ''] = /^(?:\^(FNC1|FNC3|PROG)|((?:\^ECI\d{6})+))/.exec(bytes) ?? []
  const said = first === undefined ? saidByEcis(ecisFirst) : saidFirst(first, type)
  const rest = bytes.slice(first === undefined ? ecisFirst.length : first.length + 1)
  const text = rest.replace(/\^(\^|FNC\d|[A-Z]{3}|.?)/gs, (whole, name: string) => {
    if (name === '^') return '^'
    if (name === 'FNC1' && type !== 'microqr') return '\x1d'
    throw notSaid(whole)
  })
  return { ...said, text }
}

function saidFirst(name: string, type: Symbology): { readonly [name: string]: string } {
  if (name === 'FNC1' && type !== 'microqr') return { gs1: 'true' }
  if ((name === 'FNC3' && type === 'code128') || (name === 'PROG' && type === 'datamatrix')) return { reader: 'init' }
  throw notSaid(`^${name}`)
}

function saidByEcis(ecisFirst: string): { readonly [name: string]: string } {
  const numbers = ecisFirst.match(/\d{6}/g)?.map(Number) ?? []
  if (numbers.length === 0) return {}
  const number = numbers[0]!
  // the text is in UTF-8
  if (numbers.length > 1 || number !== 26 || !ecis.includes(number)) throw notSaid(`^ECI${ecisFirst.slice(4, 10)}`)
  return { eci: '26' }
}

function notSaid(what: string): NotServed {
  const accepted = '^FNC1, ^FNC3 or ^PROG first in a text, ^ECI000026 first, ^FNC1 between fields, and ^^'
  return new NotServed('text', `${quoted(what)} is not drawn here; accepted: ${accepted}`)
}

/** Bytes that are UTF-8 as the text that they are. */
function textOf(bytes: string): string | undefined {
  const text = utf8Text(Buffer.from(bytes, 'latin1'))
  return typeof text === 'string' ? text : undefined
}

/** A number and the digits of its add-on, with a blank between. */
function withAddon(given: string): BwippText['symbol'] {
  const [number = '', addon, ...others] = given.split(' ')
  return addon === undefined || others.length > 0 ? { text: given } : { text: number, addon }
}

/** A GTIN-14 or an SSCC in brackets, with its check digit. */
function withCheckDigit(given: string): string {
  const [, ai = '', digits = ''] = /^(\((?:00|01)\))(\d+)$/.exec(given.replaceAll(' ', '')) ?? []
  const isShort = (ai === '(01)' && digits.length === 13) || (ai === '(00)' && digits.length === 17)
  return isShort ? `${ai}${digits}${checkDigitOf(digits)}` : given.replaceAll(' ', '')
}
