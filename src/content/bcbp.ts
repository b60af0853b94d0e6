/**
 * Bar coded boarding passes (IATA Resolution 792): items of fixed lengths, those that every pass has, those that follow if their size
 * says so, and security data. What airlines write for their own use, and security data, are not judged.
 */

import { headerItems, type Item, legItems, lengthOf, repeatedItems, uniqueItems, versions } from './bcbp-items.ts'
import { meaningOfDate } from './dates.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'

const headerLength = lengthOf(headerItems)
const legLength = lengthOf(legItems)

/** Whether a text is surely meant as a boarding pass: the marks of its first leg are in their places. */
export const isBcbp = (text: string): boolean =>
  /^[MS][1-9][A-Z][A-Z/ .'-]{19}[EL ].{7}(?:[A-Z]{3}| {3}){2}[A-Z0-9]{2}[A-Z ][\dO ]{4}[A-Z ][\dO ]{3}/i.test(text)

export function readBcbp(text: string): Reading {
  const reading = new Reading(text)
  if (!/^[MS]/.test(text)) {
    const span = spanOf(0, Math.min(1, text.length))
    const repairs = [text.toUpperCase(), `M1${text}`]
    return reading.stop('wrong_header', { span, found: shown(reading.at(span)), expected: '"M"', repairs })
  }
  const least = headerLength + legLength
  if (text.length < least) {
    const said = { title: 'Boarding pass', found: `${text.length}`, expected: `${least}` }
    return reading.stop('wrong_length', { span: { start: 0, end: text.length }, ...said })
  }
  let start = readItems(reading, headerItems, spanOf(0, headerLength))
  let legs = 0
  while (start + legLength <= text.length && (legs === 0 || text[start] !== '^')) {
    start = readLeg(reading, start, legs === 0)
    legs++
  }
  const said = spanOf(1, 1)
  if (/[1-9]/.test(text[1]!) && text[1] !== `${legs}`) {
    const repairs = [reading.with(said, `${legs}`)]
    reading.fault('wrong_count', { span: said, title: 'Number of legs', found: text[1]!, expected: `${legs}`, repairs })
  }
  if (text[start] === '^') readSecurity(reading, start)
  else readRest(reading, start)
  return reading
}

/** Adds items one after the other, up to the end of the span. @returns where they end */
function readItems(reading: Reading, items: readonly Item[], { start, end }: Span): number {
  let at = start
  for (const item of items) {
    if (at >= end) break
    const span = { start: at, end: Math.min(at + item.length, end) }
    at = span.end
    readItem(reading, item, span)
  }
  return at
}

function readItem(reading: Reading, { number, title, length, form }: Item, span: Span): void {
  const value = reading.at(span)
  const isDate = form === 'JJJ' || form === 'YJJJ'
  const day = isDate ? meaningOfDate(value, form) : undefined
  reading.element({ id: `${number}`, title, span, meaning: day })
  // an item may be blank, and the last one of a size cut off
  if (form === undefined || value.trim() === '' || value.length < length) return
  const repairs = [value.toUpperCase(), digital(value)].map((meant) => reading.with(span, meant))
  if (isDate) {
    if (day === undefined) reading.fault('wrong_date', { span, title, found: shown(value), expected: form, repairs })
    return
  }
  const [pattern, expected] = form
  if (!pattern.test(value)) reading.fault('wrong_value', { span, title, found: shown(value), expected, repairs })
}

const digital = (value: string): string => value.replace(/O/gi, '0').replace(/[Il]/g, '1')

/** @returns where the next leg begins */
function readLeg(reading: Reading, start: number, isFirst: boolean): number {
  const { text } = reading
  const data = readItems(reading, legItems, spanOf(start, legLength))
  const size = sizeAt(text, data - 2)
  const end = data + size
  if (end > text.length) {
    const span = { start: data - 2, end: data }
    const left = text.length - data
    const found = text.slice(data - 2, data)
    // readers and people cut blanks off
    const repairs = [text.padEnd(end), reading.with(span, hexOf(left))]
    reading.fault('wrong_count', { span, title: 'Size of what follows', found, expected: hexOf(left), repairs })
  }
  readConditional(reading, { start: data, end: Math.min(end, text.length) }, isFirst)
  return Math.min(end, text.length)
}

const hexOf = (size: number): string => size.toString(16).toUpperCase().padStart(2, '0').slice(-2)

/** The number that two hexadecimal digits are; 0 if they are none. */
function sizeAt(text: string, at: number): number {
  const digits = text.slice(at, at + 2)
  return /^[0-9A-F]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : 0
}

function readConditional(reading: Reading, { start, end }: Span, isFirst: boolean): void {
  let at = start
  if (isFirst && at < end) {
    if (reading.text[at] !== '>') {
      const span = spanOf(at, 1)
      reading.fault('wrong_separator', { span, found: shown(reading.at(span)), expected: '">"' })
      reading.leave({ start, end }, 'items behind a mark that is wrong')
      return
    }
    readVersion(reading, spanOf(at + 1, Math.min(1, end - at - 1)))
    at = readSized(reading, uniqueItems, { start: Math.min(at + 2, end), end })
  }
  if (at < end) at = readSized(reading, repeatedItems, { start: at, end })
  reading.leave({ start: at, end }, 'for individual use of the airline')
}

function readVersion(reading: Reading, span: Span): void {
  reading.element({ id: '9', title: 'Version', span })
  if (!versions.test(reading.at(span)))
    reading.fault('wrong_value', { span, title: 'Version', found: shown(reading.at(span)), expected: '1 to 8' })
}

/** Items behind their size. @returns where they end */
function readSized(reading: Reading, items: readonly Item[], { start, end }: Span): number {
  if (start >= end) return end
  const place = { start, end: Math.min(start + 2, end) }
  const isUnique = items === uniqueItems
  const [number, title] = isUnique ? [10, 'Size of items of the pass'] : [17, 'Size of items of the leg']
  readItem(reading, { number, title, length: 2, form: [/^[0-9A-F]{2}$/, '00 to FF'] }, place)
  const size = sizeAt(reading.text, start)
  const left = end - place.end
  if (size > left) {
    const said = { title, found: reading.at(place), expected: hexOf(left) }
    reading.fault('wrong_count', { span: place, ...said, repairs: [reading.with(place, hexOf(left))] })
  }
  const last = Math.min(place.end + size, end)
  const read = readItems(reading, items, { start: place.end, end: last })
  reading.leave({ start: read, end: last }, 'items of a later version')
  return last
}

/** `^`, the type, the size and as many characters. */
function readSecurity(reading: Reading, start: number): void {
  const { text } = reading
  reading.element({
    id: '28',
    title: 'Type of security data',
    span: { start: start + 1, end: Math.min(start + 2, text.length) },
  })
  const place = { start: Math.min(start + 2, text.length), end: Math.min(start + 4, text.length) }
  const hex = { number: 29, title: 'Size of security data', length: 2, form: [/^[0-9A-F]{2}$/, '00 to FF'] as const }
  readItem(reading, hex, place)
  const data = { start: place.end, end: text.length }
  reading.element({ id: '30', title: 'Security data', span: data })
  reading.leave(data, 'security data are for those who hold the key')
  const [size, left] = [sizeAt(text, place.start), data.end - data.start]
  if (size === left || left > 255) return
  const said = { title: hex.title, found: reading.at(place), expected: hexOf(left) }
  reading.fault('wrong_count', { span: place, ...said, repairs: [reading.with(place, hexOf(left))] })
}

/** What stands behind all legs: blanks are no harm. */
function readRest(reading: Reading, start: number): void {
  const rest = reading.text.slice(start)
  if (rest.trim() === '') return
  const span = { start, end: reading.text.length }
  reading.fault('wrong_separator', {
    span,
    found: shown(rest.slice(0, 8)),
    expected: '"^"',
    repairs: [reading.text.slice(0, start)],
  })
}
