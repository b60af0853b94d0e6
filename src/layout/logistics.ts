import type { Barcode } from '../../symbologies/barcode.ts'
import { heightOf, type Line } from '../text/index.ts'
import { centred } from './captions.ts'
import { type DataField, dataBlock } from './logistics-text.ts'
import { leastCharacterHeight, lineOfText, sizeOfCharacters } from './logistics-type.ts'
import type { Resolution } from './resolution.ts'
import type { Mark, Scene, TextMark } from './scene.ts'
import { type Sheet, type SheetStyle, type StockName, sheetOf } from './stock.ts'
import { placed } from './symbol.ts'

/** The stock for logistic labels, all of them in portrait. */
export const logisticStocks = ['4x6', '100x150'] as const satisfies readonly StockName[]

/** What a GS1 logistic label shows, each from top to bottom. The caption of a symbol is its elements. */
export interface LogisticContent {
  /** The encoded text. */
  readonly title: string
  /** Data titles with their values; none if no text is wanted above the symbols. */
  readonly fields: readonly DataField[]
  /** One at least, all of linear symbologies. The last is the one with the SSCC. */
  readonly symbols: readonly Barcode[]
}

export interface LogisticStyle extends SheetStyle {
  /** Dots a module, of all symbols. */
  readonly module: number
}

/** In mm. GS1 General Specifications, 5.12.3.5: the height of the bars. */
const barHeight = 31.75

/** In mm: between bars and the text below them, between that text and the next bars, and below the data titles and values. */
const captionGap = 1
const symbolGap = 2
const blockGap = 2

/** In modules: the quiet zones of GS1-128 (GS1 General Specifications, 5.4.4.1). */
export const logisticQuietZone = 10

/** The widest symbol in dots, without its quiet zones: its bars are within the margins, and its quiet zones on the label. */
export function widestBars(module: number, { width, room }: Sheet): number {
  return Math.min(room.width, width - 2 * logisticQuietZone * module)
}

/** The most symbols that one above the other leave a label its margins. */
export function mostLogisticSymbols({ room }: Sheet): number {
  const { bars, gap } = dotsOf(room.resolution)
  const each = bars + gap.caption + room.resolution.perMillimetre * leastCharacterHeight
  return Math.floor((room.height + gap.symbol) / (each + gap.symbol))
}

/**
 * A GS1 logistic label: data titles and values at the top, symbols of one module width at the bottom, each with the text of its
 * elements below it. All characters are 3 mm high or more; the values are as large as the label allows, up to 7 mm.
 *
 * @returns undefined if the label is too low for all this, or too narrow for the text of an element
 * GS1 Logistic Label Guideline, release 1.3; GS1 General Specifications, 6.6.4.
 */
export function layoutLogistics({ title, fields, symbols }: LogisticContent, style: LogisticStyle): Scene | undefined {
  const { resolution, module } = style
  const sheet = sheetOf(style)
  const { room, paper, width, height } = sheet
  const { bars, gap } = dotsOf(resolution)
  const captioned = symbols.map((barcode) => ({ barcode, lines: captionOf(barcode, room.width, resolution) }))
  const widest = Math.max(...captioned.flatMap(({ lines }) => lines.map(({ ink }) => ink.right - ink.left)))
  if (widest > room.width) return undefined
  const heights = captioned.map(({ lines }) => bars + gap.caption + heightOf(lines))
  const total = heights.reduce((sum, each) => sum + each, 0) + (symbols.length - 1) * gap.symbol
  const above = { ...room, height: room.height - total - (fields.length > 0 ? gap.block : 0) }
  const text = dataBlock(fields, above)
  if (text === undefined) return undefined
  const marks: Mark[] = [...text]
  let y = room.y + room.height - total
  for (const [i, { barcode, lines }] of captioned.entries()) {
    marks.push(...symbolMarks(barcode, lines, { y, module, bars, width, captionTop: y + bars + gap.caption }))
    y += heights[i]! + gap.symbol
  }
  return { width, height, resolution, paper, turn: 'N', marks, title, module, barHeight: bars, cut: [] }
}

function dotsOf({ perMillimetre }: Resolution): {
  bars: number
  gap: { caption: number; symbol: number; block: number }
} {
  const dots = (length: number): number => Math.round(length * perMillimetre)
  return { bars: dots(barHeight), gap: { caption: dots(captionGap), symbol: dots(symbolGap), block: dots(blockGap) } }
}

interface SymbolPlace {
  readonly y: number
  readonly module: number
  readonly bars: number
  /** Of the label. */
  readonly width: number
  readonly captionTop: number
}

/** A symbol and the lines below it, in the middle of the label. */
function symbolMarks(barcode: Barcode, lines: readonly Line[], place: SymbolPlace): Mark[] {
  const { y, module, bars, width, captionTop } = place
  const { matrix, quiet } = barcode
  const x = Math.floor((width - matrix.width * module) / 2) - quiet.left * module
  const { mark } = placed(barcode, { x, y, module, height: bars })
  let top = captionTop
  const caption = lines.map((line): TextMark => {
    const at = { x: centred(line, 0, width), y: top + line.ascent }
    top += line.ascent + line.descent
    return { kind: 'text', line, ...at, turn: 'N' }
  })
  return [mark, ...caption]
}

/** The elements of a symbol in lines that end between two of them, as high as their ink. */
function captionOf({ captions }: Barcode, width: number, resolution: Resolution): readonly Line[] {
  const size = sizeOfCharacters(leastCharacterHeight, resolution)
  const set = (text: string): Line => tight(lineOfText(text, size))
  const elements = captions.flatMap((caption) => (caption.kind === 'line' ? (caption.elements ?? [caption.text]) : []))
  const lines: Line[] = []
  for (const element of elements) {
    const last = lines.at(-1)
    const longer = last && set(last.text + element)
    if (longer !== undefined && longer.ink.right - longer.ink.left <= width) lines[lines.length - 1] = longer
    else lines.push(set(element))
  }
  return lines
}

const tight = (line: Line): Line => ({ ...line, ascent: -line.ink.top, descent: line.ink.bottom })
