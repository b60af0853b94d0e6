/** A picture of a symbol, as it is given and as ink: scaled to the range of its greys. */

import {
  bitsInside,
  inverted,
  isDark,
  lightMatrix,
  type Matrix,
  transposed,
} from '../../../../symbologies/matrix/index.ts'
import type { Colours, Rgb } from './colours.ts'

/** A picture of a symbol: grey values, 0 black to 255 white, top row first. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array | Uint8ClampedArray
  /** Undefined if it is not known; the report has no lengths in mm then. */
  readonly resolution?: Resolution
  /** The grey values as they were before noise was removed, if it was: what photos are read from. */
  readonly original?: Uint8Array
  /** Its colours, if it has any besides greys. */
  readonly colours?: Colours
  /** The share of light, 0 to 1, that each of the values 0 to 255 stands for, if the file says it; else it is that of sRGB. */
  readonly reflectances?: Float64Array
}

/** Pixels a metre along rows and along columns. */
export interface Resolution {
  readonly across: number
  readonly down: number
}

/** Print heads that are named by inches and made in millimetres: pixels a metre. */
const metricHeads = new Map([
  [152, 6000],
  [203, 8000],
])

/** The pixels a metre of a print head, or of what is drawn for one. @param dpi  as it is named */
export function resolutionOfHead(dpi: number): number {
  return metricHeads.get(dpi) ?? Math.round(dpi / 0.0254)
}

/** The most pixels of a picture, as many as the service draws in one; checked before anything is allocated. */
export const mostPixels = 25_000_000

/** The most pixels of a picture in black and white: a label of 300 x 300 mm at 600 dpi. */
export const mostPackedPixels = 52_000_000

/**
 * The longest side of a picture, in pixels: Code 39 is the widest, with two symbol characters of 16 modules for each of
 * 7089 characters, at 10 pixels a module.
 */
export const longestSide = 2_300_000

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
interface Darkness {
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
  const packed = packedBits.get(picture)?.()
  const most = packed === undefined ? mostPixels : mostPackedPixels
  if (width * height > most || Math.max(width, height) > longestSide) {
    throw new RangeError(`picture: ${width} x ${height}; at most ${most} pixels and ${longestSide} in a line`)
  }
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

function isOfOneColour({ width, stride, words }: Matrix): boolean {
  const first = words[0]! >>> 31
  const last = bitsInside(stride - 1, width) >>> 0
  return words.every((word, at) => word === (first === 0 ? 0 : at % stride === stride - 1 ? last : 0xffffffff))
}

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

/** The darkness of the pixels of row `y`, from column `from` to `to`, `to` not included. */
export function rowOf({ values, across, down, flip }: Darkness, y: number, from: number, to: number): Uint8Array {
  const start = y * down + from * across
  if (across === 1 && flip === 0) return values.subarray(start, start + to - from)
  const row = new Uint8Array(to - from)
  for (let i = 0, at = start; i < row.length; i++, at += across) row[i] = values[at]! ^ flip
  return row
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

/** Pixels from `left` to `right` and `top` to `bottom`, `right` and `bottom` not included. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Whether two boxes have a pixel in common. */
export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** In the picture mirrored at its main diagonal. */
export const transposedBox = ({ left, right, top, bottom }: Box): Box => ({
  left: top,
  right: bottom,
  top: left,
  bottom: right,
})

/** The pixels in a box, as a picture of their own. */
export function croppedInk(ink: Ink, { left, right, top, bottom }: Box): Ink {
  const { darkness } = ink
  return {
    ...ink,
    width: right - left,
    height: bottom - top,
    bits: croppedBits(ink.bits, { left, right, top, bottom }),
    darkness: darkness && {
      ...darkness,
      values: darkness.values.subarray(left * darkness.across + top * darkness.down),
    },
  }
}

function croppedBits({ stride, words }: Matrix, { left, right, top, bottom }: Box): Matrix {
  const cropped = lightMatrix(right - left, bottom - top)
  const [from, shift] = [left >> 5, left & 31]
  const mask = bitsInside(cropped.stride - 1, cropped.width)
  for (let y = 0; y < cropped.height; y++) {
    const row = (top + y) * stride
    for (let i = 0; i < cropped.stride; i++) {
      const high = words[row + from + i]! << shift
      const isInside = shift > 0 && from + i + 1 < stride
      cropped.words[y * cropped.stride + i] = isInside ? high | (words[row + from + i + 1]! >>> (32 - shift)) : high
    }
    cropped.words[(y + 1) * cropped.stride - 1]! &= mask
  }
  return cropped
}

interface Packed {
  /** The pixels of the darker grey are dark. */
  readonly bits: Matrix
  readonly low: number
  readonly high: number
}

/**
 * A picture of two greys that is kept a bit a pixel, as most PNGs of symbols are stored, until somebody asks for its greys.
 *
 * @param pair  the colours of the darker and the lighter grey, if they are not grey
 */
export function packedPicture(
  packed: Packed,
  resolution: Resolution | undefined,
  pair?: readonly [dark: Rgb, light: Rgb],
): Picture {
  const { width, height } = packed.bits
  let grey: Uint8Array | undefined
  const picture: Picture = {
    width,
    height,
    get grey() {
      grey ??= greysIn(packed)
      return grey
    },
    ...(pair && {
      get colours() {
        return coloursIn(packed.bits, pair)
      },
    }),
    ...(resolution && { resolution }),
  }
  packedBits.set(picture, () => (grey === undefined ? packed : undefined))
  if (pair !== undefined) colourPairs.set(picture, pair)
  return picture
}

/** The colours of dark and light of packed pictures. */
const colourPairs = new WeakMap<Picture, readonly [dark: Rgb, light: Rgb]>()

/** The two colours of a picture that was packed, if they are not greys: its planes of colours need not be made then. */
export const colourPairOf = (picture: Picture): readonly [dark: Rgb, light: Rgb] | undefined => colourPairs.get(picture)

/** The bits of packed pictures; undefined once somebody has seen the greys, and may have changed them. */
const packedBits = new WeakMap<Picture, () => Packed | undefined>()

function greysIn({ bits, low, high }: Packed): Uint8Array {
  const { width, height } = bits
  const grey = new Uint8Array(width * height).fill(high)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isDark(bits, x, y)) grey[y * width + x] = low
  }
  return grey
}

const coloursIn = (bits: Matrix, [dark, light]: readonly [Rgb, Rgb]): Colours => {
  const plane = (i: 0 | 1 | 2): Uint8Array => greysIn({ bits, low: dark[i], high: light[i] })
  return [plane(0), plane(1), plane(2)]
}

/** The greys of row `y`. A picture of two greys stays as small as it is. */
export function greyRow(picture: Picture, y: number): Uint8Array | Uint8ClampedArray {
  const { width } = picture
  const packed = packedBits.get(picture)?.()
  if (packed === undefined) return picture.grey.subarray(y * width, (y + 1) * width)
  const { bits, low, high } = packed
  const row = new Uint8Array(width)
  for (let x = 0; x < width; x++) row[x] = isDark(bits, x, y) ? low : high
  return row
}

/** The memory that the pixels of a picture take, in bytes. */
export function bytesOfPicture(picture: Picture): number {
  const packed = packedBits.get(picture)?.()
  return packed === undefined ? picture.grey.length + (picture.original?.length ?? 0) : packed.bits.words.byteLength
}
