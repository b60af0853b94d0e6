import {
  type Application,
  type Barcode,
  type Content,
  type Encoded,
  encodeContent,
  type GivenOptions,
  type LabelSymbology,
  optionsIn,
  type Symbology,
} from '../../symbologies/index.ts'
import { excessOf, type Limits } from '../drawing-size.ts'
import { type BarcodeStyle, captionLines, layoutBarcode, sizeOfBarcode } from '../layout/barcode.ts'
import { FitError } from '../layout/fit.ts'
import { type LabelLayout, type LabelStyle, layoutLabel, type SymbolLayout } from '../layout/label.ts'
import { type Dpi, dotsAModule, dotsOfXdim, resolutions, usualDpi, xdimOf } from '../layout/resolution.ts'
import { fed, type Scene, type Turn } from '../layout/scene.ts'
import type { LabelSize, Orientation } from '../layout/stock.ts'
import { NotConforming, type Warning } from '../plan/warning.ts'
import { assumedDpi, warningsOf } from '../plan/warnings.ts'
import type { ZplPacking } from '../render/zpl.ts'
import { fittingModule } from './fitting-module.ts'
import { type LogisticRequest, logisticLabel, logistics } from './logistics.ts'

export type { Limits } from '../drawing-size.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

/** A label is also drawn in the language of label printers. */
export type LabelFormat = ImageFormat | 'zpl'

/** What a barcode and a label have in common. */
interface PrintRequest extends Content, GivenOptions {
  /** Of the print head; 300 by default. */
  readonly dpi?: Dpi | undefined
  /** The module width wanted, in mm. */
  readonly xdim?: number | undefined
  readonly application?: Application | undefined
  /** The words where the encoded text would stand, lines parted by line feeds. */
  readonly caption?: string | undefined
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
  readonly size: LabelSize
  readonly orientation: Orientation
  /** Pages of the PDF, or how often ZPL is printed. */
  readonly qty: number
  readonly showtext: boolean
  /** One line above all, in larger print. */
  readonly title?: string | undefined
  /** `above` by default. `logistics` is for GS1 messages with an SSCC; it draws them as GS1-128, whatever `type` says. */
  readonly layout?: LabelLayout | undefined
  readonly format: LabelFormat
  /** How the bitmap of ZPL is packed; z64 by default. */
  readonly zpl?: ZplPacking | undefined
}

/** A drawing before it has a file format. */
export interface Composition {
  readonly scene: Scene
  readonly warnings: readonly Warning[]
}

/** The composition of a barcode, small enough for its format. @throws EncodeError, Gs1Error, FitError, NotConforming */
export function composeBarcode(request: BarcodeRequest, limits: Limits): Composition {
  const { type, format, application } = request
  const { barcode, text, doubts } = encodeContent(type, request, optionsIn(type, request))
  const style = styleOf(request)
  const bare = style.captions ? { ...style, captions: false } : style
  const bars = excessOf(sizeOfBarcode(barcode, bare), format, limits)
  // captions are not laid out if the bars alone are too large
  const scene = bars === undefined ? layoutBarcode(barcode, text, style) : undefined
  const excess = scene === undefined ? bars : excessOf(scene, format, limits)
  if (scene !== undefined && excess === undefined)
    return composition({ barcode, doubts, application }, scene, request, 'barcode')
  throw tooLarge(excess!, barcode, request, limits)
}

function tooLarge(excess: string, barcode: Barcode, request: BarcodeRequest, limits: Limits): FitError {
  const { type, xdim, scale } = request
  const { module, resolution } = styleOf(request)
  const fitting = fittingModule(
    barcode,
    styleOf(request),
    (extent) => excessOf(extent, request.format, limits) === undefined,
  )
  const parameter = xdim === undefined ? 'scale' : 'xdim'
  const value = `${xdim === undefined ? fitting : xdimOf(fitting, resolution)}`
  const [advice, suggestion] =
    fitting === 0
      ? ['a shorter text, a smaller height or format=svg would fit', { format: 'svg' }]
      : [`${parameter}=${value} fits`, { [parameter]: value }]
  const given = xdim === undefined ? `scale=${scale}` : `xdim=${xdim}, ${dotsAModule(module)}`
  return new FitError(parameter, `${type} at ${given}: ${excess}; ${advice}`, suggestion)
}

function styleOf(request: BarcodeRequest): BarcodeStyle {
  const { dpi = usualDpi, scale, xdim, height, includetext, rotate } = request
  const resolution = resolutions[dpi]
  return {
    resolution,
    module: xdim === undefined ? scale : dotsOfXdim(xdim, resolution),
    height: Math.round(height * resolution.perMillimetre),
    captions: includetext,
    caption: captionLines(request.caption),
    turn: rotate,
  }
}

/** The composition of a label, small enough for its format; for ZPL as it is fed. @throws EncodeError, Gs1Error, FitError, NotConforming */
export function composeLabel(request: LabelRequest, limits: Limits): Composition {
  const { size, format } = request
  const { scene, ...judged } =
    request.layout === 'logistics' ? withSymbols(request) : withSymbol(request, request.layout)
  const excess = excessOf(scene, format, limits)
  if (excess !== undefined)
    throw new FitError('size', `size=${size}: ${excess}; a smaller size or format=pdf would fit`, { format: 'pdf' })
  if (format !== 'zpl') return composition(judged, scene, request, 'label')
  return composition(judged, fed(scene, size), request, 'label', request.dpi === undefined ? [assumedDpi] : [])
}

/** A label before it is judged: one of its symbols, which have the same module width and bar height. */
type LaidOut = Judged & { readonly scene: Scene }

function withSymbol(request: LabelRequest, layout: SymbolLayout | undefined): LaidOut {
  const { barcode, doubts, text } = encodeContent(request.type, request, optionsIn(request.type, request))
  const { application } = request
  return { barcode, doubts, application, scene: layoutLabel(barcode, text, labelStyleOf(request, layout)) }
}

function withSymbols(request: LabelRequest): LaidOut {
  const { symbols, doubts, scene } = logisticLabel(request.text, sheetStyleOf(request))
  return { barcode: symbols.at(-1)!, doubts, application: request.application ?? logistics, scene }
}

function labelStyleOf(request: LabelRequest, layout: SymbolLayout | undefined): LabelStyle {
  return { caption: captionLines(request.caption), title: request.title, layout, ...sheetStyleOf(request) }
}

function sheetStyleOf({ size, orientation, showtext, dpi, xdim, application }: LabelRequest): LogisticRequest {
  const resolution = resolutions[dpi ?? usualDpi]
  const module = xdim === undefined ? undefined : dotsOfXdim(xdim, resolution)
  // with the resolution of the print head the page has its dots, so that every renderer puts dots on dots
  const paperSize = dpi === undefined ? 'exact' : 'whole dots'
  return { resolution, size, orientation, paperSize, showtext, module, application }
}

/** What warnings are about, besides the drawing. */
type Judged = Pick<Encoded, 'doubts'> & Pick<PrintRequest, 'application'> & { readonly barcode: Barcode }

/** @throws NotConforming if the request is strict and there is a warning */
function composition(
  { barcode, doubts, application }: Judged,
  scene: Scene,
  { xdim, strict }: PrintRequest,
  product: 'barcode' | 'label',
  others: readonly Warning[] = [],
): Composition {
  const judged = { barcode, scene, application, product, hasWantedModule: xdim !== undefined, doubts }
  const warnings = [...warningsOf(judged), ...others]
  if (strict && warnings.length > 0) throw new NotConforming(warnings)
  return { scene, warnings }
}
