/** The report on grades as a PDF, to file with a delivery: pictures, symbols, parameters, profiles and modules. */

import { visible } from '../../../symbologies/messages.ts'
import type { Picture } from '../../check/index.ts'
import {
  type AskedGrade,
  type GradedSymbol,
  type GradeReport,
  gradeWords,
  notice,
  parameterWords,
  sources,
  ungradedText,
  worstFirst,
} from '../../grade/index.ts'
import { coloured, gradeColours, profiles } from './figures.ts'
import { black, type Colour, faint, type Greys, grey, linesOf, Sheets, white } from './sheet.ts'

/** A picture and what is said of it. */
export interface GradedPicture {
  /** As people call it. */
  readonly name?: string
  /** Undefined if the file is none. */
  readonly picture?: Picture
  readonly report: GradeReport
}

const title = 'Grades of printed symbols: an estimate'
const mostDetailed = 40
const mostText = 300

/** A PDF of A4 pages; the same bytes for the same pictures and day. @param day  as it is written on the report: 2026-11-28 */
export function gradesPdf(pictures: readonly GradedPicture[], day: string): Uint8Array {
  const sheets = new Sheets(title, `quietzone, ${day}: ${notice}`)
  sheets.paragraph(title, { size: 16, isBold: true })
  sheets.y += 4
  sheets.paragraph(`${day}, by quietzone. ${notice[0]!.toUpperCase()}${notice.slice(1)}.`, { colour: grey })
  for (const [i, each] of pictures.entries()) {
    if (i > 0) sheets.turn()
    overview(sheets, each)
    const { symbols } = each.report
    for (const [j, symbol] of symbols.slice(0, mostDetailed).entries()) {
      sheets.turn()
      detail(sheets, symbol, j + 1, each.report.asked)
    }
    if (symbols.length > mostDetailed)
      sheets.paragraph(`${symbols.length - mostDetailed} more symbols are in the list alone.`)
  }
  sheets.y += 10
  sheets.need(110)
  heading(sheets, 'Editions and sources')
  for (const source of sources) sheets.paragraph(source, { size: 8, colour: grey })
  return sheets.end()
}

function heading(sheets: Sheets, text: string): void {
  sheets.need(40)
  sheets.y += 6
  sheets.paragraph(text, { size: 11, isBold: true })
  sheets.y += 3
}

/** The picture with its symbols, and a line for each of them. */
function overview(sheets: Sheets, { name, picture, report }: GradedPicture): void {
  const { asked, symbols, ungraded = [] } = report
  if (name !== undefined) heading(sheets, name)
  if (picture !== undefined) sheets.paragraph(pictureText(picture))
  if (asked !== undefined) sheets.paragraph(askedText(asked, symbols))
  sheets.y += 6
  if (picture !== undefined) drawPicture(sheets, picture, symbols)
  if (symbols.length + ungraded.length === 0) {
    const found =
      picture === undefined ? 'The file is no picture that can be read.' : 'No symbol was found that can be read.'
    sheets.paragraph(found, { isBold: true })
  }
  for (const [i, symbol] of symbols.entries()) {
    sheets.need(44)
    badge(sheets, symbol, sheets.y + 11)
    const text = `${i + 1}  ${symbol.symbology} ${cut(visible(symbol.text))}`
    sheets.text(sheets.left + 52, sheets.y + 10, linesOf(text, 9, sheets.right - sheets.left - 56)[0]!)
    sheets.y += 11
    for (const line of linesOf(factsOf(symbol), 8, sheets.right - sheets.left - 52)) {
      sheets.text(sheets.left + 52, sheets.y + 9, line, { size: 8, colour: grey })
      sheets.y += 10
    }
    sheets.y += 8
  }
  for (const symbol of ungraded) sheets.paragraph(ungradedText(symbol))
}

const cut = (text: string): string => (text.length > mostText ? `${text.slice(0, mostText)}…` : text)

function pictureText({ width, height, resolution }: Picture): string {
  if (resolution === undefined) return `${width} × ${height} pixels; resolution not known, so that X is in pixels.`
  const dpi = (perMetre: number): string => `${Math.round(perMetre * 0.0254)}`
  const { across, down } = resolution
  return `${width} × ${height} pixels at ${across === down ? dpi(across) : `${dpi(across)} × ${dpi(down)}`} dpi.`
}

