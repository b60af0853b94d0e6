/** The report on grades as a PDF, to file with a delivery: pictures, symbols, parameters, profiles and modules. */

import { visible } from '../../../symbologies/messages.ts'
import type { Picture } from '../../reader/check/index.ts'
import {
  type GradedParameter,
  type GradedSymbol,
  type GradeLanguage,
  type GradeReport,
  gradeWordsIn,
  ShownGrades,
  worstFirst,
} from '../../reader/grade/index.ts'
import { coloured, gradeColours, profiles } from './figures.ts'
import { black, type Colour, faint, type Greys, grey, linesOf, Sheets, white } from './sheet.ts'

/** A picture and what is said of it. */
export interface GradedPicture {
  /** As people call it. */
  readonly name?: string
  /** Undefined if the file is not one. */
  readonly picture?: Picture
  readonly report: GradeReport
}

/** Whom the report is for. */
export interface ReportReader {
  /** As it is written on the report: 2026-11-28. */
  readonly day: string
  readonly language: GradeLanguage
}

const mostDetailed = 40
const mostText = 300

/** A PDF of A4 pages, in the words and figures of the page /check; the same bytes for the same pictures and reader. */
export function gradesPdf(pictures: readonly GradedPicture[], { day, language }: ReportReader): Uint8Array {
  const shown = new ShownGrades(gradeWordsIn(language), language)
  const { report: words, notice } = shown.words
  const sheets = new Sheets(words.title, `${words.madeBy(day)} ${notice}`)
  sheets.paragraph(words.title, { size: 16, isBold: true })
  sheets.y += 4
  sheets.paragraph(`${words.madeBy(day)} ${notice}`, { colour: grey })
  for (const [i, each] of pictures.entries()) {
    if (i > 0) sheets.turn()
    overview(sheets, shown, each)
    const { symbols } = each.report
    for (const [j, symbol] of symbols.slice(0, mostDetailed).entries()) {
      sheets.turn()
      detail(sheets, shown, symbol, j + 1)
    }
    if (symbols.length > mostDetailed) sheets.paragraph(words.more(symbols.length - mostDetailed))
  }
  sheets.y += 10
  sheets.need(110)
  heading(sheets, words.sourcesTitle)
  for (const source of words.sources) sheets.paragraph(source, { size: 8, colour: grey })
  return sheets.end()
}

function heading(sheets: Sheets, text: string): void {
  sheets.need(40)
  sheets.y += 6
  sheets.paragraph(text, { size: 11, isBold: true })
  sheets.y += 3
}

/** The file, what was asked and whether it is met, places to fill in, the picture with its symbols, and a line for each of them. */
function overview(sheets: Sheets, shown: ShownGrades, { name, picture, report }: GradedPicture): void {
  const { symbols, ungraded = [] } = report
  const { words } = shown
  if (name !== undefined) heading(sheets, `${words.report.file}: ${name}`)
  if (picture !== undefined) {
    const drawn = shown.drawn(report) ?? pictureText(shown, picture)
    sheets.paragraph(`${drawn} ${words.report.light[report.light]}`)
  }
  sheets.paragraph(askedText(shown, report), { isBold: true })
  fields(sheets, [words.report.lot, words.report.remarks, words.report.inspector, words.report.signature])
  if (picture !== undefined) drawPicture(sheets, shown, picture, symbols)
  if (symbols.length + ungraded.length === 0) {
    sheets.paragraph(picture === undefined ? words.report.noPicture : words.none, { isBold: true })
  }
  for (const [i, symbol] of symbols.entries()) {
    sheets.need(44)
    badge(sheets, shown, symbol, sheets.y + 11)
    const text = `${i + 1}  ${symbol.symbology} ${cut(visible(symbol.text))}`
    sheets.text(besideBadge(sheets), sheets.y + 10, linesOf(text, 9, sheets.right - besideBadge(sheets) - 4)[0]!)
    sheets.y += 11
    for (const line of linesOf(`${shown.facts(symbol).join('; ')}.`, 8, sheets.right - besideBadge(sheets))) {
      sheets.text(besideBadge(sheets), sheets.y + 9, line, { size: 8, colour: grey })
      sheets.y += 10
    }
    sheets.y += 8
  }
  for (const { symbology, text, reason, x } of ungraded) {
    sheets.paragraph(`${symbology} ${visible(text)}: ${words.ungraded[reason](shown.decimal(x.pixels))}`)
  }
}

