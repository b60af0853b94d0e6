/** A matrix symbol in a photo, from the grid that it may lie on to what it carries. */

import { memoize } from '../../../../symbologies/memoize.ts'
import { type dataMatrixShapes, readDataMatrix } from '../datamatrix/datamatrix.ts'
import type { LocatedMatrix } from '../picture/matrix.ts'
import { type FixedModule, type Modules, moduleAt, wrongIn } from '../picture/modules.ts'
import type { Box, Resolution } from '../picture/picture.ts'
import { type microShapes, readMicroQr } from '../qr/microqr.ts'
import { type qrShapes, readQr } from '../qr/qr.ts'
import { lengthOf, type Size, type SymbolReading } from '../report.ts'
import { type FittedGrid, fittedGrid, fittedSteps } from './fitted.ts'
import { type GreyPlane, type Point, planeFor } from './planes.ts'
import { type Projection, projected } from './projection.ts'
import { type ModuleGreys, moduleGreys, modulesIn, moduleThresholds, sharpened } from './sampled.ts'

export type MatrixShape = (typeof qrShapes)[number] | (typeof microShapes)[number] | (typeof dataMatrixShapes)[number]

/** A grid that a symbol of a shape may lie on. */
export interface GridCandidate<S extends MatrixShape = MatrixShape> {
  readonly shape: S
  readonly projection: Projection
  /** Pixels of a module, about. */
  readonly module: number
  /** How much its fixed modules look as they should, -1 to 1. */
  readonly likeness: number
}

/** A matrix symbol that was read in a photo. */
export interface MatrixSighting {
  readonly kind: 'matrix'
  readonly reading: SymbolReading
  readonly shape: MatrixShape
  readonly grid: FittedGrid
  /** Pixels of a module, the mean of its sides. */
  readonly module: number
  /** Upper left, upper right, lower right, lower left of the upright symbol. */
  readonly corners: readonly [Point, Point, Point, Point]
}

/** Modules that are the same in all symbols of a shape: their middles, and whether they are dark, 1 or 0. */
export interface FixedPlaces {
  readonly u: Float64Array
  readonly v: Float64Array
  readonly dark: Uint8Array
}

export const fixedPlaces = (modules: readonly FixedModule[]): FixedPlaces => ({
  u: Float64Array.from(modules, ({ column }) => column + 0.5),
  v: Float64Array.from(modules, ({ row }) => row + 0.5),
  dark: Uint8Array.from(modules, ({ dark }) => Number(dark)),
})

/** All that a shape has. */
export const fixedOf = memoize((shape: MatrixShape) =>
  fixedPlaces(shape.regions().flatMap(({ modules }): readonly FixedModule[] => modules)),
)

/**
 * The correlation of the greys of fixed modules with what they should be, -1 to 1.
 *
 * @param across  by how much they are moved, in modules
 */
export function fixedLikeness(
  { width, height, grey, scale }: GreyPlane,
  [a, b, c, d, e, f, g, h, i]: Projection,
  { u, v, dark }: FixedPlaces,
  across = 0,
  down = 0,
): number {
  let [lights, darks, lightSum, darkSum, squares] = [0, 0, 0, 0, 0]
  for (let at = 0; at < dark.length; at++) {
    const [s, t] = [u[at]! + across, v[at]! + down]
    const w = (g * s + h * t + i) * scale
    const x = Math.floor((a * s + b * t + c) / w)
    const y = Math.floor((d * s + e * t + f) / w)
    const value = grey[Math.max(0, Math.min(height - 1, y)) * width + Math.max(0, Math.min(width - 1, x))]!
    squares += value * value
    if (dark[at] === 1) {
      darks++
      darkSum += value
    } else {
      lights++
      lightSum += value
    }
  }
  const all = lights + darks
  const variance = squares / all - ((lightSum + darkSum) / all) ** 2
  if (lights === 0 || darks === 0 || !(variance >= 1)) return 0
  return ((lightSum / lights - darkSum / darks) * Math.sqrt(lights * darks)) / all / Math.sqrt(variance)
}

/** How much of the blur between modules is undone, one after the other. */
const sharpenings = [0, 0.12, 0.25] as const
/** The least share of fixed modules that are right in a symbol. */
const leastRight = 0.75

/** The steps to read a symbol: its grid is fitted, and each module looked at again for each way to sharpen it. */
export const readSteps = (shape: MatrixShape): number =>
  fittedSteps(shape) + 45 * (shape.rows + 2) * (shape.columns + 2)

/** What lies on the grid, if it can be read without a doubt. */
export function readOn(
  planes: readonly GreyPlane[],
  { shape, projection, module }: GridCandidate,
  { expected, resolution }: { expected: string | undefined; resolution: Resolution | undefined },
): MatrixSighting | undefined {
  const plane = planeFor(planes, module, 4)
  const grid = fittedGrid(plane, projection, { size: shape })
  if (grid === undefined) return undefined
  const greys = moduleGreys(plane, grid.projection, shape)
  const { u, v, dark } = fixedOf(shape)
  for (const share of sharpenings) {
    const sharp = share === 0 ? greys : sharpened(greys, share)
    const thresholds = moduleThresholds(sharp)
    const modules = modulesIn(sharp, thresholds)
    const right = dark.reduce((sum, each, i) => sum + Number(moduleAt(modules, v[i]! | 0, u[i]! | 0) === each), 0)
    const likeness = right / dark.length
    if (likeness < leastRight) continue
    if (!isBordered(shape, modules, greys)) continue
    const corners = cornersOf(grid.projection, shape)
    const found = foundAs({ shape, modules, likeness, greys, corners, resolution })
    const reading = readAs(found, expected)
    if (reading.text === undefined || isDoubtful(shape, reading)) continue
    const [width, height] = sidesOf(corners, shape)
    return { kind: 'matrix', reading, shape, grid, module: (width + height) / 2, corners }
  }
  return undefined
}

