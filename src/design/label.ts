/** Labels of either kind: with a symbol and its words, or of a design. */

import { type Composition, composeLabel, type Drawing, drawing, type LabelRequest, labelFile } from '../draw/drawing.ts'
import type { Limits } from '../drawing-size.ts'
import { deflated } from '../render/deflate.ts'
import { pdf } from '../render/pdf.ts'
import { composeDesign, type DesignRequest } from './compose.ts'

export type AnyLabel = LabelRequest | DesignRequest

export const isOfDesign = (label: AnyLabel): label is DesignRequest => 'design' in label

/** The composition of a label, small enough for its format. @throws what `composeLabel` and `composeDesign` throw */
export function composeAnyLabel(label: AnyLabel, limits: Limits): Composition {
  return isOfDesign(label) ? composeDesign(label, limits) : composeLabel(label, limits)
}

/** The file of a label of a design. @throws what `composeDesign` throws */
export function drawDesign(request: DesignRequest, limits: Limits): Drawing {
  return deflated(drawing(composeDesign(request, limits), labelFile(request), pdf))
}
