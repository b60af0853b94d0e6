/** Documents as pages that can be looked at: PDFs at any resolution, pictures and rasters of printers at their own. */

import { formatOf, isRaster, type Picture, PictureError, rasterPages } from '../reader/check/index.ts'
import { pictureIn } from '../reader/picture-file.ts'
import { RasterPage } from '../reader/vector-file/pdfium.ts'
import { type Greys, resampled, turnedGreys } from './greys.ts'

/** A page, lengths in mm. */
export interface Page {
  /** From 1. */
  readonly number: number
  readonly width: number
  readonly height: number
  /** Pixels a mm of a picture, across and down; undefined of a page of shapes. */
  readonly pixels: readonly [across: number, down: number] | undefined
  view(view: PageView): Uint8Array
}

/** What is seen of a page in pixels: the page is turned clockwise by quarters, scaled, and its upper left corner is then put at (x, y). */
export interface PageView {
  readonly width: number
  readonly height: number
  /** Pixels a mm of the page. */
  readonly scale: number
  readonly quarters: 0 | 1
  readonly x: number
  readonly y: number
  /** To be read, where edges are; or to be printed, where lines are whole dots. */
  readonly purpose: 'reading' | 'printing'
}

/** How pages are counted and measured. */
export interface PageOptions {
  /** From 1; all of them if undefined. */
  readonly page?: number | undefined
  readonly mostPages: number
  /** Pixels a mm of a picture that does not say it. */
  readonly pixelsOf: (picture: Picture) => number
}

/** The pages of a document, each read when it is asked for. @throws PictureError for a file that is none, is damaged or too large */
export async function* pagesOf(file: Uint8Array<ArrayBuffer>, options: PageOptions): AsyncGenerator<Page> {
  const format = formatOf(file)
  if (format === 'PDF') yield* pdfPages(file, options)
  else if (format === 'PNG' || format === 'JPEG') {
    if ((options.page ?? 1) > 1) throw new PictureError('a picture has one page', 'picture.page')
    const picture = await pictureIn(file)
    yield picturePage(picture, options.pixelsOf(picture))
  } else if (isRaster(file)) yield* pagesOfRaster(file, options)
  else throw new PictureError('not a PDF, a PNG, a JPEG, PWG raster or Apple raster')
}

function* pagesOfRaster(file: Uint8Array, { page, mostPages, pixelsOf }: PageOptions): Generator<Page> {
  let number = 0
  for (const picture of rasterPages(file)) {
    number++
    if (page === undefined && number > mostPages) {
      throw new PictureError(`more than ${mostPages} pages, and so many at most become labels at once`, 'picture.limit')
    }
    if (page !== undefined && number !== page) continue
    yield { ...picturePage(picture, pixelsOf(picture)), number }
    if (number === page) return
  }
  if (page !== undefined) throw new PictureError(`the document has ${number} pages`, 'picture.page')
}

async function* pdfPages(file: Uint8Array, { page, mostPages }: PageOptions): AsyncGenerator<Page> {
  const first = await RasterPage.opened(file, page ?? 1)
  const count = page === undefined ? first.pages : 1
  if (count > mostPages) {
    const message = `the PDF has ${count} pages, and ${mostPages} at most become labels at once: name one, or split the file`
    throw new PictureError(message, 'picture.limit')
  }
  yield pdfPage(first, page ?? 1)
  for (let number = 2; number <= count; number++) yield pdfPage(await RasterPage.opened(file, number), number)
}

/** Millimetres in a point. */
const point = 25.4 / 72

function pdfPage(page: RasterPage, number: number): Page {
  const [width, height] = [page.width * point, page.height * point]
  return {
    ...{ number, width, height, pixels: undefined },
    view({ scale, quarters, x, y, purpose, ...size }) {
      const s = scale * point
      // the lower edge of what is turned clockwise becomes the left one
      const view = quarters === 0 ? ([s, 0, 0, s, x, y] as const) : ([0, s, -s, 0, x + page.height * s, y] as const)
      return page.viewed(size, view, purpose === 'reading')
    },
  }
}

/** A page that is a picture already. @param usual  pixels a mm, if the picture does not say it */
export function picturePage(picture: Picture, usual: number): Page {
  const { resolution } = picture
  const pixels = resolution ? ([resolution.across / 1000, resolution.down / 1000] as const) : ([usual, usual] as const)
  const { width, height, grey, original = grey } = picture
  /** Turned ones are made when they are asked for. */
  const made = new Map<string, Greys>()
  const greys = (quarters: 0 | 1, purpose: PageView['purpose']): Greys => {
    const plane: Greys = { width, height, grey: purpose === 'reading' ? grey : original }
    if (quarters === 0) return plane
    const key = original === grey ? 'both' : purpose
    const turned = made.get(key) ?? turnedGreys(plane)
    made.set(key, turned)
    return turned
  }
  return {
    ...{ number: 1, width: width / pixels[0], height: height / pixels[1], pixels },
    view({ scale, quarters, purpose, ...place }) {
      const [across, down] = quarters === 0 ? pixels : [pixels[1], pixels[0]]
      return resampled(greys(quarters, purpose), { ...place, across: scale / across, down: scale / down })
    },
  }
}
