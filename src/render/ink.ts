import { bitsInside, strideOf } from '../../symbologies/matrix/index.ts'
import { type EqualRows, paintRows, type Rows } from './dot-rows.ts'

/** A picture without the light rows and columns at its edges. */
export interface Ink {
  /** The left edge in dots, a multiple of 8. */
  readonly x: number
  /** The top edge in dots. */
  readonly y: number
  readonly bytesPerRow: number
  /** From the top down. */
  readonly rows: readonly EqualRows[]
}

/** The dark part of a picture, in whole bytes horizontally; undefined if no dot is dark. */
export function inkOf(picture: Rows): Ink | undefined {
  const { width, height } = picture
  const stride = strideOf(width)
  const rows = new DataView(new ArrayBuffer(4 * stride * height))
  const columns = new Uint32Array(stride)
  const times: number[] = []
  let isDark = false
  // rows before the first dark one, and how many different rows there are up to the last dark one
  let [y, end] = [0, 0]
  paintRows(picture, (dots, count) => {
    if (dots !== undefined) isDark = writeRow(rows, 4 * stride * times.length, dots, { width, columns })
    if (times.length === 0 && !isDark) y += count
    else if (dots === undefined) times[times.length - 1]! += count
    else times.push(count)
    if (isDark) end = times.length
  })
  if (end === 0) return undefined
  const { left, right } = darkBytes(columns)
  const bytesOf = (row: number): Uint8Array => new Uint8Array(rows.buffer, 4 * stride * row + left, right - left)
  const dark = times.slice(0, end).map((times, row) => ({ bytes: bytesOf(row), times }))
  return { x: 8 * left, y, bytesPerRow: right - left, rows: dark }
}

/** Writes a row of dots as bytes, and adds its dark dots to those of the columns. Returns whether any is dark. */
function writeRow(
  bytes: DataView,
  start: number,
  dots: Uint32Array,
  { width, columns }: { readonly width: number; readonly columns: Uint32Array },
): boolean {
  // a mark may reach beyond the edge
  const last = columns.length - 1
  const inside = bitsInside(last, width)
  let all = 0
  for (let i = 0; i <= last; i++) {
    const word = i < last ? dots[i]! : dots[i]! & inside
    if (word === 0) continue
    all |= word
    columns[i]! |= word
    bytes.setUint32(start + 4 * i, word)
  }
  return all !== 0
}

/** The first byte of a row in which a column is dark, and the one behind the last. */
function darkBytes(columns: Uint32Array): { left: number; right: number } {
  const first = columns.findIndex((word) => word !== 0)
  const last = columns.findLastIndex((word) => word !== 0)
  const lowestBit = columns[last]! & -columns[last]!
  return { left: 4 * first + (Math.clz32(columns[first]!) >>> 3), right: 4 * last + (Math.clz32(lowestBit) >>> 3) + 1 }
}
