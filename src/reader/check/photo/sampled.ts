/** The modules of a symbol in a photo: how grey each is, and which of them are dark. */

import type { Modules } from '../picture/modules.ts'
import { type GreyPlane, greyAt } from './planes.ts'
import type { Projection } from './projection.ts'

export interface GridSize {
  readonly rows: number
  readonly columns: number
}

/** The greys of the modules of a symbol and of one module around it. */
export interface ModuleGreys extends GridSize {
  /** Row by row, from the module above and left of the first: (rows + 2) x (columns + 2). */
  readonly greys: Float64Array
}

/** Where a module is measured, in modules from its middle. */
const spots = [-0.22, 0, 0.22] as const

/** Each the mean of nine places around its middle. */
export function moduleGreys(
  plane: GreyPlane,
  [a, b, c, d, e, f, g, h, i]: Projection,
  { rows, columns }: GridSize,
): ModuleGreys {
  const greys = new Float64Array((rows + 2) * (columns + 2))
  let at = 0
  for (let row = -0.5; row < rows + 1; row++) {
    for (let column = -0.5; column < columns + 1; column++) {
      let sum = 0
      for (const down of spots) {
        for (const across of spots) {
          const [u, v] = [column + across, row + down]
          const w = g * u + h * v + i
          sum += greyAt(plane, (a * u + b * v + c) / w, (d * u + e * v + f) / w)
        }
      }
      greys[at++] = sum / (spots.length * spots.length)
    }
  }
  return { rows, columns, greys }
}

/** The greys of modules that blur has mixed with those beside them, by `share` of the difference, separated again. */
export function sharpened({ rows, columns, greys }: ModuleGreys, share: number): ModuleGreys {
  const width = columns + 2
  const sharp = greys.slice()
  for (let row = 1; row <= rows; row++) {
    for (let at = row * width + 1; at <= row * width + columns; at++) {
      const beside = greys[at - 1]! + greys[at + 1]! + greys[at - width]! + greys[at + width]!
      sharp[at] = greys[at]! + share * (4 * greys[at]! - beside)
    }
  }
  return { rows, columns, greys: sharp }
}

/** How far around a module light and dark are compared with it, in modules. */
const surroundings = 5

/** The middle between light and dark around each module, row by row, as `ModuleGreys`. */
export function moduleThresholds({ rows, columns, greys }: ModuleGreys): Float64Array {
  const [width, height] = [columns + 2, rows + 2]
  const whole = twoMeans(greys)
  const isLow = Float64Array.from(greys, (grey) => Number(grey < whole))
  const counts = summedArea(isLow, width)
  const lows = summedArea(
    greys.map((grey, i) => (isLow[i] === 1 ? grey : 0)),
    width,
  )
  const sums = summedArea(greys, width)
  const result = new Float64Array(greys.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const box = {
        left: Math.max(0, x - surroundings),
        right: Math.min(width, x + surroundings + 1),
        top: Math.max(0, y - surroundings),
        bottom: Math.min(height, y + surroundings + 1),
      }
      const all = (box.right - box.left) * (box.bottom - box.top)
      const low = sumIn(counts, width, box)
      const lowSum = sumIn(lows, width, box)
      const isMixed = low > all / 8 && low < (7 * all) / 8
      result[y * width + x] = isMixed ? (lowSum / low + (sumIn(sums, width, box) - lowSum) / (all - low)) / 2 : whole
    }
  }
  return result
}

/** The middle between the means of what is above and below it, found in a few steps. */
export function twoMeans(values: Float64Array): number {
  let limit = values.reduce((sum, value) => sum + value, 0) / values.length
  for (let step = 0; step < 8; step++) {
    let [low, high, count] = [0, 0, 0]
    for (const value of values) {
      if (value < limit) {
        low += value
        count++
      } else high += value
    }
    if (count === 0 || count === values.length) return limit
    const next = (low / count + high / (values.length - count)) / 2
    if (Math.abs(next - limit) < 0.1) return next
    limit = next
  }
  return limit
}

/** Sums from the upper left corner, with a row and a column of zeros before them. */
function summedArea(values: Float64Array, width: number): Float64Array {
  const height = values.length / width
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

function sumIn(
  sums: Float64Array,
  width: number,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): number {
  const at = (x: number, y: number): number => sums[y * (width + 1) + x]!
  return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
}

/** The modules without the one around them. */
export function modulesIn({ rows, columns, greys }: ModuleGreys, thresholds: Float64Array): Modules {
  const dark = new Uint8Array(rows * columns)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = (row + 1) * (columns + 2) + column + 1
      dark[row * columns + column] = greys[at]! < thresholds[at]! ? 1 : 0
    }
  }
  return { rows, columns, dark }
}
