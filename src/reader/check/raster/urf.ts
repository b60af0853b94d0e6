/**
 * The header of a page in Apple raster, which AirPrint has beside PWG raster. Apple publishes no specification: what is here is what
 * files that Ghostscript writes have, and what CUPS accepts of them.
 */

import { PictureError } from '../png/png.ts'
import type { PageHeader, PixelKind, RasterBytes } from './lines.ts'

/** The bytes before the first page: UNIRAST, a zero, and the number of pages, which writers do not always know. */
export const urfStart = 12

const headerLength = 32
/** Bits of a pixel and colour space are the first two bytes; these are numbers of four. */
const offsets = { width: 12, height: 16, dpi: 20 } as const

/** By colour space, with the bits of a pixel: 0 is shades of grey, 1 sRGB, 3 Adobe RGB, 4 and 5 the grey and the RGB of the device. */
const kinds: { readonly [spaceAndBits: string]: PixelKind | undefined } = {
  '0 8': 'grey',
  '4 8': 'grey',
  '1 24': 'colour',
  '3 24': 'colour',
  '5 24': 'colour',
}

/** @throws PictureError */
export function urfHeader(source: RasterBytes): PageHeader {
  const bytes = source.take(headerLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [bits, space] = [bytes[0]!, bytes[1]!]
  const kind = kinds[`${space} ${bits}`]
  if (kind === undefined) {
    throw new PictureError(
      `Apple raster in colour space ${space} with ${bits} bits a pixel; shades of grey of 8 bits and colours of 24 are read`,
    )
  }
  const dpi = view.getUint32(offsets.dpi)
  return { width: view.getUint32(offsets.width), height: view.getUint32(offsets.height), kind, dpi: [dpi, dpi] }
}
