/** Picture files before they are unpacked: formats, limits, errors, and the size of a PNG. ISO/IEC 15948:2004 */

import { longestSide, mostPixels } from '../picture/picture.ts'
import { noPicture, type Report, type UnreadableCode } from '../report.ts'

/** The reason why a file cannot be read. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  readonly code: UnreadableCode

  constructor(message: string, code: UnreadableCode = 'picture.unreadable') {
    super(message)
    this.code = code
  }
}

export const damaged = (): PictureError => new PictureError('a damaged PNG')

/** The report on a file that is not a readable picture. */
export function unreadablePng({ message, code }: PictureError): Report {
  return noPicture({ code, message }, 'ISO/IEC 15948:2004')
}

/** Its name, the offset of its signature, and the signature in ISO 8859-1. */
const signatures = [
  ['PNG', 0, '\x89PNG\r\n\x1a\n'],
  ['JPEG', 0, '\xff\xd8\xff'],
  ['WebP', 8, 'WEBP'],
  ['GIF', 0, 'GIF8'],
  ['BMP', 0, 'BM'],
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['AVIF', 4, 'ftypavif'],
  ['HEIC', 4, 'ftypheic'],
  ['PDF', 0, '%PDF'],
  ['SVG', 0, '<svg'],
  ['SVG', 0, '<?xml'],
  ['EPS', 0, '%!PS'],
  ['ZPL', 0, '^XA'],
  ['PWG raster', 0, 'RaS2'],
  ['Apple raster', 0, 'UNIRAST\0'],
] as const

type FileFormat = (typeof signatures)[number][0]

/** Undefined for a file of another format. */
export function formatOf(file: Uint8Array): FileFormat | undefined {
  const found = signatures.find(([, offset, signature]) =>
    Array.from(signature).every((character, i) => file[offset + i] === character.charCodeAt(0)),
  )
  return found?.[0] ?? (isIndentedSvg(file) ? 'SVG' : undefined)
}

/** An SVG that begins with a byte order mark, blank lines, a comment or a declaration of its type. */
const isIndentedSvg = (file: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*(?:<svg|<\?xml|<!DOCTYPE svg|<!--[\s\S]*<svg)/.test(
    String.fromCharCode(...file.subarray(0, 1000)),
  )

/** The most bytes of a file: one for each pixel of the largest picture, more than a PNG of a symbol ever needs. */
export const mostFileBytes = 25_000_000

/** @throws PictureError for a file that is too large; its size alone decides */
export function boundFile(bytes: number): void {
  boundPng(bytes, 'bytes', { most: mostFileBytes, advice: cropAdvice })
}

/** Refuses a picture with more pixels than are examined. @throws PictureError */
export function boundPixels(width: number, height: number): void {
  boundPng(width * height, 'pixels', { most: mostPixels, advice: cropAdvice })
  boundPng(Math.max(width, height), 'pixels in a line', { most: longestSide, advice: cropAdvice })
}

/**
 * The most bytes of unpacked rows: a 4x6 inch label at 600 dpi with four bytes a pixel. Unpacking takes time by the byte,
 * whatever the number of pixels: 16 bits a sample take eight times as long as 8 bits a pixel.
 */
export const mostUnpackedBytes = 40_000_000

/** @throws PictureError for rows that would take too much memory */
export function boundUnpacked(bytes: number, most = mostUnpackedBytes): void {
  boundPng(bytes, 'bytes of unpacked rows', { most, advice: 'save the picture in shades of grey' })
}

/** Refuses a file with more than `most` of some things, before any work is done on them. */
export function boundPng(count: number, things: string, { most, advice }: { most: number; advice: string }): void {
  if (count <= most) return
  throw new PictureError(`${count} ${things} are more than the ${most} that are read; ${advice}`, 'picture.limit')
}

const cropAdvice = 'crop the picture to the symbol'

/** 5.2 */
export const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
/** The offset of width and height, which follow signature, length and type of the first chunk (11.2.2). */
const sizeAt = 16
const sizeEnd = 24

/** @throws PictureError for a file that is not a PNG or has too many pixels, before anything is unpacked */
export function pngSize(file: Uint8Array): { width: number; height: number } {
  if (file.length < sizeEnd || signature.some((byte, i) => file[i] !== byte)) throw notPng(file)
  const words = new DataView(file.buffer, file.byteOffset + sizeAt, sizeEnd - sizeAt)
  const [width, height] = [words.getUint32(0), words.getUint32(4)]
  boundPixels(width, height)
  return { width, height }
}

/** Says what the file is instead, and what to do with it. */
function notPng(file: Uint8Array): PictureError {
  const format = formatOf(file)
  const other = format === undefined || format === 'PNG' ? 'not a PNG file' : `not a PNG file but ${format}`
  const page = format === 'JPEG' || format === 'WebP' ? ', or open it on the page /check' : ''
  return new PictureError(`${other}; PNG is read: save the picture as PNG${page}`)
}

/**
 * A colour as grey, 0 to 255; transparent parts show white. All values are 0 to 255, as in the file: profiles and gamma
 * change how light a colour looks, but not whether it was meant as ink.
 */
export function greyOf(red: number, green: number, blue: number, alpha: number): number {
  // Rec. 709 weights, in 65536ths
  const luminance = (13933 * red + 46871 * green + 4732 * blue) >>> 16
  return alpha === 255 ? luminance : Math.round((luminance * alpha + 255 * (255 - alpha)) / 255)
}
