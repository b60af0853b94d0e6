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
export { isDark, lightMatrix, type Matrix, rowsOf, transposed } from './matrix.ts'
