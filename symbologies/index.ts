import type { Symbology } from './barcode.ts'
import { code39 } from './code39.ts'
import { code128 } from './code128/code128.ts'
import { datamatrix } from './datamatrix/datamatrix.ts'
import { ean8, ean13, upca, upce } from './ean.ts'
import { itf14 } from './itf14.ts'
import { microqr } from './microqr/microqr.ts'
import { qr } from './qr/qr.ts'

export {
  type Barcode,
  type Caption,
  type Columns,
  EncodeError,
  type EncodeErrorCode,
  type Quiet,
  type Symbology,
  symbologies,
} from './barcode.ts'
export {
  type CatalogueRow,
  catalogue,
  isLabelSymbology,
  type LabelSymbology,
  labelSymbologies,
  type OptionName,
  type OptionValues,
  type SymbologyOption,
  titleOf,
} from './catalogue.ts'
export type { CheckedDigits } from './check-digit.ts'
export { type Code39Trace, code39 } from './code39.ts'
export { type Code128Trace, code128, type Segment } from './code128/code128.ts'
export { type DataMatrixTrace, datamatrix } from './datamatrix/datamatrix.ts'
export type { DataMatrixOptions } from './datamatrix/options.ts'
export { encodations as dataMatrixEncodations } from './datamatrix/segments.ts'
export {
  type DataMatrixShape,
  type DataMatrixSize,
  type DataMatrixSizeName,
  dataMatrixSizes,
} from './datamatrix/sizes.ts'
export { codewordModules as dataMatrixCodewordModules, type Module } from './datamatrix/template.ts'
export { type EanTrace, ean8, ean13, type UpceTrace, upca, upce } from './ean.ts'
export { fnc1, type Gs1Options } from './gs1/fnc1.ts'
export { type Itf14Trace, itf14 } from './itf14.ts'
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
export { type MicroQrOptions, type MicroQrTrace, microqr } from './microqr/microqr.ts'
export type { MicroMaskScore } from './microqr/score.ts'
export { microQrCodewordModules } from './microqr/template.ts'
export type { MicroQrLevel } from './microqr/version.ts'
export type { MaskScore } from './qr/penalty.ts'
export { type QrOptions, type QrTrace, qr } from './qr/qr.ts'
export type { Segment as QrSegment } from './qr/segments.ts'
export { type QrModule, qrCodewordModules } from './qr/template.ts'
export type { QrLevel } from './qr/version.ts'
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

/** A new symbology is served everywhere once it is in this table. */
const encoders = {
  code128,
  qr,
  microqr,
  datamatrix,
  upca,
  upce,
  ean13,
  ean8,
  code39,
  itf14,
} satisfies Record<Symbology, unknown>

type Encoders = typeof encoders

/** The barcode of symbology `S`, with its trace. */
export type BarcodeOf<S extends Symbology> = ReturnType<Encoders[S]>

/** The options of `S`; undefined if it has none. */
export type OptionsOf<S extends Symbology> =
  Parameters<Encoders[S]> extends readonly [string] ? undefined : Parameters<Encoders[S]>[1]

const bySymbology: { readonly [S in Symbology]: (text: string, options?: OptionsOf<S>) => BarcodeOf<S> } = encoders

/**
 * The symbol that carries `text`.
 *
 * @throws EncodeError if the symbology cannot carry the text
 * @throws RangeError for an unknown option value, an error of the caller
 */
export function encode<S extends Symbology>(symbology: S, text: string, options?: OptionsOf<S>): BarcodeOf<S> {
  return bySymbology[symbology](text, options)
}
