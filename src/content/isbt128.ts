/**
 * ISBT 128: data structures of medical products of human origin, by their data identifiers.
 *
 * ISBT 128 Standard Technical Specification, ICCBBA ST-001, version 6.2.2 (2023), which is public: Table 2, 2.4 and Appendix A.
 * What is in ICCBBA's tables for licensees (facilities, product codes, special tests) is not judged.
 */

import { checkCharacter37, checkValue37 } from './check-characters.ts'
import { type Structure, structureOf } from './isbt128-structures.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'
import { takeValue } from './values.ts'

/** A Donation Identification Number as Data Structure 001 has it: facility, year, sequence, flags. */
const donation = /^=[A-NP-Z1-9][A-NP-Z0-9]{2}\d{2}\d{2}\d{6}[0-9A-HJ-NPR-Y]{2}/

/** Whether a text is surely meant as ISBT 128: its structures have their lengths and characters, or it is nearly a donation number. */
export function isIsbt(text: string): boolean {
  if (/^=\+\d{5}[=&]/.test(text)) return true
  if (/^=[A-NP-Z1-9][A-NP-Z0-9]{2}[\dOI]{10,}[0-9A-Z]{0,2}$/.test(text))
    // a formula may be digits too
    return text.length <= 20 && /\d{5}/.test(text) && (text.length === 16 || /[A-Z]/.test(text.slice(1, 4)))
  if (!/^[=&][^a-z;!\s]/.test(text)) return false
  if (/^&:\d{4}[A-Z0-9]{13}\d\d$/.test(text)) return true
  // formulas and what people abbreviate begin so too
  const digits = text.replace(/[^0-9]/g, '').length
  if (2 * digits < text.length - 2 || isShort.test(text)) return false
  return readIsbt(text).faults.every(({ code }) => code === 'wrong_check_character')
}

