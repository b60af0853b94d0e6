/** A symbol with its captions: the digits at the bars of EAN and UPC, and lines of text below. */

import type { Barcode, Caption } from '../../symbologies/barcode.ts'
import {
  fullWidth,
  heightOf,
  isCut,
  type Line,
  type ParagraphStyle,
  paragraph,
  type Texts,
  typeset,
} from '../text/index.ts'
import { type Resolution, smallestPrint } from './resolution.ts'
import type { InkMark, Scene, TextMark } from './scene.ts'
import {
  addonTop,
  columnDots,
  type Extent,
  firstColumn,
  layoutSymbol,
  type Place,
  paperOf,
  placed,
  type SymbolStyle,
  sizeOf,
  sizeOfSymbol,
  totalColumns,
} from './symbol.ts'

export interface BarcodeStyle extends SymbolStyle {
  readonly captions: boolean
  /** The words below the symbol in place of its text, each on lines of their own. */
  readonly caption?: readonly string[] | undefined
  /** Whether its text is the last line below these words. */
  readonly withText?: boolean | undefined
  /** Dots from the bars or modules, or the words below them, to each edge of the picture at least; quiet zones are never less. */
  readonly padding?: DotSides | undefined
}

/** Dots on each side. */
export interface DotSides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The symbol with its quiet zones and, if wanted, its captions. */
export function layoutBarcode(barcode: Barcode, text: string, style: BarcodeStyle): Scene {
  const { module, height: barHeight, turn, resolution, padding } = style
  if (!style.captions && padding === undefined) return layoutSymbol(barcode, text, style)
  const { left, top, right, bottom } = beyondQuietZone(barcode, style)
  const place = { ...placeOf(style), x: left, y: top }
  const { marks, isCut, ...size } = block(barcode, place, captionsOf(barcode, style))
  const [width, height] = [size.width + left + right, size.height + top + bottom]
  const cut = isCut ? ([style.caption === undefined ? 'text' : 'caption'] as const) : []
  const paper = paperOf(width, height, resolution)
  return { width, height, resolution, paper, turn, marks, title: text, module, barHeight, cut }
}

/** The size of what `layoutBarcode` draws, without a layout of its modules. */
export function sizeOfBarcode(barcode: Barcode, style: BarcodeStyle): Extent {
  if (!style.captions && style.padding === undefined) return sizeOfSymbol(barcode, style)
  const { left, top, right, bottom } = beyondQuietZone(barcode, style)
  const size = sizeOfBlock(barcode, placeOf(style), captionsOf(barcode, style))
  const [width, height] = [size[0] + left + right, size[1] + top + bottom]
  return { width, height, paper: paperOf(width, height, style.resolution) }
}

const noPadding: DotSides = { left: 0, right: 0, top: 0, bottom: 0 }

/** The dots of the padding that are beyond those of the quiet zones. */
function beyondQuietZone(barcode: Barcode, { module, padding = noPadding }: BarcodeStyle): DotSides {
  const dots = columnDots(barcode, module)
  const beyond = (side: keyof DotSides): number => Math.max(0, padding[side] - barcode.quiet[side] * dots)
  return { left: beyond('left'), right: beyond('right'), top: beyond('top'), bottom: beyond('bottom') }
}

function captionsOf(barcode: Barcode, { captions, caption, withText }: BarcodeStyle): Captions {
  if (!captions) return 'none'
  if (caption === undefined) return 'all'
  const below = barcode.captions.flatMap((each) => (each.kind === 'line' ? [each.text] : []))
  return { lines: withText ? [...caption, ...below] : caption }
}

function placeOf({ module, height, resolution }: BarcodeStyle): PrintedPlace {
  return { x: 0, y: 0, module, height, resolution }
}

/** The place of a symbol with captions, in dots of a print head. */
interface PrintedPlace extends Place {
  readonly resolution: Resolution
}

/** A symbol and its captions, and the size of the box around them. */
export interface Block {
  readonly marks: readonly InkMark[]
  readonly width: number
  readonly height: number
  /** Whether there was no room for the whole of a caption. */
  readonly isCut: boolean
}

/** Which captions are drawn: none, only the digits between and beside guard bars, all, or the digits and these lines below. */
type Captions = 'none' | 'digits' | 'all' | { readonly lines: readonly string[] }

