/** Pictures of symbols as scanners and cameras make them, degraded by known amounts. */

import type { Picture } from '../../../../src/reader/check/index.ts'

/** How a symbol is printed and photographed. */
export interface Degradation {
  /** Pixels of a module, before perspective. */
  readonly module: number
  /** Degrees clockwise. */
  readonly turn?: number
  /** How much smaller the far side is, 0 to 0.4, and degrees of the direction in which it lies. */
  readonly perspective?: number
  readonly towards?: number
  /** Degrees by which the sides are not at right angles. */
  readonly skew?: number
  /** The standard deviation of the blur, in pixels. */
  readonly blur?: number
  /** How much wider dark modules are, in modules, half of it at each edge; across and down, both of one sign. */
  readonly gain?: readonly [across: number, down: number]
  /** Greys of dark and light. */
  readonly dark?: number
  readonly light?: number
  /** The share of light that is lost from one side of the picture to the other. */
  readonly shade?: number
  /** The standard deviation of noise, in greys. */
  readonly noise?: number
  /** Into how many places across and down a pixel is parted; more are more exact. */
  readonly parts?: number
  /** Light modules around the symbol. */
  readonly margin?: number
}

/** A symbol in modules: 1 is dark. Linear symbols have many equal rows. */
export type Rows = readonly string[]

/** A row so often that bars are `height` modules high. */
export const barsOf = (row: string, height: number): Rows => new Array<string>(height).fill(row)

/**
 * The picture of a symbol.
 *
 * @param normal  random numbers of mean 0 and standard deviation 1
 */
export function degraded(rows: Rows, how: Degradation, normal: () => number = () => 0): Picture {
  const { margin = 6, blur = 0, dark = 20, light = 235, shade = 0, noise = 0 } = how
  const toPixels = cameraOf(rows, how)
  const [columns, lines] = [rows[0]!.length, rows.length]
  const around = [
    [-margin, -margin],
    [columns + margin, -margin],
    [columns + margin, lines + margin],
    [-margin, lines + margin],
  ].map(([u, v]) => toPixels.forward(u!, v!))
  const [left, top] = [0, 1].map((i) => Math.floor(Math.min(...around.map((point) => point[i]!)))) as [number, number]
  const width = Math.ceil(Math.max(...around.map(([x]) => x))) - left
  const height = Math.ceil(Math.max(...around.map(([, y]) => y))) - top
  const ink = inkOf(rows, how, { left, top, width, height })
  const soft = blurred(ink, { width, height, deviation: blur })
  const grey = new Uint8ClampedArray(width * height)
  for (let i = 0; i < grey.length; i++) {
    const lit = 1 - (shade * ((i % width) / width + Math.floor(i / width) / height)) / 2
    grey[i] = Math.round((light + soft[i]! * (dark - light)) * lit + noise * normal())
  }
  return { width, height, grey: new Uint8Array(grey.buffer) }
}

/** The share of each pixel that is dark, 0 to 1: the mean of its parts. */
function inkOf(
  rows: Rows,
  how: Degradation,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): Float32Array {
  const ink = new Float32Array(width * height)
  const toPixels = cameraOf(rows, how)
  const isDark = inkedBy(rows, how.gain ?? [0, 0])
  const { module, parts = module < 4 ? 4 : module < 8 ? 3 : 2 } = how
  const place = new Float64Array(2)
  const isStraight = !how.turn && !how.perspective && !how.skew
  if (isStraight) return straightInk()
  const wholeOf = wholeBy(rows, how.gain ?? [0, 0])
  let above = cornersOf(top)
  for (let y = 0; y < height; y++) {
    const below = cornersOf(top + y + 1)
    for (let x = 0; x < width; x++) ink[y * width + x] = wholeOf(above, below, 2 * x) ?? meanOf(x, y)
    above = below
  }
  return ink

  /** The places, in modules, of the corners of pixels along a line: of each u, then v. */
  function cornersOf(y: number): Float64Array {
    const corners = new Float64Array(2 * (width + 1))
    for (let x = 0; x <= width; x++) {
      toPixels.backward(left + x, y, place)
      corners.set(place, 2 * x)
    }
    return corners
  }

  function meanOf(x: number, y: number): number {
    let sum = 0
    for (let i = 0; i < parts; i++) {
      for (let j = 0; j < parts; j++) {
        toPixels.backward(left + x + (i + 0.5) / parts, top + y + (j + 0.5) / parts, place)
        sum += isDark(place[0]!, place[1]!)
      }
    }
    return sum / (parts * parts)
  }

  /** The same where columns and lines are those of the picture: lines of pixels that cross the same modules are alike. */
  function straightInk(): Float32Array {
    const across = Float64Array.from({ length: width * parts }, (_, at) => {
      toPixels.backward(left + (at + 0.5) / parts, 0, place)
      return place[0]!
    })
    const half = Math.abs(how.gain?.[1] ?? 0) / 2
    const lines = new Map<string, Uint8Array>()
    for (let at = 0; at < height * parts; at++) {
      toPixels.backward(0, top + (at + 0.5) / parts, place)
      const v = place[1]!
      const crossed = `${Math.floor(v - half)} ${Math.floor(v + half)}`
      let line = lines.get(crossed)
      if (line === undefined) {
        line = new Uint8Array(width)
        for (let i = 0; i < across.length; i++) line[Math.floor(i / parts)]! += isDark(across[i]!, v)
        lines.set(crossed, line)
      }
      const start = Math.floor(at / parts) * width
      for (let x = 0; x < width; x++) ink[start + x]! += line[x]! / (parts * parts)
    }
    return ink
  }
}

