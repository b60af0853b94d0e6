/** An event for the calendar. */

import { unwritten, written } from '../texts.ts'
import { type Content, type ContentField, type ContentValues, filled } from './form.ts'

type Name = 'summary' | 'start' | 'end' | 'allday' | 'location' | 'description'

const fields: readonly ContentField<Name>[] = [
  { name: 'summary', isRequired: true, longest: 200 },
  { name: 'start', kind: 'moment', isRequired: true },
  { name: 'end', kind: 'moment' },
  { name: 'allday', kind: 'switch' },
  { name: 'location', longest: 200 },
  { name: 'description', kind: 'lines', longest: 500 },
]

const momentForm = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)$/

/** A moment, YYYY-MM-DDTHH:MM, that there is. */
export function isMoment(text: string): boolean {
  const date = new Date(`${text}Z`)
  return momentForm.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 10))
}

/** 20261224T180000: a local time, which is the same hour wherever it is read (RFC 5545, 3.3.5, form 1). */
const localTime = (moment: string): string => `${moment.replace(/[-:]/g, '')}00`
/** The day, or the one after it, as 20261224. */
function day(moment: string, after = 0): string {
  const date = new Date(`${moment.slice(0, 10)}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + after)
  return date.toISOString().slice(0, 10).replace(/-/g, '')
}

/** Another text has another identifier, and the same text the same: 32 bits of FNV-1a. */
function identifier(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/**
 * An iCalendar object of one event. Its stamp is its beginning, taken for UTC, because the same event is the same symbol whenever it is
 * made. Lines end with LF, where RFC 5545 has CRLF, and are not folded: readers take both.
 */
export const event: Content<Name> = {
  standard: 'RFC 5545',
  fields,
  write: (values) => {
    const { summary, allday, location, description } = values
    const isAllDay = allday === 'true'
    const start = isAllDay ? `${values.start.slice(0, 10)}T00:00` : values.start
    // a day that ends with itself needs no end
    const end = isAllDay && values.end.slice(0, 10) === start.slice(0, 10) ? '' : values.end
    const from = isAllDay ? `;VALUE=DATE:${day(start)}` : `:${localTime(start)}`
    // a day ends before the next one
    const to = isAllDay ? `;VALUE=DATE:${day(end === '' ? start : end, 1)}` : `:${localTime(end)}`
    return [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//quietzone//EN',
      'BEGIN:VEVENT',
      `UID:${identifier(JSON.stringify([summary, start, end, allday, location, description]))}@quietzone`,
      `DTSTAMP:${localTime(start)}Z`,
      `DTSTART${from}`,
      ...(end === '' && !isAllDay ? [] : [`DTEND${to}`]),
      `SUMMARY:${written(summary)}`,
      ...(location === '' ? [] : [`LOCATION:${written(location)}`]),
      ...(description === '' ? [] : [`DESCRIPTION:${written(description)}`]),
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\n')
  },
  read: (text) => {
    const lines = text
      .replace(/\r\n?/g, '\n')
      .replace(/\n[ \t]/g, '')
      .replace(/\n$/, '')
      .split('\n')
    const found = new Map<string, readonly [parameters: string, value: string]>()
    for (const line of lines) {
      const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[^:]*)?):(.*)$/is.exec(line) ?? []
      if (/^(?:BEGIN|END)$/i.test(name) && /^(?:VCALENDAR|VEVENT)$/i.test(value)) continue
      if (!known.includes(name.toUpperCase()) || found.has(name.toUpperCase())) return undefined
      found.set(name.toUpperCase(), [parameters, value])
    }
    if (!/^BEGIN:(?:VCALENDAR|VEVENT)$/i.test(lines[0] ?? '')) return undefined
    return valuesIn(found)
  },
  check: ({ start, end, allday }) => {
    if (!isMoment(start)) return [{ field: 'start', code: 'required' }]
    if (end === '') return []
    const isBefore = allday === 'true' ? end.slice(0, 10) < start.slice(0, 10) : end < start
    return isMoment(end) && !isBefore ? [] : [{ field: 'end', code: 'order' }]
  },
  caption: ({ summary }) => summary,
}

const known: readonly string[] = [
  ...['VERSION', 'PRODID', 'UID', 'DTSTAMP'],
  ...['DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'DESCRIPTION'],
]

function valuesIn(
  found: ReadonlyMap<string, readonly [parameters: string, value: string]>,
): ContentValues<Name> | undefined {
  const of = (name: string): string => unwritten(found.get(name)?.[1] ?? '')
  const texts = { summary: of('SUMMARY'), location: of('LOCATION'), description: of('DESCRIPTION') }
  const [from, to] = [found.get('DTSTART'), found.get('DTEND')]
  if (from === undefined) return undefined
  if (/^;VALUE=DATE$/i.test(from[0])) {
    const [start, end] = [midnight(from[1]), to === undefined ? undefined : midnight(to[1], -1)]
    if (start === undefined || (to !== undefined && end === undefined)) return undefined
    return filled(fields, { ...texts, start, end: end === undefined || end === start ? '' : end, allday: 'true' })
  }
  const [start, end] = [momentOf(from), to === undefined ? '' : momentOf(to)]
  return start === undefined || end === undefined ? undefined : filled(fields, { ...texts, start, end })
}

/** The moment of a local time; times of UTC or of a zone are others. */
function momentOf([parameters, value]: readonly [parameters: string, value: string]): string | undefined {
  const [, year, month, date, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00$/.exec(value) ?? []
  const moment = `${year}-${month}-${date}T${hour}:${minute}`
  return parameters === '' && isMoment(moment) ? moment : undefined
}

function midnight(value: string, after = 0): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? []
  const moment = `${year}-${month}-${date}T00:00`
  if (!isMoment(moment)) return undefined
  const [, y, m, d] = /^(\d{4})(\d\d)(\d\d)$/.exec(day(moment, after))!
  return `${y}-${m}-${d}T00:00`
}
