/** The symbols on a label that are known for certain: read twice, at two resolutions, with the same modules, and without a doubt. */

import type { Symbology } from '../../symbologies/barcode.ts'
import type { DotArea, Turn } from '../layout/scene.ts'
import { type FoundSymbol, stackedAmong, symbolsIn } from '../reader/check/found.ts'
import { Effort } from '../reader/check/index.ts'
import { inkOf } from '../reader/check/picture/picture.ts'
import { columnsOf, type SymbolReading } from '../reader/check/report.ts'
import { type BarGroup, barGroups } from './bars.ts'
import { darknessIn, evenEdges, Frame, type IsDark, type PixelBox, turnOf } from './frame.ts'
import { isTwoWidths, twoWidthEdges, twoWidths } from './two-widths.ts'
import type { LabelView, Seen } from './view.ts'

/** Why a symbol is left as it was. */
export type LeftReason = 'doubtful' | 'inverted' | 'tilted' | 'touched' | 'no_room'

/** A symbol that was found: where it is on the label, in dots, and whether it is known for certain. */
export interface Recognised {
  readonly symbology: Symbology
  readonly text: string
  readonly addon: string | undefined
  /** With fractions, without quiet zones. */
  readonly place: DotArea
  /** X in dots. */
  readonly module: number
  readonly certain: CertainSymbol | LeftReason
}

/** All that is needed to draw a symbol again. */
export interface CertainSymbol {
  readonly reading: SymbolReading
  readonly turn: Turn
  /** X in dots. */
  readonly module: number
  /** How many times wider wide bars are, of symbologies with two widths. */
  readonly ratio: number
  /** In dots, without quiet zones and add-on. */
  readonly place: DotArea
  /** As far as its bars reach; the same of a matrix symbol. */
  readonly reach: DotArea
  /** Of a linear symbol, in dots: `top` and `bottom` count from the upper side of the place as it is read. */
  readonly bars: readonly BarGroup[] | undefined
  /** Whether nothing at all is wrong with it but what drawing again repairs. */
  readonly isSound: boolean
}

/**
 * The symbols on a label, the largest first. What is not of the symbologies that are drawn here is left out.
 *
 * What is read as drawn and is certain is not looked for again as in a photo, which takes most of the time.
 */
export function recognisedOn(view: LabelView): readonly Recognised[] {
  const seen = view.whole()
  const drawn = readIn(seen, undefined, true)
  const sure = surelyDrawn(drawn, seen, view)
  const areKnown = sure.size > 0 && sure.size === drawn.length
  const found = readIn(without(seen, [...sure.values()]), undefined, false, areKnown)
  const all = [...sure.keys(), ...found]
  const stacked = stackedAmong(all)
  return all
    .filter((each) => !stacked.includes(each) && each.reading.text !== undefined)
    .map((each) => sure.get(each) ?? recognised(each, seen, view))
    .toSorted((a, b) => areaOf(b.place) - areaOf(a.place))
}

/** What is known for certain; not strips of a tilted symbol, which are read alike, one beside the other. */
function surelyDrawn(
  drawn: readonly FoundSymbol[],
  seen: Seen,
  view: LabelView,
): ReadonlyMap<FoundSymbol, CertainlyRecognised> {
  const isStrip = (each: FoundSymbol): boolean => drawn.some((other) => other !== each && areStrips(each, other))
  const sure = new Map<FoundSymbol, CertainlyRecognised>()
  for (const each of drawn) {
    if (each.reading.text === undefined || isStrip(each)) continue
    const symbol = recognised(each, seen, view)
    if (isCertain(symbol)) sure.set(each, symbol)
  }
  return sure
}

type CertainlyRecognised = Recognised & { readonly certain: CertainSymbol }

const isCertain = (symbol: Recognised): symbol is CertainlyRecognised => typeof symbol.certain === 'object'

/** Whether two symbols are read alike, and nearer to each other than half of the longer side of one. */
function areStrips(one: FoundSymbol, other: FoundSymbol): boolean {
  const { symbology, text, place } = one.reading
  if (other.reading.symbology !== symbology || other.reading.text !== text) return false
  const near = Math.max(place.right - place.left, place.bottom - place.top) / 2
  const { left, top, right, bottom } = other.reading.place
  return isAt({ left: left - near, top: top - near, right: right + near, bottom: bottom + near }, place)
}

