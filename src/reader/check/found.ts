/**
 * All symbols in a picture, each read as exactly as the picture allows: as drawn where its edges are sharp and parallel to the sides of
 * the picture, else as in a scan or a photo.
 */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { type Detection, sightingsIn } from './photo/photo.ts'
import { darkBox } from './picture/boxes.ts'
import type { Effort } from './picture/effort.ts'
import { type Box, croppedInk, type Ink, overlap, type Picture } from './picture/picture.ts'
import { columnsOf, type PicturePoint, type SymbolReading } from './report.ts'
import { readingsIn } from './symbols.ts'

/** A symbol and where it is. */
export interface FoundSymbol {
  readonly reading: SymbolReading
  /** Upper left, upper right, lower right, lower left as it is read, in pixels. */
  readonly corners: readonly PicturePoint[]
  /** Read as in a scan or a photo, which does not show widths, modules and quiet zones to the dot. */
  readonly isPhoto: boolean
}

/** What is looked for. */
export interface SymbolSearch {
  /** Undefined: any. */
  readonly type: Symbology | undefined
  /** The text that a symbol should carry. */
  readonly expected: string | undefined
  readonly effort: Effort
  /** Whether the picture is known to be drawn, so that nothing in it is read as in a photo. */
  readonly isDrawn: boolean
  /** Whether what is read as drawn is known and not in the picture any more: others are looked for as in a photo, but light ones on dark. */
  readonly areKnown?: boolean | undefined
}

/**
 * The steps after which no more symbols are read in a part of the picture of their own: for each pixel, and besides. The last of them may
 * take what a picture may.
 */
const stepsAround = { pixel: 4, picture: 40_000_000 } as const

/** The symbols in a picture, the largest first; none overlaps another. @param ink  of the picture; undefined if it has hardly any contrast */
export function symbolsIn(picture: Picture, ink: Ink | undefined, search: SymbolSearch): FoundSymbol[] {
  const { reading, others } = ink === undefined || search.areKnown ? nothing : readingsIn(ink, search)
  const drawn = reading === undefined ? [] : [reading, ...others]
  const isSure = ink !== undefined && isSurelyDrawn(ink, reading) && !areStrips(drawn)
  if (search.isDrawn || (isSure && isAllDark(ink, drawn))) return drawn.map(asDrawn)
  const sightings = sightingsIn(picture, search)
  if (sightings.length === 0) return drawn.map(asDrawn)
  const isWhole = isSure || (ink !== undefined && showsWhole(ink, drawn, sightings))
  const { effort } = search
  const most = effort.steps + stepsAround.pixel * picture.width * picture.height + stepsAround.picture
  const isAfforded = (): boolean => effort.steps < most
  const places = sightings.map(({ reading }) => reading.place)
  const known =
    isWhole && ink !== undefined
      ? drawn.map((each) => (isAfforded() ? withoutNeighbours(ink, each, { search, places }) : each))
      : []
  const more = sightings.filter(({ reading: { place } }) => !known.some((each) => overlap(each.place, place)))
  const seen = more.map((each) => {
    const sharp = ink !== undefined && isAfforded() ? drawnAt(ink, each, search) : undefined
    return sharp === undefined ? asSeen(each) : asDrawn(sharp)
  })
  return [...known.map(asDrawn), ...seen].toSorted((a, b) => areaOf(b.reading.place) - areaOf(a.reading.place))
}

/** The most space between rows of one symbol, in modules: lines of one module or two part them, or nothing. */
const mostBetweenRows = 3

/** How many symbols of Code 128 are rows of a stacked symbol; 0 if none are. */
export const stackedRows = (found: readonly FoundSymbol[]): number => stackedAmong(found).length

/** The symbols of Code 128 that are rows of a stacked symbol: of one width, at one place, one below the other without space between. */
export function stackedAmong(found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  const rows = found.filter(({ reading }) => reading.symbology === 'code128')
  const doTouch = ({ reading: a }: FoundSymbol, { reading: b }: FoundSymbol): boolean => {
    const module = (a.place.right - a.place.left) / a.rows[0]!.length
    const isAligned =
      Math.abs(a.place.left - b.place.left) <= module && Math.abs(a.place.right - b.place.right) <= module
    const between = Math.max(a.place.top, b.place.top) - Math.min(a.place.bottom, b.place.bottom)
    return isAligned && between <= mostBetweenRows * module
  }
  return rows.filter((row) => rows.some((other) => other !== row && doTouch(row, other)))
}

const nothing = { reading: undefined, others: [] }

function asDrawn(reading: SymbolReading): FoundSymbol {
  const { left, right, top, bottom } = reading.place
  const at = (x: number, y: number): PicturePoint => ({ x, y })
  return { reading, corners: [at(left, top), at(right, top), at(right, bottom), at(left, bottom)], isPhoto: false }
}

const asSeen = ({ reading, corners }: Detection): FoundSymbol => ({ reading, corners, isPhoto: true })

const areaOf = ({ left, right, top, bottom }: Box): number => (right - left) * (bottom - top)

/** Whether a reading of a picture as a drawing is all that can be said of it: what is soft and has faults may be a scan or a photo. */
const isSurelyDrawn = ({ soft }: Ink, reading: SymbolReading | undefined): boolean =>
  reading?.text !== undefined && !(soft && reading.findings.faults > 0)

