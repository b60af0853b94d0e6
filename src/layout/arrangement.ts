/**
 * Where the symbol and the words of a label stand, and how large the symbol is: words above it, which give way to it step by step, or to its
 * right.
 */

import type { Barcode } from '../../symbologies/barcode.ts'
import { catalogue } from '../../symbologies/catalogue.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { type Application, specificationOf, usualApplication } from '../../symbologies/specification.ts'
import { heightOf, type Line, lineHeight } from '../text/index.ts'
import { sizeOfBlock } from './barcode.ts'
import {
  filledWords,
  hasWords,
  isBetter,
  type LabelWords,
  labelWords,
  largerPrint,
  linesAbove,
  linesBelow,
  longestWords,
  lowColumn,
  noWords,
  preferredTitleSize,
  tightest,
  type Wording,
  wordSetters,
} from './label-words.ts'
import { fewestDots, mostDots, smallestPrint } from './resolution.ts'
import type { Room } from './stock.ts'
import { isLinear, leastBarHeight, totalColumns } from './symbol.ts'

/** What is laid out on a label, and how. */
export interface LabelContent extends Wording {
  readonly barcode: Barcode
  /** The module width wanted, in dots; by default the largest that fits. */
  readonly module?: number | undefined
  /** The use of the symbol, whose limits are kept if the label has room for it. */
  readonly application?: Application | undefined
}

/** One way to fill a room: the symbol, and words above and below it. */
export interface RoomArrangement {
  readonly words: LabelWords
  readonly room: Room
  /** Whether the symbol is turned, so that its rows run from bottom to top. */
  readonly isTurned: boolean
  /** Dots a module. */
  readonly module: number
}

/**
 * The first arrangement, with words above and below the symbol, that has a comfortable module, or else the one with the largest. If an application is given, arrangements
 * that keep its limits come first.
 *
 * @returns undefined if not even one dot a module fits, or not the module wanted
 */
export function bestAbove(content: LabelContent, room: Room): RoomArrangement | undefined {
  if (!holdsWith(noWords, content, room)) return undefined
  const best = firstOrLargest(content, room)
  if (best === undefined || (content.module !== undefined && best.module !== content.module)) return undefined
  return isOwn(content) ? withWrappedTitle(content, withLargerWords(content, best), best.wish) : best
}

/** Whether a label has words other than the encoded text. */
const isOwn = ({ caption, title, showtext }: Wording): boolean =>
  title !== undefined || (showtext && caption !== undefined)

/** Whether a symbol fits, with the caption in its smallest form. */
export function fitsAbove(content: LabelContent, room: Room): boolean {
  if (!holdsWith(noWords, content, room)) return false
  return !hasWords(content) || holdsWith(labelWords(content.barcode, content, room, tightest), content, room)
}

/** The largest module that fits between words, whatever is wanted; 0 if none does. */
export function largestModuleAbove(content: LabelContent, room: Room): number {
  return firstOrLargest({ ...content, module: Number.POSITIVE_INFINITY }, room)?.module ?? 0
}

/** Whether the module wanted, or else one dot a module, fits between these words. */
function holdsWith(words: LabelWords, content: LabelContent, room: Room): boolean {
  const wish = lowestWish(room)
  return turnsOf(content).some(
    (isTurned) => largestModule(content, { words, room, isTurned }, wish) >= (content.module ?? 1),
  )
}

function firstOrLargest(content: LabelContent, room: Room): PlannedArrangement | undefined {
  const setters = hasWords(content) ? wordSetters : [undefined]
  // words are set only when they are needed: most labels use the first way
  const wordsBy = memoize((setter: (typeof setters)[number]) =>
    setter === undefined ? noWords : labelWords(content.barcode, content, room, setter),
  )
  let tried: PlannedArrangement[] = []
  for (const wish of wishes(content, room)) {
    tried = []
    for (const isTurned of turnsOf(content)) {
      const comfortable: PlannedArrangement[] = []
      for (const [way, setter] of setters.entries()) {
        const words = wordsBy(setter)
        const module = largestModule(content, { words, room, isTurned }, wish)
        const arrangement = { words, room, isTurned, module, wish, isPreferred: way === 0 }
        tried.push(arrangement)
        if (module < wish.module) continue
        comfortable.push(arrangement)
        // the symbol carries the encoded text, but nothing carries other words that are cut
        if (words.cut.length === 0 || !isOwn(content)) break
      }
      if (comfortable.length > 0) {
        return comfortable.reduce((best, next) => (isBetter(next.words, best.words) ? next : best))
      }
    }
  }
  return largestOf(tried)
}

