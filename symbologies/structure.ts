/** Where the parts of a symbol are, how wide they are, and how long its fields are, for explanations of symbols. */

export type { Roles } from './barcode.ts'
export { characters as code39Characters, patternsOf as code39PatternsOf } from './code39.ts'
export { characters as code128Characters, stopWidth as code128StopWidth } from './code128.ts'
export { c40, type TripletSet, text as textSet, x12 } from './datamatrix/encodations.ts'
export { dataMatrixRole, dataMatrixRoles } from './datamatrix/placement.ts'
export {
  addonGuard as eanAddonGuard,
  addonSeparator as eanAddonSeparator,
  addonWeights as eanAddonWeights,
  centre as eanCentreGuard,
  digitWidth as eanDigitWidth,
  normal as eanNormalGuard,
} from './ean.ts'
export { patternsOf as itf14PatternsOf } from './itf14.ts'
export { escaped as qrEscaped, terminatorBits as qrTerminatorBits } from './qr/codewords.ts'
export {
  microFormatMask as microQrFormatMask,
  microFormatPlaces as microQrFormatPlaces,
  microMasks as microQrMasks,
  microQrRoles,
} from './qr/micro.ts'
export { alphanumericValues as qrAlphanumericValues, kanjiValues as qrKanjiValues } from './qr/segments.ts'
export {
  type BitPlaces,
  formatMask as qrFormatMask,
  formatPlaces as qrFormatPlaces,
  qrRole,
  qrRoles,
  remainderModules as qrRemainderModules,
  versionPlaces as qrVersionPlaces,
} from './qr/template.ts'
export {
  alignmentCentres as qrAlignmentCentres,
  countBits as qrCountBits,
  microCountBits as microQrCountBits,
  microIndicatorBits as microQrIndicatorBits,
  microKinds as microQrKinds,
  microTerminatorBits as microQrTerminatorBits,
  modeIndicatorBits as qrIndicatorBits,
} from './qr/versions.ts'
