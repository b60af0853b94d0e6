/**
 * A request drawn, in node and in browsers: what it asks for is encoded, laid out, found to be small enough for its format, judged, and
 * written in that format.
 */

import {
  type Application,
  type Barcode,
  type Content,
  type Encoded,
  encodeRequest,
  type GivenOptions,
  type LabelSymbology,
  type Symbology,
} from '../../symbologies/index.ts'
import type { ContentKind } from '../content/names.ts'
import type { ProfileName } from '../content/profile-names.ts'
import { excessOf, excessToRead, type Limits } from '../drawing-size.ts'
import { type BarcodeStyle, layoutBarcode, linesIn, sizeOfBarcode } from '../layout/barcode.ts'
import { compensated, gainOf } from '../layout/compensation.ts'
import { FitError } from '../layout/fit.ts'
import type { LabelLayout } from '../layout/label-layouts.ts'
import { moduleForSize, type Padding, paddingForSize, paddingSides, type WantedSize } from '../layout/picture-size.ts'
import { type Dpi, dotsAModule, dotsOfXdim, resolutions, usualDpi, xdimOf } from '../layout/resolution.ts'
import type { Scene, Turn } from '../layout/scene.ts'
import { type Filling, SheetFiller, type SheetPage } from '../layout/sheets/placing.ts'
import type { LabelSize, Orientation } from '../layout/stock.ts'
import type { Extent } from '../layout/symbol.ts'
import { contentWarnings, requireContent } from '../plan/content-warnings.ts'
import { isOfGs1 } from '../plan/gs1-symbol.ts'
import { NotConforming, type Warning } from '../plan/warning.ts'
import { warningsOf } from '../plan/warnings.ts'
import { arranged, type RollArrangement } from '../render/arrange.ts'
import { commandFile } from '../render/commands.ts'
import { type Handling, isPrinterLanguage } from '../render/language.ts'
import { paint } from '../render/paint.ts'
import { pngFile, type Undeflated } from '../render/png.ts'
import { svg } from '../render/svg.ts'
import type { ZplPacking } from '../render/zpl.ts'
import type { ImageFormat, LabelFormat } from './finish.ts'
import { barcodeOrder, contentsOf, type ExpectedOrder, symbolIn } from './proof.ts'
import { fillingOf, type OnSheet } from './sheets.ts'

export type { ImageFormat, LabelFormat } from './finish.ts'

/** What a barcode and a label have in common. */
interface PrintRequest extends Content, GivenOptions {
  /** Of the print head; 300 by default. */
  readonly dpi?: Dpi | undefined
  /** The module width wanted, in mm. */
  readonly xdim?: number | undefined
  readonly application?: Application | undefined
  /** The kind of content that the text is held to. */
  readonly content?: ContentKind | undefined
  /** `x,y` in mm, or one number for both: how much wider the printer makes dark than it is drawn. */
  readonly gain?: string | undefined
  /** The words where the encoded text would stand, lines separated by line feeds. */
  readonly caption?: string | undefined
  /** Whether the encoded text is the last line of the caption. */
  readonly withtext?: boolean | undefined
  /** Whether a drawing with a warning is refused. */
  readonly strict?: boolean
  /** Whether its bytes are read back before they leave. */
  readonly verify?: boolean
}

export interface BarcodeRequest extends PrintRequest {
  readonly type: Symbology
  readonly format: ImageFormat
  readonly includetext: boolean
  /** Dots per module, if no module width is wanted. */
  readonly scale: number
  /** The size wanted of the picture, in place of `scale`. */
  readonly size?: WantedSize | undefined
  /** Light paper around it, where that is more than the quiet zones. */
  readonly padding?: Padding | undefined
  /** Bar height in mm. */
  readonly height: number
  readonly rotate: Turn
}

