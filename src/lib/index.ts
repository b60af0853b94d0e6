/**
 * Exact barcodes and print-ready labels: encoders, images of symbols, drawings as the service makes them, and GS1 messages.
 *
 * It runs in node and, without a bundler, in browsers.
 *
 * @module
 */

export {
  type AddonOptions,
  type Application,
  type Barcode,
  type BarcodeOf,
  type Caption,
  type Code39Options,
  type Code39Trace,
  type Code128Options,
  type Code128Trace,
  type Columns,
  code39,
  code128,
  type DataMatrixOptions,
  type DataMatrixShape,
  type DataMatrixSizeName,
  type DataMatrixTrace,
  datamatrix,
  type EanTrace,
  EncodeError,
  type EncodeErrorCode,
  ean8,
  ean13,
  encode,
  type Itf14Options,
  type Itf14Trace,
  isDark,
  itf14,
  type LabelSymbology,
  labelSymbologies,
  type Matrix,
  type MicroQrLevel,
  type MicroQrOptions,
  type MicroQrTrace,
  microqr,
  type OptionsOf,
  type QrLevel,
  type QrOptions,
  type QrTrace,
  type Quiet,
  qr,
  rowsOf,
  type Symbology,
  symbologies,
  titleOf,
  type UpceTrace,
  upca,
  upce,
} from '../../symbologies/index.ts'
export type { Drawing, ImageFormat, LabelFormat } from '../draw/drawing.ts'
export type { LabelLayout } from '../layout/label-layouts.ts'
export type { Turn } from '../layout/scene.ts'
export type { FreeSize, LabelSize, Orientation, StockName } from '../layout/stock.ts'
export type { Warning, WarningCode } from '../plan/warning.ts'
export type { ZplPacking } from '../render/zpl.ts'
export type { BidiAlgorithm, BidiClass } from '../text/font-source.ts'
export type { FontLoader } from '../text/needed-fonts.ts'
export * from './gs1.ts'
export { type ImageStyle, toPdf, toPng, toSvg } from './images.ts'
export {
  type BarcodeRequest,
  type LabelOptions,
  type LabelRequest,
  type Limits,
  RequestError,
  type RequestErrorCode,
  type RequestFault,
  type SymbolOptions,
} from './request.ts'
export { barcode, label, provideFonts } from './requests.ts'
