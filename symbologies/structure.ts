/** Where the parts of a symbol are, and how long its fields are, for explanations of symbols. */

export { characters as code39Characters } from './code39.ts'
export { c40, type TripletSet, text as textSet, x12 } from './datamatrix/character-sets.ts'
export { dataMatrixRole, dataMatrixRoles } from './datamatrix/template.ts'
export { microFormatMask as microQrFormatMask, microFormatPlaces as microQrFormatPlaces } from './microqr/format.ts'
export { microQrRoles } from './microqr/template.ts'
export {
  microCountBits as microQrCountBits,
  microIndicatorBits as microQrIndicatorBits,
  microKinds as microQrKinds,
  microTerminatorBits as microQrTerminatorBits,
} from './microqr/version.ts'
export { alignmentCentres as qrAlignmentCentres } from './qr/alignment.ts'
export {
  type BitPlaces,
  formatMask as qrFormatMask,
  formatPlaces as qrFormatPlaces,
  versionPlaces as qrVersionPlaces,
} from './qr/format.ts'
export { qrRole } from './qr/grid.ts'
export { kanjiValues as qrKanjiValues } from './qr/kanji.ts'
export { alphanumericValues as qrAlphanumericValues } from './qr/modes.ts'
export { terminatorBits as qrTerminatorBits } from './qr/qr.ts'
export { escaped as qrEscaped } from './qr/stream.ts'
export { qrRoles, remainderModules as qrRemainderModules } from './qr/template.ts'
export { countBits as qrCountBits, modeIndicatorBits as qrIndicatorBits } from './qr/version-classes.ts'
export type { Roles } from './roles.ts'