/** What is seen without some of its symbols. */
function without(seen: Seen, symbols: readonly CertainlyRecognised[]): Seen {
  if (symbols.length === 0) return seen
  const grey = seen.grey.slice()
  for (const { certain } of symbols) {
    const { left, top, right, bottom } = certain.reach
    const at = (dots: number, start: number, most: number): number =>
      Math.min(most, Math.max(0, Math.round((dots - start) * seen.pitch)))
    const [from, to] = [at(left, seen.left, seen.width), at(right, seen.left, seen.width)]
    for (let y = at(top, seen.top, seen.height); y < at(bottom, seen.top, seen.height); y++)
      grey.fill(255, y * seen.width + from, y * seen.width + to)
  }
  return { ...seen, grey }
}

const areaOf = ({ left, top, right, bottom }: DotArea): number => (right - left) * (bottom - top)

function readIn(seen: Seen, type: Symbology | undefined, isDrawn: boolean, areKnown = false): readonly FoundSymbol[] {
  const perMetre = 8000 * seen.pitch
  const picture = { ...seen, resolution: { across: perMetre, down: perMetre } }
  return symbolsIn(picture, inkOf(picture), { type, expected: undefined, effort: new Effort(), isDrawn, areKnown })
}

function recognised(first: FoundSymbol, seen: Seen, view: LabelView): Recognised {
  const { reading } = first
  const { symbology, text = '', addon } = reading
  const place = dotsOf(boxOf(first), seen)
  const module = moduleOf(reading, place)
  const common = { symbology, text, addon, place, module }
  if (isInverted(reading)) return { ...common, certain: 'inverted' }
  const certain = secondReading(first, { place, whole: dotsOf(wholeBox(first), seen), module, view })
  if (typeof certain === 'string') return { ...common, certain }
  return { ...common, addon: certain.reading.addon, place: certain.place, module: certain.module, certain }
}

const isInverted = ({ findings }: SymbolReading): boolean =>
  findings.list.some(({ code, kind }) => code.endsWith('.polarity') && kind !== 'pass')

/** The box around a symbol, in pixels. */
function boxOf({ reading, corners, isPhoto }: FoundSymbol): PixelBox {
  if (!isPhoto) return reading.place
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}

/** The same with its add-on. */
function wholeBox(symbol: FoundSymbol): PixelBox {
  const { reading, corners, isPhoto } = symbol
  const box = boxOf(symbol)
  if (!isPhoto) return joined(box, reading.addonPlace ?? box)
  const [a, b, , d] = corners as [PicturePoint, PicturePoint, PicturePoint, PicturePoint]
  const beyond = reading.rows[0]!.length / columnsOf(reading) - 1
  const [x, y] = [beyond * (b.x - a.x), beyond * (b.y - a.y)]
  const right = {
    left: Math.min(b.x, b.x + x),
    top: Math.min(b.y, b.y + y),
    right: Math.max(b.x, b.x + x),
    bottom: Math.max(b.y, b.y + y),
  }
  return d === undefined || beyond <= 0 ? box : joined(box, right)
}

const joined = (a: PixelBox, b: PixelBox): PixelBox => ({
  ...{ left: Math.min(a.left, b.left), top: Math.min(a.top, b.top) },
  ...{ right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) },
})

const dotsOf = ({ left, top, right, bottom }: PixelBox, seen: Seen): DotArea => ({
  ...{ left: seen.left + left / seen.pitch, top: seen.top + top / seen.pitch },
  ...{ right: seen.left + right / seen.pitch, bottom: seen.top + bottom / seen.pitch },
})

/** X in dots, by the longer side. */
function moduleOf(reading: SymbolReading, { left, top, right, bottom }: DotArea): number {
  const [width, height] = [right - left, bottom - top]
  const { rows } = reading
  if (rows.length === 1) return linearSide(width, height) / columnsOf(reading)
  return Math.max(width, height) / Math.max(rows.length, rows[0]!.length)
}

/** Bars of a symbol that is turned may be higher than it is long: what decides is told later, by the modules. */
const linearSide = (width: number, height: number): number => Math.max(width, height)