const cut = (text: string): string => (text.length > mostText ? `${text.slice(0, mostText)}…` : text)

function pictureText({ words }: ShownGrades, { width, height, resolution }: Picture): string {
  const size = words.report.size(`${width}`, `${height}`)
  if (resolution === undefined) return `${size}; ${words.report.noResolution}.`
  const dpi = (perMetre: number): string => `${Math.round(perMetre * 0.0254)}`
  const { across, down } = resolution
  const both = across === down ? dpi(across) : `${dpi(across)} × ${dpi(down)}`
  return `${size} ${words.report.resolution(both)}.`
}

function askedText(shown: ShownGrades, report: GradeReport): string {
  const { asked } = report
  if (asked === undefined) return shown.words.report.noneAsked
  const said = shown.asked(report)
  return said ?? `${shown.words.asked}: ${asked.grade.toFixed(1)}/${asked.aperture}/${asked.light}. ${shown.words.none}`
}

/** Places to fill in by hand, two beside each other. */
function fields(sheets: Sheets, names: readonly string[]): void {
  const [gap, high] = [14, 26]
  const wide = (sheets.right - sheets.left - gap) / 2
  sheets.need(high * Math.ceil(names.length / 2) + 8)
  sheets.y += 4
  for (const [i, name] of names.entries()) {
    const left = sheets.left + (i % 2) * (wide + gap)
    const bottom = sheets.y + high
    sheets.text(left, bottom - 4, `${name}:`, { size: 8, colour: grey })
    sheets.line(
      [
        [left, bottom],
        [left + wide, bottom],
      ],
      faint,
      0.6,
    )
    if (i % 2 === 1 || i === names.length - 1) sheets.y += high
  }
  sheets.y += 10
}

/** The letter and the number of a grade on its colour. */
function badge(sheets: Sheets, shown: ShownGrades, symbol: GradedSymbol, y: number): void {
  sheets.areas([[sheets.left, y - 10, badgeWidth, 18]], gradeColours[symbol.letter])
  sheets.text(sheets.left + 6, y + 3, shown.grade(symbol), { isBold: true, colour: white })
}

/** Wide enough for the longest words before a grade, in points. */
const badgeWidth = 100
const besideBadge = ({ left }: Sheets): number => left + badgeWidth + 8

/** The most pixels of a side that are kept, and the room for the picture in points. */
const mostSide = 1200
const roomFor = { width: 511, height: 330 }

function drawPicture(sheets: Sheets, shown: ShownGrades, picture: Picture, symbols: readonly GradedSymbol[]): void {
  const { width, height } = picture
  const scale = Math.min(roomFor.width / width, roomFor.height / height, 2)
  const size = { width: width * scale, height: height * scale }
  sheets.need(size.height + 12)
  const [left, top] = [sheets.left, sheets.y]
  sheets.picture(smaller(picture), left, top, size)
  const blue: Colour = [0.05, 0.3, 0.85]
  for (const [i, symbol] of symbols.entries()) {
    const points = symbol.corners.map(({ x, y }) => [left + x * scale, top + y * scale] as const)
    sheets.line([...points, points[0]!], blue, 1.2)
    const [x, y] = points[0]!
    const label = `${i + 1}: ${shown.letter(symbol)}`
    sheets.areas([[x, y - 11, 6 + 5.2 * label.length, 11]], blue)
    sheets.text(x + 3, y - 3, label, { size: 8, colour: white, isBold: true })
  }
  sheets.line(
    [
      [left, top],
      [left + size.width, top],
      [left + size.width, top + size.height],
      [left, top + size.height],
      [left, top],
    ],
    faint,
  )
  sheets.y += size.height + 12
}

