/** A symbol in dots: its modules in their places, with quiet zones, guard bars and bearer bars, and the height that its bars need. */

import type { Barcode, Columns } from '../../symbologies/barcode.ts'
import { blitRow, darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Specification } from '../../symbologies/specification.ts'
import type { Resolution } from './resolution.ts'
import type { ModulesMark, Scene, SymbolScene, Turn } from './scene.ts'

/** How a symbol is drawn, but for its words. */
export interface SymbolStyle {
  readonly resolution: Resolution
  /** Dots a module, 1 or more. */
  readonly module: number
  /** Bar height of a linear symbology in dots. */
  readonly height: number
  readonly turn: Turn
}

/** The size of a drawing in dots, and of its paper in points. */
export type Extent = Pick<Scene, 'width' | 'height' | 'paper'>

/**
 * The symbol with its quiet zones, and no words.
 *
 * @param title  the encoded text
 * @throws RangeError if the columns of a module cannot have the same whole number of dots
 */
export function layoutSymbol(barcode: Barcode, title: string, style: SymbolStyle): SymbolScene {
  const { module, height: barHeight, turn, resolution } = style
  const { mark, width, height } = placed(barcode, { x: 0, y: 0, module, height: barHeight })
  const paper = paperOf(width, height, resolution)
  return { width, height, resolution, paper, turn, marks: [mark], title, module, barHeight, cut: [] }
}

/** The size of what `layoutSymbol` draws, without a layout of its modules. @throws RangeError as `layoutSymbol` */
export function sizeOfSymbol(barcode: Barcode, style: SymbolStyle): Extent {
  const [width, height] = sizeOf(barcode, style)
  return { width, height, paper: paperOf(width, height, style.resolution) }
}

/** Paper of the given number of dots. */
export function paperOf(width: number, height: number, { perInch }: Resolution): Extent['paper'] {
  return { width: (width * 72) / perInch, height: (height * 72) / perInch }
}

/** The position and the dimensions of a symbol, in dots. */
export interface Place {
  /** The left and upper edge of the quiet zone. */
  readonly x: number
  readonly y: number
  readonly module: number
  /** The height of the bars of a linear symbology, without the extension of guard bars and without bearer bars. */
  readonly height: number
}

/** A symbol in its place: its mark, and its size with its quiet zones. */
interface PlacedSymbol {
  readonly mark: ModulesMark
  readonly width: number
  readonly height: number
}

export function placed(barcode: Barcode, place: Place): PlacedSymbol {
  const [width, height] = sizeOf(barcode, place)
  const area = { left: place.x, top: place.y, right: place.x + width, bottom: place.y + height }
  return { mark: { ...markOf(barcode, place), symbol: { area, module: place.module } }, width, height }
}

function markOf(barcode: Barcode, place: Place): ModulesMark {
  const { matrix, quiet, guards, bearer } = barcode
  const { x, y, height } = place
  const dots = columnDots(barcode, place.module)
  const left = x - firstColumn(barcode) * dots
  const top = y + quiet.top * dots
  if (!isLinear(barcode)) {
    const [xs, ys] = [edges(left, matrix.width, dots), edges(top, matrix.height, dots)]
    return { kind: 'modules', matrix, xs, ys }
  }
  const xs = edges(left, matrix.width, dots)
  if (guards) return { kind: 'modules', xs, ...guardedRows(barcode, guards, { ...place, y: top }) }
  if (bearer) {
    const bar = bearer * dots
    const ys = [top, top + bar, top + bar + height, top + 2 * bar + height]
    const framed = withBearerRows(barcode)
    return { kind: 'modules', matrix: framed, xs: edges(x, framed.width, dots), ys }
  }
  return { kind: 'modules', matrix, xs, ys: [top, top + height] }
}

function edges(start: number, count: number, step: number): readonly number[] {
  const result = new Array<number>(count + 1)
  for (let i = 0; i <= count; i++) result[i] = start + i * step
  return result
}

/** The row of bars, with the guard bars in a row below it, and without the add-on in a row above it if there is one. */
function guardedRows(
  { matrix, addon }: Barcode,
  guards: readonly Columns[],
  { y, module, height }: Place,
): Pick<ModulesMark, 'matrix' | 'ys'> {
  const below = [y + height, y + height + guardDrop * module]
  if (addon === undefined) return { matrix: rowsOfBars(matrix, [undefined, guards]), ys: [y, ...below] }
  const lowered = [...guards, addon]
  const room = addonTop({ module, height })
  // no room for digits above bars as low as these
  if (room === 0) return { matrix: rowsOfBars(matrix, [undefined, lowered]), ys: [y, ...below] }
  const main = [{ from: 0, to: addon.from }]
  return { matrix: rowsOfBars(matrix, [main, undefined, lowered]), ys: [y, y + room, ...below] }
}

/** Rows with the bars in these columns, each of which begins and ends between two bars; undefined stands for all. */
function rowsOfBars(bars: Matrix, rows: readonly (readonly Columns[] | undefined)[]): Matrix {
  const { stride } = bars
  const result = lightMatrix(bars.width, rows.length)
  const { words } = result
  for (const [y, columns] of rows.entries()) {
    const row = y * stride
    if (columns === undefined) {
      words.set(bars.words, row)
      continue
    }
    for (const { from, to } of columns) darkenSpan(words, 32 * row + from, 32 * row + to)
    for (let i = 0; i < stride; i++) words[row + i]! &= bars.words[i]!
  }
  return result
}

