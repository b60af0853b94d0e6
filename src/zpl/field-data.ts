/** The data of fields as printers have it: bytes in hexadecimal, parts of the time, numbers that count from label to label. */

import { decoded, isCodePage850, isUtf8 } from './encodings.ts'
import type { FieldFinding } from './field.ts'
import type { FieldData, Serial } from './label.ts'
import type { FieldInHand, Machine } from './machine.ts'

/** The data of the field in hand, if it has any. */
export function dataOf(field: FieldInHand, machine: Machine): FieldData | undefined {
  if (field.data === undefined) return undefined
  const { encoding } = machine.state
  const clocked = withClock(field.data, field.clocks, machine.now)
  const bytes = field.escape === undefined ? clocked : unescaped(clocked, field.escape)
  const found = encodingFinding(bytes, encoding)
  if (found !== undefined) machine.findings.add(field.dataCommand!, found)
  return { bytes, text: decoded(bytes, encoding), serial: field.serial }
}

/** `^FH`: a byte for the escape and two hexadecimal digits. */
function unescaped(bytes: Uint8Array, mark: number): Uint8Array {
  const result: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const digits = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)
    if (bytes[at] === mark && /^[0-9A-Fa-f]{2}$/.test(digits)) {
      result.push(Number.parseInt(digits, 16))
      at += 2
    } else result.push(bytes[at]!)
  }
  return Uint8Array.from(result)
}

/** Text in UTF-8 where the printer has code page 850. */
function encodingFinding(bytes: Uint8Array, encoding: number): FieldFinding | undefined {
  if (!isCodePage850(encoding) || !isUtf8(bytes)) return undefined
  const shown = decoded(bytes, encoding)
  const meant = new TextDecoder().decode(bytes)
  const message = `the data is UTF-8, which ^CI${encoding} prints as ${JSON.stringify(shortened(shown))} and not ${JSON.stringify(shortened(meant))}`
  return { code: 'utf8_without_ci28', kind: 'warning', message, suggestion: '^CI28' }
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text)

/** `^FC`: letters behind a mark stand for parts of the time. */
function withClock(bytes: Uint8Array, marks: readonly number[], now: Date): Uint8Array {
  if (marks.length === 0) return bytes
  const result: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const part = marks.includes(bytes[at]!) ? clockPart(String.fromCharCode(bytes[at + 1] ?? 0), now) : undefined
    if (part === undefined) result.push(bytes[at]!)
    else {
      result.push(...new TextEncoder().encode(part))
      at++
    }
  }
  return Uint8Array.from(result)
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

const two = (value: number): string => `${value}`.padStart(2, '0')

/** A part of the time in UTC by its letter (ZPL II Programming Guide, "Real Time Clock"); undefined if the letter is none of them. */
function clockPart(letter: string, now: Date): string | undefined {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const dayOfYear = Math.floor((Date.UTC(year, month, day) - Date.UTC(year, 0, 0)) / 86_400_000)
  const [hour, weekday] = [now.getUTCHours(), now.getUTCDay()]
  switch (letter) {
    case 'a':
      return days[weekday]!.slice(0, 3)
    case 'A':
      return days[weekday]!
    case 'b':
      return months[month]!.slice(0, 3)
    case 'B':
      return months[month]!
    case 'd':
      return two(day)
    case 'H':
      return two(hour)
    case 'I':
      return two(hour % 12 || 12)
    case 'j':
      return `${dayOfYear}`.padStart(3, '0')
    case 'm':
      return two(month + 1)
    case 'M':
      return two(now.getUTCMinutes())
    case 'p':
      return hour < 12 ? 'AM' : 'PM'
    case 'S':
      return two(now.getUTCSeconds())
    case 'U':
      return two(Math.floor((dayOfYear + 6 - weekday) / 7))
    case 'W':
      return two(Math.floor((dayOfYear + 6 - ((weekday + 6) % 7)) / 7))
    case 'w':
      return `${weekday}`
    case 'y':
      return two(year % 100)
    case 'Y':
      return `${year}`
    default:
      return undefined
  }
}

/** The data of a field on a label, where its serial numbers count on. @param count  labels before it */
export function dataOnLabel(data: FieldData, count: number): FieldData {
  const { serial, text } = data
  if (serial === undefined || count === 0) return data
  const counted = serial.kind === 'number' ? numbered(text, serial, count) : masked(text, serial, count)
  return { bytes: new TextEncoder().encode(counted), text: counted }
}

/** `^SN`: the last digits of the text count; they keep their places. */
function numbered(text: string, { step, hasZeros }: Extract<Serial, { kind: 'number' }>, count: number): string {
  const [, before = '', digits = '', after = ''] = /^(.*?)([0-9]{1,12})([^0-9]*)$/.exec(text) ?? []
  if (digits === '') return text
  const modulus = 10 ** digits.length
  const value = (((Number(digits) + step * count) % modulus) + modulus) % modulus
  return `${before}${hasZeros || digits.startsWith('0') ? `${value}`.padStart(digits.length, '0') : value}${after}`
}

/** What characters of a mask count in: decimal, octal, hexadecimal, letters, letters and digits; `%` and others stand still. */
const digitSets: { readonly [mask: string]: string } = {
  D: '0123456789',
  O: '01234567',
  H: '0123456789ABCDEF',
  A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  N: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
}

/** `^SF`: the end of the text counts by its mask, each character in its own digits, from the right. */
function masked(text: string, { mask, step }: Extract<Serial, { kind: 'mask' }>, count: number): string {
  const characters = [...text]
  const steps = [...step].reverse()
  let carry = 0
  for (let i = 0; i < mask.length && i < characters.length; i++) {
    const at = characters.length - 1 - i
    const set = digitSets[mask[mask.length - 1 - i]!]
    const digit = set?.indexOf(characters[at]!.toUpperCase()) ?? -1
    if (set === undefined || digit < 0) continue
    const added = Math.max(0, set.indexOf((steps[i] ?? set[0]!).toUpperCase()))
    const sum = digit + added * count + carry
    carry = Math.floor(sum / set.length)
    characters[at] = set[sum % set.length]!
  }
  return characters.join('')
}
