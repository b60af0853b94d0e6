import { strideOf } from '../../symbologies/matrix/index.ts'
import { clear, type Painter, paintStrip, stripsOf } from './strips.ts'

/** The rows of a picture, top first. */
export interface Rows {
  readonly width: number
  readonly height: number
  readonly painters: readonly Painter[]
}

/**
 * Takes rows that are equal, one below the other.
 *
 * @param dots  one bit a dot, most significant bit first, dark 1, with one word or more behind them; undefined if they equal the row
 *   before them. Scratch: contents are not kept after the call
 * @param count  how many rows
 * @param from  words outside of [from, to) equal those of the row before
 */
export type TakeRows = (dots: Uint32Array | undefined, count: number, from: number, to: number) => void

// the row being painted and the one above: scratch; contents are not kept between calls
let dots = new Uint32Array(64)
let above = new Uint32Array(64)

/** Paints the rows of a picture from `top` on, of each only the strips that change, and once however often it is repeated. */
export function paintRows({ width, height, painters }: Rows, take: TakeRows, top = 0): void {
  const words = strideOf(width)
  if (dots.length <= words) {
    dots = new Uint32Array(words + 1)
    above = new Uint32Array(words + 1)
  }
  clear(dots, 0, words)
  clear(above, 0, words)
  const strips = stripsOf(painters, words)
  for (let y = top; y < height; ) {
    let next = height
    let from = words
    let to = 0
    for (let i = 0; i < strips.length; i++) {
      const strip = strips[i]!
      if (paintStrip(strip, y, dots, above)) {
        if (strip.from < from) from = strip.from
        to = strip.to
      }
      if (strip.next < next) next = strip.next
    }
    if (y === top) take(dots, next - y, 0, words)
    else take(from < to ? dots : undefined, next - y, from, to)
    ;[dots, above] = [above, dots]
    y = next
  }
}
