/** Pictures in greys, turned by a quarter and brought to another resolution. */

/** Grey values, 0 black to 255 white, top row first. */
export interface Greys {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array | Uint8ClampedArray
}

/** The picture turned clockwise by a quarter. */
export function turnedGreys({ width, height, grey }: Greys): Greys {
  const turned = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = grey[y * width + x]!
  }
  return { width: height, height: width, grey: turned }
}

/** A picture to be made: pixels of it for each pixel of the source, and where in it the source's upper left corner lies. */
export interface Resampling {
  readonly width: number
  readonly height: number
  readonly across: number
  readonly down: number
  readonly x: number
  readonly y: number
}

/** Which pixels of a row or a column make another one, and their shares of it. */
interface Blend {
  readonly from: number
  readonly shares: Float64Array
  /** The share that is beyond the source, which is white. */
  readonly white: number
}

/** The mean of what each pixel covers, or between neighbours where the result is finer; white beyond the source. */
export function resampled(source: Greys, { width, height, across, down, x, y }: Resampling): Uint8Array {
  const columns = blends(width, { length: source.width, scale: across, start: x })
  const rows = blends(height, { length: source.height, scale: down, start: y })
  const result = new Uint8Array(width * height)
  /** Rows of the source at the width of the result: those that the next row of it may need again. */
  const known = new Map<number, Float32Array>()
  const sum = new Float64Array(width)
  for (const [row, { from, shares, white }] of rows.entries()) {
    sum.fill(255 * white)
    for (const before of known.keys()) if (before < from) known.delete(before)
    for (const [i, share] of shares.entries()) {
      let line = known.get(from + i)
      if (line === undefined) {
        line = blendedRow(source, from + i, columns)
        known.set(from + i, line)
      }
      for (let column = 0; column < width; column++) sum[column]! += share * line[column]!
    }
    const start = row * width
    for (let column = 0; column < width; column++) result[start + column] = Math.round(sum[column]!)
  }
  return result
}

function blendedRow({ width, grey }: Greys, row: number, columns: readonly Blend[]): Float32Array {
  const line = new Float32Array(columns.length)
  for (let i = 0; i < line.length; i++) {
    const { from, shares, white } = columns[i]!
    let sum = 255 * white
    for (let k = 0, at = row * width + from; k < shares.length; k++, at++) sum += shares[k]! * grey[at]!
    line[i] = sum
  }
  return line
}

interface Line {
  /** Pixels of the source. */
  readonly length: number
  /** Pixels of the result for one of the source. */
  readonly scale: number
  /** Where in the result the source begins. */
  readonly start: number
}

function blends(count: number, line: Line): Blend[] {
  return Array.from({ length: count }, (_, i) => (line.scale > 1 ? between(i, line) : covered(i, line)))
}

/** The pixels that one of the result covers. */
function covered(i: number, { length, scale, start }: Line): Blend {
  const [begin, end] = [(i - start) / scale, (i + 1 - start) / scale]
  const from = Math.min(length, Math.max(0, Math.floor(begin + tiny)))
  const to = Math.max(from, Math.min(length, Math.ceil(end - tiny)))
  const shares = Float64Array.from({ length: to - from }, (_, k) => {
    const at = from + k
    return scale * Math.max(0, Math.min(end, at + 1) - Math.max(begin, at))
  })
  return { from, shares, white: whiteBeside(shares) }
}

/** Of a length in pixels: what a place misses an edge by after it was computed. */
const tiny = 1e-9

/** The two pixels between whose middles that of the result lies. */
function between(i: number, { length, scale, start }: Line): Blend {
  const middle = (i + 0.5 - start) / scale
  if (middle < 0 || middle >= length) return { from: 0, shares: new Float64Array(0), white: 1 }
  const at = Math.min(length - 1, Math.max(0, middle - 0.5))
  const from = Math.min(Math.floor(at), Math.max(0, length - 2))
  const share = at - from
  const shares = length === 1 ? Float64Array.of(1) : Float64Array.of(1 - share, share)
  return { from, shares, white: 0 }
}

const whiteBeside = (shares: Float64Array): number => {
  const rest = 1 - shares.reduce((sum, share) => sum + share, 0)
  return rest > 1e-6 ? rest : 0
}
