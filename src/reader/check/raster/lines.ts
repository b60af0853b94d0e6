/** The lines of a page of raster data, unpacked: PWG 5102.4-2012, 4.4, which Apple's raster has too. */

import { ColourPlanes } from '../picture/colours.ts'
import { type Picture, resolutionOfHead } from '../picture/picture.ts'
import { boundPixels, greyOf, PictureError } from '../png/png.ts'

/** What the values of a pixel are. */
export type PixelKind =
  /** A bit a pixel, 1 for black. */
  | 'black bits'
  /** A bit a pixel, 1 for white. */
  | 'white bits'
  /** A byte a pixel, 255 for black. */
  | 'black'
  /** A byte a pixel, 255 for white. */
  | 'grey'
  /** Three bytes a pixel. */
  | 'colour'

/** What the header of a page says. */
export interface PageHeader {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly kind: PixelKind
  /** Pixels an inch, along lines and across them. */
  readonly dpi: readonly [across: number, down: number]
}

const bytesOfPixel: Readonly<Record<PixelKind, number>> = {
  'black bits': 1,
  'white bits': 1,
  black: 1,
  grey: 1,
  colour: 3,
}

/** The bytes of a line before it is packed. */
export function lineBytes({ width, kind }: Pick<PageHeader, 'width' | 'kind'>): number {
  return kind.endsWith('bits') ? Math.ceil(width / 8) : width * bytesOfPixel[kind]
}

/** Resolutions that pages have: printers of labels have 152 to 600, drawings up to 2400. */
const [leastDpi, mostDpi] = [36, 2400] as const

/** Takes the bytes of a file one after the other. */
export class RasterBytes {
  readonly #bytes: Uint8Array
  readonly #format: string
  #at = 0
  /** Pages that were begun. */
  page = 0

  /** @param format  its name, for messages */
  constructor(bytes: Uint8Array, format: string) {
    this.#bytes = bytes
    this.#format = format
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** @throws PictureError where the file ends before */
  take(count: number): Uint8Array {
    const end = this.#at + count
    if (end > this.#bytes.length) throw this.damaged('ends')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** @param what  goes on after "it", and before the number of the page */
  damaged(what: string): PictureError {
    const where = this.page === 0 ? 'before its first page' : `within page ${this.page}`
    return new PictureError(`a damaged ${this.#format}: it ${what} ${where}`)
  }

  /** @throws PictureError for a page that is empty, too large, or of no resolution that printers have */
  check({ width, height, dpi }: PageHeader): void {
    if (width === 0 || height === 0) throw this.damaged('has no pixels')
    if (dpi.some((each) => each < leastDpi || each > mostDpi)) {
      throw this.damaged(`says ${dpi.join(' x ')} dpi, where ${leastDpi} to ${mostDpi} are read,`)
    }
    boundPixels(width, height)
  }
}

/** The pixels of a page. @throws PictureError */
export function unpackedPage(source: RasterBytes, header: PageHeader): Picture {
  const { width, height, kind, dpi } = header
  const grey = new Uint8Array(width * height)
  const colours = new ColourPlanes(grey)
  const line = new Uint8Array(lineBytes(header))
  for (let y = 0; y < height; ) {
    // writers may repeat the last line beyond the end of the page
    const repeats = Math.min(1 + source.take(1)[0]!, height - y)
    unpackLine(source, line, kind)
    const start = y * width
    if (kind === 'colour') for (let i = 0; i < repeats; i++) setColours(line, grey, colours, start + i * width)
    else {
      setGreys(line, grey.subarray(start, start + width), kind)
      for (let i = 1; i < repeats; i++) grey.copyWithin(start + i * width, start, start + width)
    }
    y += repeats
  }
  const { planes } = colours
  const resolution = { across: resolutionOfHead(dpi[0]), down: resolutionOfHead(dpi[1]) }
  return { width, height, grey, resolution, ...(planes && { colours: planes }) }
}

/** Up to here a pixel is repeated, and so often and once more; from the byte after the other on there are 257 less so many different ones. */
const mostRepeats = 127
/** The rest of the line is white. */
const restIsWhite = 128

function unpackLine(source: RasterBytes, line: Uint8Array, kind: PixelKind): void {
  const size = bytesOfPixel[kind]
  for (let at = 0; at < line.length; ) {
    const code = source.take(1)[0]!
    if (code === restIsWhite) {
      line.fill(kind.startsWith('black') ? 0 : 255, at)
      return
    }
    const count = size * (code <= mostRepeats ? code + 1 : 257 - code)
    if (at + count > line.length) throw source.damaged('has a line that is longer than its page is wide')
    if (code > mostRepeats) line.set(source.take(count), at)
    else {
      const pixel = source.take(size)
      if (size === 1) line.fill(pixel[0]!, at, at + count)
      else for (let i = 0; i < count; i++) line[at + i] = pixel[i % size]!
    }
    at += count
  }
}

function setGreys(line: Uint8Array, grey: Uint8Array, kind: Exclude<PixelKind, 'colour'>): void {
  if (kind === 'grey') grey.set(line)
  else if (kind === 'black') {
    for (let x = 0; x < grey.length; x++) grey[x] = 255 - line[x]!
  } else {
    const set = kind === 'white bits' ? 255 : 0
    for (let x = 0; x < grey.length; x++) grey[x] = (line[x >> 3]! >> (7 - (x & 7))) & 1 ? set : 255 - set
  }
}

function setColours(line: Uint8Array, grey: Uint8Array, colours: ColourPlanes, start: number): void {
  for (let i = 0, at = start; i < line.length; i += 3, at++) {
    const [red, green, blue] = [line[i]!, line[i + 1]!, line[i + 2]!]
    const isGrey = red === green && green === blue
    grey[at] = isGrey ? red : greyOf(red, green, blue, 255)
    if (!isGrey || colours.planes !== undefined) colours.set(at, red, green, blue)
  }
}
