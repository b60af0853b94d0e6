/** Files of pictures in node: PNG by the checker's own reader, JPEG, PDF and SVG by packages. Browsers decode JPEG themselves. */

import {
  type CheckOptions,
  checkImage,
  checkMatrix,
  cleanedPicture,
  decodableJpeg,
  formatOf,
  matrixIn,
  noPicture,
  type Picture,
  PictureError,
  type Report,
  readPng,
  reflectancesOfJpeg,
  resolutionOfHead,
  type SymbolReport,
  unreadablePng,
} from './check/index.ts'
import { pdfPage, svgPage, type VectorPage } from './vector-file/index.ts'

/** What is said of a file. */
export interface CheckedFile {
  readonly report: Report
  /** Undefined if the file is not a picture. */
  readonly picture?: Picture
}

/** How a file is read. */
export interface FileOptions {
  /** Pixels an inch of whatever made the picture; what the file says if undefined. A page of a PDF or SVG is drawn with as many. */
  readonly dpi?: number | undefined
  /** Of a PDF, from 1; the first if undefined. */
  readonly page?: number | undefined
  /** Whether the file has modules instead of a picture. */
  readonly isMatrix?: boolean | undefined
}

/** The report on a file, of one that is not a picture too. */
export async function reportOnFile(
  file: Uint8Array<ArrayBuffer>,
  options: CheckOptions,
  reading?: FileOptions,
): Promise<Report> {
  return (await checkedFile(file, options, reading)).report
}

/** The same, and the picture. */
export async function checkedFile(
  file: Uint8Array<ArrayBuffer>,
  options: CheckOptions,
  { dpi, page = 1, isMatrix = false }: FileOptions = {},
): Promise<CheckedFile> {
  if (isMatrix) return { report: reportOnMatrix(file, options) }
  const format = formatOf(file)
  try {
    if (format === 'PDF') return checkedPage(await pdfPage(file, page, dpi), options, { dpi, page })
    if (format === 'SVG') return checkedPage(await svgPage(file, dpi), options, { dpi })
    const picture = await pictureIn(file, dpi)
    return { report: checkImage(picture, options), picture }
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    const report =
      format === undefined || !(format in standards) ? unreadablePng(error) : noPicture(error, standards[format])
    return { report }
  }
}

/** The report on a file of modules; of one that has none, why. */
function reportOnMatrix(file: Uint8Array, options: CheckOptions): Report {
  try {
    return checkMatrix(matrixIn(file), options)
  } catch (error) {
    if (error instanceof PictureError) return noPicture(error)
    throw error
  }
}

/** What files of formats besides PNG do not keep. */
const standards: Readonly<Record<string, string>> = {
  JPEG: 'ISO/IEC 10918-1:1994',
  PDF: 'ISO 32000-1:2008',
  SVG: 'SVG 1.1, second edition',
}

/**
 * A page as it is read best: drawn at the first resolution at which all its symbols conform, sharp and with modules of whole pixels; else at
 * that at which most of them are sharp, with the fewest faults. A page has no pixels, so what one resolution blurs another shows; where one is
 * asked for it is the only one.
 *
 * @param page  its number, of a PDF
 */
function checkedPage(
  { resolutions, pages, drawn }: VectorPage,
  options: CheckOptions,
  { dpi: asked, page: number }: FileOptions,
): CheckedFile {
  let best: { readonly found: CheckedFile; readonly doubt: number } | undefined
  const of = pages === undefined || number === undefined ? {} : { page: number, pages }
  for (const isUnrounded of [false, true]) {
    const tried: number[] = []
    for (
      let next = resolutions[0];
      next !== undefined;
      next = nextOf(resolutions, tried, asked === undefined ? best?.found.report : undefined)
    ) {
      tried.push(next)
      const picture = drawn(next, isUnrounded)
      const report = checkImage(picture, options)
      const { width, height, resolution } = picture
      const dpi = resolution && { dpi: Math.round(resolution.across * 0.254) / 10 }
      const found = { report: { ...report, drawn: { width, height, ...dpi, ...of } }, picture }
      const doubt = doubtIn(report)
      if (best === undefined || doubt < best.doubt) best = { found, doubt }
      if (doubt === 0) return found
      if (best.doubt === Infinity && tried.length === mostInVain) break
    }
    // without a symbol there is nothing that rounding could have changed
    if (best!.doubt === Infinity) break
  }
  return best!.found
}

/** Resolutions that are tried where no symbol is found. */
const mostInVain = 2

/** The next resolution to try; after the last that at which the modules of the first symbol are whole. */
function nextOf(
  resolutions: readonly number[],
  tried: readonly number[],
  report: Report | undefined,
): number | undefined {
  const [first] = report?.symbols ?? []
  if (tried.length < resolutions.length) return resolutions[tried.length]
  if (tried.length > resolutions.length || first?.x === undefined) return undefined
  const { pixels, perMetre } = first.x
  return pixels < 2 ? undefined : (perMetre * Math.floor(pixels)) / pixels
}

/** 0 where all symbols conform and are seen to the dot; more where one is not, and more for each fault; without a symbol more than any. */
function doubtIn({ symbols }: Report): number {
  const isBlurred = ({ x, findings }: SymbolReport): boolean =>
    findings.some(({ code }) => code.endsWith('.photo')) ||
    (x !== undefined && Math.abs(x.pixels - Math.round(x.pixels)) > 0.01)
  const faults = symbols.flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'fault')).length
  return symbols.length === 0 ? Infinity : 1000 * symbols.filter(isBlurred).length + faults
}

/**
 * The picture of a file.
 *
 * @param dpi  pixels an inch of whatever made the picture; what the file says if undefined
 * @throws PictureError for a file that is neither PNG nor JPEG, is damaged, or exceeds a limit
 */
export async function pictureIn(file: Uint8Array<ArrayBuffer>, dpi?: number): Promise<Picture> {
  const picture = formatOf(file) === 'JPEG' ? await jpegPicture(file) : await readPng(file)
  return dpi === undefined
    ? picture
    : { ...picture, resolution: { across: resolutionOfHead(dpi), down: resolutionOfHead(dpi) } }
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
