/**
 * A scan of a printer's calibration page: how much wider and longer the printer prints than it should, which of its dots are dead, and
 * what to change first.
 *
 * @module
 */

import type { Picture } from '../check/index.ts'
import { litPicture } from '../grade/reflectance.ts'
import type { Resolution } from '../layout/resolution.ts'
import { adviceOf } from './advice.ts'
import { type BarPattern, barCount, type CalibrationPattern } from './pattern.ts'
import type { BothWays, Calibration } from './report.ts'
import { edgesAlong, lightAlong, lightAt, meanLight, type Sheet, sheetIn } from './sheet.ts'

export type { BothWays, Calibration } from './report.ts'
export { calibrationText } from './text.ts'

/** Why a picture tells nothing. */
export class CalibrationError extends Error {
  override readonly name = 'CalibrationError'
}

/** The fewest pixels of a dot. */
const leastPixels = 1.4

/**
 * What a scan tells of the printer.
 *
 * @param pattern  that was printed
 * @param resolution  of the print head
 * @throws CalibrationError if the page is not found, or too coarse
 */
export function calibrated(picture: Picture, pattern: CalibrationPattern, resolution: Resolution): Calibration {
  const sheet = sheetIn(litPicture(picture), pattern)
  if (sheet === undefined) {
    throw new CalibrationError('the four marks of the calibration page are not in the picture; scan all of the label')
  }
  const { perMillimetre } = resolution
  const [across, along] = sidesOf(sheet, pattern)
  const pixelsPerDot = round(Math.min(across.pixels, along.pixels), 100)
  if (pixelsPerDot < leastPixels) {
    throw new CalibrationError(`a dot has ${pixelsPerDot} pixels; scan at 600 dpi or more, two pixels a dot at least`)
  }
  const dots = { across: gainIn(sheet, pattern.across, 'u'), along: gainIn(sheet, pattern.along, 'v') }
  const scale = scaleOf(picture, sheet, pattern, resolution)
  const paper = meanLight(sheet, {
    ...pattern.solid,
    y: pattern.beside.y,
    height: pattern.module,
    x: pattern.beside.x + pattern.beside.width + 1.5 * pattern.module,
    width: pattern.module,
  })
  const solid = meanLight(sheet, shrunk(pattern.solid, 2), 24)
  const found = {
    pixelsPerDot,
    gain: {
      dots: bothWays(dots, (value) => round(value, 100)),
      mm: bothWays(dots, (value) => round(value / perMillimetre, 1000)),
    },
    scale,
    offset: offsetOf(sheet, pattern, resolution),
    ...columnsOf(sheet, pattern),
    darkness: darknessOf(dots, paper - solid, voidsIn(sheet, pattern, (paper + solid) / 2)),
    light: { paper: round(paper, 100), solid: round(solid, 100) },
  } as const
  return { ...found, advice: adviceOf(found) }
}

const round = (value: number, parts: number): number => Math.round(value * parts) / parts + 0

const bothWays = ({ across, along }: BothWays, change: (value: number) => number): BothWays => ({
  across: change(across),
  along: change(along),
})

const shrunk = ({ x, y, width, height }: CalibrationPattern['solid'], by: number): CalibrationPattern['solid'] => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

interface Side {
  /** The middle of the one mark to that of the other, in dots; and of a dot, in pixels. */
  readonly dots: number
  readonly pixels: number
  readonly vectors: readonly { readonly x: number; readonly y: number }[]
}

/** The sides of the page between its marks: the two across, and the two along. */
function sidesOf({ map }: Sheet, { marks }: CalibrationPattern): readonly [Side, Side] {
  const [a, b, c, d] = marks.map(({ u, v }) => at(map, u, v)) as [Place, Place, Place, Place]
  const between = (from: Place, to: Place): Place => ({ x: to.x - from.x, y: to.y - from.y })
  const side = (vectors: readonly Place[], dots: number): Side => ({
    dots,
    vectors,
    pixels: vectors.reduce((sum, { x, y }) => sum + Math.hypot(x, y), 0) / vectors.length / dots,
  })
  return [
    side([between(a, b), between(d, c)], marks[1].u - marks[0].u),
    side([between(a, d), between(b, c)], marks[3].v - marks[0].v),
  ]
}

interface Place {
  readonly x: number
  readonly y: number
}

const at = ([a, b, c, d, e, f, g, h, i]: Sheet['map'], u: number, v: number): Place => {
  const w = g * u + h * v + i
  return { x: (a * u + b * v + c) / w, y: (d * u + e * v + f) / w }
}

/** Of what prints a hundredth longer or shorter, scanners are as wrong themselves. */
function scaleOf(
  { resolution: scan }: Picture,
  sheet: Sheet,
  pattern: CalibrationPattern,
  { perMillimetre }: Resolution,
): BothWays | null {
  if (scan === undefined) return null
  const [across, along] = sidesOf(sheet, pattern).map(({ dots, vectors }) => {
    const lengths = vectors.map(({ x, y }) => 1000 * Math.hypot(x / scan.across, y / scan.down))
    return round(lengths.reduce((sum, mm) => sum + mm, 0) / lengths.length / (dots / perMillimetre), 10_000)
  }) as [number, number]
  return { across, along }
}

