import type { ModulesMark } from '../layout/scene.ts'
import type { ByteWriter } from './bytes.ts'
import { DarkRectangles } from './dark-rectangles.ts'
import { shortNumber } from './short-number.ts'

/**
 * How far the sides of a rectangle are inside its dots, in dots. Renderers without anti-aliasing paint every dot that a shape touches:
 * a shape that ends exactly between two dots would be one dot wider in some of them.
 */
const inset = 0.05

// scratch; contents are not kept between calls
const rectangles = new DarkRectangles()
let order = new Int32Array(0)
let sorted = new Int32Array(0)
let starts = new Int32Array(0)
let horizontal = new Int32Array(0)
let vertical = new Int32Array(0)

/**
 * Writes the dark modules as one shape of rectangles (ISO 32000-1:2008, 8.5.2).
 *
 * The unit is a module, where all are equally wide. So the corners of rectangles are small whole numbers, and few different sizes occur,
 * one after another: a compressor has to write little more than the corners.
 */
export function writeModules(out: ByteWriter, { matrix, xs, ys }: ModulesMark): void {
  if (horizontal.length < xs.length) horizontal = new Int32Array(2 * xs.length)
  if (vertical.length < ys.length) vertical = new Int32Array(2 * ys.length)
  const across = scaleOf(xs, horizontal)
  const down = scaleOf(ys, vertical)
  rectangles.read(matrix)
  const { left, right, top, bottom, count } = rectangles
  if (order.length < count) {
    order = new Int32Array(2 * count)
    sorted = new Int32Array(2 * count)
  }
  for (let i = 0; i < count; i++) order[i] = i
  sortBySize(top, bottom, { count, longest: matrix.height })
  sortBySize(left, right, { count, longest: matrix.width })
  out.ascii(`q ${across.unit} 0 0 ${down.unit} ${shortNumber(xs[0]! + inset)} ${shortNumber(ys[0]! + inset)} cm\n`)
  for (let i = 0; i < count; i++) {
    const each = order[i]!
    const x = across.at[left[each]!]!
    const y = down.at[top[each]!]!
    out.spaced(x)
    out.spaced(y)
    out.ascii(sizeText(across, across.at[right[each]!]! - x))
    out.ascii(sizeText(down, down.at[bottom[each]!]! - y))
    out.ascii('re\n')
  }
  out.ascii('f\nQ\n')
}

/** Sorts `order` by the modules between two edges; rectangles of the same size stay in their order. */
function sortBySize(
  from: Int32Array,
  to: Int32Array,
  { count, longest }: { readonly count: number; readonly longest: number },
): void {
  if (starts.length < longest + 2) starts = new Int32Array(longest + 2)
  starts.fill(0, 0, longest + 2)
  for (let i = 0; i < count; i++) starts[to[i]! - from[i]! + 1]!++
  for (let size = 1; size <= longest; size++) starts[size]! += starts[size - 1]!
  for (let i = 0; i < count; i++) {
    const each = order[i]!
    sorted[starts[to[each]! - from[each]!]!++] = each
  }
  ;[order, sorted] = [sorted, order]
}

/** The edges of columns or rows. */
interface Scale {
  /** In dots: all edges are whole multiples of it, counted from the first. */
  readonly unit: number
  /** In units. */
  readonly at: Int32Array
  /** How the size of a rectangle is written, by the units that it covers, where that is known. */
  readonly sizes: string[]
}

/** @param at  where the edges in units go */
function scaleOf(edges: readonly number[], at: Int32Array): Scale {
  const first = edges[0]!
  let unit = 0
  for (let i = 1; i < edges.length && unit !== 1; i++) {
    const step = edges[i]! - edges[i - 1]!
    // most steps are alike
    if (step !== unit) unit = commonDivisor(step, unit)
  }
  for (let i = 0; i < edges.length; i++) at[i] = (edges[i]! - first) / unit
  return { unit, at, sizes: sizesOf(unit) }
}

function commonDivisor(a: number, b: number): number {
  while (b > 0) [a, b] = [b, a % b]
  return a
}

/** What `sizeText` has made, by the unit. */
const known = new Map<number, string[]>()
const mostKnown = 1000

function sizesOf(unit: number): string[] {
  let sizes = known.get(unit)
  if (sizes === undefined) {
    if (known.size === mostKnown) known.clear()
    sizes = []
    known.set(unit, sizes)
  }
  return sizes
}

/** The size of a rectangle over so many units, with a space behind it: exact to a thousandth of a dot. */
function sizeText({ sizes, unit }: Scale, count: number): string {
  sizes[count] ??= `${shortNumber(count - (2 * inset) / unit, 3 + Math.ceil(Math.log10(unit)))} `
  return sizes[count]
}
