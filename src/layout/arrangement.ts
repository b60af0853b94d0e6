import type { Barcode } from '../../symbologies/barcode.ts'
import { catalogue } from '../../symbologies/catalogue.ts'
import { type Application, specificationOf } from '../../symbologies/specification.ts'
import { heightOf, sizeOfBlock } from './captions.ts'
import { allowsModule, isLinear, totalColumns } from './grid.ts'
import { captionSetters, type LabelCaption, labelCaption, noCaption, tightest } from './label-caption.ts'
import { leastBarHeight } from './limits.ts'
import { fewestDots, mostDots } from './resolution.ts'
import type { Room } from './room.ts'

/** What is laid out on a label, and how. */
export interface LabelContent {
  readonly barcode: Barcode
  readonly text: string
  /** Whether the symbol has a caption. */
  readonly showtext: boolean
  /** The module width wanted, in dots; by default the largest that fits. */
  readonly module?: number | undefined
  /** The use of the symbol, whose limits are kept if the label has room for it. */
  readonly application?: Application | undefined
}

/** One way to fill a label: the symbol, and its caption above or below it. */
export interface Arrangement {
  readonly caption: LabelCaption
  readonly room: Room
  /** Whether the symbol is turned, so that its rows run from bottom to top. */
  readonly isTurned: boolean
  /** Dots a module. */
  readonly module: number
}

/** What a symbol should have, in dots. */
interface Wish {
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

/**
 * The first arrangement with a comfortable module, or else the one with the largest. If an application is given, arrangements
 * that keep its limits come first.
 *
 * @returns undefined if not even one dot a module fits, or not the module wanted
 */
export function bestArrangement(content: LabelContent, room: Room): Arrangement | undefined {
  if (!holdsWith(noCaption, content, room)) return undefined
  const best = firstOrLargest(content, room)
  return content.module === undefined || best?.module === content.module ? best : undefined
}

function firstOrLargest(content: LabelContent, room: Room): Arrangement | undefined {
  // each caption is set only when it is needed: most labels use the first
  const set: LabelCaption[] = []
  let best: Arrangement | undefined
  for (const wish of wishes(content, room)) {
    best = undefined
    for (const isTurned of isLinear(content.barcode) ? [false, true] : [false]) {
      for (let way = 0; way < (content.showtext ? captionSetters.length : 1); way++) {
        set[way] ??= content.showtext
          ? labelCaption(content.barcode, content.text, room, captionSetters[way]!)
          : noCaption
        const caption = set[way]!
        const module = largestModule(content, { caption, room, isTurned }, wish)
        if (module > (best?.module ?? 0)) best = { caption, room, isTurned, module }
        if (module >= wish.module) return best
      }
    }
  }
  return best
}

/** Whether a symbol fits, with the caption in its smallest form. */
export function fits(content: LabelContent, room: Room): boolean {
  if (!holdsWith(noCaption, content, room)) return false
  return !content.showtext || holdsWith(labelCaption(content.barcode, content.text, room, tightest), content, room)
}

/** The largest module that fits, whatever is wanted; 0 if none does. */
export function largestFitting(content: LabelContent, room: Room): number {
  return firstOrLargest({ ...content, module: Number.POSITIVE_INFINITY }, room)?.module ?? 0
}

/** Whether the module wanted, or else one dot a module, fits beside this caption. */
function holdsWith(caption: LabelCaption, content: LabelContent, room: Room): boolean {
  const wish = lowestWish(room)
  return [false, isLinear(content.barcode)].some(
    (isTurned) => largestModule(content, { caption, room, isTurned }, wish) >= (content.module ?? 1),
  )
}

/** What to try in turn. */
function wishes({ barcode, module, application }: LabelContent, room: Room): readonly Wish[] {
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

function lowestWish(room: Room): Wish {
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

/** The gap between caption and symbol: a sixth of a line, less the quiet zone there. */
export function captionGapOf(barcode: Barcode, { caption, isTurned, module }: Omit<Arrangement, 'room'>): number {
  const { quiet, columnsPerModule = 1 } = barcode
  const { lines, side } = caption
  if (lines.length === 0) return 0
  const [upper, lower] = isTurned ? [quiet.right, quiet.left] : [quiet.top, quiet.bottom]
  const clear = ((side === 'above' ? upper : lower) * module) / columnsPerModule
  return Math.max(1, Math.ceil(heightOf(lines) / lines.length / 6) - clear)
}

function largestModule(content: LabelContent, place: Omit<Arrangement, 'module'>, wish: Wish): number {
  const { barcode, showtext } = content
  const { columnsPerModule = 1 } = barcode
  const { resolution } = place.room
  const { along } = space(barcode, { ...place, module: 1 })
  const widest = Math.min(
    Math.floor(along / totalColumns(barcode)) * columnsPerModule,
    widestModule(content, place.room),
  )
  for (let module = widest; module > 0; module--) {
    if (!allowsModule(barcode, module)) continue
    const { along, across } = space(barcode, { ...place, module })
    const at = { x: 0, y: 0, module, height: wish.barHeight(module), resolution }
    const [width, height] = sizeOfBlock(barcode, at, showtext ? 'digits' : 'none')
    if (width <= along && height <= across) return module
  }
  return 0
}

/** The room beside the caption: along the rows of the symbol, and across them. */
export function space(barcode: Barcode, arrangement: Arrangement): { along: number; across: number } {
  const { caption, room, isTurned } = arrangement
  const height = room.height - heightOf(caption.lines) - captionGapOf(barcode, arrangement)
  return isTurned ? { along: height, across: room.width } : { along: room.width, across: height }
}
