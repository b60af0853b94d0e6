/**
 * Numbers as a spreadsheet shows them, by the code of their format: with the zeros before them, with their decimals, as dates. What a
 * number stands for in a language that the file does not name (months by name, the date of the system) is written by ISO 8601.
 *
 * ISO/IEC 29500-1:2016 (ECMA-376), 18.8.30 and 18.8.31, 18.17.4
 */

/** How a workbook counts days, and what stands before decimals. */
export interface NumberStyle {
  /** Whether day 0 is 1 January 1904; otherwise day 1 is 1 January 1900. */
  readonly from1904: boolean
  readonly decimalSign: '.' | ','
}

/** The code of a format that depends on the system: it is of no kind that is read. */
const notKnown = '0/0'

/** The formats that have a number and no code (18.8.30); those of dates whose order is the system's are left to ISO 8601. */
export const builtIn: { readonly [id: number]: string } = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0',
  43: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  // the currency of the system
  ...Object.fromEntries([5, 6, 7, 8, 42, 44].map((id) => [id, notKnown])),
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [
      id,
      'yyyy-mm-dd',
    ]),
  ),
}

/** From this number on a cell does not have all digits that were typed. */
export const inexact = 1e15

/** Why a number is not shown as one. */
export type Unshown =
  /** In place of it there is a row of #: it is a date before the first, or meets none of the conditions of its format. */
  | { readonly unshown: 'tooNarrow' }
  /** Its format shows a fraction, or is of a kind that is not read. */
  | { readonly unshown: 'otherFormat' }

const tooNarrow: Unshown = { unshown: 'tooNarrow' }
const otherFormat: Unshown = { unshown: 'otherFormat' }

/** The format of a cell, by its code. */
export class NumberFormat {
  /** Undefined if the code is General, or that of texts. */
  readonly #sections: readonly Section[] | undefined
  /** What is shown of a text; undefined if it is the text. */
  readonly #ofTexts: Section | undefined

  constructor(code: string) {
    const isPlain = /^(?:general|standard|@|)$/i.test(code)
    const all = isPlain ? [] : sectionsOf(code)
    const last = all.at(-1)
    this.#ofTexts = last !== undefined && (all.length > 3 || hasMark(last, '@')) ? last : undefined
    const ofNumbers = this.#ofTexts === undefined || all.length === 1 ? all : all.slice(0, -1)
    this.#sections = isPlain ? undefined : ofNumbers
  }

  /** Whether its numbers stand for what they are: for amounts, not for dates or parts of a hundred. */
  get isOfAmounts(): boolean {
    return this.#sections === undefined || !this.#sections.some((one) => isDate(one.parts) || hasMark(one, '%'))
  }

