/**
 * Bar width compensation: bars and modules drawn narrower by the whole dots by which a printer spreads them, or wider where it prints
 * too finely, so that they come out as wide as they should be.
 */

import { differentRow, lightMatrix, type Matrix, transposed } from '../../symbologies/matrix/index.ts'
import { dotsAModule, type Resolution } from './resolution.ts'
import {
  type Compensation,
  isOfSymbol,
  type ModulesMark,
  type Scene,
  type SymbolMark,
  type Turn,
  turns,
} from './scene.ts'

/** In mm, by which a printer makes dark wider than it is drawn, across its head and along the feed; less than 0 if it is narrower. */
export type Gain = readonly [across: number, along: number]

/** In mm: no print that can be read has more. */
export const mostGain = 1

/** `0.16` for both ways, or `0.16,0.1`: across and along. */
export function gainOf(text: string): Gain {
  const [x = 0, y = x] = text.split(',').map(Number)
  return [x, y]
}

/** Undefined if it is less than half a dot. */
export function compensationFor(
  [across, along]: Gain,
  { perMillimetre }: Resolution,
  columns: Compensation['columns'] = 1,
): Compensation | undefined {
  // + 0: never the negative zero
  const x = columns * Math.round((across * perMillimetre) / columns) + 0
  const y = Math.round(along * perMillimetre) + 0
  return x === 0 && y === 0 ? undefined : { x, y, columns }
}

/** What of it modules of the given number of dots allow: of the narrowest bar, and of the narrowest space, one dot is left. */
export function limitedTo(module: number, { x, y, columns }: Compensation): Compensation {
  const limited = (dots: number, step: number): number => {
    const most = Math.max(0, step * Math.floor((module - 1) / step))
    return Math.min(most, Math.max(-most, dots)) + 0
  }
  return { x: limited(x, columns), y: limited(y, 1), columns }
}

/** Why a module does not allow all of it; undefined if it does. */
export function limitText(module: number, wanted: Compensation): string | undefined {
  const { x, y } = limitedTo(module, wanted)
  if (x === wanted.x && y === wanted.y) return undefined
  const lacking = (['x', 'y'] as const).filter((way) => ({ x, y })[way] !== wanted[way])
  const dots = Math.max(...lacking.map((way) => Math.abs(wanted[way])))
  const left = Math.max(...lacking.map((way) => Math.abs({ x, y }[way])))
  const change = wanted[lacking[0]!] > 0 ? 'narrower' : 'wider'
  const allowed = left === 0 ? 'nothing' : left
  return `${dotsAModule(module)} ${module === 1 ? 'leaves' : 'leave'} room for ${allowed} of the ${dots} ${dots === 1 ? 'dot' : 'dots'} by which bars should be ${change}`
}

/**
 * The scene with its symbols narrowed: what is dark of them loses dots on its left and right side, its upper and its lower one. The dots
 * of an odd number are taken so that all of a symbol moves by half a dot alike. Quiet zones only grow, unless dark is drawn wider.
 *
 * @param columns  of dots that the printer prints by one pin
 * @param turn  of the scene, and of the printer besides
 */
export function compensated(
  scene: Scene,
  gain: Gain,
  { columns, turn }: { readonly columns: Compensation['columns']; readonly turn: Turn },
): Scene {
  const compensation = compensationFor(gain, scene.resolution, columns)
  if (compensation === undefined) return scene
  const marks = scene.marks.map((mark) => (isOfSymbol(mark) ? narrowed(mark, compensation, turn) : mark))
  return { ...scene, compensation, marks }
}

/** How many dots are taken from the left or upper side of what is dark, and from the other; both at once are of one sign. */
type Taken = readonly [first: number, last: number]

/** Of an odd number the first has one more. */
function halves(dots: number): Taken {
  const last = Math.trunc(dots / 2)
  return [dots - last, last]
}

interface Sides {
  readonly across: Taken
  readonly down: Taken
}

/** The sides of a drawing before its turn, by those after it. */
function sidesBefore([[top, bottom], [left, right]]: readonly [down: Taken, across: Taken], turn: Turn): Sides {
  const after = [top, right, bottom, left]
  // clockwise, the upper side becomes the right one
  const before = after.map((_, i) => after[(i + turns.indexOf(turn)) % 4]!)
  return { across: [before[3]!, before[1]!], down: [before[0]!, before[2]!] }
}

function narrowed(mark: SymbolMark, compensation: Compensation, turn: Turn): ModulesMark {
  const { x, y } = limitedTo(mark.symbol.module, compensation)
  if (x === 0 && y === 0) return mark
  const { across, down } = sidesBefore([halves(y), halves(x)], turn)
  const { left, top, right, bottom } = mark.symbol.area
  const rowsOf = (matrix: Matrix): Lines => withLines(matrix, mark.ys, { taken: down, least: top, most: bottom })
  const columnsOf = (matrix: Matrix): Lines =>
    withLines(transposed(matrix), mark.xs, { taken: across, least: left, most: right })
  // where one way grows it does so last, whatever the turn: modules that meet at their corners would stay joined
  if (isGrowth(down)) {
    const columns = columnsOf(mark.matrix)
    const rows = rowsOf(transposed(columns.matrix))
    return { ...mark, matrix: rows.matrix, xs: columns.edges, ys: rows.edges }
  }
  const rows = rowsOf(mark.matrix)
  const columns = columnsOf(rows.matrix)
  return { ...mark, matrix: transposed(columns.matrix), xs: columns.edges, ys: rows.edges }
}

const isGrowth = ([first, last]: Taken): boolean => first + last < 0

interface Lines {
  readonly matrix: Matrix
  /** One more than there are rows. */
  readonly edges: readonly number[]
}

/**
 * The rows of a matrix with a line at each edge between rows that differ, as high as what is taken: dark where both of them are or, if
 * dark grows, where either is. Rows that are the same become one; there are no light ones at the ends.
 *
 * @param least  and `most`: the edges of the symbol with its quiet zones, beyond which nothing grows
 */
function withLines(
  matrix: Matrix,
  edges: readonly number[],
  { taken: [first, last], least, most }: { readonly taken: Taken; readonly least: number; readonly most: number },
): Lines {
  if (first === 0 && last === 0) return { matrix, edges }
  const { height, stride, words } = matrix
  const grows = isGrowth([first, last])
  const [before, after] = grows ? [-first, -last] : [last, first]
  const light = new Uint32Array(stride)
  const made: { readonly row: Uint32Array; readonly at: number }[] = []
  const add = (row: Uint32Array, at: number): void => {
    if (!isSame(made.at(-1)?.row ?? light, row)) made.push({ row, at })
  }
  let above: Uint32Array = light
  for (let row = 0; row < height; row = differentRow(matrix, row)) {
    const own = words.subarray(row * stride, (row + 1) * stride)
    add(between(above, own, grows), edges[row]! - before)
    add(own, edges[row]! + after)
    above = own
  }
  add(between(above, light, grows), edges[height]! - before)
  add(light, edges[height]! + after)
  const result = lightMatrix(matrix.width, made.length - 1)
  for (const [i, { row }] of made.slice(0, -1).entries()) result.words.set(row, i * stride)
  return { matrix: result, edges: made.map(({ at }) => Math.min(most, Math.max(least, at))) }
}

const isSame = (one: Uint32Array, other: Uint32Array): boolean => one.every((word, i) => word === other[i])

const between = (one: Uint32Array, other: Uint32Array, grows: boolean): Uint32Array =>
  one.map((word, i) => (grows ? word | other[i]! : word & other[i]!))
