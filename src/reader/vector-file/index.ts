/**
 * PDFs and SVGs as pictures. A drawing of shapes has no pixels: it is drawn at the resolution at which the modules of its symbols are whole
 * pixels, where there is one, as a printer's computer would draw it for a head of that resolution.
 */

import { type Picture, PictureError, type PictureSize, type Resolution } from '../check/index.ts'
import { RasterPage } from './pdfium.ts'
import { svgDrawing } from './svg/index.ts'

/** A page to be drawn. */
export interface VectorPage {
  /** Pixels a metre at which it may be drawn, the likeliest first; by what the file counts in, if it has no size on paper. */
  readonly resolutions: readonly number[]
  /** The number of pages, of which this is one; undefined of an SVG. */
  readonly pages?: number
  /** @param isUnrounded  whether rectangles keep their fractions of pixels, which costs them sharp edges */
  drawn(resolution: number, isUnrounded: boolean): Picture
}

/** The most pixels of a page that is drawn finer than it has to be, and of one that is not: a label of 4 x 6 inches at 600 dpi has fewer. */
const finePixels = 3_000_000
const usualPixels = 9_000_000
const mostPixels = 25_000_000
/** Pixels a metre at most: 1800 dpi. */
const finest = 1800 / 0.0254

/**
 * A page of a PDF.
 *
 * @param number  from 1
 * @param dpi  dots an inch to draw it at; if undefined, one that suits it
 * @throws PictureError
 */
export async function pdfPage(file: Uint8Array, number: number, dpi?: number): Promise<VectorPage> {
  const page = await RasterPage.opened(file, number)
  const metres = { width: (page.width * 0.0254) / 72, height: (page.height * 0.0254) / 72 }
  const resolutions = dpi === undefined ? usualResolutions(metres) : [perMetreOf(dpi)]
  const drawn = (perMetre: number, isUnrounded: boolean): Picture =>
    withResolution(page.drawn(pixelsOf(metres, perMetre), isUnrounded), perMetre)
  return { resolutions, pages: page.pages, drawn }
}

/**
 * A drawing of SVG.
 *
 * @param dpi  dots an inch to draw it at; of one without a size on paper its own units an inch
 * @throws PictureError
 */
export async function svgPage(file: Uint8Array, dpi?: number): Promise<VectorPage> {
  const drawing = svgDrawing(file)
  const page = await RasterPage.opened(drawing.pdf, 1)
  const { perMetre = dpi === undefined ? undefined : perMetreOf(dpi) } = drawing
  // metres, or the units of one without a size
  const scale = perMetre ?? 1
  const size = { width: drawing.width / scale, height: drawing.height / scale }
  const isAsked = dpi !== undefined && drawing.perMetre !== undefined
  const resolutions = isAsked
    ? [perMetreOf(dpi)]
    : [...wholeUnits(drawing, scale), ...(drawing.perMetre === undefined ? [] : usualResolutions(size))]
  const drawn = (resolution: number, isUnrounded: boolean): Picture => {
    const picture = page.drawn(pixelsOf(size, resolution), isUnrounded)
    return perMetre === undefined ? picture : withResolution(picture, resolution)
  }
  return { resolutions: resolutions.slice(0, 4), drawn }
}

const withResolution = (picture: Picture, perMetre: number): Picture => {
  const whole = Math.round(perMetre)
  const resolution: Resolution = { across: whole, down: whole }
  return { ...picture, resolution }
}

/** Heads of 203 dpi have 8 dots a millimetre. */
const perMetreOf = (dpi: number): number => (Math.abs(dpi - 203) < 0.5 ? 8000 : dpi === 152 ? 6000 : dpi / 0.0254)

/** Pixels in a metre of which the dots of print heads and the units of programs are whole numbers: 203, 300 and 600 dpi, points, millimetres. */
const bases = [24_000, 600 / 0.0254, 1440 / 0.0254, 40_000]
const coarser = [3, 2, 2, 4]

/** As fine as the usual number of pixels allows. */
function usualResolutions(metres: PictureSize): number[] {
  const most = Math.min(finest, Math.sqrt(finePixels / (metres.width * metres.height)))
  const fitting = bases.flatMap((base, i) => {
    if (most >= base) return [base * Math.floor(most / base)]
    if (areaOf(metres, base) <= usualPixels) return [base]
    const coarse = base / coarser[i]!
    return areaOf(metres, coarse) <= mostPixels ? [coarse] : []
  })
  return fitting.length > 0 ? [...new Set(fitting)] : [Math.sqrt(mostPixels / (1.01 * metres.width * metres.height))]
}

const areaOf = ({ width, height }: PictureSize, perMetre: number): number => width * perMetre * height * perMetre

/** Resolutions at which a unit of the SVG is a whole number of pixels: modules and dots mostly are units. */
function wholeUnits({ width, height }: PictureSize, perMetre: number): number[] {
  const most = Math.sqrt(finePixels / (width * height))
  if (most < 1)
    return width * height <= mostPixels ? [perMetre] : [Math.sqrt(mostPixels / (1.01 * width * height)) * perMetre]
  return [Math.min(24, Math.floor(most)) * perMetre]
}

/** @throws PictureError for a page with more pixels than are read */
function pixelsOf({ width, height }: PictureSize, perMetre: number): PictureSize {
  const size = { width: Math.max(1, Math.round(width * perMetre)), height: Math.max(1, Math.round(height * perMetre)) }
  if (size.width * size.height <= mostPixels) return size
  throw new PictureError(
    `the page has ${size.width} x ${size.height} pixels at this resolution, more than the ${mostPixels} that are read; crop it to the symbol`,
    'picture.limit',
  )
}
