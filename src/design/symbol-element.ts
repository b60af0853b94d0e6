/** A symbol in its box: the largest module that fits with its quiet zones, and bars as high as the box. */

import {
  type Application,
  type Barcode,
  catalogue,
  specificationOf,
  usualApplication,
} from '../../symbologies/index.ts'
import { block, sizeOfBlock } from '../layout/barcode.ts'
import { dotsOfXdim, fewestDots, millimetres, mostDots, type Resolution } from '../layout/resolution.ts'
import type { InkMark } from '../layout/scene.ts'
import { columnDots, isLinear, leastBarHeight, sizeOf, totalColumns } from '../layout/symbol.ts'
import type { SymbolElement } from './design.ts'
import type { Rect } from './shapes.ts'
import { startIn, type TextExtent } from './text-element.ts'

/** What a symbol is asked to be. */
export interface SymbolElementStyle extends Pick<SymbolElement, 'align' | 'valign' | 'text'> {
  readonly resolution: Resolution
  /** The module width wanted, in mm. */
  readonly xdim: number | undefined
  readonly application: Application | undefined
  /** Whether columns of an even number of dots are taken, where no width is asked for. */
  readonly hasEvenModules: boolean
}

/** A symbol in its box, in dots of the box. */
export interface PlacedSymbol {
  readonly marks: readonly InkMark[]
  /** Dots a module. */
  readonly module: number
  /** Of the bars in dots; 0 for a matrix symbology. */
  readonly barHeight: number
  /** The symbol with its quiet zones; and with its words. */
  readonly zone: Rect
  readonly whole: Rect
  /** Whether its words are cut. */
  readonly isCut: boolean
  /** The module width that was wanted and does not fit, in mm. */
  readonly missed: number | undefined
}

/** The symbol in a box that is not turned; undefined if not even the narrowest module fits. */
export function placedSymbol(barcode: Barcode, style: SymbolElementStyle, box: TextExtent): PlacedSymbol | undefined {
  const { resolution, text, align, valign } = style
  const wanted = wantedModule(barcode, style)
  const module = largestModule(barcode, style, box, wanted)
  if (module === 0) return undefined
  const captions = text ? 'all' : 'none'
  const [, least] = sizeOfBlock(barcode, { x: 0, y: 0, module, height: 1, resolution }, captions)
  const height = isLinear(barcode) ? 1 + box.height - least : 0
  const place = { x: 0, y: 0, module, height, resolution }
  const [wide, high] = sizeOfBlock(barcode, place, captions)
  const [x, y] = [startIn(align, box.width - wide), startIn(valign, box.height - high)]
  const { marks, isCut } = block(barcode, { ...place, x, y }, captions)
  const [width, symbol] = sizeOf(barcode, place)
  const left = x + Math.floor((wide - width) / 2)
  return {
    marks,
    module,
    barHeight: height,
    zone: { left, top: y, right: left + width, bottom: y + symbol },
    whole: { left: x, top: y, right: x + wide, bottom: y + high },
    isCut,
    missed: wanted !== undefined && module < wanted ? style.xdim : undefined,
  }
}

/** In dots: the nearest number that the columns of a module can have. */
function wantedModule({ columnsPerModule = 1 }: Barcode, { xdim, resolution }: SymbolElementStyle): number | undefined {
  if (xdim === undefined) return undefined
  const dots = dotsOfXdim(xdim, resolution)
  return Math.max(1, Math.round(dots / columnsPerModule)) * columnsPerModule
}

/** The smallest box that a symbol fits in, in mm. */
export function leastBox(barcode: Barcode, { resolution, text }: SymbolElementStyle): string {
  const { columnsPerModule: module = 1 } = barcode
  const height = isLinear(barcode) ? lowestBars(resolution) : 0
  const size = sizeOfBlock(barcode, { x: 0, y: 0, module, height, resolution }, text ? 'all' : 'none')
  return size.map((dots) => millimetres(dots, resolution)).join(' x ')
}

/** In mm: less than this is not drawn as bars. */
const lowestBars = ({ perMillimetre }: Resolution): number => Math.round(perMillimetre)

/**
 * The largest module with which the symbol, its quiet zones and its words fit, with bars as high as they should be; if it would be narrower
 * than what scans comfortably, bars may be lower. 0 if none fits.
 */
function largestModule(
  barcode: Barcode,
  style: SymbolElementStyle,
  box: TextExtent,
  wanted: number | undefined,
): number {
  const { resolution } = style
  const application = style.application ?? usualApplication(barcode.symbology)
  const specification = application && specificationOf(barcode.symbology, application)
  const widest = (style.application && specification?.mostModule) ?? catalogue[barcode.symbology].widestModule
  const most = wanted ?? (widest === undefined ? Infinity : mostDots(widest, resolution))
  const enough = wanted ?? fewestDots(specification?.leastModule ?? comfortableModule, resolution)
  const lowest = lowestBars(resolution)
  const heights = isLinear(barcode)
    ? (['usual', 'without room'] as const).map(
        (kind) =>
          (module: number): number =>
            Math.max(lowest, leastBarHeight(barcode, { specification, module, resolution }, kind)),
      )
    : []
  let best = 0
  for (const barHeight of [...heights, () => lowest]) {
    const module = largestWith(barcode, style, { box, most, barHeight })
    if (module >= enough) return module
    best = Math.max(best, module)
  }
  return best
}

/** In mm: two dots or more of a print head of 203 dpi. */
const comfortableModule = 0.25

interface Room {
  readonly box: TextExtent
  /** The widest module, in dots. */
  readonly most: number
  /** The least height of bars by the module, in dots. */
  readonly barHeight: (module: number) => number
}

function largestWith(barcode: Barcode, style: SymbolElementStyle, { box, most, barHeight }: Room): number {
  const { resolution, text, xdim, hasEvenModules } = style
  const { columnsPerModule = 1 } = barcode
  const step = hasEvenModules && xdim === undefined ? 2 : 1
  const fits = (module: number, captions: 'all' | 'none'): boolean => {
    const place = { x: 0, y: 0, module, height: isLinear(barcode) ? barHeight(module) : 0, resolution }
    const [width, height] = sizeOfBlock(barcode, place, captions)
    return width <= box.width && height <= box.height
  }
  let columns = Math.floor(Math.min(box.width / totalColumns(barcode), most / columnsPerModule))
  columns -= columns % step
  // words are set only for modules with which the symbol alone fits; below a narrower symbol they may need more lines
  while (columns > 0 && !fits(columns * columnsPerModule, 'none')) columns -= step
  while (text && columns > 0 && !fits(columns * columnsPerModule, 'all')) columns -= step
  return columns * columnsPerModule
}

/** The width of a symbol with its quiet zones in mm. */
export function widthOf(barcode: Barcode, module: number, resolution: Resolution): number {
  return millimetres(totalColumns(barcode) * columnDots(barcode, module), resolution)
}
