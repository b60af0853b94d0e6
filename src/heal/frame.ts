/** A symbol upright, wherever and however it lies in a picture: which of four ways it is turned, and how far its bars reach. */

import type { DotArea, Turn } from '../layout/scene.ts'
import type { Greys } from './greys.ts'

/** Pixels, with fractions. */
export type PixelBox = DotArea

/** Directions in a picture of what is read from left to right and from top to bottom. */
const directions = {
  N: { across: [1, 0], down: [0, 1] },
  R: { across: [0, 1], down: [-1, 0] },
  I: { across: [-1, 0], down: [0, -1] },
  L: { across: [0, -1], down: [1, 0] },
} as const

/** A box in a picture, as what is turned so lies in it. */
export class Frame {
  readonly turn: Turn
  /** Pixels, as it is read. */
  readonly width: number
  readonly height: number
  readonly #box: PixelBox

  constructor(box: PixelBox, turn: Turn) {
    this.turn = turn
    this.#box = box
    const [width, height] = [box.right - box.left, box.bottom - box.top]
    const isSideways = turn === 'R' || turn === 'L'
    this.width = isSideways ? height : width
    this.height = isSideways ? width : height
  }

  /** The place in the picture of a place in the frame, pixels from its upper left as it is read. */
  at(u: number, v: number): readonly [x: number, y: number] {
    const { left, top, right, bottom } = this.#box
    const { across, down } = directions[this.turn]
    const x = across[0] + down[0] > 0 ? left : right
    const y = across[1] + down[1] > 0 ? top : bottom
    return [x + u * across[0] + v * down[0], y + u * across[1] + v * down[1]]
  }

  /** The box in the picture of one in the frame. */
  boxOf({ left, top, right, bottom }: PixelBox): PixelBox {
    const [a, b] = [this.at(left, top), this.at(right, bottom)]
    return {
      ...{ left: Math.min(a[0], b[0]), top: Math.min(a[1], b[1]) },
      ...{ right: Math.max(a[0], b[0]), bottom: Math.max(a[1], b[1]) },
    }
  }
}

/** What of a picture is dark: below halfway between the lightest and the darkest of a box. */
export function darknessIn({ width, height, grey }: Greys, box: PixelBox): (x: number, y: number) => boolean {
  let [low, high] = [255, 0]
  const bottom = Math.min(height, Math.ceil(box.bottom))
  for (let y = Math.max(0, Math.floor(box.top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(width, Math.ceil(box.right)); x++) {
      const value = grey[y * width + x]!
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  const middle = (low + high) / 2
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 0 || row < 0 || column >= width || row >= height) return false
    return grey[row * width + column]! < middle
  }
}

export type IsDark = ReturnType<typeof darknessIn>

/** The share of modules that a picture has to show as they were read; and where all codewords are right, so that one side may be cut. */
const [leastShown, leastOfRight] = [0.985, 0.9]

/** Where the modules of a row are in a frame: an edge more than there are columns, in pixels. */
export type EdgesIn = (frame: Frame) => readonly number[]

/** All modules are as wide. */
export const evenEdges =
  (columns: number): EdgesIn =>
  ({ width }) =>
    Array.from({ length: columns + 1 }, (_, i) => (i * width) / columns)

/** The way in which a box shows modules; undefined if it shows them in none. @param rows  a string of 0 and 1 for each */
export function turnOf(
  rows: readonly string[],
  {
    box,
    isDark,
    edgesIn,
    areRight,
  }: {
    readonly box: PixelBox
    readonly isDark: IsDark
    readonly edgesIn: EdgesIn
    /** Whether a check tells that all modules are as they were read. */
    readonly areRight: boolean
  },
): Turn | undefined {
  let best: { readonly turn: Turn; readonly shown: number } | undefined
  for (const turn of ['N', 'R', 'I', 'L'] as const) {
    const frame = new Frame(box, turn)
    const shown = shownIn(rows, frame, { isDark, edges: edgesIn(frame) })
    if (best === undefined || shown > best.shown) best = { turn, shown }
  }
  return best!.shown >= (areRight ? leastOfRight : leastShown) ? best!.turn : undefined
}

/** Where bars are looked at, as shares of their height. */
const heights = [0.35, 0.5, 0.65]
/** Where a module is looked at, as shares of its sides. */
const places = [0.35, 0.5, 0.65]

function shownIn(
  rows: readonly string[],
  frame: Frame,
  { isDark, edges }: { readonly isDark: IsDark; readonly edges: readonly number[] },
): number {
  const isLinear = rows.length === 1
  const columns = isLinear ? [0.5] : places
  let [shown, count] = [0, 0]
  for (const [j, row] of rows.entries()) {
    const lines = isLinear ? heights : places.map((place) => (j + place) / rows.length)
    for (const line of lines) {
      for (let i = 0; i < row.length; i++) {
        for (const place of columns) {
          const u = edges[i]! + place * (edges[i + 1]! - edges[i]!)
          if (isDark(...frame.at(u, line * frame.height)) === (row[i] === '1')) shown++
          count++
        }
      }
    }
  }
  return shown / count
}
