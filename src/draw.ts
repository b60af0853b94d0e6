import { type Application, type Barcode, encode, type LabelSymbology, type Symbology } from '../symbologies/index.ts'
import { type BarcodeStyle, type Extent, layoutBarcode, sizeOfBarcode } from './layout/barcode.ts'
import { FitError } from './layout/fit.ts'
import { layoutLabel } from './layout/label.ts'
import { type Dpi, dotsAModule, dotsOfXdim, resolutions, usualDpi, xdimOf } from './layout/resolution.ts'
import type { Scene, Turn } from './layout/scene.ts'
import type { Orientation, StockName } from './layout/stock.ts'
import { NotConforming, type Warning } from './plan/warning.ts'
import { warningsOf } from './plan/warnings.ts'
import { pdf } from './render/pdf.ts'
import { png } from './render/png.ts'
import { svg } from './render/svg.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

/** What a barcode and a label have in common. */
interface PrintRequest {
  readonly text: string
  /** Of the print head; 300 by default. */
  readonly dpi?: Dpi | undefined
  /** The module width wanted, in mm. */
  readonly xdim?: number | undefined
  readonly application?: Application | undefined
  /** Whether a drawing with a warning is refused. */
  readonly strict?: boolean
}

export interface BarcodeRequest extends PrintRequest {
  readonly type: Symbology
  readonly format: ImageFormat
  readonly includetext: boolean
  /** Dots per module, if no module width is wanted. */
  readonly scale: number
  /** Bar height in mm. */
  readonly height: number
  readonly rotate: Turn
}

export interface LabelRequest extends PrintRequest {
  readonly type: LabelSymbology
  readonly size: StockName
  readonly orientation: Orientation
  /** Pages of the PDF. */
  readonly qty: number
  readonly showtext: boolean
  readonly format: 'pdf' | 'png'
}

export interface Limits {
  /** The maximum number of pixels in one PNG. */
  readonly maxPixels: number
}

/** A drawing before it has a file format. */
export interface Composition {
  readonly scene: Scene
  readonly warnings: readonly Warning[]
}

export interface Drawing {
  readonly format: ImageFormat
  readonly bytes: Uint8Array
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
  readonly warnings: readonly Warning[]
}

/** @throws EncodeError, FitError, NotConforming */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  const { dpi, xdim, format } = request
  return rendered(composeBarcode(request, limits), format, { copies: 1, isSized: (dpi ?? xdim) !== undefined })
}

/** @throws EncodeError, FitError, NotConforming */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return rendered(composeLabel(request, limits), request.format, { copies: request.qty, isSized: true })
}

/** The composition of a barcode, small enough for its format. @throws EncodeError, FitError, NotConforming */
export function composeBarcode(request: BarcodeRequest, limits: Limits): Composition {
  const { type, text, format } = request
  const barcode = encode(type, text)
  const style = styleOf(request)
  const bare = style.captions ? { ...style, captions: false } : style
  const bars = excessOf(sizeOfBarcode(barcode, bare), format, limits)
  // captions are not laid out if the bars alone are too large
  const scene = bars === undefined ? layoutBarcode(barcode, text, style) : undefined
  const excess = scene === undefined ? bars : excessOf(scene, format, limits)
  if (scene !== undefined && excess === undefined) return composition(barcode, scene, request, 'barcode')
  throw tooLarge(excess!, barcode, request, limits)
}

function tooLarge(excess: string, barcode: Barcode, request: BarcodeRequest, limits: Limits): FitError {
  const { type, xdim, scale } = request
  const { module, resolution } = styleOf(request)
  const fitting = fittingModule(barcode, request, limits)
  const advice =
    fitting === 0
      ? 'a shorter text, a smaller height or format=svg would fit'
      : `${xdim === undefined ? `scale=${fitting}` : `xdim=${xdimOf(fitting, resolution)}`} fits`
  const given = xdim === undefined ? `scale=${scale}` : `xdim=${xdim}, ${dotsAModule(module)}`
  return new FitError(xdim === undefined ? 'scale' : 'xdim', `${type} at ${given}: ${excess}; ${advice}`)
}

