import { darken, darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Box, Pen } from './glyph.ts'

/** Straight edges of closed contours: x and y of both ends, four numbers an edge. */
export interface Edges extends Pen {
  readonly values: () => Float64Array
  /** Forgets all edges. */
  readonly clear: () => void
}

/** A curve that stays within this many dots of its chord is drawn as the chord. */
const flatness = 1 / 16

/**
 * A pen that flattens curves. It uses only additions, products and square roots, whose results are the same on every
 * machine.
 */
export function edgePen(): Edges {
  let values = new Float64Array(256)
  let count = 0
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const line = (toX: number, toY: number): void => {
    if (count + 4 > values.length) {
      const larger = new Float64Array(2 * values.length)
      larger.set(values)
      values = larger
    }
    values[count++] = x
    values[count++] = y
    values[count++] = toX
    values[count++] = toY
    x = toX
    y = toY
  }
  return {
    values: () => values.subarray(0, count),
    clear() {
      count = 0
    },
    move(toX, toY) {
      x = startX = toX
      y = startY = toY
    },
    line,
    quadratic(cx, cy, toX, toY) {
      const [fromX, fromY] = [x, y]
      // a quadratic is farthest from its chord by a quarter of its second difference, and n pieces divide that by n²
      const bow = length(fromX - 2 * cx + toX, fromY - 2 * cy + toY) / 4
      const pieces = Math.max(1, Math.ceil(Math.sqrt(bow / flatness)))
      for (let i = 1; i < pieces; i++) {
        const t = i / pieces
        const s = 1 - t
        line(s * s * fromX + 2 * s * t * cx + t * t * toX, s * s * fromY + 2 * s * t * cy + t * t * toY)
      }
      line(toX, toY)
    },
    cubic(ax, ay, bx, by, toX, toY) {
      const [fromX, fromY] = [x, y]
      const bend = Math.max(
        length(fromX - 2 * ax + bx, fromY - 2 * ay + by),
        length(ax - 2 * bx + toX, ay - 2 * by + toY),
      )
      const pieces = Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / flatness)))
      for (let i = 1; i < pieces; i++) {
        const t = i / pieces
        const s = 1 - t
        const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
        line(p * fromX + q * ax + r * bx + u * toX, p * fromY + q * ay + r * by + u * toY)
      }
      line(toX, toY)
    },
    close() {
      if (x !== startX || y !== startY) line(startX, startY)
    },
  }
}

// not Math.hypot, whose last bit the language leaves open
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/**
 * The dots of `box` whose centres lie inside the contours, by the non-zero winding rule. Where ink is thinner than a dot and
 * lies between the centres of a row or of a column, the dot nearest to its middle is dark too, so that no stroke breaks.
 */
export function filled(edges: Float64Array, box: Box): Matrix {
  const matrix = lightMatrix(box.right - box.left, box.bottom - box.top)
  const { width, height, stride, words } = matrix
  spans(edges, { across: 0, origin: box.left, along: box.top, lines: height }, (y, from, to) => {
    const first = Math.ceil(from - 0.5)
    const end = Math.ceil(to - 0.5)
    const row = 32 * stride * y
    if (first < end) darkenSpan(words, row + Math.max(0, first), row + Math.min(width, end))
    else darken(matrix, nearest((from + to) / 2, width), y)
  })
  spans(edges, { across: 1, origin: box.top, along: box.left, lines: width }, (x, from, to) => {
    if (Math.ceil(from - 0.5) < Math.ceil(to - 0.5)) return
    darken(matrix, x, nearest((from + to) / 2, height))
  })
  return matrix
}

const nearest = (at: number, limit: number): number => Math.min(limit - 1, Math.max(0, Math.floor(at)))

interface Sweep {
  /** Which coordinate a span runs along: 0 x, 1 y. */
  readonly across: 0 | 1
  /** Where spans count from, where lines count from, and how many lines there are. */
  readonly origin: number
  readonly along: number
  readonly lines: number
}

/** Visits, line by line through the dots' centres, each run inside the contours. */
function spans(edges: Float64Array, sweep: Sweep, visit: (line: number, from: number, to: number) => void): void {
  const { origin, lines } = sweep
  const { starts, at, turn } = crossingsOf(edges, sweep)
  for (let line = 0; line < lines; line++) {
    const start = starts[line]!
    const end = starts[line + 1]!
    sort(at, turn, start, end)
    let winding = 0
    let from = 0
    for (let i = start; i < end; i++) {
      if (winding === 0) from = at[i]!
      winding += turn[i]!
      if (winding === 0) visit(line, from - origin, at[i]! - origin)
    }
  }
}

interface Crossings {
  /** Crossings of line i are [starts[i], starts[i + 1]). */
  readonly starts: Uint32Array
  readonly at: Float64Array
  readonly turn: Int8Array
}

/** Where edges cross the lines through the dots' centres: first counted, then sorted by line. */
function crossingsOf(edges: Float64Array, { across, along, lines }: Sweep): Crossings {
  const starts = new Uint32Array(lines + 2)
  const middle = along + 0.5
  const down = 1 - across
  for (let i = 0; i < edges.length; i += 4) {
    const p = edges[i + down]! - middle
    const q = edges[i + 2 + down]! - middle
    const end = Math.min(lines, Math.ceil(p < q ? q : p))
    for (let line = Math.max(0, Math.ceil(p < q ? p : q)); line < end; line++) starts[line + 2]!++
  }
  for (let line = 2; line < lines + 2; line++) starts[line]! += starts[line - 1]!
  const at = new Float64Array(starts[lines + 1]!)
  const turn = new Int8Array(at.length)
  for (let i = 0; i < edges.length; i += 4) {
    const p = edges[i + down]! - middle
    const q = edges[i + 2 + down]! - middle
    const end = Math.min(lines, Math.ceil(p < q ? q : p))
    const u = edges[i + across]!
    const slope = (edges[i + 2 + across]! - u) / (q - p)
    for (let line = Math.max(0, Math.ceil(p < q ? p : q)); line < end; line++) {
      const slot = starts[line + 1]!++
      at[slot] = u + (line - p) * slope
      turn[slot] = q > p ? 1 : -1
    }
  }
  return { starts, at, turn }
}

/** Insertion sort: a line has few crossings, and they are nearly in order. */
function sort(at: Float64Array, turn: Int8Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const place = at[i]!
    const direction = turn[i]!
    let j = i - 1
    for (; j >= start && at[j]! > place; j--) {
      at[j + 1] = at[j]!
      turn[j + 1] = turn[j]!
    }
    at[j + 1] = place
    turn[j + 1] = direction
  }
}
