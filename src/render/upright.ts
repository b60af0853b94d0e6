import { darken, isDark, lightMatrix, type Matrix, transposed } from '../../symbologies/index.ts'
import type { Mark, ModulesMark, Scene, TextMark, Turn } from '../layout/scene.ts'
import { turns } from '../layout/scene.ts'

/** The scene as it is shown: every mark turned by the scene's turn, which is then N. All backends draw this one. */
export function upright(scene: Scene): Scene {
  if (scene.turn === 'N') return scene
  const { width, height, turn } = scene
  const marks = scene.marks.map((mark) => turned(mark, scene))
  if (turn === 'I') return { ...scene, turn: 'N', marks }
  const paper = { width: scene.paper.height, height: scene.paper.width }
  return { ...scene, width: height, height: width, paper, turn: 'N', marks }
}

function turned(mark: Mark, scene: Scene): Mark {
  switch (mark.kind) {
    case 'modules':
      return turnedModules(mark, scene)
    case 'text':
      return turnedText(mark, scene)
  }
}

function turnedModules({ matrix, xs, ys }: ModulesMark, { turn, width, height }: Scene): ModulesMark {
  switch (turn) {
    case 'N':
      return { kind: 'modules', matrix, xs, ys }
    case 'R':
      return { kind: 'modules', matrix: mirrored(transposed(matrix)), xs: fromFarEdge(ys, height), ys: xs }
    case 'I':
      return {
        kind: 'modules',
        matrix: flipped(mirrored(matrix)),
        xs: fromFarEdge(xs, width),
        ys: fromFarEdge(ys, height),
      }
    case 'L':
      return { kind: 'modules', matrix: flipped(transposed(matrix)), xs: ys, ys: fromFarEdge(xs, width) }
  }
}

function turnedText(mark: TextMark, { turn, width, height }: Scene): TextMark {
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
function fromFarEdge(edges: Int32Array, length: number): Int32Array {
  return edges.map((_, i) => length - edges[edges.length - 1 - i]!)
}

/** Left and right exchanged. */
function mirrored(matrix: Matrix): Matrix {
  const { width, height } = matrix
  const result = lightMatrix(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isDark(matrix, x, y)) darken(result, width - 1 - x, y)
  }
  return result
}

/** Top and bottom exchanged. */
function flipped(matrix: Matrix): Matrix {
  const { height, stride } = matrix
  const words = new Uint32Array(matrix.words.length)
  for (let y = 0; y < height; y++) {
    words.set(matrix.words.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride)
  }
  return { ...matrix, words }
}