/**
 * The row of bars between two bearer bars, which are as wide as the symbol with its quiet zones, and as its frame if it has one.
 *
 * GS1 General Specifications, 5.3.2.4: bearer bars may extend over the quiet zones; a frame encloses them.
 */
function withBearerRows(barcode: Barcode): Matrix {
  const { matrix, bearer = 0, isFramed } = barcode
  const result = lightMatrix(totalColumns(barcode), 3)
  const { stride, words, width } = result
  for (const row of [0, 64 * stride]) darkenSpan(words, row, row + width)
  const bars = 32 * stride
  blitRow(words, bars - firstColumn(barcode), matrix.words, 0, matrix.stride)
  if (isFramed) for (const from of [bars, bars + width - bearer]) darkenSpan(words, from, from + bearer)
  return result
}

/**
 * The width and height in dots of the symbol with its quiet zones, without a layout.
 *
 * @throws RangeError as `columnDots`
 */
export function sizeOf(barcode: Barcode, { module, height }: Pick<Place, 'module' | 'height'>): [number, number] {
  const { matrix, quiet, guards, bearer = 0 } = barcode
  const dots = columnDots(barcode, module)
  const rows = isLinear(barcode) ? height + (guards ? guardDrop * module : 2 * bearer * dots) : matrix.height * dots
  return [totalColumns(barcode) * dots, (quiet.top + quiet.bottom) * dots + rows]
}

/** How far the guard bars of EAN and UPC extend below the other bars, in modules (ISO/IEC 15420:2009, 4.3.2). */
const guardDrop = 5

/**
 * The width of a column in dots, if a module takes as many as this.
 *
 * @throws RangeError if the columns of a module cannot have the same whole number of dots
 */
export function columnDots({ symbology, columnsPerModule = 1 }: Barcode, module: number): number {
  if (module % columnsPerModule === 0) return module / columnsPerModule
  throw new RangeError(`${symbology}: ${module} dots a module; accepted: multiples of ${columnsPerModule}`)
}

/** Whether a module can take the given number of dots. */
export const allowsModule = ({ columnsPerModule = 1 }: Barcode, module: number): boolean =>
  module % columnsPerModule === 0

/** The columns of a symbol with its quiet zones, and with the frame around them if it has one. */
export function totalColumns({ matrix, quiet, bearer = 0, isFramed }: Barcode): number {
  return quiet.left + matrix.width + quiet.right + (isFramed ? 2 * bearer : 0)
}

/** The first column, with the quiet zone and the frame, if column 0 is that of the first bar. */
export const firstColumn = ({ quiet, bearer = 0, isFramed }: Barcode): number =>
  isFramed ? -quiet.left - bearer : -quiet.left

export function isLinear(barcode: Barcode): boolean {
  return barcode.matrix.height === 1
}

/** How much lower the bars of an add-on begin, in modules, and in dots at the least: digits as large as the others are above them. */
const addonRoom = { modules: 9, dots: 10 }

/**
 * How many dots lower the bars of an add-on begin: not at all if digits above them would leave bars beside the symbol's of
 * less than half the height of the digits.
 */
export function addonTop({ module, height }: Pick<Place, 'module' | 'height'>): number {
  const room = Math.max(addonRoom.modules * module, addonRoom.dots)
  return height < 1.5 * room ? 0 : room
}

/** `without room`: the item has no room for higher bars. */
type BarHeightKind = 'usual' | 'without room'

/** Without an application, the least height in mm for manual scanning, or this share of the symbol's width if that is more. */
const manualScanning = { height: 5, share: 0.15 }

/** A symbol drawn with a module of the given number of dots. */
interface DrawnModule {
  /** Undefined without an application. */
  readonly specification: Specification | undefined
  readonly module: number
  readonly resolution: Resolution
}

/**
 * The least height of the bars of a symbol, to the nearest dot, because no print is more exact; 0 for a matrix symbology.
 *
 * With an application GS1's table applies; without one the guidelines for manual scanning: 5 mm, or 15 % of the width without quiet
 * zones (ISO/IEC 15417:2007, annex D; ISO/IEC 16388:2007, 4.4; ISO/IEC 16390:2007, 4.4).
 */
export function leastBarHeight(barcode: Barcode, drawn: DrawnModule, kind: BarHeightKind): number {
  return Math.round(leastBarMillimetres(barcode, drawn, kind) * drawn.resolution.perMillimetre)
}

/** The least height of bars in mm, not rounded; 0 for a matrix symbology. */
export function leastBarMillimetres(
  barcode: Barcode,
  { specification, module, resolution: { perMillimetre } }: DrawnModule,
  kind: BarHeightKind,
): number {
  if (!isLinear(barcode)) return 0
  const { matrix, columnsPerModule = 1 } = barcode
  if (specification?.barHeight === undefined) {
    return Math.max(
      manualScanning.height,
      (manualScanning.share * matrix.width * module) / columnsPerModule / perMillimetre,
    )
  }
  const { atTarget, isProportional, withoutRoom = atTarget } = specification.barHeight
  if (isProportional) return (atTarget * module) / perMillimetre / specification.targetModule
  return kind === 'without room' ? withoutRoom : atTarget
}