/** The largest module below the requested one at which the drawing is small enough, or 0. */
function fittingModule(barcode: Barcode, request: BarcodeRequest, limits: Limits): number {
  const wanted = styleOf(request)
  const sizeAt = (module: number, captions: boolean): Extent => sizeOfBarcode(barcode, { ...wanted, module, captions })
  const isSmall = (extent: Extent): boolean => excessOf(extent, request.format, limits) === undefined
  let [low, high] = [0, largestBetween(0, wanted.module - 1, (module) => isSmall(sizeAt(module, false)))]
  if (!wanted.captions) return high
  // a caption must be set for its height to be known, which takes time; it grows with the module, so that one height tells the others
  for (let module = high; low < high; ) {
    const full = sizeAt(module, true)
    if (isSmall(full)) low = module
    else high = module - 1
    const share = (full.height - sizeAt(module, false).height) / module
    const guess = largestBetween(low, high, (each) => isSmall(heightened(sizeAt(each, false), share * each)))
    module = Math.max(guess, Math.min(low + 1, high))
  }
  return low
}

function heightened({ width, height, paper }: Extent, dots: number): Extent {
  const taller = height + dots
  return { width, height: taller, paper: { width: paper.width, height: (paper.height * taller) / height } }
}

/** The largest whole number from `low` to `high` that is good, if `low` and all below a good one are. */
function largestBetween(low: number, high: number, isGood: (number: number) => boolean): number {
  let [least, most] = [low, high]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (isGood(middle)) least = middle
    else most = middle - 1
  }
  return least
}

function styleOf({ dpi = usualDpi, scale, xdim, height, includetext, rotate }: BarcodeRequest): BarcodeStyle {
  const resolution = resolutions[dpi]
  return {
    resolution,
    module: xdim === undefined ? scale : dotsOfXdim(xdim, resolution),
    height: Math.round(height * resolution.perMillimetre),
    captions: includetext,
    turn: rotate,
  }
}

/** The composition of a label, small enough for its format. @throws EncodeError, FitError, NotConforming */
export function composeLabel(request: LabelRequest, limits: Limits): Composition {
  const { text, type, size, orientation, showtext, format, dpi, xdim, application } = request
  const resolution = resolutions[dpi ?? usualDpi]
  const module = xdim === undefined ? undefined : dotsOfXdim(xdim, resolution)
  const barcode = encode(type, text)
  // with the resolution of the print head the page has its dots, so that every renderer puts dots on dots
  const paperSize = dpi === undefined ? 'exact' : 'whole dots'
  const style = { resolution, stock: size, orientation, paperSize, showtext, module, application } as const
  const scene = layoutLabel(barcode, text, style)
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined)
    throw new FitError('size', `size=${size}: ${excess}; a smaller size or format=pdf would fit`)
  return composition(barcode, scene, request, 'label')
}

/** @throws NotConforming if the request is strict and there is a warning */
function composition(
  barcode: Barcode,
  scene: Scene,
  { application, xdim, strict }: PrintRequest,
  product: 'barcode' | 'label',
): Composition {
  const warnings = warningsOf({ barcode, scene, application, product, hasWantedModule: xdim !== undefined })
  if (strict && warnings.length > 0) throw new NotConforming(warnings)
  return { scene, warnings }
}

/** The longest side of a page in points (ISO 32000-1:2008, Annex C.2). */
const longestPage = 14400

/** Why a drawing is too large for this format, if it is. */
function excessOf({ width, height, paper }: Extent, format: ImageFormat, { maxPixels }: Limits): string | undefined {
  switch (format) {
    case 'png':
      if (width * height <= maxPixels) return undefined
      return `${width} x ${height} pixels are more than the ${maxPixels} that one PNG may have`
    case 'pdf':
      if (Math.max(paper.width, paper.height) <= longestPage) return undefined
      return `a page of ${paper.width} x ${paper.height} points is longer than the ${longestPage} that PDF allows`
    case 'svg':
      return undefined
  }
}

interface FileStyle {
  /** Pages of a PDF. */
  readonly copies: number
  /** Whether an SVG has its physical size; otherwise that of the PNG in pixels. */
  readonly isSized: boolean
}

function rendered({ scene, warnings }: Composition, format: ImageFormat, style: FileStyle): Drawing {
  const xDimension = scene.module / scene.resolution.perMillimetre
  return { format, bytes: bytesOf(scene, format, style), xDimension, warnings }
}

function bytesOf(scene: Scene, format: ImageFormat, { copies, isSized }: FileStyle): Uint8Array {
  switch (format) {
    case 'png':
      return png(scene)
    case 'svg':
      return svg(scene, isSized)
    case 'pdf':
      return pdf(scene, copies)
  }
}
