import { areWordsEqual, strideOf } from '../../symbologies/matrix/index.ts'
import type { Painter } from './paint-modules.ts'

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
 */
export type TakeRows = (dots: Uint32Array | undefined, count: number) => void

// the row being painted and the one above: scratch; contents are not kept between calls
let dots = new Uint32Array(64)
let above = new Uint32Array(64)

/** Up to so many words a loop is faster than a call of fill(). */
const fewWords = 32

function clear(row: Uint32Array, words: number): void {
  if (words > fewWords) row.fill(0, 0, words)
  else for (let i = 0; i < words; i++) row[i] = 0
}

/** Paints the rows of a picture from `top` on, each once however often it is repeated. */
export function paintRows({ width, height, painters }: Rows, take: TakeRows, top = 0): void {
  const words = strideOf(width)
  if (dots.length <= words) {
    dots = new Uint32Array(words + 1)
    above = new Uint32Array(words + 1)
  }
  for (let y = top; y < height; ) {
    clear(dots, words)
    let next = height
    for (let i = 0; i < painters.length; i++) {
      const change = painters[i]!(dots, y)
      if (change < next) next = change
    }
    // rows with a text are painted one by one, and some of them are equal
    take(y > top && areWordsEqual(dots, 0, above, 0, words) ? undefined : dots, next - y)
    ;[dots, above] = [above, dots]
    y = next
  }
}
