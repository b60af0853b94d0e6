/** Drawings as files, in node, read back where that is asked for. */

import { deflated } from '../render/deflate.ts'
import { pdfOf } from '../render/pdf.ts'
import { verify } from '../verify/index.ts'
import { sheetsOf } from '../verify/sheets.ts'
import { type Composition, type Drawing, drawing, type FileStyle } from './drawing.ts'
import { expectedOf, feedingOf, type PlannedSheet, paperOf, sheetOf } from './proof.ts'

/**
 * The file of a composition.
 *
 * @param isVerified  whether its bytes are read back
 * @throws VerificationFailure if they are not what was asked for
 */
export function drawn(composition: Composition, file: FileStyle, isVerified: boolean): Drawing {
  const made = deflated(drawing(composition, file, pdfOf))
  if (!isVerified) return made
  verify(made.bytes, expectedOf(plannedSheets(composition, file), file.format))
  return { ...made, isVerified }
}

function plannedSheets({ asked }: Composition, file: FileStyle): readonly PlannedSheet[] {
  const { filling, format, copies } = file
  if (filling === undefined) return [sheetOf([asked], copies, feedingOf(format))]
  const sheets = sheetsOf([{ asked, copies }], paperOf(filling))
  if (format === 'pdf') return sheets
  // pictures show the first page
  return [{ ...sheets[0]!, copies: 1 }]
}
