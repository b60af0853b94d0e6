/** Documents of printers without drivers, which have nothing but pixels: PWG raster and Apple raster, a picture for each page. */

import type { Picture } from '../picture/picture.ts'
import { formatOf, PictureError } from '../png/png.ts'
import { RasterBytes, unpackedPage } from './lines.ts'
import { pwgHeader, pwgStart } from './pwg.ts'
import { urfHeader, urfStart } from './urf.ts'

/** The most pages of a document, and pixels of all of them: 200 labels of 4x6 inches at 203 dpi. */
const [mostPages, mostPixelsOfAll] = [200, 250_000_000] as const

/** Whether a file is of one of the formats. */
export const isRaster = (file: Uint8Array): boolean => ['PWG raster', 'Apple raster'].includes(formatOf(file) ?? '')

/**
 * The pages of a document in PWG or Apple raster, each unpacked when it is asked for.
 *
 * @throws PictureError for a file that is neither, is damaged, or exceeds a limit
 */
export function* rasterPages(file: Uint8Array): Generator<Picture> {
  const format = formatOf(file)
  if (format !== 'PWG raster' && format !== 'Apple raster')
    throw new PictureError('neither PWG raster nor Apple raster')
  const source = new RasterBytes(file, format)
  const [start, headerOf] = format === 'PWG raster' ? [pwgStart, pwgHeader] : [urfStart, urfHeader]
  source.take(start)
  let pixels = 0
  while (!source.isAtEnd) {
    source.page++
    if (source.page > mostPages) {
      throw new PictureError(`more than ${mostPages} pages; send them in several documents`, 'picture.limit')
    }
    const header = headerOf(source)
    source.check(header)
    pixels += header.width * header.height
    if (pixels > mostPixelsOfAll) {
      const advice = 'send its pages in several documents'
      throw new PictureError(
        `more than the ${mostPixelsOfAll} pixels that are read of a document; ${advice}`,
        'picture.limit',
      )
    }
    yield unpackedPage(source, header)
  }
  if (source.page === 0) throw source.damaged('ends')
}