  /** The number as it is shown. One that a spreadsheet has rounded is written with its exponent. */
  shown(value: number, style: NumberStyle): string | Unshown {
    if (Math.abs(value) >= inexact) return value.toExponential().toUpperCase()
    if (this.#sections === undefined) return general(value, style)
    const found = sectionFor(value, this.#sections)
    if (found === undefined) return tooNarrow
    const { section, isSigned } = found
    if (isDate(section.parts)) return dateText(value, section.parts, style) ?? tooNarrow
    const text = numberText(Math.abs(value), section.parts, style)
    if (text === undefined) return otherFormat
    return `${isSigned && hasValue(text, section.parts) ? '-' : ''}${text}`.trim()
  }

  /** What is shown of a text. */
  shownText(text: string): string {
    const { parts } = this.#ofTexts ?? { parts: undefined }
    return parts?.map((part) => (isMark(part) ? (part.mark === '@' ? text : part.mark) : part.literal)).join('') ?? text
  }
}

/** Whether a number is not shown as zero, which has no sign; one that is not shown keeps it. */
const hasValue = (text: string, parts: readonly Part[]): boolean => !parts.some(isDigit) || /[1-9]/.test(text)

/** Characters of a number in General that is not whole, its sign left out. */
const generalLength = 11

/** A whole number with all its digits, another in 11 characters, as spreadsheets show it where there is room (18.8.30). */
function general(value: number, { decimalSign }: Pick<NumberStyle, 'decimalSign'>): string {
  return generalText(value).replace('.', decimalSign)
}

function generalText(value: number): string {
  const rounded = Number(value.toPrecision(15))
  if (Number.isInteger(rounded)) return String(rounded)
  const magnitude = Math.floor(Math.log10(Math.abs(rounded)))
  const decimals = generalLength - 2 - Math.max(0, magnitude)
  const exact = withoutZeros(rounded.toFixed(15))
  const isFixed = decimals >= 0 && (magnitude >= -4 || exact.replace('-', '').length <= generalLength)
  if (isFixed) return withoutZeros(rounded.toFixed(decimals)).replace(/\.$/, '')
  const [digits, exponent] = rounded.toExponential(5).split('e') as [string, string]
  return `${withoutZeros(digits).replace(/\.$/, '')}E${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
}

/** A text without the zeros at its end. */
function withoutZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** A part of a code: what is written as it stands, or a character that means something. */
type Part = { readonly literal: string } | { readonly mark: string }

const isMark = (part: Part): part is { readonly mark: string } => 'mark' in part

/** The longest code that is read, and longer than any that a program writes. */
const longestCode = 255

/** A piece of a code; what fills a column or leaves the room of a character is nothing. */
const pieces = /"([^"]{0,255})"|\\(.)|_.|\*.|\[([^\]]{0,40})\]|(general|standard)|(AM\/PM|A\/P)|(.)/gisy

/** A section of a code, and the numbers that it is for, if it says so. */
interface Section {
  readonly parts: readonly Part[]
  readonly condition?: Condition
}

interface Condition {
  readonly sign: string
  readonly bound: number
}

/** The sections of a code. A code that is too long is one that cannot be read. */
function sectionsOf(code: string): readonly Section[] {
  if (code.length > longestCode) return [{ parts: [{ mark: '/' }] }]
  const sections: { parts: Part[]; condition?: Condition }[] = [{ parts: [] }]
  for (const [, quoted, escaped, bracketed, word, noon, character] of code.matchAll(pieces)) {
    const section = sections.at(-1)!
    const { parts } = section
    const literal = quoted ?? escaped
    if (literal !== undefined) parts.push({ literal })
    else if (bracketed !== undefined) {
      const [, sign, bound] = conditionForm.exec(bracketed) ?? []
      if (sign !== undefined) section.condition = { sign, bound: Number(bound) }
      else if (/^(?:h{1,9}|m{1,9}|s{1,9})$/i.test(bracketed)) parts.push({ mark: `[${bracketed.toLowerCase()}]` })
      // a currency, and the language that it is of
      else if (bracketed.startsWith('$')) parts.push({ literal: bracketed.slice(1).split('-')[0]! })
    } else if (word !== undefined) parts.push({ mark: 'general' })
    else if (noon !== undefined) parts.push({ mark: 'noon' })
    else if (character === ';') sections.push({ parts: [] })
    else if (character === undefined) continue
    else if (/[0#?.,%@E/ymdhs]/i.test(character)) parts.push({ mark: character.toLowerCase() })
    else parts.push({ literal: character })
  }
  return sections
}

const conditionForm = /^(<=|>=|<>|<|>|=)(-?\d{1,15}(?:\.\d{1,15})?)$/

function meets(value: number, { sign, bound }: Condition): boolean {
  if (sign === '<>') return value !== bound
  return (
    (sign.includes('=') && value === bound) || (sign[0] === '<' && value < bound) || (sign[0] === '>' && value > bound)
  )
}

/** Whether all numbers that meet a condition are negative, so that their section writes the sign itself. */
const isOfNegatives = ({ sign, bound }: Condition): boolean =>
  (sign === '<' && bound <= 0) || (/^<?=$/.test(sign) && bound < 0)

/** Whether all numbers that do not meet a condition are negative. */
const leavesNegatives = ({ sign, bound }: Condition): boolean => (sign === '>=' || sign === '>') && bound === 0

/** The section for a number, and whether it needs a sign before it; undefined if it meets no condition. */
function sectionFor(
  value: number,
  [first, second, third]: readonly Section[],
): { readonly section: Section; readonly isSigned: boolean } | undefined {
  if (first === undefined) return undefined
  const negative = value < 0
  if (first.condition === undefined && second?.condition === undefined) {
    if (negative && second !== undefined) return { section: second, isSigned: false }
    return { section: value === 0 && third !== undefined ? third : first, isSigned: negative }
  }
  const chosen = first.condition ?? { sign: '>', bound: 0 }
  if (meets(value, chosen)) return { section: first, isSigned: negative && !isOfNegatives(chosen) }
  if (second === undefined) return undefined
  const other = second.condition ?? (third === undefined ? undefined : { sign: '<', bound: 0 })
  if (other === undefined) return { section: second, isSigned: negative && !leavesNegatives(chosen) }
  if (meets(value, other)) return { section: second, isSigned: negative && !isOfNegatives(other) }
  return third && { section: third, isSigned: negative }
}

const hasMark = ({ parts }: Section, mark: string): boolean => parts.some((part) => isMark(part) && part.mark === mark)

const isDate = (section: readonly Part[]): boolean =>
  section.some((part) => isMark(part) && /^(?:[ymdhs]|\[[hms]+\])$/.test(part.mark))

/** @param value  not negative */
function numberText(
  value: number,
  section: readonly Part[],
  { decimalSign }: Pick<NumberStyle, 'decimalSign'>,
): string | undefined {
  const marks = section.filter(isMark).map(({ mark }) => mark)
  if (marks.includes('general')) return generalPart(value, section, { decimalSign })
  if (marks.some((mark) => /^(?:[@e/]|noon)$/.test(mark))) return undefined
  // a section of texts alone shows them in place of the number
  if (!section.some(isDigit))
    return marks.includes('.') ? undefined : section.map((part) => (isMark(part) ? part.mark : part.literal)).join('')
  const point = section.findIndex((part) => isMark(part) && part.mark === '.')
  const whole = point < 0 ? section : section.slice(0, point)
  const rest = point < 0 ? [] : section.slice(point + 1)
  const decimals = rest.filter(isDigit).length
  const percents = marks.filter((mark) => mark === '%').length
  // commas behind the last digit divide by a thousand each, one between two digits parts thousands
  const [, behind = ''] = /[0#?](,*)[^0#?]*$/.exec(marks.join('')) ?? []
  const isGrouped = /[0#?],+[0#?]/.test(marks.join(''))
  const scaled = rounded(value * 100 ** percents * 1000 ** -behind.length, decimals)
  if (scaled === undefined) return undefined
  const [integer = '', fraction = ''] = scaled.split('.')
  const separator = isGrouped ? (decimalSign === ',' ? '.' : ',') : ''
  const before = wholeText(whole, integer === '0' ? '' : integer, separator)
  if (point < 0) return before
  const after = fractionText(rest, fraction)
  return before + (decimals > 0 ? decimalSign : '') + after
}

/** General with texts around it; undefined if there are other marks. */
function generalPart(
  value: number,
  section: readonly Part[],
  style: Pick<NumberStyle, 'decimalSign'>,
): string | undefined {
  const isPlain = section.every((part) => !isMark(part) || part.mark === 'general')
  return isPlain ? section.map((part) => (isMark(part) ? general(value, style) : part.literal)).join('') : undefined
}

const isDigit = (part: Part): boolean => isMark(part) && /[0#?]/.test(part.mark)

/** The value with the given number of decimals, half up by its fifteen decimal digits. */
function rounded(value: number, decimals: number): string | undefined {
  const text = String(Number(value.toPrecision(15)))
  if (/e/.test(text) || decimals > 15) return value < inexact && decimals <= 15 ? value.toFixed(decimals) : undefined
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`).toFixed(decimals)
}

/** Digits in the places of a section, from the right; the first place takes what is left. */
function wholeText(section: readonly Part[], digits: string, separator: string): string {
  const first = section.findIndex(isDigit)
  let left = digits
  let written = ''
  let count = 0
  const write = (digit: string): void => {
    if (separator !== '' && count > 0 && count % 3 === 0) written = separator + written
    written = digit + written
    count++
  }
  for (let i = section.length - 1; i >= 0; i--) {
    const part = section[i]!
    if (!isMark(part)) written = part.literal + written
    else if (part.mark === '%') written = `%${written}`
    else if (isDigit(part)) {
      const digit = left.slice(-1) || { '0': '0', '?': ' ' }[part.mark]
      left = left.slice(0, -1)
      if (digit !== undefined) write(digit)
      if (i === first) for (; left !== ''; left = left.slice(0, -1)) write(left.slice(-1))
    }
  }
  return first < 0 ? digits + written : written
}

function fractionText(section: readonly Part[], fraction: string): string {
  const significant = withoutZeros(fraction).length
  let at = 0
  return section
    .map((part) => {
      if (!isMark(part)) return part.literal
      if (part.mark === '%') return '%'
      if (!isDigit(part)) return ''
      const digit = fraction[at]!
      return at++ < significant || part.mark === '0' ? digit : part.mark === '?' ? ' ' : ''
    })
    .join('')
}

/** Milliseconds of a day. */
const day = 86_400_000

/** The numbers of days since 1900 that no calendar has, and spreadsheets show (18.17.4.1). */
const daysOfNoCalendar: { readonly [number: number]: string } = { 0: '1900-01-00', 60: '1900-02-29' }

/** @returns undefined for what is not a date */
function dateText(value: number, section: readonly Part[], { from1904 }: NumberStyle): string | undefined {
  if (value < 0 || value >= 2_958_466) return undefined
  const parts = joinedMarks(section)
  const hasFractions = parts.some((part) => isMark(part) && /^0+$/.test(part.mark))
  const step = hasFractions ? 1 : 1000
  const since = Math.round((value * day) / step) * step
  const number = Math.floor(since / day)
  const offset = from1904 ? 1462 : number < 60 ? 1 : 0
  const date = new Date(Date.UTC(1899, 11, 30) + offset * day + since)
  const exact = date.toISOString()
  const iso = ((!from1904 && daysOfNoCalendar[number]) || exact.slice(0, 10)) + exact.slice(10)
  // names of months and days have a language
  if (parts.some((part) => isMark(part) && /^(?:mmm+|ddd+)$/.test(part.mark))) return iso.slice(0, 10)
  const isHalf = parts.some((part) => isMark(part) && part.mark === 'noon')
  const seconds = Math.floor(since / 1000)
  return parts
    .map((part, i) =>
      isMark(part) ? dateMark(part.mark, { date, iso, seconds, isHalf, isMinute: isMinute(parts, i) }) : part.literal,
    )
    .join('')
    .trim()
}

/** Equal marks that stand together as one. */
function joinedMarks(section: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of section) {
    const last = joined.at(-1)
    if (
      isMark(part) &&
      last !== undefined &&
      isMark(last) &&
      last.mark[0] === part.mark &&
      /[ymdhs0]/.test(part.mark)
    ) {
      joined[joined.length - 1] = { mark: last.mark + part.mark }
    } else joined.push(part)
  }
  return joined
}

