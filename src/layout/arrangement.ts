import type { Barcode } from '../../symbologies/barcode.ts'
import { catalogue } from '../../symbologies/catalogue.ts'
import { type Application, specificationOf } from '../../symbologies/specification.ts'
import { heightOf, type Line } from '../text/index.ts'
import { sizeOfBlock } from './captions.ts'
import { type LabelWords, linesAbove, linesBelow, type Wording } from './label-words.ts'
import { fewestDots, mostDots } from './resolution.ts'
import type { Room } from './stock.ts'
import { leastBarHeight, totalColumns } from './symbol.ts'

/** What is laid out on a label, and how. */
export interface LabelContent extends Wording {
  readonly barcode: Barcode
  /** The module width wanted, in dots; by default the largest that fits. */
  readonly module?: number | undefined
  /** The use of the symbol, whose limits are kept if the label has room for it. */
  readonly application?: Application | undefined
}

/** One way to fill a room: the symbol, and words above and below it. */
export interface Arrangement {
  readonly words: LabelWords
  readonly room: Room
  /** Whether the symbol is turned, so that its rows run from bottom to top. */
  readonly isTurned: boolean
  /** Dots a module. */
  readonly module: number
}

/** What a symbol should have, in dots. */
export interface Wish {
  /** A module this wide needs no other arrangement. */
  readonly module: number
  /** The least height of bars with this module. */
  barHeight(module: number): number
}

/** The least height of bars in mm: shorter ones are hard to hit with a hand scanner. */
const shortestBars = 2

/** The least module in mm that scans comfortably: two dots or more of a 203 dpi print head. */
const comfortableModule = 0.25

/** The height in dots below which no bars are drawn. */
export function lowestBars({ resolution }: Room): number {
  return Math.round(shortestBars * resolution.perMillimetre)
}

/** What to try in turn. */
export function wishes({ barcode, module, application }: LabelContent, room: Room): readonly Wish[] {
  const lowest = lowestWish(room)
  const specification = application && specificationOf(barcode.symbology, application)
  if (specification === undefined) return [{ ...lowest, module: module ?? lowest.module }]
  const { resolution } = room
  const least = module ?? fewestDots(specification.leastModule, resolution)
  const heights = (['usual', 'without room'] as const).map((kind) => (dots: number): number => {
    const height = leastBarHeight(barcode, { specification, module: dots, resolution }, kind)
    return Math.max(height, lowest.barHeight(dots))
  })
  return [...heights.map((barHeight) => ({ module: least, barHeight })), { ...lowest, module: least }]
}

export function lowestWish(room: Room): Wish {
  const bars = lowestBars(room)
  return { module: Math.ceil(comfortableModule * room.resolution.perMillimetre), barHeight: () => bars }
}

/** The widest module to draw, in dots. */
function widestModule({ barcode: { symbology }, module, application }: LabelContent, { resolution }: Room): number {
  if (module !== undefined) return module
  const specification = application && specificationOf(symbology, application)
  const widest = specification?.mostModule ?? catalogue[symbology].widestModule
  return widest === undefined ? Number.POSITIVE_INFINITY : mostDots(widest, resolution)
}

/** The gaps between the words and the symbol: a sixth of a line, less the quiet zone there. */
export function gapsOf(barcode: Barcode, arrangement: Omit<Arrangement, 'room'>): Gaps {
  return gapsBetween(barcode, arrangement)(arrangement.module)
}

interface Gaps {
  readonly above: number
  readonly below: number
}

/** The same for each module. */
function gapsBetween(
  { quiet, columnsPerModule = 1 }: Barcode,
  { words, isTurned }: Pick<Arrangement, 'words' | 'isTurned'>,
): (module: number) => Gaps {
  const [upper, lower] = isTurned ? [quiet.right, quiet.left] : [quiet.top, quiet.bottom]
  const [above, below] = [sixthOfLine(linesAbove(words)), sixthOfLine(linesBelow(words))]
  const gap = (wanted: number | undefined, zone: number, module: number): number =>
    wanted === undefined ? 0 : Math.max(1, wanted - (zone * module) / columnsPerModule)
  return (module) => ({ above: gap(above, upper, module), below: gap(below, lower, module) })
}

/** A sixth of the height of a line, if there is one. */
const sixthOfLine = (lines: readonly Line[]): number | undefined =>
  lines.length === 0 ? undefined : Math.ceil(heightOf(lines) / lines.length / 6)

/** The widest module with which the symbol fits with its quiet zones, and bars as high as wished; 0 if none does. */
export function largestModule(content: LabelContent, place: Omit<Arrangement, 'module'>, wish: Wish): number {
  const { barcode } = content
  const { columnsPerModule = 1 } = barcode
  const spaceWith = spaceBetween(barcode, place)
  const { along } = spaceWith(1)
  const fitsWith = (module: number): boolean => {
    const { along, across } = spaceWith(module)
    const [width, height] = symbolSize(content, place.room, module, wish)
    return width <= along && height <= across
  }
  // a symbol of wider modules needs more room than its quiet zones save of the gaps: what does not fit, does not fit wider either
  let low = 0
  let high = Math.floor(Math.min(along / totalColumns(barcode), widestModule(content, place.room) / columnsPerModule))
  // mostly the width alone decides
  let middle = high
  while (low < high) {
    if (fitsWith(middle * columnsPerModule)) low = middle
    else high = middle - 1
    middle = (low + high + 1) >> 1
  }
  return low * columnsPerModule
}

/** The room that the words leave: along the rows of the symbol, and across them. */
export function space(barcode: Barcode, arrangement: Arrangement): Space {
  return spaceBetween(barcode, arrangement)(arrangement.module)
}

interface Space {
  readonly along: number
  readonly across: number
}

/** The same for each module. */
function spaceBetween(barcode: Barcode, place: Omit<Arrangement, 'module'>): (module: number) => Space {
  const { words, room, isTurned } = place
  const left = room.height - heightOf(linesAbove(words)) - heightOf(linesBelow(words))
  const gapsWith = gapsBetween(barcode, place)
  return (module) => {
    const { above, below } = gapsWith(module)
    const height = left - above - below
    return isTurned ? { along: height, across: room.width } : { along: room.width, across: height }
  }
}

/** The width and height of a symbol that is not turned, with bars as high as wished. */
export function symbolSize(
  { barcode, showtext }: LabelContent,
  { resolution }: Room,
  module: number,
  wish: Wish,
): readonly [number, number] {
  return sizeOfBlock(
    barcode,
    { x: 0, y: 0, module, height: wish.barHeight(module), resolution },
    showtext ? 'digits' : 'none',
  )
}
