/** Where the parts of a symbol stand, and how long its fields are: for who explains symbols. */

export { c40, type TripletSet, text as textSet, x12 } from './datamatrix/character-sets.ts'
export { microFormatMask as microQrFormatMask, microFormatPlaces as microQrFormatPlaces } from './microqr/format.ts'
export {
  microCountBits as microQrCountBits,
  microIndicatorBits as microQrIndicatorBits,
  microKinds as microQrKinds,
  microTerminatorBits as microQrTerminatorBits,
} from './microqr/version.ts'
export { alignmentCentres as qrAlignmentCentres } from './qr/alignment.ts'
export { countBits as qrCountBits, modeIndicatorBits as qrIndicatorBits } from './qr/choice.ts'
export { formatMask as qrFormatMask, formatPlaces as qrFormatPlaces } from './qr/format.ts'
export { kanjiValues as qrKanjiValues } from './qr/kanji.ts'
export { alphanumericValues as qrAlphanumericValues } from './qr/modes.ts'
export { terminatorBits as qrTerminatorBits } from './qr/qr.ts'
export { remainderModules as qrRemainderModules } from './qr/template.ts'
