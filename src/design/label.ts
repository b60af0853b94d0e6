/** Labels of designs as files. */

import { drawn } from '../draw/document.ts'
import { type Drawing, labelFile } from '../draw/drawing.ts'
import type { Limits } from '../drawing-size.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { composingDesign, type DesignRequest } from './compose.ts'

/** The file of a label of a design. @throws what `composeDesign` throws; VerificationFailure */
export function drawDesign(request: DesignRequest, limits: Limits): Drawing {
  return uninterrupted(drawingDesign(request, limits))
}

/** The same, interrupted between elements. @throws what `drawDesign` throws */
export function* drawingDesign(request: DesignRequest, limits: Limits): Interruptible<Drawing> {
  const composition = yield* composingDesign(request, limits)
  return drawn(composition, labelFile(request), request.verify === true)
}