/** What a photo does not show exactly, and what damage to modules explains. */
const excusable =
  /\.(quiet\.\w+|grid|modules|polarity|text|mirrored|finder|separator|timing|alignment|corner|darkmodule|version\.\w+|format\.\w+|errorcorrection|remainder|fill|pad|terminator|bytes|append|programming)$/

/** M1 detects errors and corrects none; M2 corrects fewer than its codewords could (ISO/IEC 18004:2015, table 9). */
function isDoubtful(shape: MatrixShape, { findings }: SymbolReading): boolean {
  const codes = findings.list.filter(({ kind }) => kind === 'fault').map(({ code }) => code)
  if (codes.some((code) => !excusable.test(code))) return true
  if (shape.symbology !== 'microqr') return false
  const errors = codes.filter((code) => code.endsWith('.errorcorrection')).length
  return errors > (shape.rows === 11 ? 0 : shape.rows === 13 ? 1 : errors)
}

/** The least share of the modules of its borders that are right in Data Matrix, and of those beside them that are light. */
const leastBorder = 0.8
const leastLight = 0.75

/** Whether the borders and what is around them leave no doubt: a small Data Matrix is in many a part of other symbols. */
function isBordered(shape: MatrixShape, modules: Modules, greys: ModuleGreys): boolean {
  if (shape.symbology !== 'datamatrix') return true
  const areRight = shape.regions().every(({ rule, modules: fixed }) => {
    const wrong = rule === 'corner' ? 0 : wrongIn(modules, fixed).length
    return wrong <= (1 - leastBorder) * fixed.length
  })
  return areRight && [0, 1, 2, 3].every((side) => lightBeside(greys, side) >= leastLight)
}

function readAs(found: LocatedMatrix<MatrixShape>, expected: string | undefined): SymbolReading {
  const { shape } = found
  switch (shape.symbology) {
    case 'qr':
      return readQr({ ...found, shape }, expected)
    case 'microqr':
      return readMicroQr({ ...found, shape }, expected)
    case 'datamatrix':
      return readDataMatrix({ ...found, shape }, expected)
  }
}

function foundAs({
  shape,
  modules,
  likeness,
  greys,
  corners,
  resolution,
}: {
  shape: MatrixShape
  modules: Modules
  likeness: number
  greys: ModuleGreys
  corners: MatrixSighting['corners']
  resolution: Resolution | undefined
}): LocatedMatrix<MatrixShape> {
  const light = (side: number): number => (lightBeside(greys, side) >= 0.9 ? 1 : 0)
  return {
    shape,
    modules,
    likeness,
    mirrored: false,
    quiet: { top: light(0), right: light(1), bottom: light(2), left: light(3) },
    // one module around the symbol is looked at; more belongs to a grade
    tolerance: shape.quiet,
    uneven: [],
    speckled: [],
    place: boxAround(corners),
    size: sizeOf(corners, shape, resolution),
  }
}

/** The share of the modules beside a symbol that are light, at a side clockwise from the top. */
function lightBeside({ rows, columns, greys }: ModuleGreys, side: number): number {
  const width = columns + 2
  const [low, high] = outerEighths(greys)
  const line = (from: number, step: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => greys[from + i * step]!)
  const around = [
    line(1, 1, columns),
    line(2 * width - 1, width, rows),
    line((rows + 1) * width + 1, 1, columns),
    line(width, width, rows),
  ][side]!
  return around.filter((grey) => grey > (low + high) / 2).length / around.length
}

/** The greys below and above which an eighth of all are. */
function outerEighths(greys: Float64Array): [number, number] {
  const sorted = greys.toSorted()
  return [sorted[sorted.length >> 3]!, sorted[sorted.length - 1 - (sorted.length >> 3)]!]
}

function cornersOf(projection: Projection, { rows, columns }: MatrixShape): MatrixSighting['corners'] {
  const at = (u: number, v: number): Point => projected(projection, u, v)
  return [at(0, 0), at(columns, 0), at(columns, rows), at(0, rows)]
}

export function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return {
    left: Math.floor(Math.min(...xs)),
    right: Math.ceil(Math.max(...xs)),
    top: Math.floor(Math.min(...ys)),
    bottom: Math.ceil(Math.max(...ys)),
  }
}

/** The mean width and height of a module, in pixels or, with a scale for each direction, in others. */
function sidesOf(
  [a, b, c, d]: MatrixSighting['corners'],
  { rows, columns }: MatrixShape,
  scale = { x: 1, y: 1 },
): readonly [width: number, height: number] {
  const length = (from: Point, to: Point): number => Math.hypot((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
  return [(length(a, b) + length(d, c)) / (2 * columns), (length(b, c) + length(a, d)) / (2 * rows)]
}

/** The size on paper, whichever way the symbol is turned; pixels a metre are those along the sides of the symbol. */
function sizeOf(
  corners: MatrixSighting['corners'],
  shape: MatrixShape,
  resolution: Resolution | undefined,
): Size | undefined {
  if (resolution === undefined) return undefined
  const pixels = sidesOf(corners, shape)
  const metres = sidesOf(corners, shape, { x: 1 / resolution.across, y: 1 / resolution.down })
  const [across, down] = pixels.map((side, i) => lengthOf(side, Math.round(side / metres[i]!)))
  return { modules: [across!, down!] }
}
