import type { Barcode, Columns } from '../../symbologies/barcode.ts'
import { blitRow, darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from './scene.ts'

/** How far the guard bars of EAN and UPC extend below the other bars, in modules (ISO/IEC 15420:2009, 4.3.2). */
const guardDrop = 5

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
export interface PlacedSymbol {
  readonly mark: ModulesMark
  readonly width: number
  readonly height: number
}

export function isLinear(barcode: Barcode): boolean {
  return barcode.matrix.height === 1
}

/** The width and height in dots of the symbol with its quiet zones, without a layout. */
export function sizeOf(barcode: Barcode, { module, height }: Pick<Place, 'module' | 'height'>): [number, number] {
  const { matrix, quiet, guards, bearer = 0 } = barcode
  const width = (quiet.left + matrix.width + quiet.right) * module
  const rows = isLinear(barcode) ? height + (guards ? guardDrop : 2 * bearer) * module : matrix.height * module
  return [width, (quiet.top + quiet.bottom) * module + rows]
}

export function placed(barcode: Barcode, place: Place): PlacedSymbol {
  const [width, height] = sizeOf(barcode, place)
  return { mark: markOf(barcode, place), width, height }
}

function markOf(barcode: Barcode, { x, y, module, height }: Place): ModulesMark {
  const { matrix, quiet, guards, bearer } = barcode
  const left = x + quiet.left * module
  const top = y + quiet.top * module
  if (!isLinear(barcode)) {
    return {
      kind: 'modules',
      matrix,
      xs: edges(left, matrix.width, module),
      ys: edges(top, matrix.height, module),
    }
  }
  if (guards) {
    const ys = [top, top + height, top + height + guardDrop * module]
    return { kind: 'modules', matrix: withGuardRow(matrix, guards), xs: edges(left, matrix.width, module), ys }
  }
  if (bearer) {
    const bar = bearer * module
    const ys = [top, top + bar, top + bar + height, top + 2 * bar + height]
    const framed = withBearerRows(barcode)
    return { kind: 'modules', matrix: framed, xs: edges(x, framed.width, module), ys }
  }
  return { kind: 'modules', matrix, xs: edges(left, matrix.width, module), ys: [top, top + height] }
}

function edges(start: number, count: number, step: number): readonly number[] {
  const result = new Array<number>(count + 1)
  for (let i = 0; i <= count; i++) result[i] = start + i * step
  return result
}

/** The row of bars, and a second row below it with only the guard bars. */
function withGuardRow(bars: Matrix, guards: readonly Columns[]): Matrix {
  const { stride } = bars
  const result = lightMatrix(bars.width, 2)
  const { words } = result
  words.set(bars.words)
  for (const { from, to } of guards) darkenSpan(words, 32 * stride + from, 32 * stride + to)
  for (let i = 0; i < stride; i++) words[stride + i]! &= bars.words[i]!
  return result
}

/**
 * The row of bars between two bearer bars, which are as wide as the symbol with its quiet zones.
 *
 * GS1 General Specifications, 5.3.2.4: bearer bars may extend over the quiet zones.
 */
function withBearerRows({ matrix, quiet }: Barcode): Matrix {
  const result = lightMatrix(quiet.left + matrix.width + quiet.right, 3)
  const { stride, words, width } = result
  for (const row of [0, 64 * stride]) darkenSpan(words, row, row + width)
  blitRow(words, 32 * stride + quiet.left, matrix.words, 0, matrix.stride)
  return result
}
