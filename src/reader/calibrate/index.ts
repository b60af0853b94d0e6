/**
 * A scan of a printer's calibration page: how much wider and longer the printer prints than it should, which of its dots are dead, and
 * what to change first.
 *
 * @module
 */

import type { Picture } from '../check/index.ts'
import { litPicture } from '../grade/reflectance.ts'
import { adviceOf } from './advice.ts'
import { columnsOf, type MarkColumns } from './columns.ts'
import { edgesOfBars, fittedTo } from './fitted.ts'
import { sheetIn } from './found.ts'
import { type LabelEdges, labelEdges } from './label-edges.ts'
import type { BarPattern, CalibrationPattern, HeadResolution, PatternRectangle } from './pattern.ts'
import type { BothWays, Calibration } from './report.ts'
import { edgeNear, type LocatedPage, lightAt, meanLight, type Way } from './sheet.ts'

export type { BothWays, Calibration } from './report.ts'
export { calibrationText } from './text.ts'

/** Why a picture tells nothing, and what to scan again. */
export class CalibrationError extends Error {
  override readonly name = 'CalibrationError'
}

/** The fewest pixels of a dot. */
const leastPixels = 1.4
/** More dots than these do not die one by one: then the scan, the ribbon or the darkness is at fault. */
const mostDead = 8

/**
 * What a scan tells of the printer.
 *
 * @param pattern  that was printed
 * @param resolution  of the print head
 * @throws CalibrationError if the page is not found, too coarse, too faint or uneven, or has more dead dots than are believed
 */
export function calibrated(picture: Picture, pattern: CalibrationPattern, resolution: HeadResolution): Calibration {
  const rough = sheetIn(litPicture(picture), pattern)
  if (rough === undefined) {
    throw new CalibrationError('the marks of the calibration page are not in the picture; scan all of the label')
  }
  const pixelsPerDot = round(Math.min(dotIn(rough, 'u'), dotIn(rough, 'v')), 100)
  if (pixelsPerDot < leastPixels) {
    const least = Math.max(600, 100 * Math.ceil((2 * resolution.perInch) / 100 - 0.05))
    throw new CalibrationError(
      `a dot has ${pixelsPerDot} pixels; scan at ${least} dpi or more, two pixels a dot at least`,
    )
  }
  const sheet = believed(rough, pattern)
  const { perMillimetre } = resolution
  const dots = { across: gainIn(sheet, pattern.across, 'u'), along: gainIn(sheet, pattern.along, 'v') }
  const scale = scaleOf(picture, sheet, perMillimetre)
  const edges = labelEdges(sheet, pattern, perMillimetre)
  const paper = meanLight(sheet, paperOf(pattern))
  const solid = meanLight(sheet, shrunk(pattern.solid, 2), 24)
  const darkness = darknessOf(dots, paper - solid, voidsIn(sheet, pattern, (paper + solid) / 2))
  const { dead, hot, unseen } = judgedColumns(columnsOf(sheet, pattern, [edges.left, edges.right]), darkness)
  const found = {
    pixelsPerDot,
    gain: {
      dots: bothWays(dots, (value) => round(value, 100)),
      mm: bothWays(dots, (value) => round(value / perMillimetre, 1000)),
    },
    scale,
    offset: offsetOf(edges, pattern, { scale, perMillimetre }),
    dead,
    hot,
    unseen,
    darkness,
    light: { paper: round(paper, 100), solid: round(solid, 100) },
  } as const
  return { ...found, advice: adviceOf(found) }
}

const round = (value: number, parts: number): number => Math.round(value * parts) / parts + 0

const bothWays = ({ across, along }: BothWays, change: (value: number) => number): BothWays => ({
  across: change(across),
  along: change(along),
})

const shrunk = ({ x, y, width, height }: PatternRectangle, by: number): PatternRectangle => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
})

/** Where the page has no ink, right of the small square. */
const paperOf = ({ beside, module }: CalibrationPattern): PatternRectangle => ({
  x: beside.x + beside.width + 1.5 * module,
  y: beside.y,
  width: module,
  height: module,
})

/** The length of a dot, in pixels. */
const dotIn = ({ map: [a, b, , d, e] }: LocatedPage, way: Way): number =>
  way === 'u' ? Math.hypot(a, d) : Math.hypot(b, e)

/** The page with its map fitted. @throws CalibrationError where its parts do not agree where they are */
function believed(rough: LocatedPage, pattern: CalibrationPattern): LocatedPage {
  const fit = fittedTo(rough, pattern)
  if (fit.sheet !== undefined) return fit.sheet
  if (fit.why === 'few') {
    throw new CalibrationError(
      'too few marks and bars of the page can be seen: scan all of the label, flat on the glass; if bars run together or are broken, change the darkness and print the page again',
    )
  }
  const off = Number.isFinite(fit.remainder) ? `by ${round(fit.remainder, 10)} dots` : ''
  throw new CalibrationError(
    `marks and bars of the page do not lie where the others say, ${off}: lay the label flat and scan it again with a flatbed scanner; if it stays so, the feed slips: clean its roller and print the page again`,
  )
}