/** Structures of few characters by themselves: but for those that they often have, they may be anything. */
const isShort = /^(?:=%(?![0-9A-Za-z]{2}[0-9A-Z]0$)|&\((?![A-Z]\d{4}$)).{0,6}$/

export function readIsbt(text: string): Reading {
  const reading = new Reading(text)
  if (!/^[=&]/.test(text)) {
    const span = spanOf(0, Math.min(1, text.length))
    const repairs = [`=${text.replace(/\s/g, '').toUpperCase()}`, `=${text}`, `=<${text}`]
    return reading.stop('wrong_header', { span, found: shown(reading.at(span)), expected: '"=" or "&"', repairs })
  }
  let count = 0
  let declared: { readonly span: Span; readonly count: number } | undefined
  for (let start = 0; start < text.length; ) {
    const structure = structureOf(text, start)
    if (structure === undefined) {
      unknownStructure(reading, start)
      return reading
    }
    const end = endOf(text, start, structure)
    const span = { start: start + structure.identifier.length, end: Math.min(text.length, end) }
    const [, digits] = /^(\d\d)/.exec(reading.at(span)) ?? []
    if (structure.number !== '023') count++
    else if (digits !== undefined) declared = { span: spanOf(span.start, 2), count: Number(digits) }
    readStructure(reading, structure, { span, length: end - span.start })
    start = Math.max(span.end, start + 1)
  }
  if (declared !== undefined && declared.count !== count) {
    const repairs = [reading.with(declared.span, `${count}`.padStart(2, '0'))]
    const said = { title: 'Number of data structures', found: `${declared.count}`, expected: `${count}` }
    reading.fault('wrong_count', { span: declared.span, ...said, repairs })
  }
  return reading
}

/** What is left has no data identifier: it is too much of the structure before it, or a structure of others. */
function unknownStructure(reading: Reading, start: number): void {
  const span = { start, end: reading.text.length }
  if (/^&[a-z;!]/.test(reading.text.slice(start))) {
    reading.leave(span, 'a data structure that ICCBBA does not define')
    return
  }
  const repairs = start === 0 ? [] : [reading.text.slice(0, start)]
  const found = shown(reading.text.slice(start, start + 8))
  reading.fault('unknown_identifier', { span, found, expected: 'ICCBBA ST-001', repairs })
}

/** Where the content of a structure ends, by its length or by the number in it. */
function endOf(text: string, start: number, { identifier, length, repeated }: Structure): number {
  const content = start + identifier.length
  if (repeated === undefined) return content + length
  const { from, digits, unit } = repeated
  const count = Number(text.slice(content + from, content + from + digits))
  return content + from + digits + (Number.isNaN(count) ? 0 : count * unit)
}

/** @param length  the characters that the content has to have */
function readStructure(
  reading: Reading,
  { number, title, form, notPublic }: Structure,
  { span, length }: { readonly span: Span; readonly length: number },
): void {
  const named = { id: number, title, span }
  const found = span.end - span.start
  if (found < length) {
    reading.element(named)
    const repairs = number === '001' ? donationsMeant(reading, span) : []
    reading.fault('wrong_length', { span, title, found: `${found}`, expected: `${length}`, repairs })
    return
  }
  if (number === '001') {
    readDonation(reading, span)
    return
  }
  const isRight = takeValue(reading, named, form ?? { set: 'al', least: 0, most: 999 })
  if (notPublic === true) reading.leave(span, 'its values are in tables for licensees of ICCBBA')
  if (isRight && number === '039') judgeRegistration(reading, span)
}

/** A number without flags has 00. */
const donationsMeant = (reading: Reading, span: Span): readonly string[] =>
  span.end === reading.text.length ? [`${reading.text}00`] : []

/** 2.4.1 and Appendix A. */
function readDonation(reading: Reading, { start }: Span): void {
  const number = spanOf(start, 13)
  const flags = spanOf(start + 13, 2)
  const digits = reading.at(number)
  const isRight = donation.test(reading.text.slice(start - 1))
  const meaning = isRight ? `check character ${checkCharacter37(digits)}` : undefined
  reading.element({ id: '001', title: 'Donation Identification Number', span: number, meaning })
  reading.element({ id: '001.FIN', title: 'Facility', span: spanOf(start, 5) })
  reading.element({ id: '001.YY', title: 'Year', span: spanOf(start + 5, 2) })
  reading.element({ id: '001.N', title: 'Sequence number', span: spanOf(start + 7, 6) })
  reading.element({ id: '001.FF', title: 'Flags', span: flags })
  if (!isRight) {
    const span = { start, end: flags.end }
    const large = reading.at(span).toUpperCase()
    const digital = large.slice(0, 3) + large.slice(3, 13).replace(/O/g, '0').replace(/I/g, '1') + large.slice(13)
    const said = {
      title: 'Donation Identification Number',
      found: shown(reading.at(span)),
      expected: 'A-N P-Z 1-9, digits',
    }
    reading.fault('wrong_character', {
      span,
      ...said,
      repairs: [reading.with(span, large), reading.with(span, digital)],
    })
    return
  }
  judgeFlags(reading, { digits, flags })
  reading.leave(spanOf(start, 5), 'facilities are in a table for licensees of ICCBBA')
}

/** A.2: flags of type 3, 60 to 96, are the check value. */
function judgeFlags(reading: Reading, { digits, flags }: { readonly digits: string; readonly flags: Span }): void {
  const found = reading.at(flags)
  const value = /^\d\d$/.test(found) ? Number(found) : 0
  if (value < 60 || value > 96) return
  const right = `${60 + checkValue37(digits)}`
  if (found === right) return
  const said = { title: 'Check value in the flags', found: shown(found), expected: shown(right) }
  reading.fault('wrong_check_character', { span: flags, ...said, repairs: [reading.with(flags, right)] })
}

/** The last two digits of a donor's registration are the check value of the others. */
function judgeRegistration(reading: Reading, { start, end }: Span): void {
  const place = { start: end - 2, end }
  const right = `${checkValue37(reading.text.slice(start, end - 2))}`.padStart(2, '0')
  const found = reading.at(place)
  if (found === right) return
  const said = { title: 'Checksum', found: shown(found), expected: shown(right) }
  reading.fault('wrong_check_character', { span: place, ...said, repairs: [reading.with(place, right)] })
}
