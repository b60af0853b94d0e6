/** Reads PNGs with functions that both browsers and node have. ISO/IEC 15948:2004 */

import { lightMatrix } from '../../../../symbologies/matrix/index.ts'
import { type Interruptible, uninterrupted } from '../../../interruptible.ts'
import { ColourPlanes } from '../picture/colours.ts'
import { type Picture, packedPicture } from '../picture/picture.ts'
import { chunksOf, type PngChunks } from './chunks.ts'
import { bytesInto, colourPair, coloursOf, darkenLower, greyPair, greysOf, type RowReader } from './greys.ts'
import { Inflated, usuallyAtOnce } from './inflated.ts'
import { reflectancesIn } from './light.ts'
import { boundUnpacked, damaged, pngSize } from './png.ts'

/**
 * The grey values of a PNG on a white background, with its colours, resolution and the light of its values if it has them. Of a large one, rows are unpacked one
 * by one, so that memory holds little more than the grey values.
 *
 * @param file  the whole file
 * @throws PictureError for a file that is not a PNG, is damaged or exceeds a limit; the latter before it is unpacked
 */
export async function readPng(file: Uint8Array<ArrayBuffer>): Promise<Picture> {
  const reading = pictureIn(file, { atOnce: usuallyAtOnce, areColoursKept: true })
  for (;;) {
    const step = reading.next()
    if (step.done) return withLight(step.value, await reflectancesIn(chunksOf(file)))
    await step.value
  }
}

/** The picture with the light of its values; what is kept a bit a pixel stays so. */
function withLight(picture: Picture, reflectances: Float64Array | undefined): Picture {
  return reflectances === undefined
    ? picture
    : Object.defineProperty(picture, 'reflectances', { value: reflectances, enumerable: true })
}

/** The bytes that the rows of a PNG are unpacked to, by its header. @throws PictureError as `readPng` */
export function unpackedBytes(file: Uint8Array<ArrayBuffer>): number {
  pngSize(file)
  return bytesIn(passesOf(chunksOf(file)))
}

/**
 * The same in node, with all rows unpacked at once.
 *
 * @param most  bytes of unpacked rows
 * @throws PictureError as `readPng`, and for a picture of more bytes
 */
export function readPngAtOnce(file: Uint8Array<ArrayBuffer>, most = usuallyAtOnce): Picture {
  return uninterrupted(readPngInTurns(file, most))
}

/** The same, interrupted after some rows. @throws PictureError as `readPngAtOnce` */
export function* readPngInTurns(file: Uint8Array<ArrayBuffer>, most = usuallyAtOnce): Interruptible<Picture> {
  const reading = pictureIn(file, { most, atOnce: most })
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value
    if (step.value === undefined) yield
    else {
      // what cannot be unpacked at once is damaged, as the promise will say too
      step.value.catch(() => undefined)
      throw damaged()
    }
  }
}

/** Bytes of rows and pixels after which others may have a turn: some milliseconds. */
const turn = 1_000_000

/** Bytes of unpacked rows: how many a picture may have, and how many are unpacked at once. */
interface Unpacking {
  readonly most?: number
  readonly atOnce: number
  readonly areColoursKept?: boolean
}

/** The picture, and before it promises of bytes that it needs, and nothing where others may have a turn. */
function* pictureIn(
  file: Uint8Array<ArrayBuffer>,
  { most, atOnce, areColoursKept = false }: Unpacking,
): Generator<Promise<void> | undefined, Picture> {
  const { width, height } = pngSize(file)
  const chunks = chunksOf(file)
  const passes = passesOf(chunks)
  boundUnpacked(bytesIn(passes), most)
  const pair = greyPair(chunks)
  if (pair !== undefined) {
    const bits = lightMatrix(width, height)
    yield* unpack(chunks, passes, atOnce, bytesInto(bits))
    darkenLower(bits, pair)
    const colours = areColoursKept ? colourPair(chunks) : undefined
    const [zero, one] = pair
    const ordered = colours && (zero < one ? colours : ([colours[1], colours[0]] as const))
    return packedPicture({ bits, low: Math.min(...pair), high: Math.max(...pair) }, chunks.resolution, ordered)
  }
  const grey = new Uint8Array(width * height)
  const planes = new ColourPlanes(grey)
  const readers = [greysOf(chunks, grey), ...((areColoursKept && [coloursOf(chunks, planes)]) || [])]
  yield* unpack(chunks, passes, atOnce, (row, places) => {
    for (const read of readers) read?.(row, places)
  })
  const { planes: colours } = planes
  return {
    width,
    height,
    grey,
    ...(chunks.resolution && { resolution: chunks.resolution }),
    ...(colours && { colours }),
  }
}

