import { inverted, lightMatrix, type Matrix, transposed } from '../../../symbologies/matrix/index.ts'
import { longestSide, mostPixels } from './limits.ts'
import { isOfOneColour, type Picture, packedIn, type Resolution } from './packed.ts'

export type { Picture, Resolution } from './packed.ts'

/** A picture scaled to the range of its greys; possibly transposed, possibly with dark and light exchanged. */
export interface Ink {
  readonly width: number
  readonly height: number
  /** The pixels whose darkness is at least `middle`. */
  readonly bits: Matrix
  /** Has enough greys to place edges more finely than to a pixel. */
  readonly soft: boolean
  /** Undefined if there are no greys at all, only light and dark: `bits` has both. */
  readonly darkness: Darkness | undefined
  readonly resolution: Resolution | undefined
}

/** How dark each pixel is, 0 to 255: pixel (x, y) is `values[x * across + y * down] ^ flip`. */
export interface Darkness {
  readonly values: Uint8Array
  readonly across: number
  readonly down: number
  readonly flip: 0 | 255
}

/** The least difference between lightest and darkest in a picture of a symbol. */
const leastContrast = 48

/** The darkness from which a pixel counts as dark; up to `asLight` it is nearly light, from `asDark` nearly dark. */
export const middle = 128
export const asLight = 8
export const asDark = 247

/** The share of greys from which a picture is soft. */
const softShare = 0.0005

/**
 * @returns undefined if the picture has hardly any contrast
 * @throws RangeError for a picture that is too large or whose sides do not match its data
 */
export function inkOf(picture: Picture): Ink | undefined {
  const { width, height, resolution } = picture
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new RangeError(`picture: ${width} x ${height}; sides of 1 pixel and more are accepted`)
  }
  if (width * height > mostPixels || Math.max(width, height) > longestSide) {
    throw new RangeError(`picture: ${width} x ${height}; at most ${mostPixels} pixels and ${longestSide} in a line`)
  }
  const packed = packedIn(picture)
  if (packed !== undefined) {
    const { bits, low, high } = packed
    if (high - low < leastContrast || isOfOneColour(bits)) return undefined
    return { width, height, bits, soft: false, darkness: undefined, resolution }
  }
  const { grey } = picture
  if (grey.length !== width * height) {
    throw new RangeError(`picture: ${grey.length} grey values for ${width} x ${height} pixels`)
  }
  const { low, high } = rangeOf(grey)
  if (high - low < leastContrast) return undefined
  const values = new Uint8Array(grey.length)
  const bits = lightMatrix(width, height)
  const between = darken(grey, { low, high }, { values, bits })
  return {
    width,
    height,
    bits,
    soft: between > softShare * grey.length,
    darkness: between === 0 ? undefined : { values, across: 1, down: width, flip: 0 },
    resolution,
  }
}

/** Fills in the darkness of each pixel; returns how many pixels are neither light nor dark. */
function darken(
  grey: Picture['grey'],
  { low, high }: { low: number; high: number },
  { values, bits: { width, height, stride, words } }: { values: Uint8Array; bits: Matrix },
): number {
  const scale = Uint8Array.from({ length: 256 }, (_, value) =>
    value <= low ? 255 : value >= high ? 0 : Math.round((255 * (high - value)) / (high - low)),
  )
  const isBetween = Uint8Array.from({ length: 256 }, (_, dark) => Number(dark > asLight && dark < asDark))
  const [greys, darks] = [bytesOf(grey), bytesOf(values)]
  const isFullRange = low === 0 && high === 255
  let between = 0
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; ) {
      const start = x
      let word = 0
      for (const end = Math.min(width, x + 32); x < end; ) {
        const four = isFullRange && x + 4 <= end ? greys.getInt32(at) : notSharp
        if (isBlackOrWhite(four)) {
          darks.setInt32(at, ~four)
          word = (word << 4) | highBitsOf(~four)
          x += 4
          at += 4
          continue
        }
        for (const next = Math.min(end, x + 4); x < next; x++) {
          const dark = scale[grey[at]!]!
          values[at++] = dark
          between += isBetween[dark]!
          word = (word << 1) | (dark >> 7)
        }
      }
      words[y * stride + (start >> 5)] = word << (32 - (x - start))
    }
  }
  return between
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint8ClampedArray): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Four bytes that are neither 0 nor 255. */
const notSharp = 0x01010101
const highBits = 0x80808080

/** Whether each of four bytes is 0 or 255; most are, and four are then converted at once. */
const isBlackOrWhite = (four: number): boolean => Math.imul((four & highBits) >>> 7, 255) === four

/** The highest bits of four bytes, that of the first byte as the highest. */
const highBitsOf = (four: number): number => Math.imul((four & highBits) >>> 7, 0x10204080) >>> 28

function rangeOf(grey: Picture['grey']): { low: number; high: number } {
  let low = 255
  let high = 0
  for (let i = 0; i < grey.length && (low > 0 || high < 255); i++) {
    const value = grey[i]!
    if (value < low) low = value
    if (value > high) high = value
  }
  return { low, high }
}

/** Dark and light exchanged. */
export function invertedInk(ink: Ink): Ink {
  const { darkness, bits } = ink
  return {
    ...ink,
    bits: inverted(bits),
    darkness: darkness && { ...darkness, flip: darkness.flip === 0 ? 255 : 0 },
  }
}

/** The picture mirrored at its main diagonal, so that its columns can be read as rows. */
export function transposedInk(ink: Ink): Ink {
  const known = mirrorImages.get(ink)
  if (known !== undefined) return known
  const { width, height, bits, darkness, resolution } = ink
  const result: Ink = {
    ...ink,
    width: height,
    height: width,
    bits: transposed(bits),
    darkness: darkness && { ...darkness, across: darkness.down, down: darkness.across },
    resolution: resolution && { across: resolution.down, down: resolution.across },
  }
  mirrorImages.set(ink, result)
  return result
}

/** Transposed pictures: the search for matrix symbols and the search for bars both need them. */
const mirrorImages = new WeakMap<Ink, Ink>()

/** The darkness of the pixels of row `y`, from column `from` to `to`, `to` not included. */
export function rowOf({ values, across, down, flip }: Darkness, y: number, from: number, to: number): Uint8Array {
  const start = y * down + from * across
  if (across === 1 && flip === 0) return values.subarray(start, start + to - from)
  const row = new Uint8Array(to - from)
  for (let i = 0, at = start; i < row.length; i++, at += across) row[i] = values[at]! ^ flip
  return row
}
