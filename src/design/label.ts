/** Labels of either kind: with a symbol and its words, or of a design. */

import { drawn } from '../draw/document.ts'
import type { Drawing, FileStyle, LabelRequest } from '../draw/drawing.ts'
import { fillingOf, type OnSheet } from '../draw/sheets.ts'
import type { Limits } from '../drawing-size.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { composingDesign, type DesignComposition, type DesignRequest } from './compose.ts'
import { designRequestOf } from './of-label.ts'

export type AnyLabel = LabelRequest | DesignRequest

export const isOfDesign = (label: AnyLabel): label is DesignRequest => 'design' in label

/** How a label of a design is written. */
export function designFile(request: Pick<DesignRequest, 'format' | 'qty' | 'zpl' | 'dpi'> & OnSheet): FileStyle {
  const { format, qty, zpl } = request
  return { format, copies: qty, isSized: true, zpl, filling: fillingOf(request) }
}

/**
 * The composition of a label, small enough for its format, interrupted between elements of a design.
 *
 * @throws what `composeLabel` and `composeDesign` throw
 */
export function composingAnyLabel(label: AnyLabel, limits: Limits): Interruptible<DesignComposition> {
  return composingDesign(isOfDesign(label) ? label : designRequestOf(label), limits)
}

/** The file of a label of a design. @throws what `composeDesign` throws; VerificationFailure */
export function drawDesign(request: DesignRequest, limits: Limits): Drawing {
  return uninterrupted(drawingDesign(request, limits))
}

/** The same, interrupted between elements. @throws what `drawDesign` throws */
export function* drawingDesign(request: DesignRequest, limits: Limits): Interruptible<Drawing> {
  const composition = yield* composingDesign(request, limits)
  return drawn(composition, designFile(request), request.verify === true)
}