/** The picture with at most `mostSide` pixels a side: each is the mean of a square. */
function smaller({ width, height, grey, original }: Picture): Greys {
  const greys = original ?? grey
  const by = Math.ceil(Math.max(width, height) / mostSide)
  const [across, down] = [Math.max(1, Math.floor(width / by)), Math.max(1, Math.floor(height / by))]
  const small = new Uint8Array(across * down)
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let [sum, count] = [0, 0]
      for (let row = y * by; row < Math.min(height, (y + 1) * by); row++) {
        for (let column = x * by; column < Math.min(width, (x + 1) * by); column++, count++)
          sum += greys[row * width + column]!
      }
      small[y * across + x] = Math.round(sum / count)
    }
  }
  return { width: across, height: down, grey: small }
}

/** A symbol with all that was measured. */
function detail(sheets: Sheets, shown: ShownGrades, symbol: GradedSymbol, number: number): void {
  const { symbology, text, lines, margins } = symbol
  sheets.paragraph(`${number}  ${symbology} ${cut(visible(text))}`, { size: 11, isBold: true })
  sheets.y += 8
  badge(sheets, shown, symbol, sheets.y + 8)
  sheets.y += 24
  sheets.paragraph(`${shown.facts(symbol).join('; ')}.`, { size: 8, colour: grey })
  sheets.y += 6
  table(sheets, shown, symbol)
  sheets.y += 8
  if (lines !== undefined) profiles(sheets, shown, lines)
  if (margins !== undefined) coloured(sheets, shown, symbol)
}

/** Where the columns begin, from the left margin. */
const columns = [0, 30, 150, 205, 330, 420] as const

/** The parameters, the worst first. */
function table(sheets: Sheets, shown: ShownGrades, { parameters, lines }: GradedSymbol): void {
  const { words } = shown
  const row = (cells: readonly string[], colour: Colour): void => {
    const wrapped = cells.map((cell, i) => {
      const room = (columns[i + 1] ?? sheets.right - sheets.left) - columns[i]! - 6
      return linesOf(cell, 8, room)
    })
    const height = 10 * Math.max(...wrapped.map(({ length }) => length)) + 3
    sheets.need(height)
    for (const [i, each] of wrapped.entries())
      for (const [j, line] of each.entries())
        sheets.text(sheets.left + columns[i]!, sheets.y + 9 + 10 * j, line, { size: 8, colour })
    sheets.y += height
    sheets.line(
      [
        [sheets.left, sheets.y],
        [sheets.right, sheets.y],
      ],
      faint,
      0.4,
    )
  }
  if (lines !== undefined) {
    const grades = lines.map(({ grade }) => grade).join(' ')
    sheets.paragraph(words.lines(grades), { size: 8 })
  }
  row(Object.values(words.columns), grey)
  for (const parameter of worstFirst(parameters)) {
    sheets.need(13)
    const { letter } = parameter
    sheets.areas([[sheets.left, sheets.y + 2, 22, 9]], letter === null ? grey : gradeColours[letter])
    sheets.text(sheets.left + 8, sheets.y + 9, letter ?? '?', { size: 8, colour: white })
    const place = shown.place(parameter) || placesOf(parameter)
    // why there is no value needs more room than one
    const value =
      parameter.value === null ? ['–', shown.value(parameter)] : [shown.value(parameter), shown.limits(parameter)]
    row(['', shown.title(parameter), ...value, parameter.clause, place], black)
  }
}

const shownModules = 5

/** The first of the modules that decided a parameter: row and column. */
const placesOf = ({ modules = [] }: GradedParameter): string =>
  modules
    .slice(0, shownModules)
    .map(({ row, column }) => `(${row}, ${column})`)
    .join(' ')
