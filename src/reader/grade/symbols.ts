/** The symbols in a picture that are graded: those of scans and photos, and those that only a drawing shows. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { dataMatrixShapes } from '../check/datamatrix/datamatrix.ts'
import { Effort, type Picture } from '../check/index.ts'
import { fittedGrid } from '../check/photo/fitted.ts'
import { fixedLikeness, fixedOf, type MatrixShape, type MatrixSighting, readOn } from '../check/photo/matrix.ts'
import { type Detection, sightingsIn } from '../check/photo/photo.ts'
import { type GreyPlane, greyAt, type Point, planeFor, planesOf } from '../check/photo/planes.ts'
import { projected, quadProjection } from '../check/photo/projection.ts'
import { inkOf, overlap } from '../check/picture/picture.ts'
import { microShapes } from '../check/qr/microqr.ts'
import { qrShapes } from '../check/qr/qr.ts'
import { columnsOf, type SymbolReading } from '../check/report.ts'
import { readingsIn } from '../check/symbols.ts'
import { followedGrid } from './grid.ts'

/**
 * The symbols that can be read, the largest first: found as in a scan and, where a damaged one is drawn with its sides along those of the
 * picture, as in a drawing.
 *
 * @param lit  the picture with greys that are shares of light
 */
export function symbolsIn(picture: Picture, lit: Picture, type: Symbology | undefined): readonly Detection[] {
  const planes = planesOf(lit)
  return sightingsOf(picture, lit, type).map((sighting) =>
    sighting.kind === 'matrix' ? straightened(sighting, planes, picture) : sighting,
  )
}

/** The mean distance of edges from a grid, in modules, from which another grid is tried: some lie a module off in one corner. */
const goodDeviation = 0.05

/** The symbol read again on the grid that its edges show, if that is nearer to them. */
function straightened(sighting: MatrixSighting, planes: readonly GreyPlane[], { resolution }: Picture): MatrixSighting {
  const { shape, grid, module, reading } = sighting
  if (grid.deviation <= goodDeviation) return sighting
  const projection = followedGrid(planeFor(planes, module, 8), sighting)
  const again =
    projection && readOn(planes, { shape, projection, module, likeness: 1 }, { expected: undefined, resolution })
  if (again === undefined || again.reading.text !== reading.text) return sighting
  return again.grid.deviation < grid.deviation ? again : sighting
}

function sightingsOf(picture: Picture, lit: Picture, type: Symbology | undefined): readonly Detection[] {
  const effort = new Effort()
  const found = sightingsIn(lit, { type, expected: undefined, effort })
  const ink = inkOf(picture)
  if (ink === undefined) return found
  // values of the file are what check reads, where light and dark part otherwise
  if (ink.soft && found.length === 0)
    found.push(...sightingsIn(picture, { type, expected: undefined, effort: new Effort() }))
  if (ink.soft && found.length > 0) return found
  const { reading, others } = readingsIn(ink, { type, expected: undefined, effort: new Effort() })
  const planes = planesOf(lit)
  const drawn = [...(reading === undefined ? [] : [reading]), ...others]
    .filter(({ text, place }) => text !== undefined && !found.some((one) => overlap(one.reading.place, place)))
    .flatMap((each) => sightingOf(each, planes) ?? [])
  return [...found, ...drawn]
}

type Corners = Detection['corners']

/** A reading of a drawing, in the one of four ways to turn it in which it looks the most like what was read. */
function sightingOf(reading: SymbolReading, planes: readonly GreyPlane[]): Detection | undefined {
  const { symbology, rows, place } = reading
  const { left, top, right, bottom } = place
  const [a, b, c, d] = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ] as const
  const turns: readonly Corners[] = [
    [a, b, c, d],
    [b, c, d, a],
    [c, d, a, b],
    [d, a, b, c],
  ]
  const best = (likeness: (corners: Corners) => number): Corners =>
    turns
      .map((corners) => ({ corners, likeness: likeness(corners) }))
      .reduce((one, other) => (other.likeness > one.likeness ? other : one)).corners
  const [columns, height] = [rows[0]!.length, rows.length]
  if (height === 1) {
    const corners = best((each) => barLikeness(planes[0]!, each, rows[0]!.slice(0, columnsOf(reading))))
    return { kind: 'linear', reading, corners, votes: 1 }
  }
  const shape: MatrixShape | undefined = [...qrShapes, ...microShapes, ...dataMatrixShapes].find(
    (each) => each.symbology === symbology && each.rows === height && each.columns === columns,
  )
  if (shape === undefined) return undefined
  const module = (right - left + bottom - top) / (columns + height)
  const plane = planeFor(planes, module, 4)
  const corners = best((each) => {
    const projection = quadProjection(each, columns, height)
    return projection === undefined ? -1 : fixedLikeness(plane, projection, fixedOf(shape))
  })
  const projection = quadProjection(corners, columns, height)!
  const grid = fittedGrid(plane, projection, { size: shape }) ?? { projection, gain: [0, 0], deviation: 0, edges: 0 }
  const at = (u: number, v: number): Point => projected(grid.projection, u, v)
  const fitted = [at(0, 0), at(columns, 0), at(columns, height), at(0, height)] as const
  return { kind: 'matrix', reading, shape, grid, module, corners: fitted }
}

/** How much darker bars are than spaces along the middle of four corners, in greys. */
function barLikeness(plane: GreyPlane, [a, b, c, d]: Corners, row: string): number {
  const middle = (from: Point, to: Point): Point => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  const [from, to] = [middle(a, d), middle(b, c)]
  let [dark, light, bars] = [0, 0, 0]
  for (let i = 0; i < row.length; i++) {
    const part = (i + 0.5) / row.length
    const grey = greyAt(plane, from.x + part * (to.x - from.x), from.y + part * (to.y - from.y))
    if (row[i] === '1') {
      dark += grey
      bars++
    } else light += grey
  }
  return light / Math.max(1, row.length - bars) - dark / Math.max(1, bars)
}