/** The symbol at `place` with its captions at and below its bars, in the middle if they are wider. */
export function block(barcode: Barcode, place: PrintedPlace, captions: Captions): Block {
  const size = sizeOf(barcode, place)
  const below = captionsBelow(barcode, place, captions)
  const width = blockWidth(size, below, place)
  const symbolPlace = { ...place, x: place.x + Math.floor((width - size[0]) / 2) }
  const { mark } = placed(barcode, symbolPlace)
  const digits = captions === 'none' ? [] : digitMarks(barcode, symbolPlace)
  let end = place.y + heightWithDigits(barcode, place, captions)
  const marks: InkMark[] = [mark, ...digits]
  for (const { lines } of below) {
    const top = end + captionGap * place.module
    marks.push(...stacked(lines, { x: place.x, y: top, width }))
    end = top + heightOf(lines) + place.module
  }
  const isWithoutAddon = captions !== 'none' && barcode.addon !== undefined && addonTop(place) === 0
  return { marks, width, height: end - place.y, isCut: isWithoutAddon || below.some((caption) => caption.isCut) }
}

/** The width and height of a block, without a layout of the symbol, which would allocate a number for each column. */
export function sizeOfBlock(barcode: Barcode, place: PrintedPlace, captions: Captions): [number, number] {
  const size = sizeOf(barcode, place)
  const below = captionsBelow(barcode, place, captions)
  const symbol = heightWithDigits(barcode, place, captions)
  const height = below.reduce((sum, { lines }) => sum + (captionGap + 1) * place.module + heightOf(lines), symbol)
  return [blockWidth(size, below, place), height]
}

/** Captions that are wider than the symbol have a module on each side. */
function blockWidth([width]: readonly [number, number], below: readonly CaptionBelow[], { module }: Place): number {
  const widest = Math.max(0, ...below.flatMap(({ lines }) => lines.map(fullWidth)))
  return widest > width ? widest + 2 * module : width
}

/** The height of the symbol, to below the digits at its bars if they are drawn. */
function heightWithDigits(barcode: Barcode, place: Place, captions: Captions): number {
  const [, height] = sizeOf(barcode, place)
  const hasDigits = captions !== 'none' && barcode.captions.some(({ kind }) => kind !== 'line')
  return hasDigits ? Math.max(height, place.height + digitsDepth(barcode, place.module)) : height
}

/** By module, of each symbol: the search for the best layout asks again and again. */
const digitsDepths = new WeakMap<Barcode, Map<number, number>>()

/** How far below the bars the digits end, with a gap, in dots. */
function digitsDepth(barcode: Barcode, module: number): number {
  const known = digitsDepths.get(barcode) ?? new Map<number, number>()
  digitsDepths.set(barcode, known)
  // bars of no height have no digits of an add-on, which are above its bars, beside them
  const digits = (): TextMark[] => digitMarks(barcode, { x: 0, y: 0, module, height: 0 })
  const depth =
    known.get(module) ?? Math.max(0, ...digits().map(({ y, line }) => y + line.ink.bottom + digitGap * module))
  known.set(module, depth)
  return depth
}

/** In modules: the sizes of the digits at the bars of EAN and UPC, and their distance from the bars. */
const digitSize = 10
const smallDigitSize = 7
const digitGap = 1

/**
 * Digits between and beside the lowered guard bars, all on one baseline, and those of an add-on above its bars, as high as the bars
 * beside them, if there is room for them (GS1 General Specifications, 5.2.5).
 */
function digitMarks(barcode: Barcode, place: Place): TextMark[] {
  if (barcode.captions.every(({ kind }) => kind === 'line')) return []
  const { x, y, module, height } = place
  const dots = columnDots(barcode, module)
  const right = x + totalColumns(barcode) * dots
  const top = typeset('0', { face: 'ocrb', size: digitSize * module }).ink.top
  const below = y + height + digitGap * module - top
  return barcode.captions.flatMap((caption): TextMark[] => {
    if (caption.kind === 'line') return []
    const isAbove = caption.kind === 'addon'
    if (isAbove && addonTop(place) === 0) return []
    const line = typeset(caption.text, { face: 'ocrb', size: sizeOfDigits(caption) * module })
    const left = x + (caption.columns.from - firstColumn(barcode)) * dots
    const width = (caption.columns.to - caption.columns.from) * dots
    // at one dot a module a digit can be wider than its columns: it is then moved into the picture
    const start = Math.min(Math.max(centred(line, left, width), x - line.ink.left), right - line.ink.right)
    return [{ kind: 'text', line, x: start, y: isAbove ? y - top : below, turn: 'N' }]
  })
}

