import { differentRow } from '../../symbologies/matrix/index.ts'
import type { ModulesMark } from '../layout/scene.ts'
import type { ByteWriter } from './bytes.ts'
import { darkEdges } from './edges.ts'

/** Coordinates are whole twentieths of a dot. */
const unitsPerDot = 20

/**
 * How far the sides of a shape are inside its dots, in units. Renderers without anti-aliasing paint every dot that a shape touches:
 * a shape that ends exactly between two dots would be one dot wider in some of them.
 */
const inset = 1

/** How far rectangles of neighbouring rows overlap, so that no light line is between them. */
const overlap = 1

/** The dark runs of equal rows: scratch; contents are not kept between calls. */
interface Runs {
  /** Where each run starts and ends, in dots. */
  edges: Int32Array
  count: number
  /** Whether each run extends into the row above. */
  extendsUp: Uint8Array
}

let upper: Runs = { edges: new Int32Array(0), count: 0, extendsUp: new Uint8Array(0) }
let lower: Runs = { edges: new Int32Array(0), count: 0, extendsUp: new Uint8Array(0) }

/** Writes every dark run as a rectangle, and what connects runs of neighbouring rows, as one shape (ISO 32000-1:2008, 8.5.2). */
export function writeModules(out: ByteWriter, mark: ModulesMark): void {
  const { matrix, ys } = mark
  out.ascii(`q ${1 / unitsPerDot} 0 0 ${1 / unitsPerDot} 0 0 cm\n`)
  reserve(matrix.width)
  readRuns(lower, mark, 0)
  for (let row = 0, next = 0; row < matrix.height; row = next) {
    ;[upper, lower] = [lower, upper]
    // a turned linear symbol has a row for each module, and the rows of a bar or space are equal
    next = differentRow(matrix, row)
    if (next < matrix.height) readRuns(lower, mark, next)
    else lower.count = 0
    writeRow(out, ys[row]! * unitsPerDot, ys[next]! * unitsPerDot)
  }
  out.ascii('f\nQ\n')
}

function reserve(width: number): void {
  if (upper.edges.length > width) return
  for (const runs of [upper, lower]) {
    runs.edges = new Int32Array(width + 1)
    runs.extendsUp = new Uint8Array((width + 1) >> 1)
  }
}

function readRuns(runs: Runs, mark: ModulesMark, row: number): void {
  runs.count = darkEdges(mark, row, runs.edges)
  runs.extendsUp.fill(0, 0, runs.count >> 1)
}

/**
 * Writes the runs of the upper row. Where a run meets a run of the lower row, one of the two extends into the other row if the other
 * row is dark along all of it; otherwise a small rectangle connects them.
 */
function writeRow(out: ByteWriter, top: number, bottom: number): void {
  const { edges, count, extendsUp } = upper
  let below = 0
  for (let i = 0; i < count; i += 2) {
    const left = edges[i]!
    const right = edges[i + 1]!
    let extendsDown = false
    while (below < lower.count && lower.edges[below + 1]! <= left) below += 2
    for (let j = below; j < lower.count && lower.edges[j]! < right; j += 2) {
      const from = Math.max(left, lower.edges[j]!)
      const to = Math.min(right, lower.edges[j + 1]!)
      if (from === left && to === right) extendsDown = true
      else if (from === lower.edges[j] && to === lower.edges[j + 1]) lower.extendsUp[j >> 1] = 1
      else writeRectangle(out, from, to, bottom - inset - overlap, bottom + inset + overlap)
    }
    const start = extendsUp[i >> 1] === 1 ? top - inset - overlap : top + inset
    const end = extendsDown ? bottom + inset + overlap : bottom - inset
    writeRectangle(out, left, right, start, end)
  }
}

/** @param left  in dots, as `right`; `top` and `bottom` are in units */
function writeRectangle(out: ByteWriter, left: number, right: number, top: number, bottom: number): void {
  out.spaced(left * unitsPerDot + inset)
  out.spaced(top)
  out.spaced((right - left) * unitsPerDot - 2 * inset)
  out.spaced(bottom - top)
  out.ascii('re\n')
}