/** The module at a place in modules: 1 is dark; 0 is light, as is all around the symbol. */
function modulesOf(rows: Rows): (u: number, v: number) => number {
  const [columns, lines] = [rows[0]!.length, rows.length]
  const dark = Uint8Array.from(rows.join(''), Number)
  return (u, v) => (u >= 0 && v >= 0 && u < columns && v < lines ? dark[(v | 0) * columns + (u | 0)]! : 0)
}

/**
 * What a pixel shows whose corners are at `x` of the lines of corners above and below it, if all modules that it touches, and those that may
 * spread into it, are alike: most pixels are so, and need not be parted.
 */
function wholeBy(rows: Rows, [across, down]: readonly [number, number]) {
  const at = modulesOf(rows)
  const [gainX, gainY] = [Math.abs(across) / 2, Math.abs(down) / 2]
  return (above: Float64Array, below: Float64Array, x: number): number | undefined => {
    const u0 = Math.min(above[x]!, above[x + 2]!, below[x]!, below[x + 2]!) - gainX
    const u1 = Math.max(above[x]!, above[x + 2]!, below[x]!, below[x + 2]!) + gainX
    const v0 = Math.min(above[x + 1]!, above[x + 3]!, below[x + 1]!, below[x + 3]!) - gainY
    const v1 = Math.max(above[x + 1]!, above[x + 3]!, below[x + 1]!, below[x + 3]!) + gainY
    // the corners see all modules only where there are two or fewer across and down
    if (Math.floor(u1) - Math.floor(u0) > 1 || Math.floor(v1) - Math.floor(v0) > 1) return undefined
    const first = at(u0, v0)
    return at(u1, v0) === first && at(u0, v1) === first && at(u1, v1) === first ? first : undefined
  }
}

/** Whether there is ink at a place in modules, 0 or 1: bars are wider or narrower by the gain. */
function inkedBy(rows: Rows, [across, down]: readonly [number, number]): (u: number, v: number) => number {
  const at = modulesOf(rows)
  if (across === 0 && down === 0) return at
  const [x, y] = [Math.abs(across) / 2, Math.abs(down) / 2]
  // a square of the gain around the place: one of its corners is dark, or all
  return (u, v) => {
    const [a, b, c, d] = [at(u - x, v - y), at(u + x, v - y), at(u - x, v + y), at(u + x, v + y)]
    return across + down >= 0 ? a | b | c | d : a & b & c & d
  }
}

/** Modules to pixels and back: turned, skewed and seen in perspective. */
function cameraOf(rows: Rows, { module, turn = 0, perspective = 0, towards = 0, skew = 0 }: Degradation) {
  const [columns, lines] = [rows[0]!.length, rows.length]
  const size = Math.max(columns, lines) / 2
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians(turn)), Math.sin(radians(turn))]
  const lean = Math.tan(radians(skew))
  const [g, h] = [(perspective / 2) * Math.cos(radians(towards)), (perspective / 2) * Math.sin(radians(towards))]
  const forward = (u: number, v: number): [number, number] => {
    const [s, t] = [(u - columns / 2) / size, (v - lines / 2) / size]
    const w = 1 + g * s + h * t
    const [x, y] = [((s + lean * t) / w) * size * module, (t / w) * size * module]
    return [x * cos - y * sin, x * sin + y * cos]
  }
  const backward = (px: number, py: number, place: Float64Array): void => {
    const [x, y] = [(px * cos + py * sin) / (size * module), (py * cos - px * sin) / (size * module)]
    // x = (s + lean t) / w and y = t / w, with w = 1 + g s + h t
    const w = 1 / (1 - g * (x - lean * y) - h * y)
    place[0] = (x - lean * y) * w * size + columns / 2
    place[1] = y * w * size + lines / 2
  }
  return { forward, backward }
}

/** Gauss's blur, by its own kernel. */
function blurred(
  values: Float32Array,
  { width, height, deviation }: { width: number; height: number; deviation: number },
): Float32Array {
  if (deviation === 0) return values
  const reach = Math.ceil(3 * deviation)
  const kernel = Float64Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  )
  const total = kernel.reduce((sum, each) => sum + each, 0)
  const pass = (from: Float32Array, limit: number, stride: number, next: number, lines: number): Float32Array => {
    const to = new Float32Array(from.length)
    // the values of a line, the first and the last of them repeated beyond its ends
    const line = new Float32Array(limit + 2 * reach)
    for (let start = 0; start < lines * next; start += next) {
      for (let i = 0; i < line.length; i++) {
        line[i] = from[start + Math.max(0, Math.min(limit - 1, i - reach)) * stride]!
      }
      for (let i = 0; i < limit; i++) {
        let sum = 0
        for (let k = 0; k < kernel.length; k++) sum += kernel[k]! * line[i + k]!
        to[start + i * stride] = sum / total
      }
    }
    return to
  }
  return pass(pass(values, width, 1, width, height), height, width, 1, width)
}