function sizeOfDigits(caption: Exclude<Caption, { kind: 'line' }>): number {
  return caption.kind === 'outer' && caption.small ? smallDigitSize : digitSize
}

/** A caption below the symbol. */
interface CaptionBelow {
  readonly lines: readonly Line[]
  readonly isCut: boolean
}

function captionsBelow(barcode: Barcode, place: PrintedPlace, captions: Captions): readonly CaptionBelow[] {
  if (captions === 'none' || captions === 'digits') return []
  const texts: readonly TextBelow[] =
    captions === 'all'
      ? barcode.captions.flatMap((caption) => (caption.kind === 'line' ? [caption] : []))
      : [{ text: captions.lines }]
  return texts.map((below) => {
    const lines = paragraph(below.text, styleBelow(barcode, below, place))
    return { lines, isCut: isCut(below.text, lines) }
  })
}

interface TextBelow {
  readonly text: Texts
  /** Of a GS1 message. */
  readonly elements?: readonly string[] | undefined
}

/** A text is as wide as the symbol; elements, which are not broken, as wide as the longest of them in the smallest print. */
function styleBelow(
  barcode: Barcode,
  { text, elements }: TextBelow,
  { module, resolution }: PrintedPlace,
): ParagraphStyle {
  const smallest = smallestPrint(resolution)
  const symbol = totalColumns(barcode) * columnDots(barcode, module)
  const longest = longestOf(elements ?? []).map((each) => fullWidth(typeset(each, { face: 'sans', size: smallest })))
  return {
    face: 'sans',
    size: Math.max(smallest, Math.min(captionSize * module, readableSize(text, resolution))),
    minSize: smallest,
    width: Math.min(Math.max(symbol, ...longest), widestCaption * resolution.perInch),
    lines: elements === undefined ? mostLines : Math.min(elements.length, elementLines),
    starts: elements && lineStarts(elements),
  }
}

/** The elements of most characters, as many as there are lines: one message can have a thousand. */
function longestOf(elements: readonly string[]): readonly string[] {
  if (elements.length <= elementLines) return elements
  return [...new Set(elements)].toSorted((a, b) => b.length - a.length).slice(0, elementLines)
}

/** In modules: the size of a caption below a symbol, unless the smallest print is larger, and its distance from the symbol. */
const captionSize = 10
const captionGap = 2
const mostLines = 3

/** The longest line in inches: nobody reads a longer one, and the limit bounds the work. */
const widestCaption = 20

/** The most lines of the elements of a GS1 message: people print ten elements at the most, and the limit bounds the work. */
export const elementLines = 12

/** The elements that people read of a symbol with a GS1 message, each to be kept whole. */
export function elementsOf({ captions }: Barcode): readonly string[] | undefined {
  const [caption] = captions
  return caption?.kind === 'line' ? caption.elements : undefined
}

/** Where each of the elements starts in their common text. */
export function lineStarts(elements: readonly string[]): readonly number[] {
  let start = 0
  return elements.map(({ length }) => {
    start += length
    return start - length
  })
}

/** The largest print of a caption, in dots: the smaller, the more there is to be read. */
export function readableSize(texts: Texts, { perInch }: Resolution): number {
  const letters = [texts].flat().join('').length
  return Math.floor(perInch * Math.sqrt(mostArea / letters))
}

/** The most square inches of the em squares of all letters: a 4 by 6 inch label with a symbol has hardly room for more. */
const mostArea = 30

/** The lines of a caption or a title as a request has it. */
export const linesIn = (caption: string | undefined): readonly string[] | undefined => caption?.split(/\r?\n/)

/** Lines below one another, each centred on the span from `x` to `x + width`. */
export function stacked(lines: readonly Line[], { x, y, width }: { x: number; y: number; width: number }): TextMark[] {
  let top = y
  return lines.map((line) => {
    const mark: TextMark = { kind: 'text', line, x: centred(line, x, width), y: top + line.ascent, turn: 'N' }
    top += line.ascent + line.descent
    return mark
  })
}

/** Where a line starts whose ink is centred on the span. */
export function centred({ ink }: Line, left: number, width: number): number {
  return left - ink.left + Math.floor((width - (ink.right - ink.left)) / 2)
}

/** A line that is as high as its ink alone. */
export const asHighAsInk = (line: Line): Line => ({ ...line, ascent: -line.ink.top, descent: line.ink.bottom })