/** @param perMillimetre  dots. @returns null where the resolution of the scan is not known */
function scaleOf({ resolution }: Picture, { map }: LocatedPage, perMillimetre: number): BothWays | null {
  if (resolution === undefined) return null
  const [a, b, , d, e] = map
  const length = (x: number, y: number): number =>
    round(1000 * perMillimetre * Math.hypot(x / resolution.across, y / resolution.down), 10_000)
  return { across: length(a, d), along: length(b, e) }
}

/** Of four bars, the fewest that have to be seen. */
const fewestBars = 3

/** How many dots wider the bars of a pattern are than they were drawn; the middle one, for a dead dot makes one narrower. */
function gainIn(sheet: LocatedPage, pattern: BarPattern, way: Way): number {
  const { x, y, width, height, dots } = pattern
  const side = way === 'u' ? y + height / 2 : x + width / 2
  const probe = { way, side, spread: 0.3 * (way === 'u' ? height : width) }
  const gains = edgesOfBars(pattern, way).flatMap(([near, far]) => {
    const reach = 0.48 * dots
    const [first, last] = [edgeNear(sheet, near, probe, reach), edgeNear(sheet, far, probe, reach)]
    return first === undefined || last === undefined ? [] : [last - first - dots]
  })
  if (gains.length < fewestBars) {
    throw new CalibrationError(
      'the bars to be measured run together, or are broken: change the darkness, and print the page again',
    )
  }
  const sorted = gains.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/** Both edges of the label are looked at, so that one that is cut longer than it is described does not look moved; null where one does not show. */
function offsetOf(
  { left, right, top, bottom }: LabelEdges,
  { width, height }: CalibrationPattern,
  { scale, perMillimetre }: { scale: BothWays | null; perMillimetre: number },
): BothWays | null {
  if (left === undefined || right === undefined || top === undefined || bottom === undefined) return null
  // on a page that is printed longer, the label has fewer dots
  const shift = (near: number, far: number, length: number, stretch: number): number =>
    round(((length / stretch - far - near) / 2) * (stretch / perMillimetre), 100)
  return {
    across: shift(left, right, width, scale?.across ?? 1),
    along: shift(top, bottom, height, scale?.along ?? 1),
  }
}

/** The least light that a dash has to take for dots to be told from it. */
const leastDash = 0.1

/** @throws CalibrationError for more dead or hot dots than are believed */
function judgedColumns(columns: MarkColumns, darkness: Calibration['darkness']): MarkColumns {
  const { dead, hot, dash } = columns
  const darker = 'raise the darkness, or print slower, print the page again and scan it'
  if (dash < leastDash)
    throw new CalibrationError(`the dashes of single dots are too faint to tell dead dots: ${darker}`)
  if (dead.length > mostDead) {
    const cure =
      darkness === 'too low'
        ? darker
        : 'clean the print head and see that label and ribbon lie flat, print the page again, and scan all of it flat on the glass'
    throw new CalibrationError(
      `${dead.length} dots seem to print nothing, which is not believed of more than ${mostDead}: ${cure}`,
    )
  }
  if (hot.length > mostDead) {
    throw new CalibrationError(
      `${hot.length} dots seem to print all the time, which is not believed of more than ${mostDead}: wipe label and glass, and scan the label again; or lower the darkness and print the page again`,
    )
  }
  return columns
}

/** A column of a solid square with a larger share of light is that of a dead dot. */
const mostOfColumn = 0.6

/** The share of a solid square that is not dark, without the columns of dead dots. */
function voidsIn(sheet: LocatedPage, { solid }: CalibrationPattern, middle: number): number {
  const { x, y, width, height } = shrunk(solid, 2)
  const rows = Math.floor(height)
  const columns = Array.from({ length: Math.floor(width) }, (_, column) => {
    let light = 0
    for (let row = 0; row < rows; row++) if (lightAt(sheet, x + column + 0.5, y + row + 0.5) > middle) light++
    return light / rows
  }).filter((share) => share < mostOfColumn)
  return columns.length === 0 ? 1 : columns.reduce((sum, share) => sum + share, 0) / columns.length
}

/** In dots and shares: what prints so is too dark, or too light. */
const [mostGain, leastGain, leastContrast, mostVoids] = [0.8, -0.4, 0.5, 0.02]

function darknessOf({ across, along }: BothWays, contrast: number, voids: number): Calibration['darkness'] {
  if (contrast < leastContrast || voids > mostVoids || Math.min(across, along) < leastGain) return 'too low'
  return Math.max(across, along) > mostGain ? 'too high' : 'right'
}
