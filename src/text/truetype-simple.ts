import type { Pen } from './glyph.ts'

/** Maps font units to dots: x' = a x + c y + e, y' = b x + d y + f. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** Flags of a point. */
const onCurve = 0x1
const xShort = 0x2
const yShort = 0x4
const repeat = 0x8
const xSameOrPositive = 0x10
const ySameOrPositive = 0x20

/** Draws the simple glyph whose data starts at `start`. ISO/IEC 14496-22:2019, 5.3.3 (glyf). */
export function drawSimple(view: DataView, start: number, [a, b, c, d, e, f]: Transform, pen: Pen): void {
  const contours = view.getInt16(start)
  let at = start + 10
  const last = (contour: number): number => view.getUint16(start + 10 + 2 * contour)
  const points = contours === 0 ? 0 : last(contours - 1) + 1
  at += 2 * contours
  at += 2 + view.getUint16(at)
  const flags = new Uint8Array(points)
  for (let i = 0; i < points; i++) {
    const flag = view.getUint8(at++)
    flags[i] = flag
    if (flag & repeat) for (let times = view.getUint8(at++); times > 0; times--) flags[++i] = flag
  }
  const unit = new Float64Array(2 * points)
  at = readAxis(view, at, flags, { short: xShort, same: xSameOrPositive, into: unit, offset: 0 })
  readAxis(view, at, flags, { short: yShort, same: ySameOrPositive, into: unit, offset: 1 })
  const xy = new Float64Array(2 * points)
  for (let i = 0; i < 2 * points; i += 2) {
    xy[i] = a * unit[i]! + c * unit[i + 1]! + e
    xy[i + 1] = b * unit[i]! + d * unit[i + 1]! + f
  }
  for (let contour = 0, first = 0; contour < contours; contour++) {
    drawContour({ flags, xy, first, end: last(contour) + 1 }, pen)
    first = last(contour) + 1
  }
}

/** The flags that belong to x or to y, and where its coordinates go in `into`. */
interface Axis {
  readonly short: number
  readonly same: number
  readonly into: Float64Array
  readonly offset: number
}

/** Reads the x or the y coordinates of all points, and returns the offset after them. */
function readAxis(view: DataView, start: number, flags: Uint8Array, { short, same, into, offset }: Axis): number {
  let at = start
  let value = 0
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i]!
    if (flag & short) value += flag & same ? view.getUint8(at++) : -view.getUint8(at++)
    else if (!(flag & same)) {
      value += view.getInt16(at)
      at += 2
    }
    into[2 * i + offset] = value
  }
  return at
}

interface Contour {
  readonly flags: Uint8Array
  /** x and y of each point in turn, in dots. */
  readonly xy: Float64Array
  /** The contour has the points [first, end). */
  readonly first: number
  readonly end: number
}

/** Between two consecutive control points the curve has a point halfway. */
function drawContour({ flags, xy, first, end }: Contour, pen: Pen): void {
  const count = end - first
  if (count < 2) return
  const isOn = (i: number): boolean => (flags[first + (i % count)]! & onCurve) !== 0
  const x = (i: number): number => xy[2 * (first + (i % count))]!
  const y = (i: number): number => xy[2 * (first + (i % count)) + 1]!
  let start = 0
  while (start < count && !isOn(start)) start++
  const allControls = start === count
  if (allControls) start = 0
  const startX = allControls ? (x(0) + x(count - 1)) / 2 : x(start)
  const startY = allControls ? (y(0) + y(count - 1)) / 2 : y(start)
  pen.move(startX, startY)
  const from = allControls ? 0 : start + 1
  const to = allControls ? count : start + count
  for (let i = from; i < to; i++) {
    if (isOn(i)) pen.line(x(i), y(i))
    else if (i + 1 === to) pen.quadratic(x(i), y(i), startX, startY)
    else if (isOn(i + 1)) {
      pen.quadratic(x(i), y(i), x(i + 1), y(i + 1))
      i++
    } else pen.quadratic(x(i), y(i), (x(i) + x(i + 1)) / 2, (y(i) + y(i + 1)) / 2)
  }
  pen.close()
}
