/**
 * Health Industry Bar Codes: supplier labels (LIC), primary, secondary and both in one, as UDI has them; provider data (PAS) are in
 * hibc-provider.ts.
 *
 * ANSI/HIBC 2.6-2016, as public sources quote it. What characters a lot or serial number may have beyond the check character's set
 * is not judged.
 */

import { characters43, checkCharacter43 } from './check-characters.ts'
import type { DateForm } from './dates.ts'
import { readProvider } from './hibc-provider.ts'
import { Reading, type Span, shown, spanOf } from './reading.ts'
import { takeValue } from './values.ts'

/** Whether a text is surely meant as an HIBC: by its flag and form, by its check character where the form says little. */
export function isHibc(text: string): boolean {
  if (/^\*\+.{6,}\*$/.test(text)) return isHibc(text.slice(1, -1))
  if (!text.startsWith('+') || text.length < 5) return false
  const hasSet = !isOutside.test(text.toUpperCase())
  const isChecked = !isOutside.test(text) && checkCharacter43(text.slice(0, -1)) === text.at(-1)
  if (text.startsWith('+/')) return isChecked || (hasSet && text.length >= 8 && /^\+\/[A-Z]{2}/.test(text))
  if (text.startsWith('+$')) return isChecked || (hasSet && text.length >= 8)
  // a telephone number begins with digits too
  if (/^\+\d{5}/.test(text)) return isChecked && /[^\d+]/.test(text)
  const [main = '', ...more] = text.split('/')
  if (!/^\+[A-Z][A-Z0-9]{3}/i.test(main)) return false
  const hasData = more.some((part) => /^(?:\$\$?\+?[A-Z0-9]|1[46]D\d{8}|S[A-Z0-9])/i.test(part))
  if (hasData && main.length >= 7) return hasSet && !isMixed(text)
  // Full ASCII of Code 39 writes small letters with the signs
  if (/[$+%]/.test(main.slice(1, -1))) return false
  // with a wrong check character it has to look like one: most labelers have three digits
  if (isChecked && more.length > 0 && /^\+[A-Z][A-Z0-9]{4,21}\d$/.test(main)) return true
  return isChecked ? main.length >= 8 : hasSet && /^\+[A-Z]\d{3}[A-Z0-9]{3,18}\d.$/.test(text)
}

/** Capital and small letters side by side, as in base64: people write all of them small, or one. */
const isMixed = (text: string): boolean => /[a-z].*[a-z]/.test(text) && /[A-Z].*[A-Z]/.test(text)

const isOutside = /[^0-9A-Z. $/+%-]/

/** What a secondary structure says of a date, by the digit behind `$$`: 0 and 1 are the month itself. */
const dateForms: { readonly [digit: string]: readonly [form: DateForm | undefined, flagLength: number] } = {
  0: ['MMYY', 0],
  1: ['MMYY', 0],
  2: ['MMDDYY', 1],
  3: ['YYMMDD', 1],
  4: ['YYMMDDhh', 1],
  5: ['YYJJJ', 1],
  6: ['YYJJJhh', 1],
  7: [undefined, 1],
}

const lotForm = { set: 'x', least: 0, most: 18 } as const

export function readHibc(text: string): Reading {
  const reading = new Reading(text)
  if (!text.startsWith('+')) {
    const stars = /^\*(.*)\*$/.exec(text)?.[1]
    const span = spanOf(0, Math.min(1, text.length))
    const repairs = [...(stars === undefined ? [] : [stars]), `+${text}`, `+${text}${checkOf(`+${text}`)}`]
    return reading.stop('wrong_header', { span, found: shown(reading.at(span)), expected: '"+"', repairs })
  }
  reading.element({ id: '+', title: 'HIBC flag', span: spanOf(0, 1) })
  judgeCheck(reading)
  if (text.startsWith('+/')) readProvider(reading)
  else readSupplier(reading)
  if (text.length > 1) reading.element({ id: 'CHK', title: 'Check character', span: spanOf(text.length - 1, 1) })
  return reading
}

const checkOf = (text: string): string => (isOutside.test(text) ? '' : checkCharacter43(text))

function judgeCheck(reading: Reading): void {
  const { text } = reading
  const outside = isOutside.exec(text)
  const place = spanOf(text.length - 1, 1)
  const said = { title: 'Check character', found: shown(text.slice(-1)) }
  if (outside !== null) {
    const large = text.toUpperCase()
    const repairs = [large, large.slice(0, -1) + checkOf(large.slice(0, -1))]
    const span = spanOf(outside.index, outside[0].length)
    const expected = `0-9, A-Z and ${characters43.slice(36).replace(' ', 'blank ')}`
    reading.fault('wrong_character', { span, title: 'HIBC', found: shown(outside[0]), expected, repairs })
    return
  }
  const right = checkOf(text.slice(0, -1))
  if (right === text.at(-1)) return
  const repairs = [text.slice(0, -1) + right, text + checkOf(text)]
  reading.fault('wrong_check_character', { span: place, ...said, expected: shown(right), repairs })
}

