/**
 * The dots of a line of text: the contours of each glyph, filled so that every stroke is dark without gaps. No grey, and the same dots on
 * every machine.
 */

import { blitRow, darken, darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { InkBox, Pen, PlacedGlyph } from './glyph.ts'
import type { Line } from './line.ts'

export interface Bitmap {
  readonly matrix: Matrix
  /** The position of the first column and row, in dots relative to the line's origin. */
  readonly left: number
  readonly top: number
}

/** The dots within a box of an outline that `draw` draws, filled as glyphs are. */
export function filledOutline(draw: (pen: Pen) => void, box: InkBox): Matrix {
  pen.clear()
  draw(pen)
  return filled(pen.values(), box)
}

/** The line's ink, one bit a dot. The matrix is as large as the line's ink box: 0 x 0 if there is no ink. */
export function bitmapOf({ ink, glyphs, size }: Line): Bitmap {
  const matrix = lightMatrix(ink.right - ink.left, ink.bottom - ink.top)
  for (const placed of glyphs) {
    const glyph = glyphBitmap(placed, size)
    stamp(matrix, glyph.matrix, Math.floor(placed.x) + glyph.left - ink.left, placed.y + glyph.top - ink.top)
  }
  return { matrix, left: ink.left, top: ink.top }
}

/** Draws `glyph` into `onto` with its upper left dot at (x, y). All of it must be within `onto`. */
function stamp(onto: Matrix, glyph: Matrix, x: number, y: number): void {
  const { height, stride, words } = glyph
  for (let row = 0; row < height; row++) {
    blitRow(onto.words, 32 * onto.stride * (y + row) + x, words, row * stride, stride)
  }
}

function glyphBitmap({ source, glyph, x }: PlacedGlyph, size: number): Bitmap {
  const fraction = x - Math.floor(x)
  const key = ((source.id * 0x200000 + glyph) * 4 + fraction * source.phases) * 4096 + size
  const known = young.get(key)
  if (known !== undefined) return known
  const bitmap = old.get(key) ?? draw()
  youngBytes += 100 + bitmap.matrix.words.byteLength
  if (youngBytes > generationBytes) {
    old = young
    young = new Map()
    youngBytes = 100 + bitmap.matrix.words.byteLength
  }
  young.set(key, bitmap)
  return bitmap

  function draw(): Bitmap {
    const box = source.box(glyph, size, fraction)
    if (box === undefined) return { matrix: lightMatrix(0, 0), left: 0, top: 0 }
    pen.clear()
    source.draw(glyph, size, fraction, 0, pen)
    return { matrix: filled(pen.values(), box), left: box.left, top: box.top }
  }
}

/**
 * Bitmaps of glyphs by source, glyph, fraction of x and size, in two generations: when the young one is full, it replaces the
 * old one, which is dropped. A bitmap of the old generation that is used again joins the young one.
 */
let young = new Map<number, Bitmap>()
let old = new Map<number, Bitmap>()
let youngBytes = 0

/** The largest size of a generation in bytes, with 100 bytes of overhead for each bitmap. */
export const generationBytes = 2_000_000

/** The bytes of the young generation, and the number of bitmaps in both. */
export function cachedBytes(): { readonly young: number; readonly glyphs: number } {
  return { young: youngBytes, glyphs: young.size + old.size }
}

/** The outline of one glyph: scratch; contents are not kept between calls. */
const pen = edgePen()

/**
 * The dots of `box` whose centres are inside the contours by the non-zero winding rule. If ink is thinner than a dot and falls
 * between the centres of a row or a column, the dot nearest to its middle is dark too, so that strokes have no gaps.
 */
function filled(edges: Float64Array, box: InkBox): Matrix {
  const matrix = lightMatrix(box.right - box.left, box.bottom - box.top)
  const { width, height, stride, words } = matrix
  spans(edges, { axis: 0, origin: box.left, first: box.top, lines: height }, (y, from, to) => {
    const first = Math.ceil(from - 0.5)
    const end = Math.ceil(to - 0.5)
    const row = 32 * stride * y
    if (first < end) darkenSpan(words, row + Math.max(0, first), row + Math.min(width, end))
    else darken(matrix, nearest((from + to) / 2, width), y)
  })
  spans(edges, { axis: 1, origin: box.top, first: box.left, lines: width }, (x, from, to) => {
    if (Math.ceil(from - 0.5) < Math.ceil(to - 0.5)) return
    darken(matrix, x, nearest((from + to) / 2, height))
  })
  return matrix
}

const nearest = (at: number, limit: number): number => Math.min(limit - 1, Math.max(0, Math.floor(at)))

interface Sweep {
  /** The direction of the lines: 0 for rows, along x; 1 for columns, along y. */
  readonly axis: 0 | 1
  /** The coordinate at which positions on a line start. */
  readonly origin: number
  /** The coordinate of the first line, and the number of lines. */
  readonly first: number
  readonly lines: number
}

/** Visits each run inside the contours, on each line through the centres of dots. */
function spans(edges: Float64Array, sweep: Sweep, visit: (line: number, from: number, to: number) => void): void {
  const { origin, lines } = sweep
  const { starts, at, winding } = crossingsOf(edges, sweep)
  for (let line = 0; line < lines; line++) {
    const start = starts[line]!
    const end = starts[line + 1]!
    sort(at, winding, start, end)
    let sum = 0
    let from = 0
    for (let i = start; i < end; i++) {
      if (sum === 0) from = at[i]!
      sum += winding[i]!
      if (sum === 0) visit(line, from - origin, at[i]! - origin)
    }
  }
}

interface Crossings {
  /** Line i has the crossings [starts[i], starts[i + 1]). */
  readonly starts: Uint32Array
  /** The position of each on its line. */
  readonly at: Float64Array
  /** 1 or -1: what it adds to the winding number. */
  readonly winding: Int8Array
}

/** Where edges cross the lines through the centres of dots: counted first, then grouped by line. */
function crossingsOf(edges: Float64Array, { axis, first, lines }: Sweep): Crossings {
  const starts = new Uint32Array(lines + 2)
  const centre = first + 0.5
  const otherAxis = 1 - axis
  for (let i = 0; i < edges.length; i += 4) {
    const p = edges[i + otherAxis]! - centre
    const q = edges[i + 2 + otherAxis]! - centre
    const end = Math.min(lines, Math.ceil(Math.max(p, q)))
    for (let line = Math.max(0, Math.ceil(Math.min(p, q))); line < end; line++) starts[line + 2]!++
  }
  for (let line = 2; line < lines + 2; line++) starts[line]! += starts[line - 1]!
  const at = new Float64Array(starts[lines + 1]!)
  const winding = new Int8Array(at.length)
  for (let i = 0; i < edges.length; i += 4) {
    const p = edges[i + otherAxis]! - centre
    const q = edges[i + 2 + otherAxis]! - centre
    const end = Math.min(lines, Math.ceil(Math.max(p, q)))
    const u = edges[i + axis]!
    const slope = (edges[i + 2 + axis]! - u) / (q - p)
    for (let line = Math.max(0, Math.ceil(Math.min(p, q))); line < end; line++) {
      const slot = starts[line + 1]!++
      at[slot] = u + (line - p) * slope
      winding[slot] = q > p ? 1 : -1
    }
  }
  return { starts, at, winding }
}

/** Sorts the crossings of a line. Insertion sort: a line has few crossings, and they are nearly in order. */
function sort(at: Float64Array, winding: Int8Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const place = at[i]!
    const direction = winding[i]!
    let j = i - 1
    for (; j >= start && at[j]! > place; j--) {
      at[j + 1] = at[j]!
      winding[j + 1] = winding[j]!
    }
    at[j + 1] = place
    winding[j + 1] = direction
  }
}

/** A pen that collects the straight edges of closed contours. */
interface EdgePen extends Pen {
  /** x and y of both ends, four numbers for each edge. */
  readonly values: () => Float64Array
  /** Removes all edges. */
  readonly clear: () => void
}

/** The greatest distance in dots between a curve and the chord that replaces it. */
const flatness = 1 / 16

/** Curves are flattened with sums, products and square roots only, whose results are the same on every machine. */
function edgePen(): EdgePen {
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
      // a quadratic deviates from its chord by at most a quarter of its second difference, and n pieces divide that by n²
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

// not Math.hypot, whose last bit depends on the engine
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y)
