/**
 * Messages of ISO/IEC 15434: an envelope round formats, each with its header, its fields and its trailer.
 *
 * ISO/IEC 15434:2019 and the formats that the edition of 2025 adds, as public sources quote them. Its text is not public, so what
 * fields of EDI formats and of format 08 say is not judged.
 */

import { withRightDigit } from './check-characters.ts'
import { dataIdentifierOf } from './data-identifiers.ts'
import { readElementStrings } from './gs1.ts'
import { readHibc } from './hibc.ts'
import { readIsbt } from './isbt128.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'
import { readTextElement } from './text-elements.ts'
import { takeValue } from './values.ts'

const [fs, gs, rs, us, eot] = ['\x1c', '\x1d', '\x1e', '\x1f', '\x04']

const header = `[)>${rs}`
/** The header as messages write it: its separators are not seen. */
const shownHeader = '[)> RS'

/** Format indicators: what a format has, and the header behind its indicator as messages write it. */
interface Format {
  readonly title: string
  /** The characters of the header, given what begins with it; undefined if it is not there. */
  readonly header: (data: string) => number | undefined
  readonly shown: string
}

const noHeader: Pick<Format, 'header' | 'shown'> = { header: () => 0, shown: '' }
const separator: Pick<Format, 'header' | 'shown'> = { header: (data) => (data[0] === gs ? 1 : undefined), shown: 'GS' }
const versioned: Pick<Format, 'header' | 'shown'> = {
  header: (data) => (/^\d{6}/.test(data) && data.slice(6, 9) === `${fs}${gs}${us}` ? 9 : undefined),
  shown: 'six digits, FS GS US',
}

const formats: { readonly [indicator: string]: Format } = {
  '01': {
    title: 'Transportation',
    header: (data) => (data[0] === gs && /^\d\d/.test(data.slice(1)) ? 3 : undefined),
    shown: 'GS and two digits',
  },
  '02': { title: 'Complete EDI message', ...noHeader },
  '03': { title: 'Segments of ASC X12', ...versioned },
  '04': { title: 'Segments of UN/EDIFACT', ...versioned },
  '05': { title: 'GS1 application identifiers', ...separator },
  '06': { title: 'Data identifiers', ...separator },
  '07': { title: 'Free text', ...noHeader },
  '08': {
    title: 'Data of CII',
    header: (data) => (/^\d{8}/.test(data) ? 8 : undefined),
    shown: 'eight digits',
  },
  '09': { title: 'Binary data', header: binaryHeader, shown: 'GS type GS compression GS bytes GS' },
  '12': { title: 'Text element identifiers', ...separator },
  '14': { title: 'JSON', ...noHeader },
  '15': { title: 'Data of ISO/IEC 20248', ...noHeader },
}

/** GS, the type, GS, the compression, GS, the number of bytes, GS. */
function binaryHeader(data: string): number | undefined {
  const [before, type, compression, count, ...rest] = data.slice(0, 80).split(gs!)
  const isThere = before === '' && type !== '' && /^\d{1,15}$/.test(count ?? '') && rest.length > 0
  return isThere ? 4 + type!.length + compression!.length + count!.length : undefined
}

/** Indicators that no edition has assigned. */
const reserved = /^(?:00|10|11|1[6-9]|[2-9]\d)$/

/** Whether a text is surely meant as a message of ISO/IEC 15434. */
export const isIso15434 = (text: string): boolean => /^>?\[\)>/.test(text)

/** What people write for separators that a keyboard has no key for. */
const names: readonly (readonly [written: RegExp, separator: string])[] = [
  [/\{RS\}|<RS>|\u241e|\\x1e|_1E|\^\^/gi, rs],
  [/\{GS\}|<GS>|\u241d|\\x1d|_1D|\^\]/gi, gs],
  [/\{EOT\}|<EOT>|\u2404|\\x04|_04|\^D/gi, eot],
]

/** The text with its separators as they are in a symbol. */
const withSeparators = (text: string): string =>
  names.reduce((found, [written, separator]) => found.replace(written, separator), text)

