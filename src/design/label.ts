/** Labels of either kind: with a symbol and its words, or of a design. */

import {
  composeLabel,
  type Drawing,
  drawing,
  type FileStyle,
  type JudgedScene,
  type LabelRequest,
} from '../draw/drawing.ts'
import type { Asked } from '../draw/proof.ts'
import type { Limits } from '../drawing-size.ts'
import { deflated } from '../render/deflate.ts'
import { pdfOf } from '../render/pdf.ts'
import { composeDesign, type DesignRequest } from './compose.ts'

export type AnyLabel = LabelRequest | DesignRequest

export const isOfDesign = (label: AnyLabel): label is DesignRequest => 'design' in label

/** The composition of a label, small enough for its format. @throws what `composeLabel` and `composeDesign` throw */
export function composeAnyLabel(label: AnyLabel, limits: Limits): JudgedScene & { readonly asked?: Asked } {
  return isOfDesign(label) ? composeDesign(label, limits) : composeLabel(label, limits)
}

/** How a label of a design is written. */
export function designFile({ format, qty, zpl }: Pick<DesignRequest, 'format' | 'qty' | 'zpl'>): FileStyle {
  return { format, copies: qty, isSized: true, zpl }
}

/** The file of a label of a design. @throws what `composeDesign` throws */
export function drawDesign(request: DesignRequest, limits: Limits): Drawing {
  return deflated(drawing(composeDesign(request, limits), designFile(request), pdfOf))
}