/** Upright, and a linear symbol turned too. */
const turnsOf = ({ barcode }: LabelContent): readonly boolean[] => (isLinear(barcode) ? [false, true] : [false])

/** The first arrangement with the largest module; undefined if not even one dot a module fits. */
const largestOf = <A extends RoomArrangement>(arrangements: readonly A[]): A | undefined =>
  arrangements.filter(({ module }) => module > 0).toSorted((a, b) => b.module - a.module)[0]

/** An arrangement with what it was made for. */
interface PlannedArrangement extends RoomArrangement {
  readonly wish: Wish
  /** Whether the words have their preferred size. */
  readonly isPreferred: boolean
}

/** The same symbol with words in all of the room that it leaves, if more of them can be read or they are larger. */
function withLargerWords(content: LabelContent, best: PlannedArrangement): RoomArrangement {
  const { words, room, wish, isPreferred } = best
  if (isPreferred && words.cut.length === 0) return best
  const largest = Math.max(Math.round(largestTitleAbove * room.height), smallestPrint(room.resolution))
  return withWordsFilling(content, best, wish, largest)
}

/**
 * The same symbol below a title in as many lines as it takes at its preferred size, if one line is too short. The modules keep their
 * width, and bars the height for scanning by hand.
 */
function withWrappedTitle(content: LabelContent, best: RoomArrangement, wish: Wish): RoomArrangement {
  const { words, room, module } = best
  const largest = preferredTitleSize(room)
  const [first] = words.title
  if (first === undefined || (first.size >= largest && !words.cut.includes('title'))) return best
  const lowest = leastBarHeight(
    content.barcode,
    { specification: undefined, module, resolution: room.resolution },
    'usual',
  )
  const kept = { ...wish, barHeight: (dots: number) => Math.max(wish.barHeight(dots), lowest) }
  return withWordsFilling(content, best, kept, largest)
}

/**
 * The same symbol, no smaller than is wished, with words that fill the rest of the room, if they are better.
 *
 * @param largest  the size of the title at the most, in dots an em
 */
function withWordsFilling(content: LabelContent, best: RoomArrangement, wish: Wish, largest: number): RoomArrangement {
  const { words, room, module, isTurned } = best
  const needed = symbolSize(content, room, module, wish)[isTurned ? 0 : 1]
  const gaps = Math.ceil(lineHeight('sans', largest) / 6) * (linesBelow(words).length > 0 && content.title ? 2 : 1)
  const height = room.height - needed - gaps
  if (height <= 0) return best
  const filled = { ...best, words: filledWords(content.barcode, content, { ...room, height }, largest) }
  const { along, across } = space(content.barcode, filled)
  const isInRoom = needed <= (isTurned ? along : across)
  return isInRoom && isBetter(filled.words, words) ? filled : best
}

/** The largest title, as a share of the height of the room. */
const largestTitleAbove = 0.1

/** A symbol, and the room to its right with the words. */
export interface BesideArrangement extends RoomArrangement {
  readonly column: { readonly words: LabelWords; readonly room: Room }
}

/** A symbol whose words are not set yet. */
type BareArrangement = RoomArrangement & { readonly wish: Wish }

/**
 * The largest symbol that leaves the words their width; if it is not comfortable to scan, the words have less.
 *
 * @returns undefined if not even one dot a module fits, or not the module wanted
 */
export function besideSymbol(content: LabelContent, room: Room): BareArrangement | undefined {
  const best = largestBeside(content, room)
  return content.module !== undefined && best?.module !== content.module ? undefined : best
}