/** Primary and secondary structures, with supplements between slashes. The last character of all is the check character. */
function readSupplier(reading: Reading): void {
  const end = reading.text.length - 1
  const parts: Span[] = []
  for (let start = 1; start <= end; ) {
    const slash = reading.text.slice(start, end).indexOf('/')
    const next = slash < 0 ? end : start + slash
    parts.push({ start, end: next })
    start = next + 1
  }
  const [first = { start: 1, end: 1 }, ...others] = parts
  const isSecondary = /^(?:\$|\d{5})/.test(reading.at(first))
  if (isSecondary) {
    // by itself it ends with the check character of the primary one
    const hasLink = others.length === 0
    readSecondary(reading, hasLink ? { ...first, end: Math.max(first.start, first.end - 1) } : first)
    if (hasLink && first.end > first.start)
      reading.element({ id: 'LNK', title: 'Link character', span: spanOf(first.end - 1, 1) })
  } else readPrimary(reading, first)
  others.forEach((part, i) => {
    if (!isSecondary && i === 0 && /^(?:\$|\d{5})/.test(reading.at(part))) readSecondary(reading, part)
    else readSupplement(reading, part, { others, i })
  })
}

/** 4.3.1: labeler, product, unit of measure. */
function readPrimary(reading: Reading, { start, end }: Span): void {
  const labeler = { start, end: Math.min(start + 4, end) }
  const unit = { start: Math.max(labeler.end, end - 1), end }
  takeValue(reading, { id: 'LIC', title: 'Labeler', span: labeler }, { set: 'an', least: 4, most: 4 })
  if (/^\d/.test(reading.at(labeler))) {
    const place = spanOf(start, 1)
    const said = { title: 'Labeler', found: shown(reading.at(place)), expected: 'A-Z first' }
    reading.fault('wrong_character', { span: place, ...said })
  }
  const product = { start: labeler.end, end: unit.start }
  takeValue(
    reading,
    { id: 'PCN', title: 'Product or catalog number', span: product },
    { set: 'an', least: 1, most: 18 },
  )
  takeValue(reading, { id: 'UM', title: 'Unit of measure', span: unit }, { set: 'n', least: 1, most: 1 })
}

/** 4.3.2 and Appendix F: dates, quantities, lot or serial number. */
function readSecondary(reading: Reading, part: Span): void {
  const said = reading.at(part)
  const [flag = ''] = /^(?:\$\$\+|\$\+|\$\$|\$)?/.exec(said) ?? []
  let start = part.start + flag.length
  const take = (length: number): Span => {
    const span = { start, end: Math.min(start + length, part.end) }
    start = span.end
    return span
  }
  if (flag === '') takeValue(reading, { id: 'EXP', title: 'Expiry date', span: take(5) }, { date: 'YYJJJ' })
  if (flag.startsWith('$$')) {
    const quantity = flag === '$$' ? { 8: 2, 9: 5 }[reading.text[start] ?? ''] : undefined
    if (quantity !== undefined) {
      take(1)
      const named = { id: 'QTY', title: 'Quantity', span: take(quantity) }
      takeValue(reading, named, { set: 'n', least: quantity, most: quantity })
    }
    if (start < part.end || quantity === undefined) readDate(reading, { at: start, end: part.end }, take)
  }
  const isSerial = flag.endsWith('+')
  const named = { id: isSerial ? 'SER' : 'LOT', title: isSerial ? 'Serial number' : 'Lot' }
  const span = { start, end: part.end }
  if (span.start < span.end) takeValue(reading, { ...named, span }, lotForm)
}

function readDate(reading: Reading, { at, end }: { at: number; end: number }, take: (length: number) => Span): void {
  const digit = at < end ? reading.text[at]! : ''
  const known = dateForms[digit]
  if (known === undefined) {
    const span = spanOf(at, digit.length)
    reading.fault('wrong_value', { span, title: 'Form of the date', found: shown(digit), expected: '0 to 7' })
    return
  }
  const [form, flagLength] = known
  take(flagLength)
  if (form !== undefined)
    takeValue(reading, { id: 'EXP', title: 'Expiry date', span: take(form.length) }, { date: form })
}

/** 2.3.2: what may follow, by data identifiers of its own. */
const supplements: readonly (readonly [
  identifier: string,
  id: string,
  title: string,
  form: Parameters<typeof takeValue>[2],
])[] = [
  ['16D', 'MFD', 'Production date', { date: 'YYYYMMDD' }],
  ['14D', 'EXP', 'Expiry date', { date: 'YYYYMMDD' }],
  ['S', 'SER', 'Serial number', { set: 'x', least: 1, most: 18 }],
  ['Q', 'QTY', 'Quantity', { set: 'n', least: 1, most: 5 }],
]

function readSupplement(
  reading: Reading,
  span: Span,
  { others, i }: { readonly others: readonly Span[]; readonly i: number },
): void {
  const part = reading.at(span)
  const found = supplements.find(([identifier]) => part.startsWith(identifier))
  if (found === undefined) {
    const place = spanOf(span.start, Math.min(3, part.length))
    const expected = 'ANSI/HIBC 2.6: 16D, 14D, S, Q'
    reading.fault('unknown_identifier', { span: place, found: shown(reading.at(place)), expected })
    return
  }
  const [identifier, id, title, form] = found
  takeValue(reading, { id, title, span: { start: span.start + identifier.length, end: span.end } }, form)
  if (id !== 'QTY' || i === others.length - 1 || reading.isFull) return
  const rest = others.filter((other) => other !== span).map((other) => reading.at(other))
  const all = `${reading.text.slice(0, others[0]!.start)}${[...rest, part].join('/')}`
  const next = reading.at(others[i + 1]!)
  reading.fault('wrong_order', { span, title, found: shown(next), repairs: [all + checkOf(all)] })
}
