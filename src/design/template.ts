/**
 * Values of a design's elements: text with places for fields, dates, the number of the row and counters. The whole language is `{name}`,
 * `{name|line}`, `{today}`, `{today+30d|yyMMdd}`, `{row}`, `{serial:name|6}`, `{sscc:name}`, and `{{` for a brace.
 */

import { checkDigitOf } from '../../symbologies/gs1/index.ts'
import { quoted } from '../../symbologies/messages.ts'
import { counterName } from '../printing/counters/counter-number.ts'
import { type CounterNumber, checkedLength, mostWidth } from '../request/counters.ts'

/** A part of a template: text as it is, or what is filled in. */
export type TemplatePiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A line on which nothing else stands is left out with its empty value if `isLine`. */
  | { readonly kind: 'field'; readonly name: string; readonly isLine: boolean }
  | { readonly kind: 'date'; readonly shift: Shift; readonly form: readonly FormPart[] }
  | { readonly kind: 'row' }
  /** With the given number of digits at least; undefined: as many as the counter has. */
  | { readonly kind: 'serial'; readonly name: string; readonly digits: number | undefined }
  | { readonly kind: 'sscc'; readonly name: string }

export type TextTemplate = readonly TemplatePiece[]

/** What the places of a template are filled with. */
export interface TemplateFilling {
  /** By name. */
  readonly fields: ReadonlyMap<string, string>
  /** Of which the date is that in the time zone of the process. */
  readonly now: Date
  /** From 1. */
  readonly row: number
  /** The number of this label by the name of a counter. */
  readonly serials: ReadonlyMap<string, CounterNumber>
}

/** Why a text is not a template; the message goes on after its name. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** Days, months or years, 0 to 9999, after today, or before it if negative. */
interface Shift {
  readonly unit: 'd' | 'm' | 'y'
  readonly count: number
}

/** A part of a date, or what stands between such parts. */
type FormPart = (typeof dateParts)[number] | { readonly between: string }

/** The year with four and with two digits, month and day with two. */
const dateParts = ['yyyy', 'yy', 'MM', 'dd'] as const

/** ISO 8601, 5.2.1.1 */
const usualForm = 'yyyy-MM-dd'

/** The names of fields: they also are parameters of a query and columns of a table. */
export const fieldName = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/

/** What is filled in that is not a field. */
export const ownNames: readonly string[] = ['today', 'row', 'serial']

const accepted =
  '{field}, {field|line}, {today}, {today+30d|yyMMdd}, {row}, {serial:name|6}, {sscc:name}, or {{ for a brace'

/** @throws TemplateError */
export function templateOf(text: string): TextTemplate {
  const pieces: TemplatePiece[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    if (text[at] !== '{') {
      plain += text[at++]
    } else if (text[at + 1] === '{') {
      plain += '{'
      at += 2
    } else {
      const end = text.indexOf('}', at)
      if (end < 0) throw new TemplateError(`${quoted(text.slice(at))} has no } at its end; ${accepted} is accepted`)
      if (plain !== '') pieces.push({ kind: 'text', text: plain })
      plain = ''
      pieces.push(pieceOf(text.slice(at + 1, end)))
      at = end + 1
    }
  }
  return plain === '' ? pieces : [...pieces, { kind: 'text', text: plain }]
}

/** @param inside  what stands between braces */
function pieceOf(inside: string): TemplatePiece {
  const [expression = '', ...forms] = inside.split('|')
  const form = forms.length === 0 ? undefined : forms.join('|')
  if (expression === 'row' && form === undefined) return { kind: 'row' }
  const [, sign, count = '0', unit = 'd'] = /^today(?:([+-])([0-9]{1,4})([dmy]))?$/.exec(expression) ?? []
  if (expression.startsWith('today') && (expression === 'today' || sign !== undefined)) {
    const shift = { unit: unit as Shift['unit'], count: Number(`${sign ?? ''}${count}`) }
    return { kind: 'date', shift, form: dateForm(form ?? usualForm) }
  }
  const [, kind, name = ''] = /^(serial|sscc):(.*)$/s.exec(expression) ?? []
  if (kind !== undefined && counterName.test(name)) {
    if (kind === 'serial') return { kind, name, digits: digitsIn(form) }
    if (form === undefined) return { kind: 'sscc', name }
  }
  if ((form === undefined || form === 'line') && fieldName.test(expression) && !ownNames.includes(expression)) {
    return { kind: 'field', name: expression, isLine: form !== undefined }
  }
  throw new TemplateError(`${quoted(`{${inside}}`)} is not ${accepted}`)
}

function dateForm(form: string): readonly FormPart[] {
  const parts = form.match(/yyyy|yy|MM|dd|[^A-Za-z]+|[A-Za-z]/g) ?? []
  const read = parts.map((part): FormPart | undefined => {
    const known = dateParts.find((each) => each === part)
    return known ?? (/^[A-Za-z]$/.test(part) ? undefined : { between: part })
  })
  if (parts.length === 0 || read.includes(undefined)) {
    throw new TemplateError(
      `${quoted(form)} is not a form of dates: yyyy, yy, MM and dd, with other signs than letters between`,
    )
  }
  return read as FormPart[]
}

function digitsIn(form: string | undefined): number | undefined {
  if (form === undefined) return undefined
  if (/^[1-9][0-9]?$/.test(form) && Number(form) <= mostWidth) return Number(form)
  throw new TemplateError(`${quoted(form)} is not a number of digits from 1 to ${mostWidth}`)
}