/** The same with its words, in the room to its right. The bars of a turned symbol are as long as they can be without words being cut. */
export function withWordsBeside(content: LabelContent, symbol: BareArrangement, room: Room): BesideArrangement {
  const { wish, isTurned, module } = symbol
  const [along, across] = symbolSize(content, room, module, wish)
  const setBeside = (width: number): BesideArrangement => {
    const x = room.x + width + gapBeside(room)
    const column = { ...room, x, width: room.x + room.width - x }
    const words = columnWords(content, column)
    return { words: noWords, room: { ...room, width }, isTurned, module, column: { words, room: column } }
  }
  if (!isTurned) return setBeside(along)
  const longest = setBeside(symbol.room.width)
  const cutIn = ({ column }: BesideArrangement): number => column.words.cut.length
  if (cutIn(longest) === 0) return longest
  let best = setBeside(across)
  const fewest = cutIn(best)
  if (fewest >= cutIn(longest)) return longest
  let [low, high] = [across, symbol.room.width]
  while (high - low > gapBeside(room)) {
    const middle = (low + high) >> 1
    const shorter = setBeside(middle)
    if (cutIn(shorter) > fewest) high = middle
    else [low, best] = [middle, shorter]
  }
  return best
}

/** Words as large as they fit in a column; in one that is too low for all of them, lines close together. */
function columnWords({ barcode, ...wording }: LabelContent, column: Room): LabelWords {
  const { height, resolution } = column
  const smallest = smallestPrint(resolution)
  const { share, times, low } = largestTitleBeside
  const largest = Math.min(share * height, times * smallest)
  const onTape = Math.min(low.share * height, low.times * smallest)
  const [title, alone] = [Math.max(largest, onTape), Math.max(largest / largerPrint, onTape)]
  const sizeOf = (wanted: number): number => Math.max(smallest, Math.round(wanted))
  const words = filledWords(barcode, wording, column, sizeOf(title), sizeOf(alone))
  if (words.cut.length === 0 || height > lowLines * smallest) return words
  const close = labelWords(barcode, wording, column, lowColumn)
  return isBetter(close, words) ? close : words
}

/**
 * The largest title: a share of the height of the room, but no more than so many times the smallest print. Where that is little, as on
 * tape, it has a larger share, and a caption without a title, too.
 */
const largestTitleBeside = { share: 0.3, times: 8, low: { share: 0.45, times: 2.5 } }

/** The height of a low column, in ems of the smallest print. */
const lowLines = 5

/** The largest module that fits beside words, whatever is wanted; 0 if none does. */
export function largestModuleBeside(content: LabelContent, room: Room): number {
  return largestBeside(content, room)?.module ?? 0
}

function largestBeside(content: LabelContent, room: Room): BareArrangement | undefined {
  // in narrow rooms EAN and UPC keep the limits of their usual application as well
  const application = content.application ?? usualApplication(content.barcode.symbology)
  const widths = columnWidths(content, room)
  let tried: BareArrangement[] = []
  for (const wish of wishes({ ...content, application }, room)) {
    tried = []
    for (const isTurned of turnsOf(content)) {
      for (const columnWidth of widths) {
        const left = { ...room, width: room.width - gapBeside(room) - columnWidth, beyond: beyondBeside(room) }
        const module = largestModule(content, { words: noWords, room: left, isTurned }, wish)
        const arrangement = { words: noWords, room: left, isTurned, module, wish }
        if (module >= wish.module) return arrangement
        tried.push(arrangement)
      }
    }
  }
  return largestOf(tried)
}

/** What is beyond the room of a symbol with words to its right. */
const beyondBeside = ({ beyond }: Room): Room['beyond'] => beyond && { ...beyond, x: 0 }

/** The widths that the words have at the least, the wanted one first. */
function columnWidths(content: LabelContent, { width, resolution }: Room): readonly number[] {
  const longest = Math.ceil(longestWords(content.barcode, content) * smallestPrint(resolution))
  const wanted = Math.min(Math.max(Math.round(wantedShare * width), longest), Math.round(mostShare * width))
  return [wanted, Math.round(leastShare * width)]
}

/** The shares of the width that words have: as much as is wanted, or else as little as is of use. */
const wantedShare = 0.4
const leastShare = 0.25
/** What words with a long part have at the most. */
const mostShare = 0.6

