/** Only the standards' tables, for readers of symbols that share nothing else with the encoders. */

export {
  characters as code39Characters,
  patterns as code39Patterns,
  startStop as code39StartStop,
} from './code39.ts'
export { patterns as code128Patterns } from './code128.ts'
export { type DataMatrixSize, dataMatrixSizes, isDmre } from './datamatrix/sizes.ts'
export {
  fiveDigitSets as eanFiveDigitSets,
  leadingSets as ean13LeadingSets,
  symbolCharacters as eanSymbolCharacters,
  twoDigitSets as eanTwoDigitSets,
} from './ean.ts'
export { elements as itfElements } from './itf14.ts'
export { alphanumerics as qrAlphanumerics } from './qr/segments.ts'
export {
  type BlockPlan as QrBlockPlan,
  blockPlan as qrBlockPlan,
  type MicroQrLevel,
  microKinds as microQrKinds,
  type QrLevel,
} from './qr/versions.ts'
export {
  type Application,
  applications,
  type Specification,
  specificationOf,
  usualApplication,
} from './specification.ts'
export { systemOneSets as upceSystemOneSets, systemZeroSets as upceSystemZeroSets } from './upce.ts'
