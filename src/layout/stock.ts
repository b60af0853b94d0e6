/** Label stock, and the room that a label has for printing. */

import { type Insets, insetsOf, type LabelOutline } from './label-outline.ts'
import { type NamedSize, type NamedStock, nameOf, stockNamed, stockOf } from './named-stock.ts'
import { type Resolution, resolutions, tapeDpis } from './resolution.ts'

/** Label stock as it is sold, in inches and in millimetres. Each name has both sides. */
const stocks = {
  in: [
    '4x6',
    '4x4',
    '4x3',
    '4x2',
    '3.5x1.125',
    '3x3',
    '3x2',
    '3x1',
    '2x3',
    '2.25x1.25',
    '2.25x0.75',
    '2x1',
    '1.75x0.5',
    '1.5x1.5',
  ],
  mm: ['100x150', '100x50', '70x50', '62x100', '50x30', '50x25', '40x20', '38x25', '25x10'],
} as const

export const stockNames = [...stocks.in, ...stocks.mm] as const
export type StockName = (typeof stockNames)[number]

/** The stock in groups, by the titles of the groups. */
export const stockGroups = { Inches: stocks.in, Millimetres: stocks.mm } as const

/** The title of each stock, such as 4 × 6 in. */
export const stockTitles: { readonly [stock: string]: string } = Object.fromEntries(
  Object.entries(stocks).flatMap(([unit, names]) => names.map((name) => [name, `${name.replace('x', ' × ')} ${unit}`])),
)

/** landscape: the longer side is horizontal; portrait: it is vertical. */
export const orientations = ['landscape', 'portrait'] as const
export type Orientation = (typeof orientations)[number]

export interface Paper {
  /** Points, 1/72 inch. */
  readonly width: number
  readonly height: number
}

/** Any other size, with the unit of both sides. */
export type FreeSize = `${number}x${number}${'mm' | 'in'}`
export type LabelSize = StockName | FreeSize | NamedSize

/** The sides of a free size in mm: the narrowest tape, and the longest of wide label printers. */
export const sideRange = { least: 4, most: 300 }

/** The form of a free size. */
const freeSize = /^([0-9]{1,3}(?:\.[0-9]{1,4})?)x([0-9]{1,3}(?:\.[0-9]{1,4})?)(mm|in)$/
const millimetresIn = { mm: 1, in: 25.4 }

/** Whether `size` has the form of a free size, with both sides in the range. */
export function isFreeSize(size: string): size is FreeSize {
  const [, first, second, unit] = freeSize.exec(size) ?? []
  if (unit === undefined) return false
  return [first, second].every((side) => {
    const length = Number(side) * millimetresIn[unit as keyof typeof millimetresIn]
    return length >= sideRange.least && length <= sideRange.most
  })
}

/** What free sizes and makers' names look like. */
export const sizePattern = /^[A-Za-z -]{0,20}[0-9][0-9A-Za-z. -]+$/

/** Zebra's labels are called by their size: Z-Perform 1000D 4x6. */
const zebraSeries = /^(?:zebra|z-?(?:select|perform))[ -]?(?:[0-9]{4}[dt][ -]?)?(?=[0-9.]+x)/i

/** A size of any kind as it is given: by the name of a stock, free, or by a maker's name however it is spelled; undefined if it is none. */
export function labelSize(given: string): LabelSize | undefined {
  const size = given.replace(zebraSeries, '')
  if (isStock(size) || isFreeSize(size)) return size
  const named = stockNamed(given)
  const length = named?.along
  return named === undefined || length === undefined || length < sideRange.least || length > sideRange.most
    ? undefined
    : nameOf(named)
}

/** The label's paper in the orientation in which it is read. */
function paperOf(size: LabelSize, orientation: Orientation): Paper {
  const [long, short] = sidesOf(size)
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long }
}

/**
 * Which way the label lies in a printer whose print head its first side lies across; undefined if it is a square.
 *
 * @param resolution  of a label in whole dots, where sides that differ by a dot at most make a square
 */
export function fedOrientation(size: LabelSize, resolution?: Resolution): Orientation | undefined {
  const [across, along] = sidesAsFed(size)
  const least = resolution === undefined ? 0 : (1.5 * 72) / resolution.perInch
  if (Math.abs(across - along) <= least) return undefined
  return across > along ? 'landscape' : 'portrait'
}

/** In square points. */
export function areaOf(size: LabelSize): number {
  const [long, short] = sidesOf(size)
  return long * short
}

