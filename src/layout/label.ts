import type { Barcode } from '../../symbologies/barcode.ts'
import type { Application } from '../../symbologies/specification.ts'
import {
  type Arrangement,
  bestArrangement,
  captionGapOf,
  fits,
  type LabelContent,
  largestFitting,
  lowestBars,
  space,
} from './arrangement.ts'
import { type Block, block, heightOf, sizeOfBlock, stacked } from './captions.ts'
import { FitError } from './fit.ts'
import { isLinear } from './grid.ts'
import { dotsAModule, xdimOf } from './resolution.ts'
import { type SheetStyle, sheetOf } from './room.ts'
import type { Mark, Scene } from './scene.ts'
import { stockBySize } from './stock.ts'
import { moved, turned } from './turn.ts'

/** above: the text above the symbol; logistics: a GS1 logistic label, with several symbols. */
export const labelLayouts = ['above', 'logistics'] as const
export type LabelLayout = (typeof labelLayouts)[number]

export interface LabelStyle extends SheetStyle {
  /** Whether the symbol has a caption. */
  readonly showtext: boolean
  /** The module width wanted, in dots; by default the largest that fits. */
  readonly module?: number | undefined
  /** The use of the symbol, whose limits are kept if the label has room for it. */
  readonly application?: Application | undefined
}

/**
 * The symbol on a label of stock size, with its caption.
 *
 * The symbol has the largest module that fits with its quiet zones. If that is less than the comfortable width, arrangements that
 * leave more room are tried in turn: the caption in one small line, then as high as its ink only; a linear symbol turned.
 *
 * @throws FitError if not even one dot a module fits, or not the module wanted; the message says what would
 */
export function layoutLabel(barcode: Barcode, text: string, style: LabelStyle): Scene {
  const scene = fittedLabel(barcode, text, style)
  if (scene === undefined) throw tooLarge(barcode, text, style)
  return scene
}

/** The same, or undefined if it does not fit: what would fit is not looked for. */
export function fittedLabel(barcode: Barcode, text: string, style: LabelStyle): Scene | undefined {
  const { resolution, showtext } = style
  const sheet = sheetOf(style)
  const best = bestArrangement(contentOf(barcode, text, style), sheet.room)
  if (best === undefined) return undefined
  const symbol = symbolIn(barcode, best, showtext)
  const { paper, width, height } = sheet
  const { barHeight } = symbol
  const isCaptionCut = best.caption.isCut || symbol.isCut
  const marks = marksOf(barcode, best, symbol)
  const { module } = best
  return { width, height, resolution, paper, turn: 'N', marks, title: text, module, barHeight, isCaptionCut }
}

/** The symbol and its caption, together in the middle of the room. */
function marksOf(barcode: Barcode, arrangement: Arrangement, symbol: Block): readonly Mark[] {
  const { caption, room } = arrangement
  const [captionHeight, gap] = [heightOf(caption.lines), captionGapOf(barcode, arrangement)]
  const top = room.y + Math.floor((room.height - captionHeight - gap - symbol.height) / 2)
  const isAbove = caption.side === 'above'
  const captionTop = isAbove ? top : top + symbol.height + gap
  const x = room.x + Math.floor((room.width - symbol.width) / 2)
  const y = isAbove ? top + captionHeight + gap : top
  return [...stacked(caption.lines, { ...room, y: captionTop }), ...symbol.marks.map((mark) => moved(mark, x, y))]
}

function contentOf(barcode: Barcode, text: string, { showtext, module, application }: LabelStyle): LabelContent {
  return { barcode, text, showtext, module, application }
}

/** The symbol at the origin, a linear one with bars as high as the room allows. */
function symbolIn(barcode: Barcode, arrangement: Arrangement, digits: boolean): Block & { readonly barHeight: number } {
  const { module, isTurned, room } = arrangement
  const captions = digits ? 'digits' : 'none'
  const lowest = { x: 0, y: 0, module, height: lowestBars(room), resolution: room.resolution }
  const [, leastHeight] = sizeOfBlock(barcode, lowest, captions)
  const spare = isLinear(barcode) ? space(barcode, arrangement).across - leastHeight : 0
  const barHeight = lowest.height + spare
  const upright = block(barcode, { ...lowest, height: barHeight }, captions)
  if (!isTurned) return { ...upright, barHeight }
  const frame = { width: upright.width, height: upright.height, turn: 'L' } as const
  const marks = upright.marks.map((mark): Mark => turned(mark, frame))
  return { marks, width: upright.height, height: upright.width, isCut: upright.isCut, barHeight }
}

function tooLarge(barcode: Barcode, text: string, style: LabelStyle): FitError {
  const { resolution, stock, orientation, module } = style
  const fitsOn = (changes: Partial<LabelStyle>): boolean => {
    const changed = { ...style, ...changes }
    return fits(contentOf(barcode, text, changed), sheetOf(changed).room)
  }
  const fitting = stockBySize().find((each) => fitsOn({ stock: each }))
  const largest = module && largestFitting(contentOf(barcode, text, style), sheetOf(style).room)
  const advice = [
    fitting
      ? `the smallest size that does is ${fitting}`
      : `no size holds it${module === undefined ? ': a shorter text is needed' : ''}`,
    ...(style.showtext && fitsOn({ showtext: false }) ? ['showtext=false makes it fit on this one'] : []),
    ...(largest ? [`xdim=${xdimOf(largest, resolution)} is the largest that fits on this one`] : []),
  ]
  const wanted = module === undefined ? 'not even at one dot a module' : `at ${dotsAModule(module)}`
  return new FitError(
    module === undefined ? 'size' : 'xdim',
    `${barcode.symbology} of ${barcode.matrix.width} modules does not fit on ${stock} in ${orientation}, ${wanted}; ${advice.join('; ')}`,
  )
}
