import { type Barcode, encode, type LabelSymbology, type Symbology } from '../symbologies/index.ts'
import { type BarcodeStyle, type Extent, layoutBarcode, sizeOfBarcode } from './layout/barcode.ts'
import { FitError } from './layout/fit.ts'
import { layoutLabel } from './layout/label.ts'
import { dpi, type Scene, type Turn } from './layout/scene.ts'
import type { Orientation, StockName } from './layout/stock.ts'
import { pdf } from './render/pdf.ts'
import { png } from './render/png.ts'
import { svg } from './render/svg.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

export interface BarcodeRequest {
  readonly text: string
  readonly type: Symbology
  readonly format: ImageFormat
  readonly includetext: boolean
  /** Dots per module. */
  readonly scale: number
  /** Bar height in mm. */
  readonly height: number
  readonly rotate: Turn
}

export interface LabelRequest {
  readonly text: string
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

export interface Drawing {
  readonly format: ImageFormat
  readonly bytes: Uint8Array
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
}

/** @throws EncodeError, FitError */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  return rendered(barcodeScene(request, limits), request.format, 1)
}

/** @throws EncodeError, FitError */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  return rendered(labelScene(request, limits), request.format, request.qty)
}

/** The drawing of a barcode, small enough for its format. @throws EncodeError, FitError */
export function barcodeScene(request: BarcodeRequest, limits: Limits): Scene {
  const { type, text, scale, format } = request
  const barcode = encode(type, text)
  const style = styleOf(request, scale)
  const bare = style.captions ? { ...style, captions: false } : style
  const bars = excessOf(sizeOfBarcode(barcode, bare), format, limits)
  // captions are not laid out if the bars alone are too large
  const scene = bars === undefined ? layoutBarcode(barcode, text, style) : undefined
  const excess = scene === undefined ? bars : excessOf(scene, format, limits)
  if (scene !== undefined && excess === undefined) return scene
  const module = fittingScale(barcode, request, limits)
  const advice = module > 0 ? `scale=${module} fits` : 'a shorter text, a smaller height or format=svg would fit'
  throw new FitError('scale', `${type} at scale=${scale}: ${excess}; ${advice}`)
}

/** The largest scale below the requested one at which the drawing is small enough, or 0. A binary search, because a caption must be laid out to know its height. */
function fittingScale(barcode: Barcode, request: BarcodeRequest, limits: Limits): number {
  const isLarge = (style: BarcodeStyle): boolean =>
    excessOf(sizeOfBarcode(barcode, style), request.format, limits) !== undefined
  let [low, high] = [0, request.scale - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const style = styleOf(request, middle)
    if (isLarge({ ...style, captions: false }) || (style.captions && isLarge(style))) high = middle - 1
    else low = middle
  }
  return low
}

function styleOf({ height, includetext, rotate }: BarcodeRequest, module: number): BarcodeStyle {
  return { module, height: Math.round(height * dotsPerMillimetre), captions: includetext, turn: rotate }
}

/** The drawing of a label, small enough for its format. @throws EncodeError, FitError */
export function labelScene(request: LabelRequest, limits: Limits): Scene {
  const { text, type, size, orientation, showtext, format } = request
  const scene = layoutLabel(encode(type, text), text, { stock: size, orientation, showtext })
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined)
    throw new FitError('size', `size=${size}: ${excess}; a smaller size or format=pdf would fit`)
  return scene
}

const dotsPerMillimetre = dpi / 25.4

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

function rendered(scene: Scene, format: ImageFormat, copies: number): Drawing {
  return { format, bytes: render[format](scene, copies), xDimension: scene.module / dotsPerMillimetre }
}

const render: Record<ImageFormat, (scene: Scene, copies: number) => Uint8Array> = { png, svg, pdf }
