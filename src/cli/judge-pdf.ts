/** The report of the judge as a PDF, to file: what was measured and how, the classes, and each failure with its case and its symbol. */

import { black, type Colour, faint, type Greys, grey, linesOf, Sheets, widthOf } from '../draw/grades/sheet.ts'
import { type Class, classes, pictureOfAnswer } from '../explain/judge/index.ts'
import { printableLine } from '../messages.ts'
import { version } from '../root.ts'
import { caseLine, casesInWords, classWords, type JudgedCommand } from './judge-output.ts'

export interface JudgePdf extends JudgedCommand {
  /** As it is written on the report: 2026-11-30. */
  readonly day: string
  readonly subject: 'encoder' | 'decoder'
  /** Counted classes whose failures are told, with what else was asked: `--strict`. */
  readonly isStrict: boolean
}

type Row = readonly string[]

/** A PDF of A4 pages; the same bytes for the same report on the same day. */
export async function judgePdf(judged: JudgePdf): Promise<Uint8Array> {
  const { report, day, subject, failing } = judged
  const madeBy = `quietzone ${version()}, ${day}`
  const title = `Judge: is this ${subject} right?`
  const sheets = new Sheets(title, `${madeBy}; ${short(judged.name ?? judged.command, 90)}; seed ${report.seed}`)
  sheets.paragraph(title, { size: 16, isBold: true })
  sheets.y += 6
  facts(sheets, judged, madeBy)
  const failed = failing.reduce((sum, name) => sum + (report.classes[name] ?? 0), 0)
  const left = report.classes.unsupported ?? 0
  const rest = left === 0 ? '' : `; ${left} of ${casesInWords(report.cases)} not judged`
  if (left === report.cases) heading(sheets, `Nothing was judged: ${casesInWords(left)}, all unsupported.`)
  else if (failed === 0) heading(sheets, `Passed: no case failed${rest}.`)
  else
    heading(sheets, `Failed in ${failed} of ${casesInWords(report.cases)}${left === 0 ? '' : `; ${left} not judged`}.`)
  countTable(sheets, judged)
  if (report.failures.length > 0) heading(sheets, 'What was found')
  for (const [i, failure] of report.failures.entries()) await finding(sheets, judged, failure, i + 1)
  notes(sheets, subject)
  return sheets.end()
}

