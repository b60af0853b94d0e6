/** Drawings as files, in node, read back where that is asked for. */

import { deflated } from '../render/deflate.ts'
import { pdfOf } from '../render/pdf.ts'
import { verify } from '../verify/index.ts'
import { type Composition, type Drawing, drawing, type FileStyle } from './drawing.ts'
import { expectedOf, sheetOf } from './proof.ts'

/**
 * The file of a composition.
 *
 * @param isVerified  whether its bytes are read back, but for labels on sheets
 * @throws VerificationFailure if they are not what was asked for
 */
export function drawn(composition: Composition, file: FileStyle, isVerified: boolean): Drawing {
  const made = deflated(drawing(composition, file, pdfOf))
  // sheets of labels have no reader
  if (!isVerified || file.filling !== undefined) return made
  verify(made.bytes, expectedOf([sheetOf([composition], file.copies, file)], file.format))
  return { ...made, isVerified }
}
