/** Designs drawn in tests. */

import { composeDesign, type DesignRequest } from '../../src/design/compose.ts'
import type { Design } from '../../src/design/design.ts'
import { pictureInUri } from '../../src/design/picture-source.ts'
import { designIn } from '../../src/design/reader.ts'
import { type Composition, drawing, type LabelFormat } from '../../src/draw/drawing.ts'
import '../../src/draw.ts'
import { deflated } from '../../src/render/deflate.ts'
import { pdfOf } from '../../src/render/pdf.ts'
import type { GivenValues } from '../../src/request/parameter.ts'
import type { JsonDesign } from './random-design.ts'

export const limits = { maxPixels: 25_000_000 }
export const now = new Date(2027, 0, 31, 12)

export const designOf = (json: JsonDesign): Design => designIn(JSON.stringify(json, null, 1), pictureInUri)

/** @throws DrawingRefusal, FitError, NotConforming */
export function composed(design: Design, given: GivenValues, others: Partial<DesignRequest> = {}): Composition {
  const request = { design, given, row: 1, now, format: 'png', dpi: '203', qty: 1, strict: false, ...others } as const
  return composeDesign(request, limits)
}

/** The bytes of a composition. */
export function fileOf(composition: Composition, format: LabelFormat): Uint8Array {
  return deflated(drawing(composition, { format, copies: 1, isSized: false }, pdfOf)).bytes
}

/** What `make` throws. */
export function thrown(make: () => unknown): unknown {
  try {
    make()
  } catch (error) {
    return error
  }
  return undefined
}
