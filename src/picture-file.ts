/** Files of pictures in node: PNG by the checker's own reader, JPEG by a package. Browsers decode JPEG themselves. */

import {
  type CheckOptions,
  checkImage,
  cleanedPicture,
  decodableJpeg,
  formatOf,
  noPicture,
  type Picture,
  PictureError,
  type Report,
  type Resolution,
  readPng,
  reflectancesOfJpeg,
  unreadablePng,
} from './check/index.ts'
import { resolutions } from './layout/resolution.ts'

/** What is said of a file. */
export interface CheckedFile {
  readonly report: Report
  /** Undefined if the file is no picture. */
  readonly picture?: Picture
}

/** The report on a file, of one that is no picture too. @param dpi  as of `pictureIn` */
export async function reportOnFile(
  file: Uint8Array<ArrayBuffer>,
  options: CheckOptions,
  dpi?: number,
): Promise<Report> {
  return (await checkedFile(file, options, dpi)).report
}

/** The same, and the picture. */
export async function checkedFile(
  file: Uint8Array<ArrayBuffer>,
  options: CheckOptions,
  dpi?: number,
): Promise<CheckedFile> {
  try {
    const picture = await pictureIn(file, dpi)
    return { report: checkImage(picture, options), picture }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const report = formatOf(file) === 'JPEG' ? noPicture(error, 'ISO/IEC 10918-1:1994') : unreadablePng(error)
    return { report }
  }
}

/**
 * The picture of a file.
 *
 * @param dpi  pixels an inch of whatever made the picture; what the file says if undefined
 * @throws PictureError for a file that is neither PNG nor JPEG, is damaged, or exceeds a limit
 */
export async function pictureIn(file: Uint8Array<ArrayBuffer>, dpi?: number): Promise<Picture> {
  const picture = formatOf(file) === 'JPEG' ? await jpegPicture(file) : await readPng(file)
  return dpi === undefined ? picture : { ...picture, resolution: resolutionOf(dpi) }
}

/** Pixels a metre; print heads of 152 and 203 dpi have 6 and 8 a millimetre. */
function resolutionOf(dpi: number): Resolution {
  const head = Object.entries(resolutions).find(([name]) => Number(name) === dpi)?.[1]
  const perMetre = head?.perMetre ?? Math.round(dpi / 0.0254)
  return { across: perMetre, down: perMetre }
}

/**
 * The resolution that a JPEG says is left alone: cameras and programs write 72 or 96 dpi whatever they have made. What it costs is known
 * from its headers before it is decoded.
 */
async function jpegPicture(file: Uint8Array): Promise<Picture> {
  const bounded = decodableJpeg(file)
  const { decode } = await import('jpeg-js')
  const options = { useTArray: true, tolerantDecoding: false, formatAsRGBA: false, maxMemoryUsageInMB: 512 } as const
  try {
    const { width, height, data } = decode(bounded, options)
    return cleanedPicture({ width, height }, data, 3, reflectancesOfJpeg(file))
  } catch {
    throw new PictureError('a damaged JPEG')
  }
}
