/**
 * The symbols in a scan or a photo, turned, skewed, in perspective, in uneven light, blurred. Drawn pictures are read more exactly
 * by src/reader/check/picture.
 *
 * Each scale of the picture is searched from the coarsest to the finest: a symbol is found where its modules are two pixels or
 * more, and read from a plane that is finer.
 */

import type { Symbology } from '../../../../symbologies/barcode.ts'
import type { Effort } from '../picture/effort.ts'
import { overlap, type Picture } from '../picture/picture.ts'
import { judgePolarity } from '../symbols.ts'
import { componentsIn } from './components.ts'
import { bordersIn, dataMatrixCandidates } from './datamatrix.ts'
import { type Finder, findersIn } from './finders.ts'
import { type LinearSighting, linearIn, restsOf } from './linear.ts'
import { type GridCandidate, type MatrixSighting, readOn, readSteps } from './matrix.ts'
import { type GreyPlane, type Inked, inkedPlane, type Point, planesOf } from './planes.ts'
import { cornersOf, microCandidates, microSteps, qrCandidates, qrSteps, quadOf, quadSteps } from './qr.ts'
import { type Stripes, stripesIn } from './stripes.ts'

export type Detection = MatrixSighting | LinearSighting

export interface PhotoSearch {
  /** Undefined: any. */
  readonly type: Symbology | undefined
  /** The text that the symbol should carry. */
  readonly expected: string | undefined
  readonly effort: Effort
  /** Whether other symbols of the picture are known already, so that light ones on dark are not looked for. */
  readonly areKnown?: boolean | undefined
}

/** The most symbols that are read in a picture. */
const mostSymbols = 64
/** The steps for each pixel of a plane, whatever it shows: to tell dark from light, for runs, parts and directions. */
const stepsOfPixel = 8
/** The most further steps for what looks like a matrix symbol, and for bars: for each pixel of a plane and for each plane. */
const matrixSteps = { pixel: 4, plane: 1_500_000 } as const
const linearSteps = { pixel: 2, plane: 750_000 } as const
/** The most pixels of a plane that is searched for symbols that are light on dark. */
const mostReversed = 4_000_000

/**
 * All symbols that can be read without a doubt, the largest first; matrix symbols that are light on dark where there are no others.
 *
 * @param search  its effort ends the search: at most 26 steps for each pixel of each plane and 3.75 million for each plane, of which
 *   a picture of 25 million pixels has eight and 4/3 of its own pixels. A finer plane may take what a coarser one leaves
 */
export function sightingsIn(picture: Picture, search: PhotoSearch): Detection[] {
  const planes = planesOf(picture)
  const sought = soughtBy(search.type)
  search.effort.most = search.effort.steps
  const found = sightingsAs(planes, { picture, search, sought })
  for (const { reading } of found) judgePolarity(reading, 'usual')
  if (found.length > 0 || search.areKnown === true || !sought.matrix) return found
  const small = planes.filter(({ width, height }) => width * height <= mostReversed)
  const inverted = small.map((plane) => ({ ...plane, grey: plane.grey.map((grey) => 255 - grey) }))
  const reversed = sightingsAs(inverted, { picture, search, sought: { ...sought, linear: false } })
  for (const { reading } of reversed) judgePolarity(reading, 'reversed')
  return reversed
}

interface Searched {
  readonly picture: Picture
  readonly search: PhotoSearch
  readonly sought: Sought
}

function sightingsAs(planes: readonly GreyPlane[], { picture, search, sought }: Searched): Detection[] {
  const found: Detection[] = []
  const add = (sighting: Detection | undefined): void => {
    if (sighting === undefined || found.length >= mostSymbols) return
    if (!found.some((other) => isSame(other, sighting))) found.push(sighting)
  }
  const { effort } = search
  for (const plane of planes.toReversed()) {
    const pixels = plane.width * plane.height
    effort.steps += stepsOfPixel * pixels
    effort.most += (stepsOfPixel + matrixSteps.pixel) * pixels + matrixSteps.plane
    if (sought.matrix) matricesIn(planes, inkedPlane(plane), { picture, search, found, add, sought })
    if (!sought.linear) continue
    effort.most += linearSteps.pixel * pixels + linearSteps.plane
    for (const stripes of stripesIn(plane).flatMap((each) => unreadOf(each, found))) {
      for (const sighting of linearIn(planes, stripes, { ...search, resolution: picture.resolution })) add(sighting)
    }
  }
  return found.toSorted((a, b) => areaOf(b.corners) - areaOf(a.corners))
}