export function readIso15434(text: string): Reading {
  const reading = new Reading(text)
  if (!text.startsWith(header)) {
    const span = spanOf(0, Math.min(text.length, 4))
    const repairs = [headerRepair(text), `${header}06${gs}${text}${rs}${eot}`]
    return reading.stop('wrong_header', { span, found: shown(reading.at(span)), expected: shownHeader, repairs })
  }
  reading.element({ id: 'header', title: 'Message header', span: spanOf(0, header.length) })
  readFormats(reading, header.length)
  return reading
}

/** The text with the header that is missing in part, with all separators if it has none. */
function headerRepair(text: string): string {
  const named = withSeparators(text)
  if (named !== text) return named
  const [, indicator, rest = ''] = /^>?\[\)>[\r\n\s]*(\d\d)(.*)$/s.exec(text) ?? []
  if (indicator === undefined) return text
  const ending = rest.endsWith(eot) ? '' : rest.endsWith(rs) ? eot : rs + eot
  const isSeparated = rest.startsWith(gs) || !/^(?:01|05|06|12)$/.test(indicator)
  return `${header}${indicator}${isSeparated ? '' : gs}${rest}${ending}`
}

/** Formats one after the other, and the trailer of the message. */
function readFormats(reading: Reading, from: number): void {
  const { text } = reading
  let start = from
  do {
    start = readFormat(reading, start)
  } while (/^\d\d/.test(text.slice(start, start + 2)))
  if (text.slice(start) === eot) {
    reading.element({ id: 'trailer', title: 'Message trailer', span: spanOf(start, 1) })
    return
  }
  if (start < text.length) {
    const span = { start, end: text.length }
    const repairs = [reading.with(span, eot!)]
    reading.fault('wrong_separator', { span, found: shown(text.slice(start, start + 8)), expected: 'EOT', repairs })
  } else if (!/^(?:02|08)/.test(text.slice(from, from + 2)))
    reading.fault('missing_trailer', { span: spanOf(start, 0), expected: 'EOT', repairs: [text + eot] })
}

/** @returns where the next format or the trailer begins */
function readFormat(reading: Reading, start: number): number {
  const { text } = reading
  const indicator = text.slice(start, start + 2)
  const span = spanOf(start, indicator.length)
  const format = formats[indicator]
  reading.element({ id: 'format', title: 'Format', span, meaning: format?.title })
  if (format === undefined) {
    if (!/^\d\d$/.test(indicator) || reserved.test(indicator)) {
      const expected = Object.keys(formats).sort().join(', ')
      reading.fault('wrong_value', { span, title: 'Format', found: shown(indicator), expected })
    }
    const end = endOf(text, start + 2)
    reading.leave({ start: start + 2, end }, 'nothing public says what this format has')
    return afterTrailer(reading, end)
  }
  const found = format.header(text.slice(start + 2, start + 82))
  if (found === undefined) {
    const at = spanOf(start + 2, Math.min(1, text.length - start - 2))
    const repairs = format.shown === 'GS' ? [reading.with(spanOf(start + 2, 0), gs!), reading.with(at, gs!)] : []
    reading.fault('wrong_separator', { span: at, found: shown(reading.at(at)), expected: format.shown, repairs })
  }
  const data = start + 2 + (found ?? 0)
  if (indicator === '02') {
    reading.leave({ start: data, end: text.length }, 'messages of EDI are not read')
    return text.length
  }
  const end = indicator === '09' ? endOfBinary(reading, start + 2, data) : endOf(text, data)
  readData(reading, indicator, { start: data, end })
  return afterTrailer(reading, end)
}

/** Where the data of a format end: at RS, or at EOT where RS is missing. */
function endOf(text: string, start: number): number {
  const ends = [text.indexOf(rs!, start), text.indexOf(eot!, start)].filter((end) => end >= 0)
  return Math.min(text.length, ...ends)
}

/** As many bytes as the header of format 09 says. */
function endOfBinary(reading: Reading, start: number, data: number): number {
  const count = Number(reading.text.slice(start, data).split(gs!).at(-2) ?? 0)
  const end = data + count
  const { length } = reading.text
  if (end <= length) return end
  const span = { start, end: data }
  reading.fault('wrong_count', { span, title: 'Number of bytes', found: `${count}`, expected: `${length - data}` })
  return endOf(reading.text, data)
}

