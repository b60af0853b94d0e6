import { code39 } from './code39.ts'
import { code128 } from './code128/code128.ts'
import { datamatrix } from './datamatrix/datamatrix.ts'
import { ean8, ean13 } from './ean.ts'
import { itf14 } from './itf14.ts'
import { microqr } from './microqr/microqr.ts'
import { qr } from './qr/qr.ts'
import { upca, upce } from './upc.ts'

export {
  type Barcode,
  type Caption,
  type Columns,
  EncodeError,
  type EncodeErrorCode,
  type Quiet,
  quoted,
  type Symbology,
  symbologies,
} from './barcode.ts'
export type { CheckedDigits } from './check-digit.ts'
export { type Code39Trace, code39 } from './code39.ts'
export { type Code128Trace, code128, type Stretch } from './code128/code128.ts'
export { type DataMatrixTrace, datamatrix } from './datamatrix/datamatrix.ts'
export type { DataMatrixOptions } from './datamatrix/options.ts'
export {
  type DataMatrixShape,
  type DataMatrixSize,
  type DataMatrixSizeName,
  dataMatrixSizes,
} from './datamatrix/sizes.ts'
export { encodations as dataMatrixEncodations } from './datamatrix/stretches.ts'
export { codewordModules as dataMatrixCodewordModules, type Module } from './datamatrix/template.ts'
export { type EanTrace, ean8, ean13 } from './ean.ts'
export { type Itf14Trace, itf14 } from './itf14.ts'
export { darken, darkRuns, isDark, lightMatrix, type Matrix, rowsOf, transposed } from './matrix.ts'
export type { MicroQrOptions, MicroQrTrace } from './microqr/microqr.ts'
export { type QrOptions, type QrTrace, qr } from './qr/qr.ts'
export { type UpceTrace, upca, upce } from './upc.ts'

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
}

type Encoders = typeof encoders

/** The symbologies that `encode` knows. */
export type Encodable = keyof Encoders

/** What encoding as `S` gives, with the trace of that symbology. */
export type BarcodeOf<S extends Encodable> = ReturnType<Encoders[S]>

/** What the encoder of `S` lets one choose; undefined where there is nothing to choose. */
export type OptionsOf<S extends Encodable> =
  Parameters<Encoders[S]> extends readonly [string] ? undefined : Parameters<Encoders[S]>[1]

const bySymbology: { readonly [S in Encodable]: (text: string, options?: OptionsOf<S>) => BarcodeOf<S> } = encoders

/**
 * The symbol that carries `text`.
 *
 * @throws EncodeError where the symbology has no way to carry the text
 * @throws RangeError where an option has a value that does not exist: a fault of the caller
 */
export function encode<S extends Encodable>(symbology: S, text: string, options?: OptionsOf<S>): BarcodeOf<S> {
  return bySymbology[symbology](text, options)
}