/** Whether the only symbol is all that is dark in the picture, so that there are no others. */
function isAllDark(ink: Ink, [reading, ...others]: readonly SymbolReading[]): boolean {
  const all = darkBox(ink)
  if (all === undefined || reading === undefined || others.length > 0) return false
  const { place, addonPlace = place } = reading
  const [left, right] = [Math.min(place.left, addonPlace.left), Math.max(place.right, addonPlace.right)]
  const [top, bottom] = [Math.min(place.top, addonPlace.top), Math.max(place.bottom, addonPlace.bottom)]
  return all.left >= left && all.right <= right && all.top >= top && all.bottom <= bottom
}

/** Whether some readings may be of strips of one symbol: the bars of a turned one are alike in a few lines here and there. */
const areStrips = (readings: readonly SymbolReading[]): boolean =>
  readings.some(({ symbology, text }, i) =>
    readings.slice(0, i).some((other) => other.symbology === symbology && other.text === text),
  )

/** The most that a photo shows of the height of bars, as a multiple of what a drawing shows: guard bars are longer. */
const mostOfHeight = 1.25

/**
 * Whether sharp readings are of the whole of the symbols that were seen: each has bars that are the same from their upper to their
 * lower end, and there are no fewer than the sightings. Strips of a turned symbol are more of them, and lower.
 */
function showsWhole(ink: Ink, readings: readonly SymbolReading[], sightings: readonly Detection[]): boolean {
  if (ink.soft || readings.length !== sightings.length) return false
  return readings.every((reading) => {
    const seen = sightings.find((sighting) => overlap(sighting.reading.place, reading.place))
    return seen?.kind === 'linear' && isWholeOf(ink, reading, seen)
  })
}

/** Whether a sharp reading of bars is of all that was seen of them. */
function isWholeOf({ width, height }: Ink, { symbology, place, findings }: SymbolReading, seen: Detection): boolean {
  if (findings.list.some(({ kind, code }) => kind === 'fault' && code === `${symbology}.bars`)) return false
  const { left, right, top, bottom } = seen.reading.place
  // bars that end with the picture look as if they went on
  const across = Math.min(width, right) - Math.max(0, left)
  const down = Math.min(height, bottom) - Math.max(0, top)
  return across <= mostOfHeight * (place.right - place.left) && down <= mostOfHeight * (place.bottom - place.top)
}

/**
 * A drawn symbol with faults as it is read without what lies beside it: lines across two symbols differ where one of them ends. Bars
 * beside it that no other symbol has are those of an add-on, and remain.
 *
 * @param places  of the symbols that were seen
 */
function withoutNeighbours(
  ink: Ink,
  reading: SymbolReading,
  { search, places }: { readonly search: SymbolSearch; readonly places: readonly Box[] },
): SymbolReading {
  const { place, rows, findings } = reading
  if (findings.faults === 0) return reading
  const pixels =
    Math.max(place.right - place.left, place.bottom - place.top) / Math.max(columnsOf(reading), rows.length)
  const hasNeighbour = places.some((other) => !overlap(other, place) && overlap(other, widened(place, 60 * pixels)))
  const isOfAddon = findings.list.some(({ kind, code }) => kind === 'fault' && code.includes('.addon.'))
  if (isOfAddon && !hasNeighbour) return reading
  const alone = readAround(ink, reading, { pixels, search })
  return alone !== undefined && alone.findings.faults < findings.faults ? alone : reading
}

const widened = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top: top - by,
  bottom: bottom + by,
})

/** The symbol of a sighting as it is drawn; undefined if it is not, or not surely. */
function drawnAt(ink: Ink, seen: Detection, search: SymbolSearch): SymbolReading | undefined {
  const [a, b] = seen.corners
  const pixels = seen.kind === 'matrix' ? seen.module : Math.hypot(b.x - a.x, b.y - a.y) / columnsOf(seen.reading)
  const found = readAround(ink, seen.reading, { pixels, search })
  if (found === undefined || !isSurelyDrawn(ink, found)) return undefined
  return seen.kind === 'matrix' || isWholeOf(ink, found, seen) ? found : undefined
}

/** The same symbol, read as drawn in the part of the picture that it and its quiet zones take. @param pixels  of a module */
function readAround(
  ink: Ink,
  { symbology, text, addon, place, quiet }: SymbolReading,
  { pixels, search }: { readonly pixels: number; readonly search: SymbolSearch },
): SymbolReading | undefined {
  const margin = Math.max(quiet.left, quiet.right) * pixels
  const box = {
    left: Math.max(0, Math.floor(place.left - margin)),
    right: Math.min(ink.width, Math.ceil(place.right + margin)),
    top: Math.max(0, Math.floor(place.top - margin)),
    bottom: Math.min(ink.height, Math.ceil(place.bottom + margin)),
  }
  if (box.right <= box.left || box.bottom <= box.top) return undefined
  const { reading, others } = readingsIn(croppedInk(ink, box), { ...search, type: symbology })
  const isSame = (each: SymbolReading): boolean => each.text === text && each.addon === addon
  const found = [...(reading === undefined ? [] : [reading]), ...others].find(isSame)
  const moved = found && movedReading(found, box)
  return moved !== undefined && overlap(moved.place, place) ? moved : undefined
}

/** A reading of a part of the picture, which begins at the upper left of a box. */
const movedReading = (reading: SymbolReading, { left, top }: Box): SymbolReading => ({
  ...reading,
  place: {
    left: reading.place.left + left,
    right: reading.place.right + left,
    top: reading.place.top + top,
    bottom: reading.place.bottom + top,
  },
})