/** All stocks, from the smallest area to the largest. */
export function stockBySize(): StockName[] {
  return stockNames.toSorted((a, b) => areaOf(a) - areaOf(b))
}

/** The longer and the shorter side, in points. */
function sidesOf(size: LabelSize): readonly [number, number] {
  const [a, b] = sidesAsFed(size)
  return [Math.max(a, b), Math.min(a, b)]
}

/** The side across the print head and the side along the feed, in points. */
export function sidesAsFed(size: LabelSize): readonly [across: number, along: number] {
  if (isStock(size)) return sides[size]
  const named = stockOf(size)
  if (named !== undefined) return [named.stock.across * pointsIn.mm, named.along! * pointsIn.mm]
  return sidesIn(size.slice(0, -2), pointsIn[size.slice(-2) as 'mm' | 'in'])
}

/**
 * In mm: by how much each side of the same labels differs at the most where one box names them in inches and another one in millimetres.
 * 2.25 x 1.25 in is sold as 57 x 32 mm (0.25), 4 x 6 in as 102 x 153 mm (0.6), 3.5 x 1.125 in as 89 x 28 mm (0.575), while 2 x 1 in and
 * 50 x 25 mm (0.8), or 29 x 90 and 28 x 89 mm (1), are different products.
 */
const rounding = 0.6

/** Whether two sizes are those of one product as it lies in a printer: each side is the same but for what its name rounds. */
export function isSameProduct(one: LabelSize, other: LabelSize): boolean {
  return areAlike(sidesAsFed(one), sidesAsFed(other))
}

/** Of sides in points. */
const areAlike = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((side, i) => Math.abs(side - other[i]!) <= rounding * pointsIn.mm + 0.01)

/** The same, as it lies or turned by a quarter. */
export function isSameLabel(one: LabelSize, other: LabelSize): boolean {
  const [across, along] = sidesAsFed(other)
  return isSameProduct(one, other) || areAlike(sidesAsFed(one), [along, across])
}

function isStock(size: string): size is StockName {
  return Object.hasOwn(sides, size)
}

const pointsIn = { in: 72, mm: 72 / 25.4 }

const sides = Object.fromEntries([
  ...stocks.in.map((name) => [name, sidesIn(name, pointsIn.in)]),
  ...stocks.mm.map((name) => [name, sidesIn(name, pointsIn.mm)]),
]) as Readonly<Record<StockName, readonly [number, number]>>

/** Two sides such as `4x6`, in points. */
function sidesIn(name: string, points: number): [number, number] {
  const [a = 0, b = 0] = name.split('x').map((side) => Number(side) * points)
  return [a, b]
}

/** A rectangle to print in, in dots. */
export interface Room {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly resolution: Resolution
  /** Blank dots beyond it, on the left and right and above and below, that may be part of a quiet zone; by default none. */
  readonly beyond?: { readonly x: number; readonly y: number } | undefined
}

/** `exact`: as the stock is sold; `whole dots`: the nearest whole number of dots of the print head. */
type PaperSize = 'exact' | 'whole dots'

/** A label before anything is drawn on it: its size in whole dots, and the room within its margins. */
export interface BlankLabel {
  readonly paper: Paper
  readonly width: number
  readonly height: number
  readonly room: Room
  /** Where it was called by its maker's name. */
  readonly stock: NamedStock | undefined
}

export interface BlankStyle {
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly resolution: Resolution
  readonly paperSize: PaperSize
  /** Of a label on a sheet, where the size is that of the box around it; others are rectangles as far as their stock says nothing else. */
  readonly outline?: LabelOutline | undefined
  /** Of the printer: a label that it prints longer is drawn shorter. Not of a label on a sheet. */
  readonly scale?: Scale | undefined
}

/** How much longer a printer prints all than it is drawn, of a drawing from left to right and from top to bottom. */
export type Scale = readonly [x: number, y: number]

/** The scale of a label as it is read, of a printer that is fed with it. @param quarters  by which the printer turns the label besides */
export function scaleAsRead(
  scale: Scale,
  { size, orientation, resolution }: Pick<BlankStyle, 'size' | 'orientation' | 'resolution'>,
  quarters: number,
): Scale {
  const fed = fedOrientation(size, resolution)
  const isTurned = (fed !== undefined && fed !== orientation) !== (quarters % 2 === 1)
  return isTurned ? [scale[1], scale[0]] : scale
}