function askedText({ grade, aperture, light }: AskedGrade, symbols: readonly GradedSymbol[]): string {
  const missing = symbols.filter(({ isMet }) => isMet === false).length
  const met = missing === 0 ? 'met by each symbol that is graded' : `not met by ${missing} of ${symbols.length}`
  return `Grade asked for: ${grade.toFixed(1)}/${aperture}/${light}: ${symbols.length === 0 ? 'no symbol is graded' : met}. The light was that of the scanner.`
}

/** The letter and the number of a grade on its colour. */
function badge(sheets: Sheets, { grade, letter }: GradedSymbol, y: number): void {
  sheets.areas([[sheets.left, y - 10, 44, 18]], gradeColours[letter])
  sheets.text(sheets.left + 6, y + 3, `${letter} (${grade.toFixed(1)})`, { isBold: true, colour: white })
}

function factsOf({ standard, x, aperture, isMet, printGrowth }: GradedSymbol): string {
  const size = x.mm === undefined ? `${x.pixels} pixels` : `${x.mm.toFixed(3)} mm, ${x.pixels} pixels`
  const seen = aperture.mm === null ? '' : `${aperture.number ?? ''} (${aperture.mm} mm), `
  const growth =
    printGrowth === undefined
      ? ''
      : `; print growth ${printGrowth.map((each) => `${(100 * each).toFixed(0)} %`).join(' across, ')} down`
  return `${standard}; X ${size}; aperture ${seen}${aperture.modules} of X${growth}${isMet === undefined ? '' : isMet ? '; grade asked for: met' : '; grade asked for: not met'}`
}

/** The most pixels of a side that are kept, and the room for the picture in points. */
const mostSide = 1200
const roomFor = { width: 511, height: 330 }

function drawPicture(sheets: Sheets, picture: Picture, symbols: readonly GradedSymbol[]): void {
  const { width, height } = picture
  const scale = Math.min(roomFor.width / width, roomFor.height / height, 2)
  const size = { width: width * scale, height: height * scale }
  sheets.need(size.height + 12)
  const [left, top] = [sheets.left, sheets.y]
  sheets.picture(smaller(picture), left, top, size)
  const blue: Colour = [0.05, 0.3, 0.85]
  for (const [i, { corners, letter }] of symbols.entries()) {
    const points = corners.map(({ x, y }) => [left + x * scale, top + y * scale] as const)
    sheets.line([...points, points[0]!], blue, 1.2)
    const [x, y] = points[0]!
    const label = `${i + 1}: ${letter}`
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
function detail(sheets: Sheets, symbol: GradedSymbol, number: number, asked: AskedGrade | undefined): void {
  sheets.paragraph(`${number}  ${symbol.symbology} ${cut(visible(symbol.text))}`, { size: 11, isBold: true })
  sheets.y += 8
  badge(sheets, symbol, sheets.y + 8)
  sheets.text(sheets.left + 52, sheets.y + 6, 'estimate', { size: 8, colour: grey })
  const wanted = asked === undefined ? '' : `, ${asked.grade.toFixed(1)}/${asked.aperture}/${asked.light} was asked for`
  sheets.text(sheets.left + 52, sheets.y + 16, `${gradeWords(symbol)}${wanted}`, { size: 8 })
  sheets.y += 30
  sheets.paragraph(`${factsOf(symbol)}.`, { size: 8, colour: grey })
  sheets.y += 6
  table(sheets, symbol)
  sheets.y += 8
  if (symbol.lines !== undefined) profiles(sheets, symbol.lines)
  if (symbol.margins !== undefined) coloured(sheets, symbol)
}

/** Where the columns begin, from the left margin. */
const columns = [0, 30, 150, 205, 330, 420] as const

/** The parameters, the worst first. */
function table(sheets: Sheets, { parameters, lines }: GradedSymbol): void {
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
    sheets.paragraph(`Grades of the ten scan lines: ${grades}. The worst of them:`, { size: 8 })
  }
  row(['Grade', 'Parameter', 'Value', 'Limits for A, B, C, D', 'Clause', 'Decided by'], grey)
  for (const parameter of worstFirst(parameters)) {
    const { title, value, limits, place } = parameterWords(parameter)
    sheets.need(13)
    const { letter } = parameter
    sheets.areas([[sheets.left, sheets.y + 2, 22, 9]], letter === null ? grey : gradeColours[letter])
    sheets.text(sheets.left + 8, sheets.y + 9, letter ?? '?', { size: 8, colour: white })
    row(['', title, value, limits, parameter.clause, place], black)
  }
}