export interface LabelRequest extends PrintRequest, OnSheet {
  readonly type: LabelSymbology
  /** Without a sheet, which has the size of its labels. */
  readonly size: LabelSize
  readonly orientation: Orientation
  /** Pages of the PDF, or how often a printer prints it. */
  readonly qty: number
  readonly showtext: boolean
  /** Above all, in larger print, lines separated by line feeds. */
  readonly title?: string | undefined
  /** `above` by default. `logistics` is for GS1 messages with an SSCC; it draws them as GS1-128, whatever `type` says. */
  readonly layout?: LabelLayout | undefined
  /** The published label whose rules it is held to. */
  readonly profile?: ProfileName | undefined
  readonly format: LabelFormat
  /** How the bitmap of ZPL is packed; z64 by default. */
  readonly zpl?: ZplPacking | undefined
  /** Of the printer that it is drawn for. */
  readonly handling?: (Handling & RollArrangement) | undefined
  /** The symbol, where it is encoded already; it is that of the other fields. */
  readonly encoded?: Encoded | undefined
}

/** A drawing before it has a file format. */
export interface Composition {
  readonly scene: Scene
  readonly warnings: readonly Warning[]
  /** What it was asked for, for those who read its bytes back. */
  readonly asked: ExpectedOrder
}

const excessIn = (extent: Extent, { format, verify }: BarcodeRequest, limits: Limits): string | undefined =>
  excessOf(extent, format, limits) ?? (verify ? excessToRead(extent) : undefined)

/** The composition of a barcode, small enough for its format. @throws EncodeError, Gs1Error, FitError, NotConforming */
export function composeBarcode(request: BarcodeRequest, limits: Limits): Composition {
  const { application } = request
  const encoded = encodeRequest(request)
  requireContent(request, encoded)
  const { barcode, text, doubts } = encoded
  const style = styleOf(request, barcode)
  const check = (extent: Extent): void => {
    const excess = excessIn(extent, request, limits)
    if (excess !== undefined) throw tooLarge(excess, barcode, request, limits)
  }
  // captions are not laid out if the bars alone are too large
  check(sizeOfBarcode(barcode, { ...style, captions: false }))
  const drawn = layoutBarcode(barcode, text, style)
  const gain = request.gain === undefined ? undefined : gainOf(request.gain)
  const scene = gain === undefined ? drawn : compensated(drawn, gain, { columns: 1, turn: drawn.turn })
  check(scene)
  const scale = request.size === undefined ? request.scale : undefined
  const { xdim, height, rotate } = request
  const symbol = symbolIn(drawn, { contents: contentsOf(request, barcode), xdim, scale, height }, false)
  const own = { barcode, text, isOfGs1: isOfGs1(encoded) }
  const judged = { ...own, scene, application, doubts, product: 'barcode' } as const
  const warnings = [...warningsOf({ ...judged, hasWantedModule: request.xdim !== undefined }), ...contentWarnings(own)]
  if (request.strict && warnings.length > 0) throw new NotConforming(warnings)
  return { scene, warnings, asked: barcodeOrder(drawn, symbol, { rotate, gain }) }
}

function styleOf(request: BarcodeRequest, barcode: Barcode): BarcodeStyle {
  const { dpi = usualDpi, scale, size, padding, xdim, height, includetext, rotate } = request
  const resolution = resolutions[dpi]
  const wanted = size === undefined ? scale : moduleForSize(barcode, size, padding)
  const module = xdim === undefined ? wanted : dotsOfXdim(xdim, resolution)
  const style = {
    resolution,
    module,
    padding: padding && paddingSides(padding, module),
    height: Math.round(height * resolution.perMillimetre),
    captions: includetext,
    caption: linesIn(request.caption),
    withText: request.withtext,
    turn: rotate,
  }
  if (size?.of !== 'picture') return style
  return { ...style, padding: paddingForSize(barcode, size, { ...style, ...sizeOfBarcode(barcode, style) }) }
}

function tooLarge(excess: string, barcode: Barcode, request: BarcodeRequest, limits: Limits): FitError {
  const { type, xdim, size } = request
  const style = styleOf(request, barcode)
  const { module, resolution } = style
  const fitting = fittingModule(barcode, style, (extent) => excessIn(extent, request, limits) === undefined)
  // nobody asked for so many dots
  if (size !== undefined) {
    const advice = fitting === 0 ? 'a shorter text' : dotsAModule(fitting)
    return new FitError('scale', `${type} at ${dotsAModule(module)}: ${excess}; ${advice} would fit`)
  }
  const parameter = xdim === undefined ? 'scale' : 'xdim'
  const value = `${xdim === undefined ? fitting : xdimOf(fitting, resolution)}`
  const [advice, suggestion] =
    fitting === 0
      ? ['a shorter text, a smaller height or format=svg would fit', { format: 'svg' }]
      : [`${parameter}=${value} fits`, { [parameter]: value }]
  const given = xdim === undefined ? `scale=${module}` : `xdim=${xdim}, ${dotsAModule(module)}`
  return new FitError(parameter, `${type} at ${given}: ${excess}; ${advice}`, suggestion)
}

