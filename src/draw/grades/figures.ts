/** What a symbol looked like to the grades: scan reflectance profiles, and modules in the colours of their grades. */

import {
  type GradedLine,
  type GradedSymbol,
  type Letter,
  letterOf,
  type ShownGrades,
  worstOf,
} from '../../reader/grade/index.ts'
import { black, type Colour, faint, grey, type Sheets } from './sheet.ts'

/** White letters can be read on each of them. */
export const gradeColours: Readonly<Record<Letter, Colour>> = {
  A: [0.07, 0.45, 0.22],
  B: [0.33, 0.45, 0.05],
  C: [0.6, 0.42, 0],
  D: [0.74, 0.32, 0],
  F: [0.72, 0.08, 0.1],
}

const columnsOfCharts = 2
const chart = { width: 250, height: 62, gap: 11, title: 13 }

/** A chart for each scan line: reflectance along it, its global threshold, and the place that decided its grade. */
export function profiles(sheets: Sheets, shown: ShownGrades, lines: readonly GradedLine[]): void {
  const { words } = shown
  const high = chart.height + chart.title + chart.gap
  sheets.need(20 + high)
  sheets.paragraph(words.profiles, { size: 9, isBold: true })
  sheets.paragraph(words.profilesHint, { size: 7.5, colour: grey })
  sheets.y += 4
  for (const [i, line] of lines.entries()) {
    const column = i % columnsOfCharts
    if (column === 0) sheets.need(high)
    profile(sheets, shown, line, { left: sheets.left + column * (chart.width + chart.gap), number: i + 1 })
    if (column === columnsOfCharts - 1 || i === lines.length - 1) sheets.y += high
  }
}

function profile(
  sheets: Sheets,
  shown: ShownGrades,
  line: GradedLine,
  { left, number }: { left: number; number: number },
): void {
  const { grade, parameters, profile, span } = line
  const worst = worstOf(parameters)
  const reason = worst === undefined || worst.grade === 4 ? '' : `, ${shown.title(worst)} ${shown.value(worst)}`
  const letter = letterOf(grade)
  sheets.text(left, sheets.y + 8, shown.words.line(number, `${letter} (${grade})${reason}`), {
    size: 7.5,
    colour: gradeColours[letter],
  })
  const top = sheets.y + chart.title
  const at = (place: number, reflectance: number): readonly [number, number] => [
    left + place * chart.width,
    top + (1 - Math.min(1, reflectance)) * chart.height,
  ]
  for (const share of [0, 0.5, 1]) sheets.line([at(0, share), at(1, share)], faint, 0.3)
  const threshold = (Math.max(...profile) + Math.min(...profile)) / 2
  sheets.line([at(0, threshold), at(1, threshold)], grey, 0.4, '3 2')
  if (worst?.at !== undefined && worst.grade < 4) {
    const place = (worst.at - span[0]) / (span[1] - span[0])
    sheets.line([at(place, 0), at(place, 1)], gradeColours.F, 0.7)
  }
  sheets.line(
    profile.map((value, i) => at((i + 0.5) / profile.length, value)),
    black,
    0.5,
  )
}

const mostModuleSide = 11
const roomForModules = 330

/** Each module in the colour of its grade, dark ones deep and light ones pale; framed: those that decided the worst parameter. */
export function coloured(
  sheets: Sheets,
  { words }: ShownGrades,
  { margins = [], modules = [], parameters }: GradedSymbol,
): void {
  const [rows, columns] = [margins.length, margins[0]?.length ?? 0]
  const side = Math.min(mostModuleSide, roomForModules / Math.max(rows, columns))
  sheets.need(44 + rows * side)
  sheets.paragraph(words.coloured, { size: 9, isBold: true })
  sheets.y += 2
  legend(sheets, words.report.legend)
  const [left, top] = [sheets.left, sheets.y]
  for (const grade of [4, 3, 2, 1, 0] as const) {
    for (const isDark of [true, false]) {
      const boxes = margins.flatMap((row, y) =>
        Array.from(row).flatMap((digit, x) =>
          Number(digit) === grade && (modules[y]?.[x] === '1') === isDark
            ? [[left + x * side, top + y * side, side, side] as const]
            : [],
        ),
      )
      const colour = gradeColours[letterOf(grade)]
      sheets.areas(boxes, isDark ? colour : tinted(colour))
    }
  }
  const worst = worstOf(parameters)
  for (const { row, column } of worst !== undefined && worst.grade < 4 ? (worst.modules ?? []) : []) {
    const [x, y] = [left + column * side, top + row * side]
    sheets.line(
      [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
        [x, y],
      ],
      black,
      1,
    )
  }
  sheets.y += rows * side + 8
}

function legend(sheets: Sheets, text: string): void {
  let x = sheets.left
  for (const letter of ['A', 'B', 'C', 'D', 'F'] as const) {
    sheets.areas([[x, sheets.y, 9, 9]], gradeColours[letter])
    sheets.text(x + 12, sheets.y + 8, letter, { size: 8 })
    x += 30
  }
  sheets.text(x + 6, sheets.y + 8, text, {
    size: 7.5,
    colour: grey,
  })
  sheets.y += 16
}

/** The colour, with a fifth of its ink. */
const tinted = ([red, green, blue]: Colour): Colour => [paled(red), paled(green), paled(blue)]
const paled = (share: number): number => 1 - (1 - share) * 0.22
