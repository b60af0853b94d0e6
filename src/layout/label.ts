import type { Barcode } from '../../symbologies/barcode.ts'
import { catalogue } from '../../symbologies/catalogue.ts'
import { type Line, paragraph } from '../text/index.ts'
import { type Block, block, heightOf, sizeOfBlock, smallestPrint, stacked } from './captions.ts'
import { FitError } from './fit.ts'
import { isLinear } from './grid.ts'
import { dpi, type Mark, type Scene } from './scene.ts'
import { type Orientation, paperOf, type StockName, stockBySize } from './stock.ts'
import { moved, turned } from './turn.ts'

export interface LabelStyle {
  readonly stock: StockName
  readonly orientation: Orientation
  /** Whether the text is printed above the barcode. */
  readonly showtext: boolean
}

/** In dots. */
interface Room {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One way to fill a label: the text at the top, the symbol below. */
interface Arrangement {
  readonly lines: readonly Line[]
  readonly room: Room
  /** Whether the symbol is turned, so that its rows run from bottom to top. */
  readonly isTurned: boolean
  readonly module: number
}

const millimetre = dpi / 25.4

/** The widest module on a label, in dots. */
function widestModule({ symbology }: Barcode): number {
  const { widestModule } = catalogue[symbology]
  return widestModule === undefined ? Number.POSITIVE_INFINITY : Math.floor(widestModule * millimetre)
}

/** The least height of bars in dots: shorter ones are hard to hit with a hand scanner. */
const leastBarHeight = Math.round(2 * millimetre)

/** The least width in dots of a module that scans comfortably: two dots or more of a 203 DPI print head. */
const comfortableModule = Math.ceil(0.25 * millimetre)

/**
 * The symbol on a label of stock size, with the text above it.
 *
 * The symbol has the largest module that fits with its quiet zones. If that is less than the comfortable width, arrangements that
 * leave more room are tried in turn: the text in one small line, then as high as its ink only; a linear symbol turned.
 *
 * @throws FitError if not even one dot a module fits; the message names the smallest stock on which it does
 */
export function layoutLabel(barcode: Barcode, text: string, style: LabelStyle): Scene {
  const paper = paperOf(style.stock, style.orientation)
  const best = bestArrangement(barcode, text, style)
  if (best === undefined) throw tooLarge(barcode, text, style)
  const { lines, room, module } = best
  const symbol = symbolIn(barcode, best, style.showtext)
  const gap = gapBelow(barcode, best)
  const spare = Math.floor((room.height - heightOf(lines) - gap - symbol.height) / 2)
  const top = room.y + spare
  const x = room.x + Math.floor((room.width - symbol.width) / 2)
  const y = top + heightOf(lines) + gap
  const marks = [...stacked(lines, { ...room, y: top }), ...symbol.marks.map((mark) => moved(mark, x, y))]
  const [width, height] = [dots(paper.width), dots(paper.height)]
  return { width, height, paper, turn: 'N', marks, title: text, module }
}

const dots = (points: number): number => Math.round((points * dpi) / 72)

/** The first arrangement with a comfortable module, or else the one with the largest. */
function bestArrangement(barcode: Barcode, text: string, style: LabelStyle): Arrangement | undefined {
  const room = printable(style)
  if (!holdsBelow([], { barcode, room, style })) return undefined
  const above = style.showtext ? [textAbove, smallTextAbove, tightTextAbove] : [noText]
  // each text is set only when it is needed: most labels use the first
  const set: (readonly Line[])[] = []
  let best: Arrangement | undefined
  for (const isTurned of isLinear(barcode) ? [false, true] : [false]) {
    for (const [i, linesAbove] of above.entries()) {
      set[i] ??= linesAbove(text, room)
      const lines = set[i]
      const module = largestModule(barcode, { lines, room, isTurned }, style.showtext)
      if (module > (best?.module ?? 0)) best = { lines, room, isTurned, module }
      if (module >= comfortableModule) return best
    }
  }
  return best
}

/** Whether one dot a module fits, with the text in its smallest form. */
function fits(barcode: Barcode, text: string, style: LabelStyle): boolean {
  const room = printable(style)
  if (!holdsBelow([], { barcode, room, style })) return false
  return !style.showtext || holdsBelow(tightTextAbove(text, room), { barcode, room, style })
}

interface Trial {
  readonly barcode: Barcode
  readonly room: Room
  readonly style: LabelStyle
}

/** Whether one dot a module fits below these lines. */
function holdsBelow(lines: readonly Line[], { barcode, room, style }: Trial): boolean {
  return [false, isLinear(barcode)].some(
    (isTurned) => largestModule(barcode, { lines, room, isTurned }, style.showtext) > 0,
  )
}

/** The label without its margins, which thermal printers need to grip it: 4 % of the shorter side, but 1 to 3 mm. */
function printable({ stock, orientation }: LabelStyle): Room {
  const paper = paperOf(stock, orientation)
  const [width, height] = [dots(paper.width), dots(paper.height)]
  const margin = Math.round(Math.min(Math.max(0.04 * Math.min(width, height), millimetre), 3 * millimetre))
  return { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
}

/** The text above the symbol at its preferred size. */
function textAbove(text: string, { width, height }: Room): readonly Line[] {
  const size = Math.round(Math.min(Math.max(0.07 * height, smallestPrint), 3 * smallestPrint))
  const lines = Math.max(1, Math.floor((0.3 * height) / (1.4 * size)))
  return paragraph(text, { face: 'sans', size, minSize: smallestPrint, width, lines })
}

/** The text as one line of the smallest size. */
function smallTextAbove(text: string, { width }: Room): readonly Line[] {
  return paragraph(text, { face: 'sans', size: smallestPrint, minSize: smallestPrint, width, lines: 1 })
}

/** The same line, only as high as its ink. */
function tightTextAbove(text: string, room: Room): readonly Line[] {
  return smallTextAbove(text, room).map((line) => ({ ...line, ascent: -line.ink.top, descent: line.ink.bottom }))
}

function noText(): readonly Line[] {
  return []
}

/** The gap between text and symbol: a sixth of a line, less the quiet zone there. */
function gapBelow({ quiet }: Barcode, { lines, isTurned, module }: Omit<Arrangement, 'room'>): number {
  if (lines.length === 0) return 0
  const clear = (isTurned ? quiet.right : quiet.top) * module
  return Math.max(1, Math.ceil(heightOf(lines) / lines.length / 6) - clear)
}

function largestModule(barcode: Barcode, place: Omit<Arrangement, 'module'>, digits: boolean): number {
  const { matrix, quiet } = barcode
  const columns = quiet.left + matrix.width + quiet.right
  const { along } = space(barcode, { ...place, module: 1 })
  const widest = Math.min(Math.floor(along / columns), widestModule(barcode))
  for (let module = widest; module > 0; module--) {
    const { along, across } = space(barcode, { ...place, module })
    const at = { x: 0, y: 0, module, height: leastBarHeight }
    const [width, height] = sizeOfBlock(barcode, at, digits ? 'digits' : 'none')
    if (width <= along && height <= across) return module
  }
  return 0
}

/** The room below the text: along the rows of the symbol, and across them. */
function space(barcode: Barcode, arrangement: Arrangement): { along: number; across: number } {
  const { lines, room, isTurned } = arrangement
  const height = room.height - heightOf(lines) - gapBelow(barcode, arrangement)
  return isTurned ? { along: height, across: room.width } : { along: room.width, across: height }
}

/** The symbol at the origin, a linear one with bars as high as the room allows. */
function symbolIn(barcode: Barcode, arrangement: Arrangement, digits: boolean): Block {
  const { module, isTurned } = arrangement
  const captions = digits ? 'digits' : 'none'
  const at = { x: 0, y: 0, module, height: leastBarHeight }
  const [, leastHeight] = sizeOfBlock(barcode, at, captions)
  const spare = space(barcode, arrangement).across - leastHeight
  const upright = block(barcode, { ...at, height: leastBarHeight + (isLinear(barcode) ? spare : 0) }, captions)
  if (!isTurned) return upright
  const frame = { width: upright.width, height: upright.height, turn: 'L' } as const
  const marks = upright.marks.map((mark): Mark => turned(mark, frame))
  return { marks, width: upright.height, height: upright.width }
}

function tooLarge(barcode: Barcode, text: string, style: LabelStyle): FitError {
  const fitting = stockBySize().find((stock) => fits(barcode, text, { ...style, stock }))
  const bare = style.showtext && fits(barcode, text, { ...style, showtext: false })
  const advice = [
    fitting ? `the smallest size that does is ${fitting}` : 'no size holds it: a shorter text is needed',
    ...(bare ? ['showtext=false makes it fit on this one'] : []),
  ]
  return new FitError(
    'size',
    `${barcode.symbology} of ${barcode.matrix.width} modules does not fit on ${style.stock} in ${style.orientation}, not even at one dot a module; ${advice.join('; ')}`,
  )
}