/** How many dots wider the bars of a pattern are than they were drawn; the middle one, for a dead dot makes one narrower. */
function gainIn(sheet: Sheet, pattern: BarPattern, way: 'u' | 'v'): number {
  const { x, y, width, height, dots } = pattern
  const [start, side, length] = way === 'u' ? [x, y + height / 2, width] : [y, x + width / 2, height]
  const probe = {
    way,
    from: start - dots,
    to: start + length + dots,
    side,
    spread: 0.3 * (way === 'u' ? height : width),
  }
  const edges = edgesAlong(sheet, probe)
  if (edges.length !== 2 * barCount) {
    throw new CalibrationError(
      'the bars to be measured run together, or are broken: change the darkness, and print the page again',
    )
  }
  const gains = Array.from({ length: barCount }, (_, i) => edges[2 * i + 1]! - edges[2 * i]! - dots)
  const [, low, high] = gains.toSorted((a, b) => a - b) as [number, number, number]
  return (low + high) / 2
}

/** Where the edges of the label are, of which the print is in the middle; nothing shows on a background as light as paper. */
function offsetOf(
  sheet: Sheet,
  { marks, module, width, height }: CalibrationPattern,
  { perMillimetre }: Resolution,
): BothWays | null {
  const reach = 4 * perMillimetre
  const edge = (way: 'u' | 'v', isFar: boolean): number | undefined => {
    const mark = marks[isFar ? 2 : 0]
    const start = mark[way] + (isFar ? 4.2 : -4.2) * module
    const end = isFar ? (way === 'u' ? width : height) + reach : -reach
    const probe = {
      way,
      from: Math.min(start, end),
      to: Math.max(start, end),
      side: mark[way === 'u' ? 'v' : 'u'],
      spread: 3 * module,
    }
    const light = lightAlong(sheet, probe)
    const paper = light[isFar ? 0 : light.length - 1]!
    const outside = light[isFar ? light.length - 1 : 0]!
    if (Math.abs(outside - paper) < 0.25) return undefined
    const edges = edgesAlong(sheet, probe)
    return isFar ? edges[0] : edges.at(-1)
  }
  const [left, right] = [edge('u', false), edge('u', true)]
  const [top, bottom] = [edge('v', false), edge('v', true)]
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null
  // both edges, so that a label that is cut wider than it is described does not look moved
  const shift = (near: number, far: number, length: number): number =>
    round((length - far - near) / 2 / perMillimetre, 100)
  return { across: shift(left, right, width), along: shift(top, bottom, height) }
}

/** A dash has this share of what most have, or the dot is dead; a column between dashes has so much ink, or the dot is not hot. */
const leastDash = 0.35
const leastHot = 0.5

/** Dots that never print, and dots that always do. */
function columnsOf(sheet: Sheet, { stairs }: CalibrationPattern): Pick<Calibration, 'dead' | 'hot'> {
  const { x, y, width, height, steps } = stairs
  const dash = height / steps
  const inkAt = (column: number, step: number): number => {
    const v = y + (step + 0.5) * dash
    const mean = (u: number): number =>
      (lightAt(sheet, u, v - 0.2 * dash) + lightAt(sheet, u, v) + lightAt(sheet, u, v + 0.2 * dash)) / 3
    const middle = x + column + 0.5
    const dark = Math.min(mean(middle - 0.3), mean(middle), mean(middle + 0.3))
    // the paper halfway to the next dashes, on the side that is on the label
    const beside = [middle - steps / 2, middle + steps / 2].filter((u) => u > x && u < x + width)
    return Math.max(...beside.map(mean)) - dark
  }
  const all = Array.from({ length: width }, (_, column) => column)
  const dashes = all.map((column) => inkAt(column, column % steps))
  const usual = dashes.toSorted((a, b) => a - b)[width >> 1]!
  const dead = all.filter((column) => dashes[column]! < leastDash * usual)
  const hot = all.filter((column) =>
    [2, 4, 6].every((further) => {
      const step = (column + further) % steps
      // of a dash halfway away on either side the ink does not reach here
      return further === 4 ? hotAt(column, step) : inkAt(column, step) > leastHot * usual
    }),
  )
  function hotAt(column: number, step: number): boolean {
    const v = y + (step + 0.5) * dash
    const light = (u: number): number => lightAt(sheet, u, v)
    return Math.min(light(x + column - 1.5), light(x + column + 2.5)) - light(x + column + 0.5) > leastHot * usual
  }
  const numbered = (columns: readonly number[]): readonly number[] => columns.map((column) => column + 1)
  return { dead: numbered(dead), hot: numbered(hot.filter((column) => !dead.includes(column))) }
}

/** The share of a solid square that is not dark. */
function voidsIn(sheet: Sheet, { solid }: CalibrationPattern, middle: number): number {
  const { x, y, width, height } = shrunk(solid, 2)
  let [light, count] = [0, 0]
  for (let v = y + 0.5; v < y + height; v++) {
    for (let u = x + 0.5; u < x + width; u++, count++) if (lightAt(sheet, u, v) > middle) light++
  }
  return light / count
}

/** In dots and shares: what prints so is too dark, or too light. */
const [mostGain, leastGain, leastContrast, mostVoids] = [0.8, -0.4, 0.5, 0.02]

function darknessOf({ across, along }: BothWays, contrast: number, voids: number): Calibration['darkness'] {
  if (contrast < leastContrast || voids > mostVoids || Math.min(across, along) < leastGain) return 'too low'
  return Math.max(across, along) > mostGain ? 'too high' : 'right'
}