/**
 * A label with its margins, which thermal printers need to grip it: 4 % of the shorter side, but 1 to 3 mm. Of 1 mm
 * a narrow tape would have nothing left, so that margins are 12 % at the most: what heads for such tape leave blank anyway.
 */
export function blankLabel({ size, orientation, resolution, paperSize, outline, scale }: BlankStyle): BlankLabel {
  const [scaleX, scaleY] = scale ?? [1, 1]
  const real = paperOf(size, orientation)
  const exact = { width: real.width / scaleX, height: real.height / scaleY }
  const { perInch, perMillimetre } = resolution
  const width = Math.round((exact.width * perInch) / 72)
  const height = Math.round((exact.height * perInch) / 72)
  const shorter = Math.min(width, height)
  const least = Math.min(perMillimetre, 0.12 * shorter)
  const margin = Math.round(Math.min(Math.max(0.04 * shorter, least), 3 * perMillimetre))
  const { left, top, right, bottom } =
    outline === undefined
      ? marginsOf(margin, { size, orientation, resolution, width, height })
      : insetsOf(outline, { width, height }, margin, perMillimetre)
  const beyond =
    outline === undefined && isTape(shorter, resolution)
      ? { x: Math.min(left, right), y: Math.min(top, bottom) }
      : undefined
  const room = { x: left, y: top, width: width - left - right, height: height - top - bottom, resolution, beyond }
  const paper = paperSize === 'exact' ? exact : { width: pointsOf(width, perInch), height: pointsOf(height, perInch) }
  return { paper, width, height, room, stock: stockOf(size)?.stock }
}

/**
 * Whether a label is narrower than labels on a roll are, 10 mm, or as narrow as tape in a tape printer. On tape the margins are so much
 * of its width that they are part of the quiet zones of symbols.
 */
function isTape(shorter: number, { perInch, perMillimetre }: Resolution): boolean {
  const narrow = tapeDpis.some((dpi) => resolutions[dpi].perInch === perInch) ? 13 : 9.9
  return shorter < narrow * perMillimetre
}

/** The margins of a label as it is read: those that all have, and where its maker's printers print less, what they leave blank. */
function marginsOf(
  usual: number,
  { size, orientation, resolution, ...drawn }: Omit<BlankStyle, 'paperSize'> & { width: number; height: number },
): Insets {
  const least: Insets = { left: usual, top: usual, right: usual, bottom: usual }
  const stock = stockOf(size)?.stock
  if (stock?.area === undefined) return least
  const isTurned = fedOrientation(size) !== undefined && fedOrientation(size) !== orientation
  const [across, along] = isTurned ? [drawn.height, drawn.width] : [drawn.width, drawn.height]
  const blank = blankOn(stock, { across, along, perInch: resolution.perInch })
  // a label that is read the other way round is fed turned clockwise by a quarter
  const read = isTurned ? { left: blank.top, top: blank.right, right: blank.bottom, bottom: blank.left } : blank
  const atLeast = (side: keyof Insets): number => Math.max(usual, read[side])
  return { left: atLeast('left'), top: atLeast('top'), right: atLeast('right'), bottom: atLeast('bottom') }
}

/** What printers leave blank of a label as it is fed, in its dots. Of a round one, what is outside of the square in its circle, too. */
function blankOn({ area, isRound }: NamedStock, label: { across: number; along: number; perInch: number }): Insets {
  const { across, along, origin, perInch } = area!
  const inscribed = isRound ? Math.SQRT1_2 : 1
  const printed = (dots: number): number => Math.floor((inscribed * dots * label.perInch) / perInch)
  const before = (whole: number, dots: number | undefined, start: number | undefined): number => {
    if (dots === undefined) return 0
    if (start !== undefined) return Math.ceil((start * label.perInch) / perInch)
    return Math.max(0, (whole - printed(dots)) >> 1)
  }
  const after = (whole: number, dots: number | undefined, start: number): number =>
    dots === undefined ? 0 : Math.max(0, whole - printed(dots) - start)
  const left = before(label.across, across, origin?.[0])
  const top = before(label.along, along, origin?.[1])
  return { left, top, right: after(label.across, across, left), bottom: after(label.along, along, top) }
}

/** A length in points, at most 0.0002 too short unless it is whole: renderers that round a page up to dots then have no dot more. */
function pointsOf(dots: number, perInch: number): number {
  const points = (dots * 72) / perInch
  return Number.isInteger(points) ? points : Math.floor(points * 1e4 - 0.5) / 1e4
}
