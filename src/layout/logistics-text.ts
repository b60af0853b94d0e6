import { isCut, type Line, paragraph } from '../text/index.ts'
import { leastCharacterHeight, lineOfText, sizeOfCharacters } from './logistics-type.ts'
import type { Mark, TextMark } from './scene.ts'
import type { Room } from './stock.ts'

/** A data title and its value. */
export interface DataField {
  readonly title: string
  readonly value: string
}

/** In mm: the heights of the characters of values to try. GS1 General Specifications, 6.6.4.2: 7 mm, where there is room. */
const valueHeights = [7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5, leastCharacterHeight]

/** How many fields may be in a row: two, as the guideline has them, or three where room is short. */
const columnCounts = [2, 3]

/** In mm: between a title and its value, between rows, and between columns. */
const titleGap = 0.8
const rowGap = 2
const columnGap = 4

/** The most lines of a value that is wider than the label at the least height. */
const mostLines = 4

/** A field as it is set: the title in one line, the value below it. */
interface Cell {
  readonly title: Line
  readonly values: readonly Line[]
  readonly width: number
}

/** Cells beside one another, with the distance of each from the left. */
type Row = readonly { readonly cell: Cell; readonly x: number }[]

/** The fields in rows at the top of a room, as large as it allows; undefined if it is too low. */
export function dataBlock(fields: readonly DataField[], room: Room): readonly Mark[] | undefined {
  if (fields.length === 0) return room.height >= 0 ? [] : undefined
  // most that do not fit, do not at the smallest size
  if (rowsThatFit(fields, room, leastCharacterHeight) === undefined) return undefined
  for (const height of valueHeights) {
    const rows = rowsThatFit(fields, room, height)
    if (rows !== undefined) return marksOf(rows, room)
  }
  return undefined
}

function rowsThatFit(fields: readonly DataField[], room: Room, valueHeight: number): readonly Row[] | undefined {
  const cells = cellsOf(fields, room, valueHeight)
  if (cells === undefined) return undefined
  for (const columns of columnCounts) {
    const rows = rowsOf(cells, columns, room)
    const { row: gap } = gapsOf(room)
    const height = rows.reduce((sum, row) => sum + heightOfRow(row, room), (rows.length - 1) * gap)
    if (height <= room.height) return rows
  }
  return undefined
}

/** Undefined if a value is too wide, or if not even the characters of the fewest rows would fit. */
function cellsOf(fields: readonly DataField[], room: Room, valueHeight: number): readonly Cell[] | undefined {
  const { width, height, resolution } = room
  const leastRows = Math.ceil(fields.length / columnCounts.at(-1)!)
  if (leastRows * 2 * leastCharacterHeight * resolution.perMillimetre > height) return undefined
  const size = sizeOfCharacters(valueHeight, resolution)
  const titleSize = sizeOfCharacters(leastCharacterHeight, resolution)
  const cells: Cell[] = []
  for (const { title, value } of fields) {
    const titleLine = lineOfText(title, titleSize)
    const line = lineOfText(value, size)
    const isWhole = widthOf(line) <= width
    if (!isWhole && valueHeight > leastCharacterHeight) return undefined
    const values = isWhole ? [line] : paragraph(value, { face: 'sans', size, minSize: size, width, lines: mostLines })
    if (!isWhole && isCut(value, values)) return undefined
    cells.push({ title: titleLine, values, width: Math.max(...[titleLine, ...values].map(widthOf)) })
  }
  return cells
}

const widthOf = ({ ink }: Line): number => ink.right - ink.left

/** Each cell in the row of the one before it, if there is room. */
function rowsOf(cells: readonly Cell[], columns: number, room: Room): readonly Row[] {
  const { column: gap } = gapsOf(room)
  const rows: { cell: Cell; x: number }[][] = []
  for (const cell of cells) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    const aligned = Math.round(((row?.length ?? 0) * (room.width + gap)) / columns)
    const x = last === undefined ? 0 : Math.max(last.x + last.cell.width + gap, aligned)
    if (row !== undefined && row.length < columns && x + cell.width <= room.width) row.push({ cell, x })
    else rows.push([{ cell, x: 0 }])
  }
  return aligned(rows, room)
}

/** The rows with the cells of each column below one another, if all then have room. */
function aligned(rows: readonly Row[], room: Room): readonly Row[] {
  const { column: gap } = gapsOf(room)
  const starts = [0]
  for (let i = 1; rows.some((row) => row.length > i); i++) {
    const least = rows.filter((row) => row.length > i).map((row) => starts[i - 1]! + row[i - 1]!.cell.width + gap)
    starts[i] = Math.max(...least, ...rows.map((row) => row[i]?.x ?? 0))
  }
  const hasRoom = rows.every((row) => row.every(({ cell }, i) => starts[i]! + cell.width <= room.width))
  return hasRoom ? rows.map((row) => row.map(({ cell }, i) => ({ cell, x: starts[i]! }))) : rows
}

function gapsOf({ resolution: { perMillimetre } }: Room): { title: number; row: number; column: number } {
  const dots = (length: number): number => Math.round(length * perMillimetre)
  return { title: dots(titleGap), row: dots(rowGap), column: dots(columnGap) }
}

/** The parts of a row from top to bottom, in dots. */
interface RowHeights {
  readonly titleAscent: number
  readonly titleDescent: number
  readonly values: readonly { readonly ascent: number; readonly descent: number }[]
}

/** The heights of a row's lines: those of their ink, so that titles and values share their baselines. */
function heightsOf(row: Row): RowHeights {
  const most = (numbers: readonly number[]): number => Math.max(0, ...numbers)
  const titles = row.map(({ cell }) => cell.title.ink)
  const count = most(row.map(({ cell }) => cell.values.length))
  const values = Array.from({ length: count }, (_, i) => {
    const inks = row.flatMap(({ cell }) => cell.values[i]?.ink ?? [])
    return { ascent: most(inks.map(({ top }) => -top)), descent: most(inks.map(({ bottom }) => bottom)) }
  })
  const titleAscent = most(titles.map(({ top }) => -top))
  return { titleAscent, titleDescent: most(titles.map(({ bottom }) => bottom)), values }
}

function heightOfRow(row: Row, room: Room): number {
  const { titleAscent, titleDescent, values } = heightsOf(row)
  const { title: gap } = gapsOf(room)
  return titleAscent + titleDescent + values.reduce((sum, { ascent, descent }) => sum + gap + ascent + descent, 0)
}

function marksOf(rows: readonly Row[], room: Room): readonly TextMark[] {
  const { title: titleGap, row: rowGap } = gapsOf(room)
  const marks: TextMark[] = []
  let top = room.y
  for (const row of rows) {
    const { titleAscent, titleDescent, values } = heightsOf(row)
    const valueTop = top + titleAscent + titleDescent
    for (const { cell, x } of row) {
      const mark = (line: Line, y: number): TextMark => {
        return { kind: 'text', line, x: room.x + x - line.ink.left, y, turn: 'N' }
      }
      marks.push(mark(cell.title, top + titleAscent))
      let y = valueTop
      for (const [i, line] of cell.values.entries()) {
        const { ascent, descent } = values[i]!
        marks.push(mark(line, y + titleGap + ascent))
        y += titleGap + ascent + descent
      }
    }
    top += heightOfRow(row, room) + rowGap
  }
  return marks
}
