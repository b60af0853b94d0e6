/** A picture of a symbol: grey values, 0 black to 255 white, top row first. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array | Uint8ClampedArray
}

/** A picture between its own lightest and darkest grey. */
export interface Ink {
  readonly width: number
  readonly height: number
  /** Darkness of each pixel, 0 to 255. */
  readonly dark: Uint8Array
  /** There are greys in between, so that edges can be placed more finely than to a pixel. */
  readonly soft: boolean
}

/** More than this no printer's picture has; checked before anything is allocated. */
const mostPixels = 100_000_000

/** Less difference between light and dark is no picture of a symbol. */
const leastContrast = 48

/** Darkness from which a pixel counts as dark, and the ends of the range that is as good as light or dark. */
export const middle = 128
export const asLight = 8
export const asDark = 247

/** Share of pixels in between from which a picture is called soft. */
const softShare = 0.0005

/**
 * @returns undefined where there is nothing to see
 * @throws RangeError for a picture whose sizes are not those of its data, or too large
 */
export function inkOf({ width, height, grey }: Picture): Ink | undefined {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new RangeError(`picture: ${width} x ${height}; sides of 1 pixel and more are accepted`)
  }
  if (width * height > mostPixels) {
    throw new RangeError(`picture: ${width} x ${height} is more than ${mostPixels} pixels`)
  }
  if (grey.length !== width * height) {
    throw new RangeError(`picture: ${grey.length} grey values for ${width} x ${height} pixels`)
  }
  let low = 255
  let high = 0
  for (let i = 0; i < grey.length; i++) {
    const value = grey[i]!
    if (value < low) low = value
    if (value > high) high = value
  }
  if (high - low < leastContrast) return undefined
  const scale = Uint8Array.from({ length: 256 }, (_, value) =>
    value <= low ? 255 : value >= high ? 0 : Math.round((255 * (high - value)) / (high - low)),
  )
  const dark = new Uint8Array(grey.length)
  let between = 0
  for (let i = 0; i < grey.length; i++) {
    const value = scale[grey[i]!]!
    dark[i] = value
    if (value > asLight && value < asDark) between++
  }
  return { width, height, dark, soft: between > softShare * grey.length }
}

/** Dark and light exchanged. */
export function inverted(ink: Ink): Ink {
  return { ...ink, dark: ink.dark.map((value) => 255 - value) }
}

/** The picture mirrored at its main diagonal, so that its columns can be read as rows. */
export function transposedInk({ width, height, dark, soft }: Ink): Ink {
  const result = new Uint8Array(dark.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) result[x * height + y] = dark[y * width + x]!
  }
  return { width: height, height: width, dark: result, soft }
}
