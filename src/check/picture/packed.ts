/** Pictures, and those of two greys: a bit a pixel until somebody asks for the greys. Most PNGs of symbols are stored like that. */

import { bitsInside, isDark, type Matrix } from '../../../symbologies/matrix/index.ts'

/** A picture of a symbol: grey values, 0 black to 255 white, top row first. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array | Uint8ClampedArray
  /** Undefined if it is not known; the report has no lengths in mm then. */
  readonly resolution?: Resolution
}

/** Pixels a metre along rows and along columns. */
export interface Resolution {
  readonly across: number
  readonly down: number
}

export interface Packed {
  /** The pixels of the darker grey are dark. */
  readonly bits: Matrix
  readonly low: number
  readonly high: number
}

/** The bits of pictures whose greys nobody has seen, and so nobody has changed. */
const packedPictures = new WeakMap<Picture, Packed>()

/** A picture that unpacks its greys when they are first asked for. */
export function packedPicture(packed: Packed, resolution: Resolution | undefined): Picture {
  const { width, height } = packed.bits
  let grey: Uint8Array | undefined
  const picture: Picture = {
    width,
    height,
    get grey() {
      packedPictures.delete(picture)
      grey ??= greysIn(packed)
      return grey
    },
    ...(resolution && { resolution }),
  }
  packedPictures.set(picture, packed)
  return picture
}

/** The bits of a picture that has nothing but these. */
export const packedIn = (picture: Picture): Packed | undefined => packedPictures.get(picture)

function greysIn({ bits, low, high }: Packed): Uint8Array {
  const { width, height } = bits
  const grey = new Uint8Array(width * height).fill(high)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isDark(bits, x, y)) grey[y * width + x] = low
  }
  return grey
}

export function isOfOneColour({ width, stride, words }: Matrix): boolean {
  const first = words[0]! >>> 31
  const last = bitsInside(stride - 1, width) >>> 0
  return words.every((word, at) => word === (first === 0 ? 0 : at % stride === stride - 1 ? last : 0xffffffff))
}
