/** Contacts and events in lines of properties: vCard (RFC 2426, RFC 6350) and iCalendar (RFC 5545); MECARD (NTT DOCOMO). */

import { linesIn } from './lines.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'
import { emailForm, partsOf, plain, unwritten } from './texts.ts'

const titles: { readonly [property: string]: string } = {
  VERSION: 'Version',
  N: 'Name',
  FN: 'Formatted name',
  ORG: 'Organization',
  TITLE: 'Position',
  ROLE: 'Role',
  TEL: 'Telephone',
  EMAIL: 'E-mail',
  URL: 'Website',
  ADR: 'Address',
  NOTE: 'Note',
  BDAY: 'Birthday',
  PHOTO: 'Photo',
  SUMMARY: 'Event',
  DTSTART: 'Start',
  DTEND: 'End',
  DTSTAMP: 'Stamp',
  UID: 'Identifier',
  LOCATION: 'Place',
  DESCRIPTION: 'Description',
  PRODID: 'Product',
}

export const isVcard = (text: string): boolean => /^BEGIN:VCARD\s*[\r\n]/i.test(text)
export const isEvent = (text: string): boolean => /^BEGIN:(?:VCALENDAR|VEVENT)\s*[\r\n]/i.test(text)
export const isMecard = (text: string): boolean => /^MECARD:[A-Z]+:/i.test(text)

/** A property: its name, its whole line, its value. */
interface Property {
  readonly name: string
  readonly line: Span
  readonly value: Span
}

/** Adds the properties of an object in lines; lines that begin with a blank go on with the one before. */
function propertiesIn(reading: Reading): readonly Property[] {
  const { text } = reading
  const properties: Property[] = []
  for (const line of linesIn(text)) {
    if (line.start === line.end) continue
    const last = properties.at(-1)
    if (/^[ \t]/.test(reading.at(line)) && last !== undefined) {
      properties[properties.length - 1] = { ...last, value: { start: last.value.start, end: line.end } }
      continue
    }
    const [head, name = ''] = /^(?:[A-Z0-9-]+\.)?([A-Z0-9-]+)(?:;[^:]*)?:/i.exec(reading.at(line)) ?? []
    if (head === undefined) {
      // a note of several lines has \n between them
      const folded = last === undefined ? [] : [`${text.slice(0, last.line.end)}\\n${text.slice(line.start)}`]
      reading.fault('wrong_separator', {
        span: line,
        found: shown(reading.at(line)),
        expected: '"NAME:"',
        repairs: folded,
      })
      continue
    }
    properties.push({ name: name.toUpperCase(), line, value: { start: line.start + head.length, end: line.end } })
  }
  for (const { name, value } of properties) {
    if (name === 'BEGIN' || name === 'END') continue
    const said = unwritten(reading.at(value).replace(/\r?\n[ \t]/g, ''))
    const meaning = said === reading.at(value) ? undefined : said
    reading.element({ id: name, title: titles[name] ?? name, span: value, meaning })
  }
  return properties
}

