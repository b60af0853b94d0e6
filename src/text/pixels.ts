import type { Box, Pen } from './glyph.ts'

/** A glyph made of pixels, 16 an em: rows of 16 bits, top first, most significant bit leftmost. */
export interface Pixels {
  readonly rows: ArrayLike<number>
  /** The column of the leftmost bit. */
  readonly left: number
}

/** Rows above the baseline, as in Unifont. */
const pixelAscent = 14

/** The dot at which column or row `n` starts: pixels are rectangles of whole dots without gaps between them. */
const edge = (n: number, size: number): number => Math.round((n * size) / 16)

/** Draws each run of pixels in a row as a rectangle, which extends over the rows below that have the same run. */
export function drawPixels({ rows, left }: Pixels, size: number, x: number, y: number, pen: Pen): void {
  for (let row = 0; row < rows.length; row++) {
    for (const [from, to] of runsOf(rows[row]!)) {
      if (row > 0 && hasRun(rows[row - 1]!, from, to)) continue
      let end = row + 1
      while (end < rows.length && hasRun(rows[end]!, from, to)) end++
      const box = {
        left: x + edge(left + from, size),
        top: y + edge(row - pixelAscent, size),
        right: x + edge(left + to, size),
        bottom: y + edge(end - pixelAscent, size),
      }
      drawRectangle(widened(box), pen)
    }
  }
}

/** An upper bound of the points that drawPixels draws: four for each run, as if no rectangle were extended. */
export function pointsOfPixels({ rows }: Pixels): number {
  let points = 0
  for (let row = 0; row < rows.length; row++) points += 4 * runsOf(rows[row]!).length
  return points
}

/** The runs of ones, as columns [from, to). */
function runsOf(bits: number): [number, number][] {
  const runs: [number, number][] = []
  for (let column = 0; column < 16; column++) {
    if (!(bits & (0x8000 >>> column))) continue
    const from = column
    while (column < 16 && bits & (0x8000 >>> column)) column++
    runs.push([from, column])
  }
  return runs
}

/** Whether [from, to) is exactly a run of ones. Bit 16 is the column left of the first. */
function hasRun(bits: number, from: number, to: number): boolean {
  const run = (0x10000 >>> from) - (0x10000 >>> to)
  const beside = (0x10000 >>> from) | (to < 16 ? 0x8000 >>> to : 0)
  return (bits & (run | beside)) === run
}

/** At less than 16 dots an em a pixel can round to nothing: it is made one dot. */
function widened(box: Box): Box {
  return { ...box, right: Math.max(box.right, box.left + 1), bottom: Math.max(box.bottom, box.top + 1) }
}

function drawRectangle({ left, top, right, bottom }: Box, pen: Pen): void {
  pen.move(left, top)
  pen.line(right, top)
  pen.line(right, bottom)
  pen.line(left, bottom)
  pen.close()
}

/** The whole dots that the pixels cover, or undefined if there are none. */
export function boxOfPixels({ rows, left }: Pixels, size: number, x: number): Box | undefined {
  let any = 0
  let [first, last] = [-1, -1]
  for (let row = 0; row < rows.length; row++) {
    if (rows[row] === 0) continue
    any |= rows[row]!
    if (first < 0) first = row
    last = row
  }
  if (any === 0) return undefined
  const from = Math.clz32(any) - 16
  const to = Math.clz32(any & -any) - 15
  const slack = size < 16 ? 1 : 0
  return {
    left: x + edge(left + from, size),
    top: edge(first - pixelAscent, size),
    right: x + edge(left + to, size) + slack,
    bottom: edge(last + 1 - pixelAscent, size) + slack,
  }
}