/** Modules around a symbol that are looked at again: more where its bars go on beyond, of which the first reading may have seen a part. */
const around = [13, 60, 250]
/** The least of them around one that may have an add-on, whose first bars are 7 to 12 modules beside it. */
const leastBeforeAddon = 20
/** Pixels of a module that are looked at again, of pages that can be drawn so; and the most pixels of a symbol. */
const [finePixels, leastPixels] = [9, 4]
const mostPixels = 4_000_000

interface FirstPlace {
  readonly place: DotArea
  /** With its add-on. */
  readonly whole: DotArea
  readonly module: number
  readonly view: LabelView
}

function secondReading(first: FoundSymbol, where: FirstPlace): CertainSymbol | LeftReason {
  const least = mayHaveAddon(first.reading) ? leastBeforeAddon : 0
  for (const modules of around) {
    const area = areaAround(where, Math.max(least, modules))
    if (area.left >= area.right || area.top >= area.bottom) return 'doubtful'
    const found = readAgain(first, where, area)
    if (typeof found === 'string') return found
    if ('addonArea' in found) return withAddon(first, where, found.addonArea)
    if (!isCutBy(area, found, where.view)) return found
  }
  return 'doubtful'
}

/** A symbol whose add-on the first reading did not see, for what else is on the page, read twice in an area of its own. */
function withAddon(first: FoundSymbol, where: FirstPlace, area: DotArea): CertainSymbol | LeftReason {
  const { view, place } = where
  const seen = view.read(area, view.readingPitch)
  const { symbology, text } = first.reading
  const found = readIn(seen, symbology, false).find(
    (each) => each.reading.text === text && each.reading.addon !== undefined && isAt(dotsOf(boxOf(each), seen), place),
  )
  const certain = found && readAgain(found, where, area)
  return certain === undefined || (typeof certain === 'object' && 'addonArea' in certain) ? 'doubtful' : certain
}

const areaAround = ({ whole, module, view }: FirstPlace, modules: number): DotArea => ({
  left: Math.max(0, Math.floor(whole.left - modules * module)),
  top: Math.max(0, Math.floor(whole.top - modules * module)),
  right: Math.min(view.width, Math.ceil(whole.right + modules * module)),
  bottom: Math.min(view.height, Math.ceil(whole.bottom + modules * module)),
})

/** Whether it is of a symbology with add-ons, and none was read. */
const mayHaveAddon = ({ symbology, addon }: SymbolReading): boolean =>
  addon === undefined && (symbology === 'ean13' || symbology === 'upca' || symbology === 'upce')

/** Whether a symbol reaches an edge of what was looked at that is not one of the label. */
function isCutBy(area: DotArea, { reach, module }: CertainSymbol, { width, height }: LabelView): boolean {
  const near = 0.5 * module
  return (
    (area.left > 0 && reach.left < area.left + near) ||
    (area.top > 0 && reach.top < area.top + near) ||
    (area.right < width && reach.right > area.right - near) ||
    (area.bottom < height && reach.bottom > area.bottom - near)
  )
}

/** A symbol beside which bars stand that are not read, and where they may be its add-on. */
interface UnreadAddon {
  readonly addonArea: DotArea
}

function readAgain(
  first: FoundSymbol,
  { place, module, view }: FirstPlace,
  area: DotArea,
): CertainSymbol | UnreadAddon | LeftReason {
  const seen = view.read(area, finePitch(area, module, view))
  const { reading } = first
  const isSame = (other: FoundSymbol): boolean =>
    other.reading.text === reading.text &&
    other.reading.addon === reading.addon &&
    isAt(dotsOf(boxOf(other), seen), place)
  const second =
    readIn(seen, reading.symbology, true).find(isSame) ?? readIn(seen, reading.symbology, false).find(isSame)
  if (second === undefined || !agree(reading, second.reading)) return 'doubtful'
  const doubt = doubtOf(second.reading)
  if (doubt !== undefined) return doubt
  const unlike = [first, second].some(isTilted) ? 'tilted' : 'doubtful'
  return measured(second, seen) ?? unlike
}

