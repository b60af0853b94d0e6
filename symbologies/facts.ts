/**
 * What is known of symbologies without an encoder: their table, their sizes, GS1's tables and check digits. Who reads requests needs no
 * more, and pages that do load no encoder with it.
 */

export type { Suggestion } from './barcode.ts'
export {
  type CatalogueRow,
  catalogue,
  gs1Symbologies,
  type LabelSymbology,
  labelSymbologies,
  type OptionName,
  type OptionsNamed,
  type Symbology,
  type SymbologyOption,
  symbologies,
  titleOf,
} from './catalogue.ts'
export { checkDigitOf } from './check-digit.ts'
export { type DataMatrixShape, sizesOf as dataMatrixSizesOf } from './datamatrix/sizes.ts'
export { eciNames, ecis } from './eci/assignments.ts'
export { isHost } from './gs1/host.ts'
export { codePoints, quoted } from './messages.ts'
export { microKinds as microQrKinds } from './qr/versions.ts'
export {
  type Application,
  applications,
  type Specification,
  specificationOf,
  usualApplication,
} from './specification.ts'