/** Whether an `m` is minutes: behind hours, or before seconds. */
function isMinute(parts: readonly Part[], index: number): boolean {
  const near = (from: readonly Part[]): string =>
    from.filter(isMark).find(({ mark }) => /[ymdhs]/.test(mark))?.mark ?? ''
  return /h/.test(near(parts.slice(0, index).reverse())) || /s/.test(near(parts.slice(index + 1)))
}

interface Moment {
  readonly date: Date
  /** In ISO 8601. */
  readonly iso: string
  /** Since day 0. */
  readonly seconds: number
  /** Whether hours go from 1 to 12. */
  readonly isHalf: boolean
  readonly isMinute: boolean
}

function dateMark(mark: string, { date, iso, seconds, isHalf, isMinute }: Moment): string {
  const padded = (number: number): string =>
    String(number).padStart(Math.min(mark.replace(/[[\]]/g, '').length, 2), '0')
  const hours = date.getUTCHours()
  switch (mark[0]) {
    case 'y':
      return mark.length > 2 ? iso.slice(0, 4) : iso.slice(2, 4)
    case 'm':
      return padded(isMinute ? date.getUTCMinutes() : Number(iso.slice(5, 7)))
    case 'd':
      return padded(Number(iso.slice(8, 10)))
    case 'h':
      return padded(isHalf ? hours % 12 || 12 : hours)
    case 's':
      return padded(date.getUTCSeconds())
    case '[': {
      const unit = { h: 3600, m: 60, s: 1 }[mark[1]!]!
      return padded(Math.floor(seconds / unit))
    }
    case '0':
      return String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, mark.length)
    case 'n':
      return hours < 12 ? 'AM' : 'PM'
    default:
      // a point before fractions, a slash, a comma
      return mark
  }
}
