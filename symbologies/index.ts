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
export type { MicroMaskScore } from './microqr/score.ts'
export { microQrCodewordModules } from './microqr/template.ts'
export type { MicroQrLevel } from './microqr/version.ts'
export type { MaskScore } from './qr/penalty.ts'
export { type QrOptions, type QrTrace, qr } from './qr/qr.ts'
export type { Segment as QrSegment } from './qr/segments.ts'
export { type QrModule, qrCodewordModules } from './qr/template.ts'
export type { QrLevel } from './qr/version.ts'