function withoutLineEnds(text: string): string {
  let end = text.length
  while (end > 0 && /[\r\n]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** The end of an object has to be there. */
function judgeEnd(reading: Reading, properties: readonly Property[], object: string): void {
  const last = properties.findLast(({ name }) => name === 'END')
  if (last !== undefined && reading.at(last.value).trim().toUpperCase() === object) return
  const { text } = reading
  const line = text.includes('\r\n') ? '\r\n' : '\n'
  const repairs = [`${withoutLineEnds(text)}${line}END:${object}`]
  reading.fault('missing_trailer', { span: spanOf(text.length, 0), expected: `END:${object}`, repairs })
}

export function readVcard(text: string): Reading {
  const reading = new Reading(text)
  if (!/^BEGIN:VCARD/i.test(text)) return withoutBeginning(reading, 'BEGIN:VCARD')
  const properties = propertiesIn(reading)
  judgeEnd(reading, properties, 'VCARD')
  const named = (name: string): Property | undefined => properties.find((property) => property.name === name)
  const version = named('VERSION')
  const first = linesIn(text)[0]!
  if (version === undefined) {
    const line = text.slice(first.end).startsWith('\r\n') ? '\r\n' : '\n'
    const repairs = [`${text.slice(0, first.end)}${line}VERSION:3.0${text.slice(first.end)}`]
    reading.fault('missing_element', { span: first, title: 'Version', repairs })
  } else if (!/^(?:2\.1|3\.0|4\.0)$/.test(reading.at(version.value).trim())) {
    const said = { title: 'Version', found: shown(reading.at(version.value)), expected: '2.1, 3.0, 4.0' }
    reading.fault('wrong_value', { span: version.value, ...said })
  }
  judgeName(reading, { n: named('N'), fn: named('FN'), version: version && reading.at(version.value).trim() })
  for (const { name, value } of properties) if (name === 'EMAIL') judgeEmail(reading, value)
  return reading
}

interface Names {
  readonly n: Property | undefined
  readonly fn: Property | undefined
  readonly version: string | undefined
}

/** RFC 2426, 3.1: N and FN; RFC 6350, 6.2: FN alone. */
function judgeName(reading: Reading, { n, fn, version }: Names): void {
  const place = spanOf(0, 0)
  const insert = (property: string, after: Property): string => {
    const line = reading.text.slice(after.line.end).startsWith('\r\n') ? '\r\n' : '\n'
    return `${reading.text.slice(0, after.value.end)}${line}${property}${reading.text.slice(after.value.end)}`
  }
  if (fn === undefined && version !== '2.1') {
    const names = n === undefined ? [] : partsOf(reading.at(n.value), ';')
    const full = [names[1], names[0]].filter((part) => part !== undefined && part !== '').join(' ')
    const repairs = n === undefined || full === '' ? [] : [insert(`FN:${full}`, n)]
    reading.fault('missing_element', { span: place, title: 'Formatted name', repairs })
  }
  if (n === undefined && version !== '4.0') {
    const repairs = fn === undefined ? [] : [insert(`N:${reading.at(fn.value)};;;;`, fn)]
    reading.fault('missing_element', { span: place, title: 'Name', repairs })
  }
}

function judgeEmail(reading: Reading, span: Span): void {
  const email = plain(reading.at(span)).trim()
  if (email === '' || emailForm.test(email)) return
  reading.fault('wrong_value', { span, title: 'E-mail', found: shown(email), expected: 'name@example.com' })
}

function withoutBeginning(reading: Reading, expected: string): Reading {
  const [first = spanOf(0, 0)] = linesIn(reading.text)
  const repairs = [`${expected}\n${reading.text}`]
  return reading.stop('wrong_header', {
    span: first,
    found: shown(reading.at(first)),
    expected: `"${expected}"`,
    repairs,
  })
}

export function readEvent(text: string): Reading {
  const reading = new Reading(text)
  if (!/^BEGIN:(?:VCALENDAR|VEVENT)/i.test(text)) return withoutBeginning(reading, 'BEGIN:VEVENT')
  const properties = propertiesIn(reading)
  const [first] = properties
  judgeEnd(reading, properties, reading.at(first!.value).trim().toUpperCase())
  const starts = properties.filter(({ name }) => name === 'DTSTART')
  if (starts.length === 0) reading.fault('missing_element', { span: spanOf(0, 0), title: 'Start' })
  for (const { name, value } of properties) {
    if (name !== 'DTSTART' && name !== 'DTEND') continue
    const date = reading.at(value).trim()
    if (isMoment(date)) continue
    const digits = date.replace(/[-:]/g, '')
    const repairs = isMoment(digits) ? [reading.with(value, digits)] : []
    const said = { title: titles[name]!, found: shown(date), expected: 'YYYYMMDDThhmmss' }
    reading.fault('wrong_date', { span: value, ...said, repairs })
  }
  return reading
}

/** A date, or a date and time, in UTC with Z (RFC 5545, 3.3.4 and 3.3.5). */
function isMoment(text: string): boolean {
  const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})Z?)?$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isDay = date.getUTCDate() === Number(day) && date.getUTCMonth() + 1 === Number(month)
  return isDay && (time === undefined || /^(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d|60)$/.test(time))
}

export function readMecard(text: string): Reading {
  const reading = new Reading(text)
  if (!/^MECARD:/.test(text)) {
    const span = spanOf(0, Math.min(7, text.length))
    const repairs = /^mecard:/i.test(text) ? [`MECARD:${text.slice(7)}`] : []
    return reading.stop('wrong_header', { span, found: shown(reading.at(span)), expected: '"MECARD:"', repairs })
  }
  const end = text.endsWith(';;') ? text.length - 2 : text.endsWith(';') ? text.length - 1 : text.length
  let start = 7
  const names: string[] = []
  for (const part of partsOf(text.slice(7, end), ';')) {
    const span = spanOf(start, part.length)
    start += part.length + 1
    const [head, name] = /^([A-Z]+(?:-[A-Z]+)?):/.exec(part) ?? []
    if (head === undefined) {
      reading.fault('unknown_identifier', { span, found: shown(part), expected: 'MECARD' })
      continue
    }
    names.push(name!)
    const value = { start: span.start + head.length, end: span.end }
    const said = plain(reading.at(value))
    const meaning = said === reading.at(value) ? undefined : said
    reading.element({ id: name!, title: titles[name!] ?? name!, span: value, meaning })
    if (name === 'EMAIL') judgeEmail(reading, value)
  }
  if (!names.includes('N')) reading.fault('missing_element', { span: spanOf(7, 0), title: 'Name' })
  if (!text.endsWith(';;')) {
    const repairs = [`${text.slice(0, end)};;`]
    reading.fault('missing_trailer', { span: spanOf(text.length, 0), expected: '";;"', repairs })
  }
  return reading
}
