/** GS1 logistic labels: data titles and values in rows, and below them symbols with the text of their elements. */

import type { Barcode } from '../../symbologies/barcode.ts'
import { heightOf, isCut, type Line, paragraph, typeset } from '../text/index.ts'
import { asHighAsInk, stacked } from './barcode.ts'
import type { Resolution } from './resolution.ts'
import type { InkMark, LabelScene, TextMark } from './scene.ts'
import { type BlankLabel, type BlankStyle, blankLabel, type Room } from './stock.ts'
import { placed } from './symbol.ts'

/** A data title and its value. */
interface DataField {
  readonly title: string
  readonly value: string
}

/** What a GS1 logistic label shows, each from top to bottom. The caption of a symbol is its elements. */
interface LogisticContent {
  /** The encoded text. */
  readonly title: string
  /** Words above all, each on lines of its own; none if empty. */
  readonly heading: readonly string[]
  /** Data titles with their values; none if no text is wanted above the symbols. */
  readonly fields: readonly DataField[]
  /** One at least, all of linear symbologies. The last is the one with the SSCC. */
  readonly symbols: readonly Barcode[]
}

interface LogisticStyle extends BlankStyle {
  /** Dots a module, of all symbols. */
  readonly module: number
}

/** In modules: the quiet zones of GS1-128 (GS1 General Specifications, 5.4.4.1). */
export const logisticQuietZone = 10

/** The widest symbol in dots, without its quiet zones: its bars are within the margins, and its quiet zones on the label. */
export function widestBars(module: number, { width, room }: BlankLabel): number {
  return Math.min(room.width, width - 2 * logisticQuietZone * module)
}

/** The most symbols that one above the other leave a label its margins. */
export function mostLogisticSymbols({ room }: BlankLabel): number {
  const { bars, gap } = symbolDots(room.resolution)
  const each = bars + gap.caption + room.resolution.perMillimetre * leastCharacterHeight
  return Math.floor((room.height + gap.symbol) / (each + gap.symbol))
}

/** The least height of digits and capitals, in mm. */
const leastCharacterHeight = 3

/**
 * A GS1 logistic label: data titles and values at the top, symbols of one module width at the bottom, each with the text of its
 * elements below it. All characters are 3 mm high or more; the values are as large as the label allows, up to 7 mm. A heading, such as
 * sender and receiver, has the lines that are left to it.
 *
 * @returns undefined if the label is too low for all this, or too narrow for the text of an element
 * GS1 Logistic Label Guideline, release 1.3; GS1 General Specifications, 6.6.4.
 */
export function layoutLogistics(
  { title, heading, fields, symbols }: LogisticContent,
  style: LogisticStyle,
): LabelScene | undefined {
  const { resolution, module } = style
  const { room, paper, width, height } = blankLabel(style)
  const { bars, gap } = symbolDots(resolution)
  const captioned = symbols.map((barcode) => ({ barcode, lines: captionOf(barcode, room.width, resolution) }))
  if (captioned.some(({ lines }) => lines.some((line) => widthOf(line) > room.width))) return undefined
  const heights = captioned.map(({ lines }) => bars + gap.caption + heightOf(lines))
  const total = heights.reduce((sum, each) => sum + each, 0) + (symbols.length - 1) * gap.symbol
  const above = { ...room, height: room.height - total - (fields.length > 0 ? gap.block : 0) }
  const text = withHeading(heading, fields, above)
  if (text === undefined) return undefined
  const marks: InkMark[] = [...text.marks]
  let y = room.y + room.height - total
  for (const [i, { barcode, lines }] of captioned.entries()) {
    // in the middle of the label
    const x = Math.floor((width - barcode.matrix.width * module) / 2) - barcode.quiet.left * module
    const { mark } = placed(barcode, { x, y, module, height: bars })
    marks.push(mark, ...stacked(lines, { x: 0, y: y + bars + gap.caption, width }))
    y += heights[i]! + gap.symbol
  }
  return { width, height, resolution, paper, turn: 'N', marks, title, module, barHeight: bars, cut: text.cut }
}

/** In mm. GS1 General Specifications, 5.12.3.5: the height of the bars. */
const barHeight = 31.75

/** In mm: between bars and the text below them, between that text and the next bars, and below the data titles and values. */
const [captionGap, symbolGap, blockGap] = [1, 2, 2]

function symbolDots({ perMillimetre }: Resolution) {
  const dots = (length: number): number => Math.round(length * perMillimetre)
  return { bars: dots(barHeight), gap: { caption: dots(captionGap), symbol: dots(symbolGap), block: dots(blockGap) } }
}

