/** The endpoints of sheets: those that are known, and what tells how a printer has to be shifted. */

import { type Endpoint, jsonAnswer } from '../../answer.ts'
import { alignmentDrawing } from '../../draw/alignment-sheet.ts'
import type { Limits } from '../../drawing-size.ts'
import { isDescription } from '../../layout/sheets/description.ts'
import { sheetsFound } from '../../layout/sheets/listing.ts'
import { deflated } from '../../render/deflate.ts'
import { pdfOf } from '../../render/pdf.ts'
import { parameters } from '../../request/params.ts'
import { counted, drawn } from '../route.ts'
import { endpoint, type Operation } from './endpoint.ts'
import { mediaTypeOf } from './images.ts'

const hour = 3600
const day = 86400

export const sheetOperations = (limits: Limits): readonly Operation[] => [
  { path: '/api/v1/sheets', ...counted, parameters: parameters.sheets, endpoint: sheets() },
  { path: '/api/v1/sheets/alignment', ...drawn, parameters: parameters.alignment, endpoint: alignment(limits) },
]

/** GET /api/v1/sheets: sheets by brand, number, size, or how many labels they have. */
function sheets(): Endpoint {
  return endpoint(parameters.sheets, ({ search = '', limit }) => {
    return { ...jsonAnswer(sheetsFound(search, limit)), maxAge: hour }
  })
}

/** GET /api/v1/sheets/alignment: a page to print on plain paper and to hold behind a sheet of labels. */
function alignment(limits: Limits): Endpoint {
  return endpoint(parameters.alignment, (request) => {
    const { sheet, format } = request
    const body = deflated(alignmentDrawing(request, limits, pdfOf))
    const name = `alignment-${isDescription(sheet) ? 'sheet' : sheet}.${format}`
    const headers = ['Content-Disposition', `inline; filename="${name}"`]
    return { status: 200, type: mediaTypeOf(format), body, maxAge: day, headers }
  })
}