/** A second resolution, in pixels a dot. */
function finePitch({ left, top, right, bottom }: DotArea, module: number, { pixels, readingPitch }: LabelView): number {
  const most = Math.sqrt(mostPixels / ((right - left) * (bottom - top)))
  // pixels of a picture are enlarged twofold, or made coarser where there are many
  const wanted = pixels === undefined ? finePixels / module : pixels * module > 2 * finePixels ? pixels / 2 : 2 * pixels
  const pitch = Math.min(most, wanted)
  return Math.abs(pitch / readingPitch - 1) < 0.1 ? 1.25 * readingPitch : Math.max(pitch, leastPixels / module)
}

/** Whether two places are of the same symbol. */
const isAt = (a: DotArea, b: DotArea): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * Whether two readings are of the same modules; a coarse one of a matrix may have corrected some, and how wide the space before an add-on is
 * says nothing.
 */
function agree(coarse: SymbolReading, fine: SymbolReading): boolean {
  if (fine.rows.length === 1) return barsOf(coarse) === barsOf(fine)
  const isEqual = coarse.rows.length === fine.rows.length && coarse.rows.every((row, i) => row === fine.rows[i])
  if (isEqual) return true
  const words = (reading: SymbolReading): string => (reading.details?.codewords ?? []).join()
  return isClean(fine) && words(coarse) === words(fine) && coarse.details?.version === fine.details?.version
}

/** The modules of a linear symbol, and those of its add-on. */
function barsOf(reading: SymbolReading): string {
  const [row = ''] = reading.rows
  const columns = columnsOf(reading)
  return `${row.slice(0, columns)} ${row.slice(columns).replace(/^0+/, '')}`
}

/** Whether all codewords of a matrix symbol are right. */
const isClean = ({ codewords }: SymbolReading): boolean =>
  codewords?.blocks.every(({ wrong }) => wrong?.length === 0) ?? false

/** What drawing again repairs, or what is said of the contents alone. */
const repaired =
  /\.(quiet\.\w+|widths|x\.\w+|bars|grid|modules|ratio|gap|bearer|light|resolution|application|height|width|addon\.(gap|quiet|bars|widths)|gs1\.\w+)$/
/** What error correction repairs; not patterns without it, by which a symbol is found. */
const damage = /\.(errorcorrection|remainder|format\.\w+|version\.\w+)$/

function doubtOf(reading: SymbolReading): LeftReason | undefined {
  if (isInverted(reading)) return 'inverted'
  const faults = reading.findings.list.filter(({ kind }) => kind === 'fault').map(({ code }) => code)
  const isMatrix = reading.rows.length > 1
  const isKnown = faults.every((code) => repaired.test(code) || (isMatrix && damage.test(code)))
  const isRead = reading.text !== undefined && reading.isCertain && isKnown
  return isRead && !isExhausted(reading) ? undefined : 'doubtful'
}

/** Whether a block of codewords has wrong ones, and as many as it can correct: those of Micro QR M1 are detected alone. */
const isExhausted = ({ codewords }: SymbolReading): boolean =>
  codewords?.blocks.some(
    ({ wrong, places }) =>
      wrong === undefined ||
      (wrong.length > 0 && 2 * (wrong.length + 1) > places.errorCorrection.length - codewords.reserved),
  ) ?? false

/**
 * Of a matrix symbol, by how much a module may be higher than wide: more where all codewords are right, as browsers round the sides of
 * small ones to whole pixels of CSS.
 */
const mostOff = (reading: SymbolReading): number => (isClean(reading) ? 0.12 : 0.06)

