/** What every reading of a PNG has in common, whoever unpacks it. ISO/IEC 15948:2004 */

import { longestSide, mostPixels } from '../picture/limits.ts'
import { type Report, type UnreadableCode, unreadable } from '../report.ts'

/** Bytes of the largest file that is read: a byte for each pixel that is read, which a PNG of a symbol never needs. */
export const mostFileBytes = 25_000_000

/**
 * Bytes that rows may take once they are unpacked: a 4x6 inch label at 600 dpi with four bytes a pixel. Unpacking takes time
 * by the byte, whatever the number of pixels: 16 bits a sample take eight times as long as 8 bits a pixel.
 */
const mostUnpackedBytes = 40_000_000

/** Why a file is not read. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly code: UnreadableCode

  constructor(message: string, code: UnreadableCode = 'picture.unreadable') {
    super(message)
    this.code = code
  }
}

export const damaged = (): PictureError => new PictureError('a damaged PNG')

/** What is told of a file that is no picture. */
export function unreadablePng({ message, code }: PictureError): Report {
  return unreadable(message, 'ISO/IEC 15948:2004', code)
}

/** Refuses `count` things of which `most` are read, before any work is done on them. */
export function boundPng(count: number, things: string, { most, advice }: { most: number; advice: string }): void {
  if (count <= most) return
  throw new PictureError(`${count} ${things} are more than the ${most} that are read; ${advice}`, 'picture.limit')
}

const cutOut = 'cut the picture down to the symbol'

/** @throws PictureError for a file that is too large; nothing of it has to be read for that */
export function boundFile(bytes: number): void {
  boundPng(bytes, 'bytes', { most: mostFileBytes, advice: cutOut })
}

/** @throws PictureError for rows that take too much room */
export function boundUnpacked(bytes: number): void {
  boundPng(bytes, 'bytes of unpacked rows', { most: mostUnpackedBytes, advice: 'save the picture in shades of grey' })
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
  boundPng(width * height, 'pixels', { most: mostPixels, advice: cutOut })
  boundPng(Math.max(width, height), 'pixels in a line', { most: longestSide, advice: cutOut })
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