/** Between the symbol with its quiet zone and the words. */
function gapBeside({ resolution }: Room): number {
  return Math.ceil(smallestPrint(resolution) / 3)
}

/** What a symbol should have, in dots. */
interface Wish {
  /** A module this wide needs no other arrangement. */
  readonly module: number
  /** The least height of bars with this module. */
  barHeight(module: number): number
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

/** The least module in mm that scans comfortably: two dots or more of a 203 dpi print head. */
const comfortableModule = 0.25

/** The height in dots below which no bars are drawn. */
export function lowestBars({ resolution }: Room): number {
  return Math.round(shortestBars * resolution.perMillimetre)
}

/** The least height of bars in mm: shorter ones are hard to hit with a hand scanner. */
const shortestBars = 2

/** The widest module with which the symbol fits with its quiet zones, and bars as high as wished; 0 if none does. */
function largestModule(content: LabelContent, place: Omit<RoomArrangement, 'module'>, wish: Wish): number {
  const { barcode } = content
  const { columnsPerModule = 1 } = barcode
  const spaceWith = spaceBetween(barcode, place)
  // with wide modules the quiet zones take all that is beyond the room
  const along = spaceWith(1).along + 2 * (place.room.beyond?.x ?? 0)
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

/** The widest module to draw, in dots. */
function widestModule({ barcode: { symbology }, module, application }: LabelContent, { resolution }: Room): number {
  if (module !== undefined) return module
  const specification = application && specificationOf(symbology, application)
  const widest = specification?.mostModule ?? catalogue[symbology].widestModule
  return widest === undefined ? Number.POSITIVE_INFINITY : mostDots(widest, resolution)
}

/** The width and height of a symbol that is not turned, with bars as high as wished. */
function symbolSize(
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

/** The room that the words leave: along the rows of the symbol, and across them. */
export function space(barcode: Barcode, arrangement: RoomArrangement): Space {
  return spaceBetween(barcode, arrangement)(arrangement.module)
}

interface Space {
  readonly along: number
  readonly across: number
}

/** The space by the module. */
function spaceBetween(barcode: Barcode, place: Omit<RoomArrangement, 'module'>): (module: number) => Space {
  const { words, room, isTurned } = place
  const left = room.height - heightOf(linesAbove(words)) - heightOf(linesBelow(words))
  const gapsWith = gapsBetween(barcode, place)
  return (module) => {
    const { above, below } = gapsWith(module)
    const beyond = isLinear(barcode) ? undefined : quietBeyond(barcode, place, module)
    const height = left - above - below + 2 * (beyond?.y ?? 0)
    const width = room.width + 2 * (beyond?.x ?? 0)
    return isTurned ? { along: height, across: width } : { along: width, across: height }
  }
}

/** How much of the quiet zones of a matrix symbol is beyond its room: above and below it only where there are no words. */
function quietBeyond(
  { quiet, columnsPerModule = 1 }: Barcode,
  { words, room: { beyond } }: Pick<RoomArrangement, 'words' | 'room'>,
  module: number,
): Room['beyond'] {
  if (beyond === undefined) return undefined
  const hasLines = linesAbove(words).length + linesBelow(words).length > 0
  const zone = (one: number, other: number): number => Math.floor((Math.min(one, other) * module) / columnsPerModule)
  return {
    x: Math.min(beyond.x, zone(quiet.left, quiet.right)),
    y: hasLines ? 0 : Math.min(beyond.y, zone(quiet.top, quiet.bottom)),
  }
}

/** The gaps between the words and the symbol: a sixth of a line, less the quiet zone there. */
export function gapsOf(barcode: Barcode, arrangement: Omit<RoomArrangement, 'room'>): Gaps {
  return gapsBetween(barcode, arrangement)(arrangement.module)
}

interface Gaps {
  readonly above: number
  readonly below: number
}

/** The gaps by the module. */
function gapsBetween(
  { quiet, columnsPerModule = 1 }: Barcode,
  { words, isTurned }: Pick<RoomArrangement, 'words' | 'isTurned'>,
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
