/** A printer and a scanner of which all faults are known. */

import type { Picture } from '../../../src/reader/check/index.ts'
import { isDark, type Matrix } from '../../../symbologies/matrix/index.ts'
import { scanned } from '../grade/scanned.ts'

export interface Faults {
  /** How many dots wider dark is than it was drawn. */
  readonly gain: readonly [across: number, along: number]
  /** How much longer all is along the feed. */
  readonly stretch: number
  /** Columns that print nothing, and that always print, from 0. */
  readonly dead?: readonly number[]
  readonly hot?: readonly number[]
  /** Columns that take a share of the light that others take, 0 to 1. */
  readonly faint?: Readonly<Record<number, number>>
  /** To the right and down, in dots. */
  readonly offset?: readonly [number, number]
  /** How far the feed slips, in dots, and after which row. */
  readonly slip?: { readonly dots: number; readonly after: number }
  /** Light of the ink, 0 to 1. */
  readonly ink?: number
}

export interface Scanning {
  readonly pixelsPerDot: number
  readonly perMillimetre: number
  /** In radians, clockwise. */
  readonly angle?: number
  /** How much darker the far side is than the near one, 0 to 1. */
  readonly shade?: number
  /** Light of what lies behind the label, 0 to 1. */
  readonly bed?: number
  /** The standard deviation of noise, in greys of 255, and random numbers of deviation 1. */
  readonly noise?: number
  readonly normal?: () => number
}

const [paper, usualInk, dark] = [0.85, 0.05, 0.1]

/** What a scanner sees of a label of `height` dots, on which the dots were printed, with some of what lies behind it around it. */
export function printedAndScanned(
  dots: Matrix,
  height: number,
  { gain, stretch, dead = [], hot = [], faint = {}, offset = [0, 0], slip, ink = usualInk }: Faults,
  { pixelsPerDot, perMillimetre, angle = 0, shade = 0, bed = dark, noise = 0, normal = () => 0 }: Scanning,
): Picture {
  const { width } = dots
  const margin = 3 * perMillimetre
  const printed = Uint8Array.from({ length: width * dots.height }, (_, at) => {
    const column = at % width
    return Number(!dead.includes(column) && isDark(dots, column, Math.floor(at / width)))
  })
  const isHot = Uint8Array.from({ length: width }, (_, column) => Number(hot.includes(column)))
  const shares = Float64Array.from({ length: width }, (_, column) => faint[column] ?? 1)
  /** How much ink there is at a place, 0 to 1. */
  const inkAt = (u: number, v: number): number => {
    let most = 0
    const right = Math.min(width - 1, Math.floor(u + gain[0] / 2))
    const top = Math.max(0, Math.floor(v - gain[1] / 2))
    const bottom = Math.min(dots.height - 1, Math.floor(v + gain[1] / 2))
    for (let column = Math.max(0, Math.floor(u - gain[0] / 2)); column <= right; column++) {
      if (isHot[column] === 1) return 1
      if (shares[column]! <= most) continue
      for (let row = top; row <= bottom; row++) if (printed[row * width + column] === 1) most = shares[column]!
    }
    return most
  }
  const lightAt = (u: number, v: number): number => {
    if (u < 0 || v < 0 || u >= width || v >= height) return bed
    const row = (v - offset[1]) / stretch
    const fed = slip === undefined || row < slip.after ? row : row - slip.dots
    return paper + inkAt(u - offset[0], fed) * (ink - paper)
  }
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [wide, high] = [
    Math.ceil(pixelsPerDot * (Math.abs(cos) * width + Math.abs(sin) * height + 2 * margin)),
    Math.ceil(pixelsPerDot * (Math.abs(sin) * width + Math.abs(cos) * height + 2 * margin)),
  ]
  const grey = new Uint8Array(wide * high)
  const across = 2
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      let sum = 0
      for (let i = 0; i < across * across; i++) {
        const dx = (x + ((i % across) + 0.5) / across - wide / 2) / pixelsPerDot
        const dy = (y + (Math.floor(i / across) + 0.5) / across - high / 2) / pixelsPerDot
        sum += lightAt(cos * dx + sin * dy + width / 2, -sin * dx + cos * dy + height / 2)
      }
      grey[y * wide + x] = clamped(
        255 * (sum / across ** 2) * (1 - (shade * x) / wide) + (noise > 0 ? noise * normal() : 0),
      )
    }
  }
  const perMetre = 1000 * pixelsPerDot * perMillimetre
  return scanned({ width: wide, height: high, grey, resolution: { across: perMetre, down: perMetre } })
}

const clamped = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))