/** The elements of a symbol in lines that end between two of them, as high as their ink. */
function captionOf({ captions }: Barcode, width: number, resolution: Resolution): readonly Line[] {
  const size = sizeOfCharacters(leastCharacterHeight, resolution)
  const set = (text: string): Line => asHighAsInk(lineOfText(text, size))
  const elements = captions.flatMap((caption) => (caption.kind === 'line' ? (caption.elements ?? [caption.text]) : []))
  const lines: Line[] = []
  for (const element of elements) {
    const last = lines.at(-1)
    const longer = last && set(last.text + element)
    if (longer !== undefined && widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(set(element))
  }
  return lines
}

const widthOf = ({ ink }: Line): number => ink.right - ink.left

/** A heading and the fields below it; of the heading as many lines as leave the fields their room. Undefined if they have too little. */
function withHeading(
  heading: readonly string[],
  fields: readonly DataField[],
  room: Room,
): Pick<LabelScene, 'marks' | 'cut'> | undefined {
  const { width, resolution } = room
  const size = sizeOfCharacters(leastCharacterHeight, resolution)
  for (let lines = heading.length === 0 ? 0 : mostHeadingLines; lines > 0; lines--) {
    const set = paragraph(heading, { face: 'sans', size, minSize: size, width, lines })
    const used = heightOf(set) + gapsOf(room).row
    const left = { ...room, y: room.y + used, height: room.height - used }
    const marks = dataBlock(fields, left)
    if (marks !== undefined)
      return { marks: [...leftAligned(set, room), ...marks], cut: isCut(heading, set) ? ['title'] : [] }
    lines = Math.min(lines, set.length)
  }
  const marks = dataBlock(fields, room)
  return marks && { marks, cut: heading.length === 0 ? [] : ['title'] }
}

/** The most lines of a heading, which bounds the work: names and addresses of a sender and a receiver. */
const mostHeadingLines = 10

function leftAligned(lines: readonly Line[], { x, y }: Room): readonly TextMark[] {
  let top = y
  return lines.map((line): TextMark => {
    const mark = { kind: 'text', line, align: 'left', x: x - line.ink.left, y: top + line.ascent, turn: 'N' } as const
    top += line.ascent + line.descent
    return mark
  })
}

/** The fields in rows at the top of a room, as large as it allows; undefined if it is too low. */
function dataBlock(fields: readonly DataField[], room: Room): readonly TextMark[] | undefined {
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

/** A field as it is set: the title in one line, the value below it. */
interface Cell {
  readonly title: Line
  readonly values: readonly Line[]
  readonly width: number
}

/** Cells beside one another, with the distance of each from the left. */
type Row = readonly { readonly cell: Cell; readonly x: number }[]

/** In mm: the heights of the characters of values to try. GS1 General Specifications, 6.6.4.2: 7 mm, where there is room. */
const valueHeights = [7, 6.5, 6, 5.5, 5, 4.5, 4, 3.5, leastCharacterHeight]

/** How many fields may be in a row: two, as the guideline has them, or three where room is short. */
const columnCounts = [2, 3]

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

/** The most lines of a value that is wider than the label at the least height. */
const mostLines = 4

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
  const gap = gapsOf(room)
  const marks: TextMark[] = []
  let top = room.y
  for (const row of rows) {
    const { titleAscent, titleDescent, values } = heightsOf(row)
    const valueTop = top + titleAscent + titleDescent
    for (const { cell, x } of row) {
      const mark = (line: Line, y: number): TextMark => {
        return { kind: 'text', line, align: 'left', x: room.x + x - line.ink.left, y, turn: 'N' }
      }
      marks.push(mark(cell.title, top + titleAscent))
      let y = valueTop
      for (const [i, line] of cell.values.entries()) {
        const { ascent, descent } = values[i]!
        marks.push(mark(line, y + gap.title + ascent))
        y += gap.title + ascent + descent
      }
    }
    top += heightOfRow(row, room) + gap.row
  }
  return marks
}

/** In mm: between a title and its value, between rows, and between columns. */
const [titleGap, rowGap, columnGap] = [0.8, 2, 4]

function gapsOf({ resolution: { perMillimetre } }: Room) {
  const dots = (length: number): number => Math.round(length * perMillimetre)
  return { title: dots(titleGap), row: dots(rowGap), column: dots(columnGap) }
}

/** The size of type, in dots an em, whose digits are as high as `length` mm. */
function sizeOfCharacters(length: number, { perMillimetre }: Resolution): number {
  const sample = 1000
  const height = -lineOfText('0', sample).ink.top
  return Math.ceil((length * perMillimetre * sample) / height)
}

/** The last lines: what to leave out of a label is found by many layouts of the same texts. */
const recent = new Map<string, Line>()
const mostRecent = 200

/** A text in one line. */
function lineOfText(text: string, size: number): Line {
  const key = `${size} ${text}`
  const known = recent.get(key)
  if (known !== undefined) return known
  if (recent.size === mostRecent) recent.clear()
  const line = typeset(text, { face: 'sans', size })
  recent.set(key, line)
  return line
}