/** @returns undefined if the picture does not show the modules upright, each at its place */
function measured(second: FoundSymbol, seen: Seen): CertainSymbol | UnreadAddon | LeftReason | undefined {
  const { reading } = second
  const box = boxOf(second)
  const { rows, symbology, findings } = reading
  const isMatrix = rows.length > 1
  if (isMatrix && isTilted(second)) return undefined
  const isDark = darknessIn(seen, box)
  const columns = columnsOf(reading)
  const own = rows.map((row) => row.slice(0, columns))
  const edgesIn = isTwoWidths(symbology) ? twoWidthEdges(rows[0]!, isDark) : evenEdges(columns)
  const turn = turnOf(own, { box, isDark, edgesIn, areRight: isClean(reading) })
  if (turn === undefined) return undefined
  const frame = new Frame(box, turn)
  const [edges, pixels] = [edgesIn(frame), frame.width / columns]
  if (isMatrix && Math.abs(frame.height / rows.length / pixels - 1) > mostOff(reading)) return 'doubtful'
  const widths = isTwoWidths(symbology) ? twoWidths(rows[0]!, frame, isDark) : undefined
  const module = widths?.narrow ?? (isMatrix ? (pixels + frame.height / rows.length) / 2 : pixels)
  const groups = isMatrix
    ? undefined
    : barGroups({ row: rows[0]!, main: columns, symbology }, { module, edges, frame, isDark })
  if (groups === 'tilted') return groups
  if (!isMatrix && groups === undefined) return undefined
  if (groups?.some(({ isTouched }) => isTouched)) return 'touched'
  const [main] = groups ?? []
  if (main !== undefined && mayHaveAddon(reading) && hasBarsBeside(frame, main, { module, isDark }))
    return { addonArea: dotsOf(frame.boxOf(addonBox(frame, main, module)), seen) }
  const scale = 1 / seen.pitch
  const bars = groups?.map((group) => ({
    ...group,
    ...{ top: group.top * scale, bottom: group.bottom * scale },
    longer: group.longer && { ...group.longer, bottom: group.longer.bottom * scale },
  }))
  const ends = groups?.flatMap(({ top, bottom, longer }) => [top, bottom, longer?.bottom ?? bottom]) ?? [
    0,
    frame.height,
  ]
  const lines = { left: 0, right: frame.width, top: Math.min(...ends), bottom: Math.max(...ends) }
  return {
    ...{ reading, turn, bars, place: dotsOf(box, seen), reach: dotsOf(frame.boxOf(lines), seen) },
    ...{ module: module * scale, ratio: widths?.ratio ?? 1 },
    isSound: !findings.list.some(({ kind, code }) => kind === 'fault' && (damage.test(code) || /\.gs1\./.test(code))),
  }
}

/**
 * Where the first bars of an add-on may be, in modules behind a symbol, and where lines across them are, as shares of its height: add-ons
 * begin 9 modules lower, of bars that may be hardly higher.
 */
const [nearestAddon, farthestAddon, addonLines] = [5, leastBeforeAddon, [0.75, 0.85, 0.95]] as const

/** A symbol with what an add-on of five digits and its quiet zone take behind it, in modules. */
const mostAddon = 12 + 47 + 7

const addonBox = ({ width }: Frame, { top, bottom }: BarGroup, module: number): PixelBox => ({
  ...{ left: -13 * module, top: top - 5 * module },
  ...{ right: width + mostAddon * module, bottom: bottom + 8 * module },
})

/** Whether bars stand behind a symbol without a read add-on: two and more. */
function hasBarsBeside(
  frame: Frame,
  { top, bottom }: BarGroup,
  { module, isDark }: { readonly module: number; readonly isDark: IsDark },
): boolean {
  let [bars, before] = [0, false]
  for (let u = frame.width + nearestAddon * module; u < frame.width + farthestAddon * module; u++) {
    const isBar = addonLines.every((share) => isDark(...frame.at(u, top + share * (bottom - top))))
    if (isBar && !before) bars++
    before = isBar
  }
  return bars >= 2
}

/** The most that a side of a symbol which is not tilted may slant from one end to the other, in modules: bars are followed less exactly. */
const mostSlant = (columns: number, isLinear: boolean): number => (isLinear ? Math.max(1.5, columns / 50) : 0.5)

/** Whether a symbol that is read as in a photo has a side that is not parallel to the picture's. */
function isTilted({ reading, corners, isPhoto }: FoundSymbol): boolean {
  if (!isPhoto) return false
  const [a, b, c, d] = corners as [PicturePoint, PicturePoint, PicturePoint, PicturePoint]
  const module = Math.hypot(b.x - a.x, b.y - a.y) / columnsOf(reading)
  const slant = (from: PicturePoint, to: PicturePoint): number =>
    Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / module
  const most = mostSlant(columnsOf(reading), reading.rows.length === 1)
  return [slant(a, b), slant(b, c), slant(c, d), slant(d, a)].some((modules) => modules > most)
}

type PicturePoint = FoundSymbol['corners'][number]
