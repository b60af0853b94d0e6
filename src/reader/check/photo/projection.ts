/** Projective maps from the modules of a plane symbol to a picture, as a camera makes them, fitted to points. */

import type { Point } from './planes.ts'

/**
 * A map of (u, v), in modules from the upper left corner of the symbol, to pixels, by homogeneous coordinates:
 * x = (a u + b v + c) / w, y = (d u + e v + f) / w, w = g u + h v + i.
 */
export type Projection = readonly [
  ...(readonly [a: number, b: number, c: number]),
  ...(readonly [d: number, e: number, f: number]),
  ...(readonly [g: number, h: number, i: number]),
]

export function projected([a, b, c, d, e, f, g, h, i]: Projection, u: number, v: number): Point {
  const w = g * u + h * v + i
  return { x: (a * u + b * v + c) / w, y: (d * u + e * v + f) / w }
}

/** `inner`, then `outer`. */
export function composed(outer: Projection, inner: Projection): Projection {
  const cell = (row: number, column: number): number => {
    let sum = 0
    for (let i = 0; i < 3; i++) sum += outer[3 * row + i]! * inner[3 * i + column]!
    return sum
  }
  const [first, second, third] = [0, 1, 2].map((row) => [cell(row, 0), cell(row, 1), cell(row, 2)] as const)
  return [...first!, ...second!, ...third!]
}

/** A place in the symbol, in modules, and where it is in the picture. */
export interface PointPair {
  readonly u: number
  readonly v: number
  readonly at: Point
}

/** (u - x) / size and (v - y) / size. */
const scaled = (x: number, y: number, size: number): Projection => [
  1 / size,
  0,
  -x / size,
  0,
  1 / size,
  -y / size,
  0,
  0,
  1,
]
const unscaled = (x: number, y: number, size: number): Projection => [size, 0, x, 0, size, y, 0, 0, 1]

/** The map that is the closest to four pairs or more, by least squares; undefined if they lie on a line. */
export function projectionThrough(pairs: readonly PointPair[]): Projection | undefined {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [u0, v0] = [mean(pairs.map(({ u }) => u)), mean(pairs.map(({ v }) => v))]
  const [x0, y0] = [mean(pairs.map(({ at }) => at.x)), mean(pairs.map(({ at }) => at.y))]
  const modules = Math.max(1e-9, mean(pairs.map(({ u, v }) => Math.hypot(u - u0, v - v0))))
  const pixels = Math.max(1e-9, mean(pairs.map(({ at }) => Math.hypot(at.x - x0, at.y - y0))))
  const equations = new Equations(8)
  for (const { u, v, at } of pairs) {
    const [s, t] = [(u - u0) / modules, (v - v0) / modules]
    const [x, y] = [(at.x - x0) / pixels, (at.y - y0) / pixels]
    equations.add([s, t, 1, 0, 0, 0, -s * x, -t * x], x)
    equations.add([0, 0, 0, s, t, 1, -s * y, -t * y], y)
  }
  const found = equations.solved()
  if (found === undefined) return undefined
  const [a, b, c, d, e, f, g, h] = found as [number, number, number, number, number, number, number, number]
  return composed(unscaled(x0, y0, pixels), composed([a, b, c, d, e, f, g, h, 1], scaled(u0, v0, modules)))
}

/** `projection` after a small correction: `terms` move (u, v), scaled to about -1 to 1, by a+bu+cv-u(gu+hv), d+eu+fv-v(gu+hv). */
export function corrected(
  projection: Projection,
  { terms, middle, size }: { terms: readonly number[]; middle: Point; size: number },
): Projection {
  const [a, b, c, d, e, f, g, h] = terms as [number, number, number, number, number, number, number, number]
  const correction: Projection = [1 + b, c, a, e, 1 + f, d, g, h, 1]
  const { x, y } = middle
  return composed(projection, composed(unscaled(x, y, size), composed(correction, scaled(x, y, size))))
}

/** The map of a rectangle of `columns` x `rows` to four corners, clockwise from its upper left (Heckbert, 1989). */
export function quadProjection(
  [a, b, c, d]: readonly [Point, Point, Point, Point],
  columns: number,
  rows: number,
): Projection | undefined {
  const [dx1, dy1, dx2, dy2] = [b.x - c.x, b.y - c.y, d.x - c.x, d.y - c.y]
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y]
  const across = dx1 * dy2 - dx2 * dy1
  if (Math.abs(across) < 1e-9) return undefined
  const [g, h] = [(sx * dy2 - dx2 * sy) / across, (dx1 * sy - sx * dy1) / across]
  const [ax, ay] = [b.x - a.x + g * b.x, b.y - a.y + g * b.y]
  const [bx, by] = [d.x - a.x + h * d.x, d.y - a.y + h * d.y]
  return [ax / columns, bx / rows, a.x, ay / columns, by / rows, a.y, g / columns, h / rows, 1]
}

/** Linear equations with more rows than unknowns, solved by least squares. */
export class Equations {
  readonly #count: number
  /** The normal equations, row by row, with the right side in the last column. */
  readonly #normal: Float64Array

  constructor(count: number) {
    this.#count = count
    this.#normal = new Float64Array(count * (count + 1))
  }

  /** @param row  the factor of each unknown */
  add(row: ArrayLike<number>, right: number): void {
    const count = this.#count
    for (let i = 0; i < count; i++) {
      const value = row[i]!
      if (value === 0) continue
      const at = i * (count + 1)
      for (let j = 0; j < count; j++) this.#normal[at + j]! += value * row[j]!
      this.#normal[at + count]! += value * right
    }
  }

  /** By Gauss's elimination; undefined if there is not one solution. @param damping  keeps unknowns near 0 that little depends on */
  solved(damping = 0): number[] | undefined {
    const count = this.#count
    const rows = Array.from({ length: count }, (_, i) => this.#normal.slice(i * (count + 1), (i + 1) * (count + 1)))
    for (const [i, row] of rows.entries()) row[i]! += damping
    for (let i = 0; i < count; i++) {
      let pivot = i
      for (let j = i + 1; j < count; j++) if (Math.abs(rows[j]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = j
      ;[rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!]
      const row = rows[i]!
      if (Math.abs(row[i]!) < 1e-12) return undefined
      for (let j = 0; j < count; j++) {
        const factor = j === i ? 0 : rows[j]![i]! / row[i]!
        if (factor === 0) continue
        for (let k = i; k <= count; k++) rows[j]![k]! -= factor * row[k]!
      }
    }
    return rows.map((row, i) => row[count]! / row[i]!)
  }
}
