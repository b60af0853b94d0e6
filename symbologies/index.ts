/**
 * The encoders: a text becomes modules, and the trace of how they came about.
 *
 * @module
 */

export {
  type Barcode,
  type Caption,
  type Columns,
  EncodeError,
  type EncodeErrorCode,
  type Quiet,
  type Suggestion,
  type Symbology,
} from './barcode.ts'
export {
  type CatalogueRow,
  catalogue,
  type GivenOptions,
  type Gs1Form,
  gs1NameOf,
  gs1Symbologies,
  isLabelSymbology,
  isMatrixSymbology,
  type LabelSymbology,
  labelSymbologies,
  type OptionName,
  type OptionsNamed,
  type OptionValues,
  type SymbologyOption,
  symbologies,
  titleOf,
} from './catalogue.ts'
export type { CheckedDigits } from './check-digit.ts'
export { type Code39Options, type Code39Trace, code39 } from './code39.ts'
export { type Code128Options, type Code128Trace, code128, type Segment } from './code128.ts'
export {
  type Content,
  type Doubt,
  type DoubtCode,
  type Encoded,
  encodeContent,
  encodeRequest,
  type SymbolRequest,
  withoutMark,
} from './content.ts'
export { type DataMatrixTrace, datamatrix } from './datamatrix/datamatrix.ts'
export { encodations as dataMatrixEncodations } from './datamatrix/encodations.ts'
export type { DataMatrixOptions } from './datamatrix/options.ts'
export { codewordModules as dataMatrixCodewordModules, type Module } from './datamatrix/placement.ts'
export {
  type DataMatrixShape,
  type DataMatrixSize,
  type DataMatrixSizeName,
  dataMatrixSizes,
  isDmre,
  sizesOf as dataMatrixSizesOf,
} from './datamatrix/sizes.ts'
export { type Addon, type AddonOptions, type EanTrace, ean8, ean13, upca } from './ean.ts'
export { eciNames, ecis } from './eci/index.ts'
export { type BarcodeOf, encode, type OptionsOf, unknownSymbology } from './encode.ts'
export { optionsIn } from './given-options.ts'
export { fnc1, type Gs1Options } from './gs1/fnc1.ts'
export { type Itf14Options, type Itf14Trace, itf14 } from './itf14.ts'
export {
  darken,
  darkRuns,
  flipped,
  isDark,
  lightMatrix,
  type Matrix,
  mirrored,
  rowsOf,
  transposed,
} from './matrix/index.ts'
export { codePoints, quoted } from './messages.ts'
export type { MaskScore } from './qr/masks.ts'
export {
  type MicroMaskScore,
  type MicroQrOptions,
  type MicroQrTrace,
  microQrCodewordModules,
  microqr,
} from './qr/micro.ts'
export { type QrOptions, type QrTrace, qr } from './qr/qr.ts'
export type { Segment as QrSegment, TextSegment as QrTextSegment } from './qr/segments.ts'
export { type QrModule, qrCodewordModules } from './qr/template.ts'
export type { MicroQrLevel, QrLevel } from './qr/versions.ts'
export {
  type Application,
  applications,
  type Specification,
  specificationOf,
  symbologiesFor,
  usualApplication,
} from './specification.ts'
export * as structure from './structure.ts'
export * as tables from './tables.ts'
export { type UpceTrace, upce } from './upce.ts'
