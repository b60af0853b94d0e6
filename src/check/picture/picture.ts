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

/** Pixels of the largest picture that is looked at, as many as the service draws in one; checked before anything is allocated. */
export const mostPixels = 25_000_000

/**
 * The longest side that is looked at, in pixels: Code 39 is the widest, with two symbol characters of 16 modules for each of
 * 7089 characters, at 10 pixels a module.
 */
export const longestSide = 2_300_000

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
  if (width * height > mostPixels || Math.max(width, height) > longestSide) {
    throw new RangeError(`picture: ${width} x ${height}; at most ${mostPixels} pixels and ${longestSide} in a line`)
  }
  if (grey.length !== width * height) {
    throw new RangeError(`picture: ${grey.length} grey values for ${width} x ${height} pixels`)
  }
  const { low, high } = rangeOf(grey)
  if (high - low < leastContrast) return undefined
  const dark = new Uint8Array(grey.length)
  const between = darken(grey, dark, { low, high })
  return { width, height, dark, soft: between > softShare * grey.length }
}

/** Fills `dark` with the darkness of each grey, and says how many are neither light nor dark. */
function darken(grey: Picture['grey'], dark: Uint8Array, { low, high }: { low: number; high: number }): number {
  const scale = Uint8Array.from({ length: 256 }, (_, value) =>
    value <= low ? 255 : value >= high ? 0 : Math.round((255 * (high - value)) / (high - low)),
  )
  const isBetween = scale.map((value) => Number(value > asLight && value < asDark))
  const [greys, darks] = [foursIn(grey), foursIn(dark)]
  let between = 0
  for (let i = 0; i < grey.length; ) {
    const four = i + 4 <= grey.length ? greys?.[i >> 2] : undefined
    if (darks !== undefined && ((four === 0 && low === 0) || (four === allWhite && high === 255))) {
      darks[i >> 2] = four === 0 ? allWhite : 0
      i += 4
      continue
    }
    for (const end = Math.min(grey.length, i + 4); i < end; i++) {
      const value = grey[i]!
      dark[i] = scale[value]!
      between += isBetween[value]!
    }
  }
  return between
}

const allWhite = 0xffffffff

/** The bytes in fours, as far as these are whole: most of what there is to do is the same for all four. */
function foursIn(bytes: Uint8Array | Uint8ClampedArray): Uint32Array | undefined {
  return bytes.byteOffset % 4 === 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : undefined
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

/** Dark and light exchanged. */
export function inverted(ink: Ink): Ink {
  const before = ink.dark
  const dark = new Uint8Array(before.length)
  const [from, to] = [foursIn(before), foursIn(dark)]
  const fours = from === undefined || to === undefined ? 0 : from.length
  for (let i = 0; i < fours; i++) to![i] = ~from![i]!
  for (let i = 4 * fours; i < dark.length; i++) dark[i] = 255 - before[i]!
  return { ...ink, dark }
}

/** Rows that are mirrored at a time: few enough for the memory that is near to hold what is written of them. */
const band = 32

/** The picture mirrored at its main diagonal, so that its columns can be read as rows. */
export function transposedInk({ width, height, dark, soft }: Ink): Ink {
  const result = new Uint8Array(dark.length)
  for (let top = 0; top < height; top += band) {
    const bottom = Math.min(height, top + band)
    for (let x = 0; x < width; x++) {
      for (let y = top; y < bottom; y++) result[x * height + y] = dark[y * width + x]!
    }
  }
  return { width: height, height: width, dark: result, soft }
}