/** The names of the fields in a template, each once. */
export function fieldsIn(template: TextTemplate): readonly string[] {
  return [...new Set(template.flatMap((piece) => (piece.kind === 'field' ? [piece.name] : [])))]
}

/** The names of the counters in a template, each once. */
export function serialsIn(template: TextTemplate): readonly string[] {
  return [...new Set(template.flatMap((piece) => (isCounted(piece) ? [piece.name] : [])))]
}

/** The names of the counters of which a template has an SSCC. */
export function ssccsIn(template: TextTemplate): readonly string[] {
  return template.flatMap((piece) => (piece.kind === 'sscc' ? [piece.name] : []))
}

type Counted = Extract<TemplatePiece, { kind: 'serial' | 'sscc' }>

const isCounted = (piece: TemplatePiece): piece is Counted => piece.kind === 'serial' || piece.kind === 'sscc'

/** Whether a template gives another text at another time. */
export function isTimely(template: TextTemplate): boolean {
  return template.some((piece) => piece.kind === 'date' || isCounted(piece))
}

/** The first field of a template that has no value. */
export function emptyFieldIn(template: TextTemplate, { fields }: TemplateFilling): string | undefined {
  return fieldsIn(template).find((name) => (fields.get(name) ?? '') === '')
}

/** The text of a template. A field without a value is empty. */
export function filled(template: TextTemplate, filling: TemplateFilling): string {
  const pieces = template.some((piece) => isEmptyLine(piece, filling)) ? withoutEmptyLines(template, filling) : template
  return pieces.map((piece) => filledPiece(piece, filling)).join('')
}

const isEmptyLine = (piece: TemplatePiece, { fields }: TemplateFilling): boolean =>
  piece.kind === 'field' && piece.isLine && (fields.get(piece.name) ?? '') === ''

/** A template without the lines on which nothing stands but one empty `{name|line}`. */
function withoutEmptyLines(template: TextTemplate, filling: TemplateFilling): TextTemplate {
  const lines: TemplatePiece[][] = [[]]
  for (const piece of template) {
    if (piece.kind !== 'text') {
      lines.at(-1)!.push(piece)
      continue
    }
    for (const [i, text] of piece.text.split(/\r?\n/).entries()) {
      if (i > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push({ kind: 'text', text })
    }
  }
  const kept = lines.filter(([piece, ...others]) => !piece || others.length > 0 || !isEmptyLine(piece, filling))
  return kept.flatMap((line, i) => (i === 0 ? line : [{ kind: 'text', text: '\n' } as const, ...line]))
}

/** The most UTF-16 units of a filled template: no text is set and no symbol encoded that has as many. */
export const longestFilled = 100_000

/** The length of the text of a template in UTF-16 units, before there is that text. */
export function lengthOf(template: TextTemplate, filling: TemplateFilling): number {
  return template.reduce((sum, piece) => sum + filledPiece(piece, filling).length, 0)
}

/** An element of a GS1 message in brackets whose value ends with a check digit. */
const checkedElement = /\((0[0-3])\)([0-9]+)(?=\(|$)/g

/**
 * The GS1 message of a template. An SSCC (00) or a GTIN (01), (02), (03) that has a number of a counter in it and only lacks its check
 * digit gets it.
 */
export function filledMessage(template: TextTemplate, filling: TemplateFilling): string {
  let at = 0
  const counted = template.flatMap((piece) => {
    const from = at
    at += filledPiece(piece, filling).length
    return isCounted(piece) ? [{ from, to: at }] : []
  })
  return filled(template, filling).replace(checkedElement, (element, ai: string, digits: string, start: number) => {
    const end = start + element.length
    const hasNumber = counted.some(({ from, to }) => from >= end - digits.length && to <= end)
    return hasNumber && digits.length === checkedLength[ai] ? `${element}${checkDigitOf(digits)}` : element
  })
}

function filledPiece(piece: TemplatePiece, { fields, now, row, serials }: TemplateFilling): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'field':
      return fields.get(piece.name) ?? ''
    case 'date':
      return dateText(shifted(now, piece.shift), piece.form)
    case 'row':
      return String(row)
    case 'serial': {
      const { value, text } = serials.get(piece.name)!
      return piece.digits === undefined ? text : `${value}`.padStart(piece.digits, '0')
    }
    case 'sscc':
      return serials.get(piece.name)!.sscc ?? ''
  }
}

/** The date after a shift; of months and years to the same day, or the last of a month that has fewer. */
function shifted(now: Date, { unit, count }: Shift): Date {
  // at noon no change of summer time gives another day
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  if (unit === 'd') return new Date(year, month, day + count, 12)
  const first = new Date(year, month + (unit === 'y' ? 12 * count : count), 1, 12)
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0, 12).getDate()
  return new Date(first.getFullYear(), first.getMonth(), Math.min(day, last), 12)
}

function dateText(date: Date, form: readonly FormPart[]): string {
  const digits = (number: number, count: number): string => String(number).padStart(count, '0')
  const texts = form.map((part) => {
    switch (part) {
      case 'yyyy':
        return digits(date.getFullYear(), 4)
      case 'yy':
        return digits(date.getFullYear() % 100, 2)
      case 'MM':
        return digits(date.getMonth() + 1, 2)
      case 'dd':
        return digits(date.getDate(), 2)
      default:
        return part.between
    }
  })
  return texts.join('')
}
