/**
 * The symbols in a picture, from any encoder, judged clause by clause.
 *
 * A check is an independent witness of what encoders make: its readers are written from the standards by themselves. With the
 * encoders they share tables of the standards, character sets and the rules of GS1, but nothing that makes a symbol; one file,
 * reference.ts, calls encoders, to compare a symbol with theirs.
 *
 * @module
 */

export { symbologies } from '../../../symbologies/catalogue.ts'
export { applications } from '../../../symbologies/tables.ts'
export { type ProfileName, profileNames } from '../../content/profile-names.ts'
export { type Check, type CheckOptions, checked, checkImage, type Seen } from './checked.ts'
export { checkMatrix, matrixIn } from './given-matrix.ts'
export type { Gs1Contents, Gs1Element, Gs1Place } from './gs1/message.ts'
export { decodableJpeg, reflectancesOfJpeg } from './jpeg/jpeg.ts'
export { cleanedPicture, jpegSize, type PictureSize } from './picture/compressed.ts'
export { Effort } from './picture/effort.ts'
export {
  type Box,
  mostPackedPixels,
  type Picture,
  packedPicture,
  type Resolution,
  resolutionOfHead,
} from './picture/picture.ts'
export { greysOfPixels, pictureOfPixels } from './picture/pixels.ts'
export { boundFile, boundPixels, formatOf, mostFileBytes, PictureError, unreadablePng } from './png/png.ts'
export { readPng, readPngAtOnce, readPngInTurns, unpackedBytes } from './png/reader.ts'
export { isRaster, rasterPages } from './raster/index.ts'
export {
  type DrawnPage,
  type FileError,
  type Finding,
  type FindingKind,
  type FunctionCharacter,
  findingsIn,
  type ModulePlace,
  noPicture,
  type Part,
  type PicturePoint,
  type Report,
  type Rows,
  type SeenModules,
  type SymbolDetails,
  type SymbolReport,
  unreadable,
  type Verdict,
} from './report.ts'
export { reportText } from './report-text.ts'
export { type ListedRule, listedRules } from './rules.ts'
export { reportSchema } from './schema.ts'
export type { Tool } from './tool.ts'
