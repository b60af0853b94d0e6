/** Texts in lines. */

import { type Reading, type Span, shown, spanOf } from './reading.ts'

/** The lines of a text without what ends them: CR LF, LF or CR. */
export function linesIn(text: string): readonly Span[] {
  const lines: Span[] = []
  let start = 0
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: end.index })
    start = end.index + end[0].length
  }
  return [...lines, { start, end: text.length }]
}

/** A line of a text in which each line has its meaning. */
export interface Line {
  readonly id: string
  readonly title: string
  /** The most characters; undefined if it has any number, or codes of its own. */
  readonly longest?: number
  readonly isRequired?: true
  /** What it has to be. */
  readonly codes?: readonly string[]
}

/** Adds lines as elements, with what is wrong with them by themselves. @returns the spans by id; empty ones for lines that are not there */
export function takeLines(reading: Reading, lines: readonly Line[]): { readonly [id: string]: Span } {
  const { text } = reading
  const spans = linesIn(text)
  const found: { [id: string]: Span } = {}
  lines.forEach((line, i) => {
    const span = spans[i] ?? spanOf(text.length, 0)
    found[line.id] = span
    const value = reading.at(span)
    if (value !== '') reading.element({ id: line.id, title: line.title, span })
    judgeLine(reading, line, span)
  })
  return found
}

function judgeLine(reading: Reading, { title, longest, isRequired, codes }: Line, span: Span): void {
  const value = reading.at(span)
  if (codes !== undefined) {
    if (codes.includes(value)) return
    const large = value.trim().toUpperCase()
    const meant = codes.filter((code) => code === large || codes.length === 1)
    const repairs = meant.map((code) => reading.with(span, code))
    reading.fault('wrong_value', { span, title, found: shown(value), expected: codes.join(', '), repairs })
    return
  }
  if (isRequired && value.trim() === '') reading.fault('missing_element', { span, title })
  const count = [...value].length
  if (longest !== undefined && count > longest)
    reading.fault('wrong_length', { span, title, found: `${count}`, expected: `1 to ${longest}` })
}