const short = (text: string, most: number): string => {
  const line = printableLine(text)
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Points between the margin and the second column of the head. */
const headColumn = 110

function facts(sheets: Sheets, { command, name, report, failing, isStrict }: JudgePdf, madeBy: string): void {
  const kinds = [...report.kinds].map(([kind, cases]) => `${kind} ${cases}`).join(', ')
  const rows: readonly Row[] = [
    ['Measured', name ?? 'not told (--name)'],
    ['Command', printableLine(command)],
    ['By', madeBy],
    ['Cases', `${report.cases}, seed ${report.seed}`],
    ['Symbologies', Object.keys(report.types).join(', ')],
    ['Kinds of cases', kinds],
    ['A failure is', `${failing.map(classWords).join(', ')}${isStrict ? ' (--strict)' : ''}`],
  ]
  for (const [left, right] of rows) {
    const lines = linesOf(right!, 9, sheets.right - sheets.left - headColumn)
    sheets.need(12.5 * lines.length)
    sheets.text(sheets.left, sheets.y + 9, left!, { colour: grey })
    for (const line of lines) {
      sheets.text(sheets.left + headColumn, sheets.y + 9, line)
      sheets.y += 12.5
    }
  }
}

function heading(sheets: Sheets, text: string): void {
  sheets.need(60)
  sheets.y += 12
  sheets.paragraph(text, { size: 11, isBold: true })
  sheets.y += 4
}

/** Where the first count of the table ends, and how far apart the counts are. */
const [firstCount, countWidth] = [140, 37]

/** A row for each class and a column for each symbology. */
function countTable(sheets: Sheets, { report, failing }: JudgePdf): void {
  const types = Object.entries(report.types)
  const row = (cells: Row, colour: Colour, isBold = false): void => {
    sheets.need(14)
    const [name, ...counts] = cells
    sheets.text(sheets.left, sheets.y + 9, name!, { size: 8, colour, isBold })
    for (const [i, count] of counts.entries()) {
      const right = sheets.left + firstCount + i * countWidth
      sheets.text(right - widthOf(count, 6.5), sheets.y + 9, count, { size: 6.5, colour, isBold })
    }
    sheets.y += 12
    const ends = [sheets.left, sheets.right].map((x) => [x, sheets.y] as const)
    sheets.line(ends, faint, 0.4)
  }
  row(['', 'all', ...types.map(([type]) => type)], grey)
  for (const [name, sum] of Object.entries(report.classes)) {
    const isFailure = failing.includes(name) && sum > 0
    const counts = types.map(([, counts]) => `${counts![name] ?? 0}`)
    row([classWords(name), `${sum}`, ...counts], isFailure ? red : black, isFailure)
  }
}

const red: Colour = [0.72, 0.08, 0.1]

/** The room of the picture of a failure, in points, and the most that its pixels are enlarged. */
const picture = { width: 190, height: 120, scale: 1 }

async function finding(
  sheets: Sheets,
  { failing }: JudgePdf,
  failure: JudgePdf['report']['failures'][number],
  number: number,
): Promise<void> {
  const { class: found, code, clause, message, cases, asked, symbol } = failure
  const seen = symbol === undefined ? undefined : await pictureOfAnswer(symbol)
  const size = seen && fitted(seen)
  const room = sheets.right - sheets.left - headColumn - (size === undefined ? 0 : picture.width + 12)
  const rows: readonly Row[] = [
    ['Cases', `${cases}; the first: ${asked.kind}`],
    ['Clause', clause === 'none' ? '–' : clause],
    ['Case', caseLine(failure)],
    ['Expected', expected(failure)],
    ['Found', message],
  ]
  const wrapped = rows.map(([left, right]) => [left!, linesOf(short(right!, mostShown), 8, room)] as const)
  const high = 11 * wrapped.reduce((sum, [, lines]) => sum + lines.length, 0)
  sheets.need(Math.max(high, size?.height ?? 0) + 34)
  sheets.y += 4
  const colour = failing.includes(found) ? red : black
  sheets.paragraph(`${number}  ${classWords(found)}: ${asked.type} ${code}`, { isBold: true, colour })
  sheets.y += 2
  const top = sheets.y
  if (seen !== undefined && size !== undefined) sheets.picture(seen, sheets.right - size.width, top, size)
  for (const [left, lines] of wrapped) {
    sheets.text(sheets.left, sheets.y + 8, left, { size: 8, colour: grey })
    for (const line of lines) {
      sheets.text(sheets.left + headColumn - 40, sheets.y + 8, line, { size: 8 })
      sheets.y += 11
    }
  }
  sheets.y = Math.max(sheets.y, top + (size?.height ?? 0)) + 8
}

function fitted({ width, height }: Greys): { readonly width: number; readonly height: number } {
  const scale = Math.min(picture.width / width, picture.height / height, picture.scale)
  return { width: width * scale, height: height * scale }
}

/** The most characters of a case or a message. */
const mostShown = 600

const demands: Readonly<Record<Exclude<Class, 'right' | 'unsupported'>, string>> = {
  rightByAnotherChoice: 'as it is',
  largerThanNeeded: 'the smallest symbol that carries the text',
  wrong: 'a symbol that keeps the clause and carries the text',
  refusesWhatItMustDraw: 'a symbol that carries the text',
  drawsWhatItMustRefuse: 'a refusal',
  noAnswer: 'an answer in a form that is known, in time',
}

function expected({ class: found, asked }: JudgePdf['report']['failures'][number]): string {
  if (!('treatment' in asked)) return demands[found as keyof typeof demands]
  if (found === 'noAnswer') return demands.noAnswer
  const text = JSON.stringify(asked.text)
  const refused = ['beyond', 'character', 'check'].includes(asked.treatment)
  return refused ? `nothing, or ${text} by luck` : text
}

function notes(sheets: Sheets, subject: JudgePdf['subject']): void {
  heading(sheets, 'How this was measured')
  const paragraphs = subject === 'encoder' ? encoderNotes : decoderNotes
  for (const each of [...paragraphs, ...commonNotes]) sheets.paragraph(each, { size: 8, colour: grey })
}

const encoderNotes = [
  `Classes: ${classes.map(classWords).join(', ')}. Each symbol is read by a reader that was written from the standards by itself, checked clause by clause, and compared in size with our shortest symbol. Where the standard leaves a choice, any choice is right.`,
]
const decoderNotes = [
  'Symbols are ours: sound; with as many wrong codewords in each block as the standard corrects (limit), and one more in one of them (beyond); with three wrong bits in each copy of format and version information (format); linear ones with a symbol character that is in no table (character) or another check digit or character (check); turned by quarters, tilted by degrees, with bars that lie (upended), mirrored, and light on dark (inverted).',
  'A symbol that must be read and is not is missed. What is read of a symbol beyond the limit is luck if it is right, and read otherwise if it is not.',
]
const commonNotes = [
  'Failures of one class, symbology and code are one kind: the smallest case that was found is shown. The same command, cases and seed give the same report with the same version of quietzone.',
  'Clauses come second hand, from public sources that quote the standards.',
]