/** The largest module below the wanted one at which a drawing is small enough, or 0. */
export function fittingModule(barcode: Barcode, wanted: BarcodeStyle, isSmall: (extent: Extent) => boolean): number {
  // a module has as many dots in each of its columns
  const { columnsPerModule = 1 } = barcode
  const sizeAt = (column: number, captions: boolean): Extent =>
    sizeOfBarcode(barcode, { ...wanted, module: column * columnsPerModule, captions })
  const below = Math.floor((wanted.module - 1) / columnsPerModule)
  let [low, high] = [0, largestBetween(0, below, (column) => isSmall(sizeAt(column, false)))]
  if (!wanted.captions) return high * columnsPerModule
  // a caption must be set for its height to be known, which takes time; it grows with the module, so that one height tells the others
  for (let column = high; low < high; ) {
    const full = sizeAt(column, true)
    if (isSmall(full)) low = column
    else high = column - 1
    const share = (full.height - sizeAt(column, false).height) / column
    const guess = largestBetween(low, high, (each) => isSmall(heightened(sizeAt(each, false), share * each)))
    column = Math.max(guess, Math.min(low + 1, high))
  }
  return low * columnsPerModule
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

export interface Drawing {
  readonly format: LabelFormat
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
  readonly warnings: readonly Warning[]
  /** Whether its bytes were read back. */
  readonly isVerified?: boolean
}

/** A file to write, by the request for it. */
export interface FileStyle extends Pick<LabelRequest, 'format' | 'zpl'> {
  /** Pages of a PDF, or how often a printer prints it. */
  readonly copies: number
  /** Whether an SVG has its physical size; otherwise that of the PNG in pixels. */
  readonly isSized: boolean
  /** How sheets are filled; undefined for a page each. */
  readonly filling?: Filling | undefined
}

export function barcodeFile({ format, dpi, xdim }: BarcodeRequest): FileStyle {
  return { format, copies: 1, isSized: (dpi ?? xdim) !== undefined }
}

/** How a label is written. */
export function labelFile(request: Pick<LabelRequest, 'format' | 'qty' | 'zpl'> & OnSheet): FileStyle {
  const { format, qty, zpl } = request
  return { format, copies: qty, isSized: true, zpl, filling: fillingOf(request) }
}

/** Draws a PDF, each page as often as it is to be printed: only node has what it needs. */
export type DrawPdf = (title: string, pages: readonly SheetPage[]) => Uint8Array

export function drawing(
  { scene, warnings }: Omit<Composition, 'asked'>,
  file: FileStyle,
  pdf: DrawPdf,
): Undeflated<Drawing> {
  const xDimension = scene.module / scene.resolution.perMillimetre
  const { data, whole } = bytesOf(scene, file, pdf)
  return {
    data,
    // no writer uses memory that threads share, which Blob and fetch refuse
    whole: (deflated) => {
      const bytes = whole(deflated) as Uint8Array<ArrayBuffer>
      return { format: file.format, bytes, xDimension, warnings }
    },
  }
}

function bytesOf(
  label: Scene,
  { format, copies, isSized, zpl, filling }: FileStyle,
  pdf: DrawPdf,
): Undeflated<Uint8Array> {
  if (isPrinterLanguage(format)) {
    return commandFile(arranged([label], copies), { language: format, packing: zpl })
  }
  const pages = pagesOf(label, copies, filling)
  const { scene } = pages[0]!
  switch (format) {
    case 'png':
      return pngFile(paint(scene), scene.resolution)
    case 'svg':
      return { data: [], whole: () => svg(scene, isSized) }
    case 'pdf':
      return { data: [], whole: () => pdf(scene.title, pages) }
  }
}

/** One or more pages. */
function pagesOf(scene: Scene, copies: number, filling: Filling | undefined): readonly SheetPage[] {
  if (filling === undefined) return [{ scene, copies }]
  const sheets = new SheetFiller(filling)
  return [...sheets.add(scene, copies), ...sheets.end()]
}