/** Steps over the trailer of a format. */
function afterTrailer(reading: Reading, end: number): number {
  const { text } = reading
  if (text[end] === rs) return end + 1
  const span = spanOf(end, 0)
  const rest = text.slice(end) === eot ? '' : eot
  // what follows shows whether EOT is missing too
  const repairs = [reading.with(span, rs!), `${text.slice(0, end)}${rs}${rest}${text.slice(end)}`]
  reading.fault('missing_trailer', { span, expected: 'RS', repairs })
  return end
}

function readData(reading: Reading, indicator: string, data: Span): void {
  switch (indicator) {
    case '05':
      reading.include(readElementStrings(reading.at(data)), data.start)
      return
    case '06':
      for (const field of fieldsIn(reading, data)) readField(reading, field)
      return
    case '12':
      for (const field of fieldsIn(reading, data)) readTextElement(reading, field)
      return
    case '07':
    case '14':
      reading.element({ id: indicator, title: formats[indicator]!.title, span: data })
      return
    case '01':
      fieldsIn(reading, data).forEach((span, i) => {
        reading.element({ id: `01.${i + 1}`, title: transportTitles[i] ?? 'Data of the carrier', span })
      })
      return
    default:
      reading.leave(data, `what ${formats[indicator]!.title.toLowerCase()} say is not judged`)
  }
}

/** The first fields of format 01, as MaxiCode's modes 2 and 3 have them (ANS MH10.8.3; ISO/IEC 16023). */
const transportTitles = ['Postal code', 'Country code', 'Class of service']

/** The fields of data between GS, without those that are empty. */
function fieldsIn(reading: Reading, { start, end }: Span): readonly Span[] {
  const fields: Span[] = []
  let at = start
  for (const field of reading.text.slice(start, end).split(gs!)) {
    const span = spanOf(at, field.length)
    at += field.length + 1
    if (field !== '') fields.push(span)
    else if (end > start && !reading.isFull)
      reading.fault('missing_element', {
        span,
        title: 'The field between two separators',
        repairs: [spanOf(span.start, 1), spanOf(span.start - 1, 1)].map((separator) => reading.with(separator, '')),
      })
  }
  return fields
}

/** A field of format 06: a data identifier and its value, or a structure that begins with a flag of its own. */
function readField(reading: Reading, span: Span): void {
  const field = reading.at(span)
  if (/^[+=&]/.test(field)) {
    reading.include(field.startsWith('+') ? readHibc(field) : readIsbt(field), span.start)
    return
  }
  const [, identifier] = /^(\d{0,3}[A-Z])/.exec(field) ?? []
  if (identifier === undefined) {
    const small = /^\d{0,3}[a-z]/.exec(field)?.[0]
    const repairs = small === undefined ? [] : [reading.with(spanOf(span.start, small.length), small.toUpperCase())]
    reading.fault('unknown_identifier', { span, found: shown(field), expected: 'ANS MH10.8.2', repairs })
    return
  }
  const value = { start: span.start + identifier.length, end: span.end }
  const known = dataIdentifierOf(identifier)
  const named = { id: identifier, title: known?.title ?? `Data identifier ${identifier}`, span: value }
  if (known === undefined) {
    reading.element(named)
    if (reservedCategory.test(identifier)) {
      const place = spanOf(span.start, identifier.length)
      reading.fault('unknown_identifier', { span: place, found: shown(identifier), expected: 'ANS MH10.8.2' })
    } else reading.leave(value, 'the data identifier is not in the public list of 27 August 2020')
    return
  }
  const isRight = takeValue(reading, named, known.form ?? { set: 'x', least: 1, most: 500 })
  if (isRight && identifier === '8P') judgeGtin(reading, named)
}

/** Categories in which there are no data identifiers. */
const reservedCategory = /[AGOX]$/

function judgeGtin(reading: Reading, { title, span }: { readonly title: string; readonly span: Span }): void {
  const digits = reading.at(span)
  const right = withRightDigit(digits)
  if (right === digits) return
  const place = spanOf(span.end - 1, 1)
  const said = { title: `Check digit of ${title}`, found: shown(digits.slice(-1)), expected: shown(right.slice(-1)) }
  reading.fault('wrong_check_character', { span: place, ...said, repairs: [reading.with(span, right)] })
}
