/** What every reading of a PNG has in common, whoever unpacks it. ISO/IEC 15948:2004 */

import { type Report, unreadable } from '../report.ts'

/** Bytes of the largest file that is read. */
export const mostFileBytes = 100_000_000
/** Pixels of the largest PNG that is read. */
const mostPngPixels = 64_000_000

/** Why a file is not read. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

export const damaged = (): PictureError => new PictureError('a damaged PNG')

/** What is told of a file that is no picture. */
export function unreadablePng({ message }: PictureError): Report {
  return unreadable(message, 'ISO/IEC 15948:2004')
}

/** 5.2 */
export const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
/** Where width and height are: after signature, length and type of the first chunk (11.2.2). */
const sizeAt = 16
const sizeEnd = 24

/** @throws PictureError for what is no PNG or has too many pixels; all is known before anything is unpacked */
export function pngSize(file: Uint8Array): { width: number; height: number } {
  if (file.length < sizeEnd || signature.some((byte, i) => file[i] !== byte)) throw new PictureError('not a PNG file')
  const words = new DataView(file.buffer, file.byteOffset + sizeAt, sizeEnd - sizeAt)
  const [width, height] = [words.getUint32(0), words.getUint32(4)]
  const pixels = width * height
  if (pixels > mostPngPixels)
    throw new PictureError(`${pixels} pixels are more than the ${mostPngPixels} that are read`)
  return { width, height }
}

/**
 * A colour as grey, 0 to 255, on white where it is transparent. All values are 0 to 255, as they stand in the file:
 * profiles and gamma change how light a colour looks, and not whether it was meant as ink.
 */
export function greyOf(red: number, green: number, blue: number, alpha: number): number {
  // Rec. 709 weights, in 65536ths
  const luminance = (13933 * red + 46871 * green + 4732 * blue) >>> 16
  return alpha === 255 ? luminance : Math.round((luminance * alpha + 255 * (255 - alpha)) / 255)
}
