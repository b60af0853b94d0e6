/** Forms of values that the standards share: so many characters of a set, and what people write in their place. */

import { type DateForm, datesMeant, meaningOfDate } from './dates.ts'
import { type Reading, type Span, shown } from './reading.ts'

/** A set of characters, as messages name it, and what does not belong to it. */
const sets = {
  n: { name: '0-9', other: /[^0-9]/u },
  a: { name: 'A-Z', other: /[^A-Z]/u },
  an: { name: '0-9, A-Z', other: /[^0-9A-Z]/u },
  /** Letters of both cases. */
  al: { name: '0-9, A-Z, a-z', other: /[^0-9A-Za-z]/u },
  /** Numbers, with a decimal point and a sign. */
  r: { name: '0-9, - and .', other: /[^0-9.-]/u },
  /** Printable ASCII. */
  x: { name: 'ASCII, U+0020 to U+007E', other: /[^ -~]/u },
} as const

export type CharacterSet = keyof typeof sets

/** So many characters of a set, or a date. */
export type ValueForm =
  | { readonly set: CharacterSet; readonly least: number; readonly most: number }
  | { readonly date: DateForm }

export interface NamedValue {
  readonly id: string
  readonly title: string
  readonly span: Span
}

/** Adds an element, and what is wrong with its value by its form. @returns whether it is right */
export function takeValue(reading: Reading, named: NamedValue, form: ValueForm): boolean {
  const value = reading.at(named.span)
  if ('date' in form) return takeDate(reading, named, form.date)
  reading.element(named)
  return judgeForm(reading, named, { value, form })
}

function judgeForm(
  reading: Reading,
  { title, span }: NamedValue,
  { value, form }: { readonly value: string; readonly form: Exclude<ValueForm, { date: DateForm }> },
): boolean {
  const { name, other } = sets[form.set]
  const repairs = meantIn(value, form).map((meant) => reading.with(span, meant))
  const wrong = other.exec(value)
  const { length } = value
  if (wrong !== null) {
    const at = span.start + wrong.index
    const place = { start: at, end: at + wrong[0].length }
    reading.fault('wrong_character', { span: place, title, found: shown(wrong[0]), expected: name, repairs })
  }
  if (length >= form.least && length <= form.most) return wrong === null
  // of a value that is too long by blanks alone the characters say it
  if (wrong === null || repairs.length === 0)
    reading.fault('wrong_length', { span, title, found: `${length}`, expected: rangeText(form), repairs })
  return false
}

export const rangeText = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  least === most ? `${least}` : `${least} to ${most}`

/** Digits that letters are taken for. */
const lookAlikes: { readonly [letter: string]: string } = { O: '0', o: '0', I: '1', l: '1' }

/** The values of a form that a value may be meant as: without what people put between groups, in capital letters, in digits. */
function meantIn(value: string, { set, least, most }: Exclude<ValueForm, { date: DateForm }>): readonly string[] {
  const { other } = sets[set]
  const isRight = (meant: string): boolean => meant.length >= least && meant.length <= most && !other.test(meant)
  const bare = value.replace(/[\s_-]/g, '')
  const digits = value.replace(/[OoIl]/g, (letter) => lookAlikes[letter]!)
  const candidates = [value.toUpperCase(), digits, bare, bare.toUpperCase()]
  return [...new Set(candidates)].filter((meant) => meant !== value && isRight(meant))
}

function takeDate(reading: Reading, { id, title, span }: NamedValue, form: DateForm): boolean {
  const value = reading.at(span)
  const meaning = meaningOfDate(value, form)
  reading.element({ id, title, span, meaning: meaning === undefined || meaning === value ? undefined : meaning })
  if (meaning !== undefined) return true
  const repairs = datesMeant(value, form).map((meant) => reading.with(span, meant))
  reading.fault('wrong_date', { span, title, found: shown(value), expected: form, repairs })
  return false
}
