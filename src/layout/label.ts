/** A symbol on a label, with its words; if it does not fit, what would. */

import type { Barcode } from '../../symbologies/barcode.ts'
import { type Application, specificationOf, usualApplication } from '../../symbologies/specification.ts'
import { heightOf, type Line } from '../text/index.ts'
import {
  type BesideArrangement,
  besideSymbol,
  bestAbove,
  fitsAbove,
  gapsOf,
  type LabelContent,
  largestModuleAbove,
  largestModuleBeside,
  lowestBars,
  type RoomArrangement,
  space,
  withWordsBeside,
} from './arrangement.ts'
import { type Block, block, sizeOfBlock, stacked } from './barcode.ts'
import { FitError } from './fit.ts'
import { hasWords, linesAbove, linesBelow, type Wording } from './label-words.ts'
import { dotsAModule, fewestDots, finestModule, xdimOf } from './resolution.ts'
import { type InkMark, type LabelScene, moved, type TextMark, turned } from './scene.ts'
import { type BlankStyle, blankLabel, type Room, stockBySize } from './stock.ts'
import { isLinear, leastBarHeight } from './symbol.ts'

/** The layouts of a label with one symbol. */
export const symbolLayouts = ['above', 'below', 'beside', 'auto'] as const
export type SymbolLayout = (typeof symbolLayouts)[number]

export interface LabelStyle extends BlankStyle, Omit<Wording, 'text' | 'side'> {
  /** `above` by default. */
  readonly layout?: SymbolLayout | undefined
  /** The module width wanted, in dots; by default the largest that fits. */
  readonly module?: number | undefined
  /** The use of the symbol, whose limits are kept if the label has room for it. */
  readonly application?: Application | undefined
}

/**
 * The symbol on a label, with its words.
 *
 * The symbol has the largest module that fits with its quiet zones. If that is less than the comfortable width, arrangements that
 * leave more room are tried in turn: the words in small lines, then as high as their ink only, or in less width; a linear symbol
 * turned.
 *
 * @throws FitError if not even one dot a module fits, or not the module wanted; the message says what would
 */
export function layoutLabel(barcode: Barcode, text: string, style: LabelStyle): LabelScene {
  const scene = fittedLabel(barcode, text, style)
  if (scene === undefined) throw tooLarge(barcode, text, style)
  return scene
}

/** The same, or undefined if it does not fit: what would fit is not looked for. */
export function fittedLabel(barcode: Barcode, text: string, style: LabelStyle): LabelScene | undefined {
  const { resolution } = style
  const { paper, width, height, room, stock } = blankLabel(style)
  const drawn = arrangedIn(room, barcode, text, style)
  return drawn && { width, height, resolution, paper, stock, turn: 'N', title: text, ...drawn }
}

/** How a symbol and its words are laid out, wherever they are. */
export type LayoutStyle = Omit<LabelStyle, keyof BlankStyle>

/** A symbol and its words in a room. */
export type ArrangedLabel = Pick<LabelScene, 'marks' | 'module' | 'barHeight' | 'cut'>

/** The symbol and its words in a room, or undefined if they do not fit. */
export function arrangedIn(room: Room, barcode: Barcode, text: string, style: LayoutStyle): ArrangedLabel | undefined {
  const best = arrangementFor(contentOf(barcode, text, style), room, style.layout)
  return best && { module: best.module, ...labelMarks(barcode, best, style.showtext) }
}

/**
 * `auto`: the arrangement with the larger module; of two with the same module the one that cuts less, `above` first. Where the words
 * leave too little height for bars, as on tape, they stand beside the symbol.
 */
