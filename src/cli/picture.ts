import { PNG } from 'pngjs'
import type { Picture } from '../check/index.ts'

/** Where in a PNG its width and height are: after signature, chunk length and chunk type (ISO/IEC 15948:2004, 11.2.2). */
const sizeAt = 16
const headerEnd = 24
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Pixels of the largest PNG that is read. */
const mostPixels = 64_000_000

/** Why a file is not read. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/**
 * The grey values of a PNG, its transparent parts on white.
 *
 * @throws PictureError for what is no PNG, is damaged or has too many pixels; the last before it is unpacked
 */
export function pngPicture(file: Buffer): Picture {
  if (file.length < headerEnd || signature.some((byte, i) => file[i] !== byte)) throw new PictureError('not a PNG file')
  const pixels = file.readUInt32BE(sizeAt) * file.readUInt32BE(sizeAt + 4)
  if (pixels > mostPixels) throw new PictureError(`${pixels} pixels are more than the ${mostPixels} that are read`)
  const { width, height, data } = unpacked(file)
  const grey = new Uint8Array(width * height)
  for (let i = 0; i < grey.length; i++) {
    const alpha = data[4 * i + 3]!
    // Rec. 709 weights, in 65536ths
    const luminance = (13933 * data[4 * i]! + 46871 * data[4 * i + 1]! + 4732 * data[4 * i + 2]!) >>> 16
    grey[i] = alpha === 255 ? luminance : Math.round((luminance * alpha + 255 * (255 - alpha)) / 255)
  }
  return { width, height, grey }
}

function unpacked(file: Buffer): PNG {
  try {
    return PNG.sync.read(file)
  } catch (error) {
    throw new PictureError(`a damaged PNG: ${error instanceof Error ? error.message : String(error)}`)
  }
}
