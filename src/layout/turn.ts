import { flipped, type Matrix, mirrored, transposed } from '../../symbologies/matrix/index.ts'
import { type Mark, type ModulesMark, type Scene, type TextMark, type Turn, turns } from './scene.ts'
import { fedOrientation, type LabelSize } from './stock.ts'

/** The size in dots of a part of a drawing before it is turned as a whole, and the turn. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly turn: Turn
}

/** The mark after its frame has been turned. The upper left corner of the frame is at the origin before and after. */
export function turned<M extends Mark>(mark: M, frame: Frame): M
export function turned(mark: Mark, frame: Frame): Mark {
  switch (mark.kind) {
    case 'modules':
      return turnedModules(mark, frame)
    case 'text':
      return turnedText(mark, frame)
  }
}

/** The mark `x` dots further right and `y` dots further down. */
export function moved<M extends Mark>(mark: M, x: number, y: number): M
export function moved(mark: Mark, x: number, y: number): Mark {
  switch (mark.kind) {
    case 'modules':
      return { ...mark, xs: mark.xs.map((edge) => edge + x), ys: mark.ys.map((edge) => edge + y) }
    case 'text':
      return { ...mark, x: mark.x + x, y: mark.y + y }
  }
}

/** The matrix after a turn. It is mirrored before it is transposed, since one row of bars has fewer words than rows of one bar. */
export function turnedMatrix(matrix: Matrix, turn: Turn): Matrix {
  switch (turn) {
    case 'N':
      return matrix
    case 'R':
      return transposed(flipped(matrix))
    case 'I':
      return flipped(mirrored(matrix))
    case 'L':
      return transposed(mirrored(matrix))
  }
}

/**
 * The scene as its label lies when it is fed: the first side of the stock across the print head. A label that is read the other way
 * round is turned clockwise by a quarter.
 */
export function fed(scene: Scene, stock: LabelSize): Scene {
  const { width, height } = scene.paper
  const wanted = fedOrientation(stock)
  const isSideways = scene.turn === 'R' || scene.turn === 'L'
  const found = width > height !== isSideways ? 'landscape' : 'portrait'
  if (wanted === undefined || wanted === found) return scene
  return { ...scene, turn: turns[(turns.indexOf(scene.turn) + 1) % turns.length]! }
}

export function turnedModules({ matrix, xs, ys }: ModulesMark, { turn, width, height }: Frame): ModulesMark {
  const modules = { kind: 'modules', matrix: turnedMatrix(matrix, turn) } as const
  switch (turn) {
    case 'N':
      return { ...modules, xs, ys }
    case 'R':
      return { ...modules, xs: fromFarEdge(ys, height), ys: xs }
    case 'I':
      return { ...modules, xs: fromFarEdge(xs, width), ys: fromFarEdge(ys, height) }
    case 'L':
      return { ...modules, xs: ys, ys: fromFarEdge(xs, width) }
  }
}

function turnedText(mark: TextMark, { turn, width, height }: Frame): TextMark {
  const { x, y } = mark
  const composed = turns[(turns.indexOf(mark.turn) + turns.indexOf(turn)) % 4] as Turn
  switch (turn) {
    case 'N':
      return mark
    case 'R':
      return { ...mark, x: height - y, y: x, turn: composed }
    case 'I':
      return { ...mark, x: width - x, y: height - y, turn: composed }
    case 'L':
      return { ...mark, x: y, y: width - x, turn: composed }
  }
}

/** The same edges measured from the opposite side of a span of `length` dots. */
function fromFarEdge(edges: readonly number[], length: number): readonly number[] {
  const last = edges.length - 1
  const result = new Array<number>(edges.length)
  // not map(): a symbol of thousands of characters has tens of thousands of edges
  for (let i = 0; i <= last; i++) result[i] = length - edges[last - i]!
  return result
}
