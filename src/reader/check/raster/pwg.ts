/** The header of a page in PWG raster: PWG 5102.4-2012, 4.3. */

import { PictureError } from '../png/png.ts'
import { lineBytes, type PageHeader, type PixelKind, type RasterBytes } from './lines.ts'

/** The bytes of the synchronization word before the first page: RaS2. */
export const pwgStart = 4

const headerLength = 1796

/** Table 4: the offsets of numbers of four bytes. */
const offsets = {
  resolution: 276,
  width: 372,
  height: 376,
  bitsPerPixel: 388,
  bytesPerLine: 392,
  colorOrder: 396,
  colorSpace: 400,
} as const

/** Table 6, with the bits of a pixel: what is printed in black and white or in shades of grey, and colours that are nearly sRGB. */
const kinds: { readonly [spaceAndBits: string]: PixelKind | undefined } = {
  '3 1': 'black bits',
  '3 8': 'black',
  '18 1': 'white bits',
  '18 8': 'grey',
  '1 24': 'colour',
  '19 24': 'colour',
  '20 24': 'colour',
}

/** @throws PictureError */
export function pwgHeader(source: RasterBytes): PageHeader {
  const bytes = source.take(headerLength)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const number = (name: keyof typeof offsets): number => view.getUint32(offsets[name])
  const [space, bits] = [number('colorSpace'), number('bitsPerPixel')]
  const kind = kinds[`${space} ${bits}`]
  if (kind === undefined || number('colorOrder') !== 0) {
    throw new PictureError(
      `PWG raster in color space ${space} with ${bits} bits a pixel; black_1, black_8, sgray_1, sgray_8, srgb_8, adobe-rgb_8 and rgb_8 are read`,
    )
  }
  const [width, height] = [number('width'), number('height')]
  const across = number('resolution')
  const header: PageHeader = { width, height, kind, dpi: [across, view.getUint32(offsets.resolution + 4)] }
  if (number('bytesPerLine') !== lineBytes(header)) throw source.damaged('has lines of another length than it says')
  return header
}