function arrangementFor(
  content: LabelContent,
  room: Room,
  layout: SymbolLayout = 'above',
): RoomArrangement | BesideArrangement | undefined {
  if (!hasWords(content)) return bestAbove(content, room)
  const above = layout === 'beside' ? undefined : bestAbove(content, room)
  const beside = layout === 'above' || layout === 'below' ? undefined : besideSymbol(content, room)
  if (beside === undefined) return above
  if (above !== undefined && hasBetterBars(content, beside, above)) {
    const withWords = withWordsBeside(content, beside, room)
    if (withWords.column.words.cut.length <= above.words.cut.length) return withWords
  }
  const difference = above === undefined ? 1 : beside.module - above.module
  // words that would not be used are not set
  if (above !== undefined && (difference < 0 || (difference === 0 && above.words.cut.length === 0))) return above
  const withWords = withWordsBeside(content, beside, room)
  const isBetter = difference > 0 || withWords.column.words.cut.length < above!.words.cut.length
  return isBetter ? withWords : above
}

/** Whether the bars of a linear symbol, too low for scanning by hand in one arrangement, are higher in another with hardly narrower modules. */
function hasBetterBars(
  { barcode, showtext, application }: LabelContent,
  other: RoomArrangement,
  one: RoomArrangement,
): boolean {
  if (!isLinear(barcode)) return false
  const used = application ?? usualApplication(barcode.symbology)
  const specification = used && specificationOf(barcode.symbology, used)
  const { module, room } = one
  const { resolution } = room
  const heightOfBars = (each: RoomArrangement): number => symbolIn(barcode, each, showtext).barHeight
  const height = heightOfBars(one)
  if (height >= leastBarHeight(barcode, { specification, module, resolution }, 'without room')) return false
  const finest = fewestDots(specification?.leastModule ?? finestModule, resolution)
  return other.module >= Math.min(module, Math.max(finest, (2 * module) / 3)) && heightOfBars(other) > height
}

function contentOf(barcode: Barcode, text: string, style: LayoutStyle): LabelContent {
  const { showtext, caption, withText, title, layout, module, application } = style
  const side = layout === 'below' ? layout : undefined
  return { barcode, text, showtext, caption, withText, title, side, module, application }
}

/** @param digits  whether the digits at the bars of EAN and UPC are drawn */
function labelMarks(
  barcode: Barcode,
  arrangement: RoomArrangement | BesideArrangement,
  digits: boolean,
): Omit<ArrangedLabel, 'module'> {
  const symbol = symbolIn(barcode, arrangement, digits)
  const { barHeight } = symbol
  const column = 'column' in arrangement ? arrangement.column : undefined
  const marks = [...stackedMarks(barcode, arrangement, symbol), ...(column === undefined ? [] : columnMarks(column))]
  const { words } = column ?? arrangement
  const cut = [...new Set([...words.cut, ...words.tooLong])]
  // of a number its add-on alone is ever left out, and its words are whole or none
  if (symbol.isCut) cut.push('text')
  return { marks, barHeight, cut }
}

/** The symbol and the words above and below it, together in the middle of the room. */
function stackedMarks(barcode: Barcode, arrangement: RoomArrangement, symbol: Block): readonly InkMark[] {
  const { words, room } = arrangement
  const [above, below] = [linesAbove(words), linesBelow(words)]
  const gaps = gapsOf(barcode, arrangement)
  const needed = heightOf(above) + gaps.above + symbol.height + gaps.below + heightOf(below)
  const top = room.y + Math.floor((room.height - needed) / 2)
  const x = room.x + Math.floor((room.width - symbol.width) / 2)
  const y = top + heightOf(above) + gaps.above
  return [
    ...stacked(above, { ...room, y: top }),
    ...stacked(below, { ...room, y: y + symbol.height + gaps.below }),
    ...symbol.marks.map((mark) => moved(mark, x, y)),
  ]
}

/** Lines in the middle of the height of a column, each at the side on which it starts to be read. */
function columnMarks({ words, room }: BesideArrangement['column']): readonly TextMark[] {
  const lines = [...words.title, ...words.caption]
  let top = room.y + Math.floor((room.height - heightOf(lines)) / 2)
  return lines.map((line): TextMark => {
    const y = top + line.ascent
    top += line.ascent + line.descent
    return { kind: 'text', line, align: 'left', x: startOf(line, room), y, turn: 'N' }
  })
}