/** Pixels that are stored together: from `left` and `top` on, every `across`th pixel of every `down`th row. */
interface Pass {
  readonly columns: number
  readonly rows: number
  /** Bytes of a row, the filter type included. */
  readonly length: number
  readonly left: number
  readonly top: number
  readonly across: number
  readonly down: number
}

/** 8.2, Adam7: left, top, across, down. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const inOrder = [[0, 0, 1, 1]] as const

/** Passes without a pixel have no rows either. */
function passesOf({ width, height, interlaced, samples, depth }: PngChunks): Pass[] {
  return (interlaced ? adam7 : inOrder)
    .map(([left, top, across, down]) => {
      const [columns, rows] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)]
      const length = 1 + Math.ceil((columns * samples * depth) / 8)
      return { columns, rows, length, left, top, across, down }
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
}

const bytesIn = (passes: readonly Pass[]): number => passes.reduce((sum, { rows, length }) => sum + rows * length, 0)

function* unpack(
  chunks: PngChunks,
  passes: readonly Pass[],
  atOnce: number,
  read: RowReader,
): Generator<Promise<void> | undefined, void> {
  const bytes = new Inflated(chunks.rows, bytesIn(passes), atOnce)
  const bits = chunks.samples * chunks.depth
  let work = 0
  for (const { columns, rows, length, left, top, across, down } of passes) {
    let [row, above] = [new Uint8Array(length), new Uint8Array(length)]
    for (let y = 0; y < rows; y++) {
      if (!bytes.take(row)) yield bytes.fill(row)
      unfilter(row, above, Math.max(1, bits >> 3))
      read(row, { from: (top + y * down) * chunks.width + left, step: across, count: columns })
      ;[row, above] = [above, row]
      work += length + columns
      if (work < turn) continue
      work = 0
      yield
    }
  }
  if (!bytes.isUnpacked) yield bytes.end()
}

/**
 * Undoes the filter that a row passed through before compression, in place; the row's first byte is its type (9.2).
 *
 * @param above  the previous row, or zeros
 * @param step  bytes from one pixel to the next, at least 1
 */
function unfilter(row: Uint8Array, above: Uint8Array, step: number): void {
  // Bytes left of the first pixel count as zero.
  const first = Math.min(1 + step, row.length)
  switch (row[0]) {
    case 0:
      return
    case 1:
      for (let i = first; i < row.length; i++) row[i] = row[i]! + row[i - step]!
      return
    case 2:
      for (let i = 1; i < row.length; i++) row[i] = row[i]! + above[i]!
      return
    case 3:
      for (let i = 1; i < first; i++) row[i] = row[i]! + (above[i]! >> 1)
      for (let i = first; i < row.length; i++) row[i] = row[i]! + ((row[i - step]! + above[i]!) >> 1)
      return
    case 4:
      for (let i = 1; i < first; i++) row[i] = row[i]! + above[i]!
      for (let i = first; i < row.length; i++) row[i] = row[i]! + paeth(row[i - step]!, above[i]!, above[i - step]!)
      return
    default:
      throw damaged()
  }
}

/**
 * 9.4: whichever of left, above and upper left is nearest to left + above - upper left, in this order.
 *
 * Without branches: in noise a processor cannot predict them, and takes three times as long. A mask is all ones if the
 * difference is negative.
 */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  const isCorner = (toCorner - toAbove) >> 31
  const isOther = ((toAbove - toLeft) | (toCorner - toLeft)) >> 31
  return (left & ~isOther) | (((corner & isCorner) | (above & ~isCorner)) & isOther)
}
