/** Numbers of trade items and books. */

import { checkCharacter11, withRightDigit } from './check-characters.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'

/** Digits of a GTIN (GS1 General Specifications, Release 26, 3.3.2). */
const gtinLengths = [8, 12, 13, 14]

const isChecked = (digits: string): boolean => withRightDigit(digits) === digits

/** Whether a text can be a GTIN: digits of a right length, with a right check digit. One number of ten is so by chance. */
export const isGtin = (text: string): boolean =>
  /^(?:\d{8}|\d{12,14})$/.test(text) && !/^0+$/.test(text) && isChecked(text)

export function readGtin(text: string): Reading {
  const reading = new Reading(text)
  const span = { start: 0, end: text.length }
  const bare = text.replace(/[\s-]/g, '')
  const other = /[^0-9]/u.exec(text)
  if (other !== null) {
    const place = spanOf(other.index, other[0].length)
    const said = { title: 'GTIN', found: shown(other[0]), expected: '0-9' }
    reading.fault('wrong_character', { span: place, ...said, repairs: [bare, withRightDigitIn(bare)] })
    return reading
  }
  reading.element({ id: `GTIN-${text.length}`, title: 'GTIN', span })
  if (!gtinLengths.includes(text.length)) {
    // the check digit may be missing, or the zeros that spreadsheets cut off
    const lengths = gtinLengths.filter((length) => length >= text.length)
    const repairs = lengths.map((length) => text.padStart(length, '0')).filter(isChecked)
    const completed = lengths.includes(text.length + 1) ? [withRightDigit(`${text}0`)] : []
    const said = { title: 'GTIN', found: `${text.length}`, expected: gtinLengths.join(', ') }
    reading.fault('wrong_length', { span, ...said, repairs: [...repairs, ...completed] })
    return reading
  }
  judgeLast(reading, span, withRightDigit(text))
  return reading
}

const withRightDigitIn = (text: string): string => (/^\d{2,}$/.test(text) ? withRightDigit(text) : text)

function judgeLast(reading: Reading, span: Span, right: string): void {
  const found = reading.at(span)
  if (found === right) return
  const said = { title: 'Check digit', found: shown(found.slice(-1)), expected: shown(right.slice(-1)) }
  const place = { start: span.end - 1, end: span.end }
  reading.fault('wrong_check_character', { span: place, ...said, repairs: [reading.with(span, right)] })
}

const isbnForm = /^(ISBN(?:-1[03])?:? *)?([0-9][0-9 -]*[0-9X])$/i

/**
 * Whether a text is surely meant as an ISBN: it says so, it has the hyphens of one, or it is a number of books with a right check
 * digit. Ten digits alone may be anything.
 */
export function isIsbn(text: string): boolean {
  const [, prefix, number = ''] = isbnForm.exec(text) ?? []
  const digits = number.replace(/[ -]/g, '')
  if (prefix !== undefined) return /^\d{9}[\dX]$|^\d{13}$/i.test(digits)
  if (/^97[89]-\d{1,5}-\d{1,7}-\d{1,6}-\d$/.test(number)) return digits.length === 13
  if (/^\d{1,5}-\d{1,7}-\d{1,6}-[\dX]$/.test(number) && digits.length === 10)
    return checkCharacter11(digits.slice(0, 9)) === digits[9]
  return /^97[89]\d{10}$/.test(text) && isChecked(text)
}

/** ISO 2108:2017 and the ISBN Users’ Manual, 7th edition. Where hyphens stand is not judged: the ranges of publishers change. */
export function readIsbn(text: string): Reading {
  const reading = new Reading(text)
  const [, prefix = ''] = /^(ISBN(?:-1[03])?:? *)/i.exec(text) ?? []
  const span = { start: prefix.length, end: text.length }
  const digits = reading.at(span).replace(/[ -]/g, '')
  reading.element({ id: digits.length === 13 ? 'ISBN-13' : 'ISBN-10', title: 'ISBN', span })
  const other = /[^0-9X -]/i.exec(reading.at(span))
  if (other !== null) {
    const place = spanOf(span.start + other.index, 1)
    reading.fault('wrong_character', { span: place, title: 'ISBN', found: shown(other[0]), expected: '0-9, X' })
    return reading
  }
  if (!/^(?:\d{9}[\dX]|\d{13})$/i.test(digits)) {
    const repairs = /^97[89]\d{9}$/.test(digits) ? [text + withRightDigit(`${digits}0`).at(-1)] : []
    reading.fault('wrong_length', { span, title: 'ISBN', found: `${digits.length}`, expected: '10, 13', repairs })
    return reading
  }
  const right = digits.length === 13 ? withRightDigit(digits).at(-1)! : checkCharacter11(digits.slice(0, 9))
  const last = spanOf(text.length - 1, 1)
  if (digits.length === 13 && !/^97[89]/.test(digits)) {
    const place = { start: span.start, end: span.start + 3 }
    reading.fault('wrong_value', {
      span: place,
      title: 'Prefix',
      found: shown(reading.at(place)),
      expected: '978, 979',
    })
    return reading
  }
  if (digits.at(-1) === right) return reading
  const said = { title: 'Check digit', found: shown(digits.at(-1)!), expected: shown(right) }
  reading.fault('wrong_check_character', { span: last, ...said, repairs: [reading.with(last, right)] })
  return reading
}