function startOf({ ink, isRightToLeft }: Line, { x, width }: Room): number {
  return isRightToLeft ? x + width - ink.right : x - ink.left
}

/** The symbol at the origin, a linear one with bars as high as the room allows. */
function symbolIn(
  barcode: Barcode,
  arrangement: RoomArrangement,
  digits: boolean,
): Block & { readonly barHeight: number } {
  const { module, isTurned, room } = arrangement
  const captions = digits ? 'digits' : 'none'
  const lowest = { x: 0, y: 0, module, height: lowestBars(room), resolution: room.resolution }
  const [, leastHeight] = sizeOfBlock(barcode, lowest, captions)
  const spare = isLinear(barcode) ? space(barcode, arrangement).across - leastHeight : 0
  const barHeight = lowest.height + spare
  const { marks, width, height, isCut } = block(barcode, { ...lowest, height: barHeight }, captions)
  if (!isTurned) return { marks, width, height, isCut, barHeight }
  const frame = { width, height, turn: 'L' } as const
  return { marks: marks.map((mark): InkMark => turned(mark, frame)), width: height, height: width, isCut, barHeight }
}

function fitsIn(content: LabelContent, room: Room, layout: SymbolLayout = 'above'): boolean {
  const isBeside = hasWords(content) && (layout === 'beside' || layout === 'auto')
  if (isBeside && largestModuleBeside(content, room) >= (content.module ?? 1)) return true
  return (!isBeside || layout === 'auto') && fitsAbove(content, room)
}

function largestIn(content: LabelContent, room: Room, layout: SymbolLayout = 'above'): number {
  if (!hasWords(content) || layout === 'above' || layout === 'below') return largestModuleAbove(content, room)
  const beside = largestModuleBeside({ ...content, module: Number.POSITIVE_INFINITY }, room)
  return layout === 'beside' ? beside : Math.max(beside, largestModuleAbove(content, room))
}

function tooLarge(barcode: Barcode, text: string, style: LabelStyle): FitError {
  const { resolution, size, orientation, module, layout = 'above' } = style
  const fitsOn = (changes: Partial<LabelStyle>): boolean => {
    const changed = { ...style, ...changes }
    return fitsIn(contentOf(barcode, text, changed), blankLabel(changed).room, changed.layout)
  }
  const isOnSheet = style.outline !== undefined
  const fitting = stockBySize().find((each) => fitsOn({ size: each, outline: undefined }))
  const largest = module && largestIn(contentOf(barcode, text, style), blankLabel(style).room, layout)
  const fitsInAuto = hasWords(style) && layout !== 'auto' && fitsOn({ layout: 'auto' })
  const fitsBare = style.showtext && fitsOn({ showtext: false })
  const xdim = largest ? `${xdimOf(largest, resolution)}` : undefined
  const advice = [
    fitting
      ? `the smallest ${isOnSheet ? 'label' : 'size'} that does is ${fitting}`
      : `no size holds it${module === undefined ? ': a shorter text is needed' : ''}`,
    ...(fitsInAuto ? ['layout=auto makes it fit on this one'] : []),
    ...(style.title !== undefined && fitsOn({ title: undefined }) ? ['it fits on this one without title'] : []),
    ...(fitsBare ? ['showtext=false makes it fit on this one'] : []),
    ...(xdim ? [`xdim=${xdim} is the largest that fits on this one`] : []),
  ]
  const wanted = module === undefined ? 'not even at one dot a module' : `at ${dotsAModule(module)}`
  // what keeps the label and its words comes first
  const suggestion =
    (xdim && { xdim }) ||
    (fitsInAuto && { layout: 'auto' }) ||
    (fitting && !isOnSheet && { size: fitting }) ||
    (fitsBare && { showtext: 'false' }) ||
    undefined
  return new FitError(
    module !== undefined ? 'xdim' : isOnSheet ? 'sheet' : 'size',
    `${barcode.symbology} of ${barcode.matrix.width} modules does not fit on ${size} in ${orientation}, ${wanted}; ${advice.join('; ')}`,
    suggestion,
  )
}
