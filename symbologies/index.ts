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
export { isDark, lightMatrix, type Matrix, rowsOf, transposed } from './matrix.ts'
export { type MicroQrOptions, type MicroQrTrace, microqr } from './microqr/microqr.ts'
export { type QrOptions, type QrTrace, qr } from './qr/qr.ts'
