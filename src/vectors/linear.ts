/** The vectors of linear symbologies. */

import { type Barcode, encode } from '../../symbologies/index.ts'
import { digits, setOf, type Vector, type VectorSet, type Wanted } from './vector.ts'

const gs1 = 'GS1 General Specifications, 5.2'

/** The parts of a trace that do not depend on the implementation. */
export function linearDetails({ trace }: Barcode): Vector['details'] {
  if (typeof trace !== 'object' || trace === null) return undefined
  const details: Record<string, unknown> = {}
  for (const key of ['digits', 'suppressed', 'numberSets', 'sum'] as const) {
    if (key in trace) details[key] = Reflect.get(trace, key)
  }
  if ('values' in trace && trace.values instanceof Uint8Array) details.values = Array.from(trace.values)
  for (const key of ['check', 'addon'] as const) if (key in trace) details[key] = Reflect.get(trace, key)
  return details
}

/** A text for any symbology. */
type Named = Pick<Wanted<'ean13'>, 'name' | 'text'>

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const characters = (from: number, to: number): string =>
  String.fromCharCode(...upTo(to - from + 1).map((i) => from + i))

/** Each digit as the first one, so that every row of number sets occurs. */
const everyFirst = (length: number): Named[] =>
  upTo(10).map((first) => ({
    name: `first digit ${first}`,
    text: `${first}${digits.repeat(2).slice(first, first + length - 1)}`,
  }))

const wrong = (length: number, right: string): Named[] => [
  { name: 'the check digit given', text: right },
  { name: 'a wrong check digit', text: `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}` },
  { name: 'a digit too few', text: digits.repeat(2).slice(0, length - 1) },
  { name: 'a digit too many', text: digits.repeat(2).slice(0, length + 2) },
  { name: 'a letter', text: `${digits.repeat(2).slice(0, length - 1)}A` },
  { name: 'no text', text: '' },
]

const code128: Wanted<'code128'>[] = [
  { name: 'one character', text: 'a' },
  { name: 'digits, even', text: '123456' },
  { name: 'digits, odd', text: '1234567' },
  { name: 'four digits between letters', text: 'AB1234CD' },
  { name: 'six digits between letters', text: 'AB123456CD' },
  { name: 'digits at the end', text: 'AB1234' },
  { name: 'all of code set A', text: characters(0x00, 0x5f) },
  { name: 'all of code set B', text: characters(0x20, 0x7f) },
  { name: 'control characters between small letters', text: 'ab\x01cd\x02\x03ef' },
  { name: 'small letter between control characters', text: '\x01\x02a\x03\x04' },
  { name: 'one character of the upper half', text: 'caf\xe9' },
  { name: 'the upper half, latched', text: '\xe4\xf6\xfc\xc4\xd6\xdc\xdf' },
  { name: 'the upper half and digits', text: '\xe4\xf6\xfc123456\xe4\xf6\xfc' },
  { name: 'the upper half of code set A', text: characters(0x80, 0x9f) },
  { name: 'all of ISO 8859-1', text: characters(0x00, 0xff) },
  { name: 'beyond ISO 8859-1', text: 'ab\u20ac' },
  { name: 'no text', text: '' },
  { name: 'reader programming, code set A', text: '\x01\x02', options: { reader: 'init' } },
  { name: 'reader programming, code set B', text: 'set 1', options: { reader: 'init' } },
  { name: 'reader programming, code set C', text: '123456', options: { reader: 'init' } },
  { name: 'reader programming, two digits', text: '12', options: { reader: 'init' } },
]

const code39: Wanted<'code39'>[] = [
  ...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%', (text) => ({ name: `the character ${text}`, text })),
  { name: 'all characters', text: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%' },
  { name: 'a small letter', text: 'Ab' },
  { name: 'the start and stop character', text: 'A*B' },
  { name: 'no text', text: '' },
  { name: 'a check character', text: 'CODE 39', options: { checkdigit: true } },
  { name: 'a check character that is not a letter', text: 'QZ-0001', options: { checkdigit: true } },
  { name: 'all of ASCII', text: characters(0x00, 0x7f), options: { fullascii: true } },
  { name: 'full ASCII, one character each', text: 'QZ-0001', options: { fullascii: true } },
  { name: 'full ASCII and a check character', text: '$10 + 5%/m', options: { fullascii: true, checkdigit: true } },
  { name: 'beyond ASCII', text: 'Ab\xe9', options: { fullascii: true } },
  { name: 'wide elements of two modules', text: 'CODE 39', options: { ratio: 2 } },
  { name: 'wide elements of two and a half modules', text: 'CODE 39', options: { ratio: 2.5 } },
]

const itf14: Wanted<'itf14'>[] = [
  ...everyFirst(13),
  ...wrong(13, '15400141288763'),
  { name: 'wide elements of two and a half modules', text: '1540014128876', options: { ratio: 2.5 } },
  ...(['none', 'top-bottom', 'frame'] as const).map((bearer) => ({
    name: `bearer bars: ${bearer}`,
    text: '1540014128876',
    options: { bearer },
  })),
]

/** Each order of number sets, of two digits and of five. */
const addons = (text: string): Wanted<'ean13' | 'upca' | 'upce'>[] => [
  ...upTo(4).map((rest) => ({ name: `add-on, ${rest} modulo 4`, text, options: { addon: `${20 + rest}` } })),
  ...upTo(10).map((first) => ({ name: `add-on that begins with ${first}`, text, options: { addon: `${first}1999` } })),
  { name: 'add-on of zeros', text, options: { addon: '00' } },
  { name: 'add-on of five zeros', text, options: { addon: '00000' } },
]

const leadingZeros = { name: 'leading zeros', text: '000000000000', source: `computed by quietzone; ${gs1}` }

const upce: Wanted<'upce'>[] = [
  ...upTo(10).map((last) => ({ name: `six digits that end in ${last}`, text: `12345${last}` })),
  ...upTo(10).map((check) => ({ name: `check digit ${check}, number system 0`, text: withCheck('0', check) })),
  ...upTo(10).map((check) => ({ name: `check digit ${check}, number system 1`, text: withCheck('1', check) })),
  { name: 'a UPC-A of 12 digits', text: '012000003455' },
  { name: 'a UPC-A without the zeros', text: '01234567890' },
  { name: 'number system 2', text: '2123456' },
  { name: 'five digits', text: '12345' },
  ...addons('01234565'),
]

/** The first text, counting up from 123450, with this check digit in the number system. */
function withCheck(system: string, check: number): string {
  for (let six = 123450; ; six++) {
    const text = `${system}${six}`
    if (encode('upce', text).trace.digits.endsWith(String(check))) return text
  }
}

export function linearSets(): VectorSet[] {
  return [
    setOf('code128', code128, linearDetails),
    setOf('code39', code39, linearDetails),
    setOf('itf14', itf14, linearDetails),
    setOf(
      'ean13',
      [...everyFirst(12), ...wrong(12, '5901234123457'), leadingZeros, ...addons('9781234567897')],
      linearDetails,
    ),
    setOf('ean8', [...everyFirst(7), ...wrong(7, '96385074')], linearDetails),
    setOf('upca', [...everyFirst(11), ...wrong(11, '036000291452'), ...addons('036000291452')], linearDetails),
    setOf('upce', upce, linearDetails),
  ]
}
