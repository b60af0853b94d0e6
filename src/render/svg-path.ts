import { darkRuns, type Matrix, scratchForRuns } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'
import type { Pen } from '../text/index.ts'
import { type ByteWriter, longestInteger, putInteger } from './bytes.ts'
import { darkEdges } from './edges.ts'
import { unitsPerDot } from './outline-units.ts'

/** Writes every dark run as a rectangle, positioned relative to the previous one, which keeps the numbers short. */
export function writeModules(file: ByteWriter, mark: ModulesMark): void {
  const { matrix, ys } = mark
  const edges = scratchForRuns(matrix.width)
  let command = 'M'
  let [penX, penY] = [0, 0]
  for (let row = 0; row < matrix.height; row++) {
    const top = ys[row]!
    const height = ys[row + 1]! - top
    const count = darkEdges(mark, row, edges)
    for (let i = 0; i < count; i += 2) {
      const left = edges[i]!
      const width = edges[i + 1]! - left
      write(file, command, left - penX, ' ', top - penY)
      write(file, 'h', width, 'v', height)
      write(file, 'h-', width, 'z')
      command = 'm'
      penX = left
      penY = top
    }
  }
}

/** Writes the dots of a bitmap, every run as a line along the middle of its row: half the bytes of rectangles. */
export function writeDots(file: ByteWriter, matrix: Matrix): void {
  const runs = scratchForRuns(matrix.width)
  file.ascii('M0 0')
  let [penX, penY] = [0, 0]
  for (let row = 0; row < matrix.height; row++) {
    const count = darkRuns(matrix, row, runs)
    file.reserve((count / 2) * longestRun)
    // large print has half a million runs: their bytes are written one by one
    const { array } = file
    let { end } = file
    for (let i = 0; i < count; i += 2) {
      const [start, stop] = [runs[i]!, runs[i + 1]!]
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
const longestRun = 3 + 3 * longestInteger

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