/** What of a region of bars is not of a symbol that was found on a coarser plane. */
function unreadOf(stripes: Stripes, found: readonly Detection[]): Stripes[] {
  const known = found.filter(({ corners }) => isInside(stripes.middle, corners))
  return known.length === 0 ? [stripes] : restsOf(stripes, stripes.angle, known)
}

interface Sought {
  readonly qr: boolean
  readonly microqr: boolean
  readonly datamatrix: boolean
  readonly matrix: boolean
  readonly linear: boolean
}

function soughtBy(type: Symbology | undefined): Sought {
  const is = (symbology: Symbology): boolean => type === undefined || type === symbology
  const [qr, microqr, datamatrix] = [is('qr'), is('microqr'), is('datamatrix')]
  const matrix = qr || microqr || datamatrix
  return { qr, microqr, datamatrix, matrix, linear: type === undefined || !matrix }
}

interface MatrixSearch extends Searched {
  readonly found: readonly Detection[]
  readonly add: (sighting: Detection | undefined) => void
}

function matricesIn(
  planes: readonly GreyPlane[],
  inked: Inked,
  { picture, search, found, add, sought }: MatrixSearch,
): void {
  const { effort, expected } = search
  /** The first of the grids that can be read. */
  const read = (candidates: readonly GridCandidate[]): MatrixSighting | undefined => {
    for (const candidate of candidates) {
      if (!effort.affords(readSteps(candidate.shape))) return undefined
      const sighting = readOn(planes, candidate, { expected, resolution: picture.resolution })
      if (sighting !== undefined) return sighting
    }
    return undefined
  }
  const isNew = (point: Point): boolean => !found.some(({ corners }) => isInside(point, corners))
  if (sought.qr || sought.microqr) {
    const finders = findersIn(inked, effort).filter(({ at }) => isNew(at))
    const used = new Set<Finder>()
    for (const corners of sought.qr ? cornersOf(finders) : []) {
      const three = [corners.corner, corners.right, corners.below]
      if (three.some((finder) => used.has(finder))) continue
      const steps = three.reduce((sum, finder) => sum + quadSteps(finder, inked), qrSteps)
      if (!effort.affords(steps)) break
      const sighting = read(qrCandidates(planes, inked, corners))
      if (sighting === undefined) continue
      add(sighting)
      for (const finder of three) used.add(finder)
    }
    for (const finder of sought.microqr ? finders : []) {
      if (used.has(finder) || !isNew(finder.at)) continue
      if (!effort.affords(quadSteps(finder, inked))) break
      const quad = quadOf(planes, inked, finder)
      if (quad !== undefined && effort.affords(microSteps)) add(read(microCandidates(planes, quad)))
    }
  }
  if (!sought.datamatrix) return
  for (const component of componentsIn(inked, effort)) {
    for (const borders of bordersIn(inked, component)) {
      if (isNew(middleOf(borders.left, borders.right))) add(read(dataMatrixCandidates(planes, borders, effort)))
    }
  }
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Whether both are the same symbol: one lies on the other. */
const isSame = (a: Detection, b: Detection): boolean =>
  overlap(a.reading.place, b.reading.place) &&
  (isInside(middleOf(a.corners[0], a.corners[2]), b.corners) ||
    isInside(middleOf(b.corners[0], b.corners[2]), a.corners))

/** Whether a point is inside of four corners, in whichever direction they run. */
function isInside({ x, y }: Point, corners: readonly Point[]): boolean {
  const sides = corners.map((corner, i) => {
    const next = corners[(i + 1) % corners.length]!
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

function areaOf(corners: readonly Point[]): number {
  const doubled = corners.reduce((sum, { x, y }, i) => {
    const next = corners[(i + 1) % corners.length]!
    return sum + x * next.y - next.x * y
  }, 0)
  return Math.abs(doubled) / 2
}
