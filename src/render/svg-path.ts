import { darkRuns, type Matrix, scratchForRuns } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'
import type { Pen } from '../text/index.ts'
import { type ByteWriter, longestInteger, putInteger } from './bytes.ts'
import { unitsPerDot } from './outline-units.ts'

/**
 * Writes every dark run as a rectangle, from where the previous one ended. Its last side is left out: filling closes it.
 *
 * Lines of a row's height would be shorter, but some programs round the edges of lines otherwise than those of areas.
 *
 * @param units  in dots; all edges are whole numbers in them, from those of the first column and row
 */
export function writeModules(
  file: ByteWriter,
  { matrix, xs, ys }: ModulesMark,
  [unitX, unitY]: readonly [x: number, y: number],
): void {
  const runs = scratchForRuns(matrix.width)
  let [penX, penY] = [xs[0]!, ys[0]!]
  for (let row = 0; row < matrix.height; row++) {
    const count = darkRuns(matrix, row, runs)
    const top = ys[row]!
    const height = (ys[row + 1]! - top) / unitY
    file.reserve((count / 2) * 5 * longestNumber)
    const { array } = file
    let { end } = file
    for (let i = 0; i < count; i += 2) {
      const left = xs[runs[i]!]!
      const right = xs[runs[i + 1]!]!
      array[end++] = moveCode
      end = putInteger(array, end, (left - penX) / unitX)
      array[end++] = spaceCode
      end = putInteger(array, end, (top - penY) / unitY)
      array[end++] = downCode
      end = putInteger(array, end, height)
      array[end++] = lineCode
      end = putInteger(array, end, (right - left) / unitX)
      array[end++] = downCode
      end = putInteger(array, end, -height)
      penX = right
      penY = top
    }
    file.end = end
  }
}

/** Writes the dots of a bitmap, every run as a line along the middle of its row: half the bytes of rectangles. */
export function writeDots(file: ByteWriter, matrix: Matrix): void {
  const runs = scratchForRuns(matrix.width)
  file.ascii('M0 0')
  let [penX, penY] = [0, 0]
  for (let row = 0; row < matrix.height; row++) {
    const count = darkRuns(matrix, row, runs)
    file.reserve((count / 2) * 3 * longestNumber)
    // large print has half a million runs: their bytes are written one by one
    const { array } = file
    let { end } = file
    for (let i = 0; i < count; i += 2) {
      const start = runs[i]!
      const stop = runs[i + 1]!
      array[end++] = moveCode
      end = putInteger(array, end, start - penX)
      array[end++] = spaceCode
      end = putInteger(array, end, row - penY)
      array[end++] = lineCode
      end = putInteger(array, end, stop - start)
      penX = stop
      penY = row
    }
    file.end = end
  }
}

const moveCode = 0x6d
const spaceCode = 0x20
const lineCode = 0x68
const downCode = 0x76
/** With the character before it. */
const longestNumber = 1 + longestInteger

/** A pen that writes path commands, in hundredths of a dot. */
export function outlinePen(file: ByteWriter): Pen {
  const add = (command: string, x: number, y: number): void =>
    write(file, command, Math.round(x * unitsPerDot), ' ', Math.round(y * unitsPerDot))
  return {
    move: (x, y) => add('M', x, y),
    line: (x, y) => add('L', x, y),
    quadratic(cx, cy, x, y) {
      add('Q', cx, cy)
      add(' ', x, y)
    },
    cubic(ax, ay, bx, by, x, y) {
      add('C', ax, ay)
      add(' ', bx, by)
      add(' ', x, y)
    },
    close: () => file.ascii('Z'),
  }
}

/** Writes text and whole numbers alternately. */
function write(file: ByteWriter, before: string, a: number, between = '', b?: number): void {
  file.ascii(before)
  file.integer(a)
  file.ascii(between)
  if (b !== undefined) file.integer(b)
}
