/** The endpoints that answer with an image: a barcode, or a label. */

import { type Answer, type Endpoint, faultsAnswer, type MediaType } from '../../answer.ts'
import { countersOf } from '../../design/compose.ts'
import type { Design } from '../../design/design.ts'
import { type Designs, noDesigns } from '../../design/designs.ts'
import { drawDesign } from '../../design/label.ts'
import { besideDesign, designReader, withFields } from '../../design/request.ts'
import type { BarcodeRequest, Drawing, LabelRequest } from '../../draw/drawing.ts'
import type { Limits } from '../../drawing-size.ts'
import { isDescription } from '../../layout/sheets/description.ts'
import { warningText } from '../../plan/warning.ts'
import { isPrinterLanguage, languageFiles } from '../../render/language.ts'
import type { NumberOf } from '../../request/counters.ts'
import type { Request } from '../../request/parameter.ts'
import { parameters } from '../../request/params.ts'
import { requestReader } from '../../request/reader.ts'
import { madeOf } from '../../request/refusals.ts'
import { drawn } from '../route.ts'
import { notTaken, withState } from './counters/next-numbers.ts'
import { designCalled, designName, namedDesign } from './designs/asked.ts'
import { endpoint, type Operation, queryEndpoint, symbolEndpoint } from './endpoint.ts'
import { type ServedProof, usualProof, verifiedImage } from './proof.ts'

/** The drawing functions and limits of an image endpoint. */
export interface Draw {
  barcode(request: BarcodeRequest, limits: Limits): Drawing
  label(request: LabelRequest, limits: Limits): Drawing
  readonly limits: Limits
  /** `usualProof` by default. */
  readonly proof?: ServedProof
}

/** The images of one request. @param numberOf  what counters give next; undefined if there are none */
export function imageOperations(draw: Draw, designs: Designs, numberOf?: NumberOf): readonly Operation[] {
  return [
    { path: '/api/v1/barcode', ...drawn, parameters: parameters.barcode, endpoint: barcode(draw, numberOf) },
    {
      path: '/api/v1/label',
      ...drawn,
      parameters: { ...parameters.label, design: namedDesign },
      endpoint: label(draw, designs, numberOf),
    },
    {
      path: '/api/generate-barcode',
      ...drawn,
      parameters: parameters.legacy,
      endpoint: legacy(draw, numberOf),
      headers: deprecation,
    },
  ]
}

/** GET /api/v1/barcode: the barcode alone. */
export function barcode(draw: Draw, numberOf?: NumberOf): Endpoint {
  const answer = (request: BarcodeRequest): Answer =>
    image(request.type, draw.barcode(verifiedBy(draw, request), draw.limits))
  return symbolEndpoint(parameters.barcode, answer, numberOf)
}

/** GET /api/v1/label: the barcode on a label of a stock size, or a label of a design. */
export function label(draw: Draw, designs: Designs = noDesigns, numberOf?: NumberOf): Endpoint {
  const answer = (request: LabelRequest): Answer =>
    image(nameOf(request), draw.label(verifiedBy(draw, request), draw.limits))
  const plain = symbolEndpoint(parameters.label, answer, numberOf)
  return (raw) => {
    const name = designName(raw)
    if (name === undefined) return plain(raw)
    const design = designCalled(name, designs)
    return 'status' in design ? design : designedLabel(design, draw, numberOf)(raw)
  }
}

/** A label of a design. Its file may be changed, and dates and counters go on, so that no cache keeps it. */
function designedLabel(design: Design, draw: Draw, numberOf: NumberOf | undefined): Endpoint {
  const read = designReader(design, { now: new Date(), numberOf })
  return queryEndpoint(withFields(parameters.designed, design), (query) =>
    withState(() => {
      const { given, others } = besideDesign(query)
      const found = madeOf(
        given,
        (values) => read(values, others),
        (request) => ({
          ...image(`label-${design.name}`, drawDesign(verifiedBy(draw, request), draw.limits)),
          maxAge: 0,
        }),
      )
      return 'made' in found
        ? notTaken(found.made, countersOf(design))
        : faultsAnswer(found.code, found.message, found.faults)
    }),
  )
}

/** A description of a sheet is not a name for a file. */
function nameOf({ sheet, size, type }: LabelRequest): string {
  if (sheet === undefined) return `label-${size}-${type}`
  return `labels-${isDescription(sheet) ? 'sheet' : sheet}-${type}`
}

/** The request, read back too if the service reads back everything. */
export function verifiedBy<R extends object>({ proof = usualProof }: Draw, request: R): R {
  return proof.policy === 'all' ? { ...request, verify: true } : request
}

/** GET /api/generate-barcode, deprecated: the label as a PDF with its text; `format` and `showtext` are checked, then ignored. */
export function legacy(draw: Draw, numberOf?: NumberOf): Endpoint {
  const answer = (asked: Request<typeof parameters.legacy>): Answer => {
    const request = { ...asked, format: 'pdf', showtext: true } as const
    return image(`label-${request.size}-${request.type}`, draw.label(verifiedBy(draw, request), draw.limits))
  }
  return endpoint(parameters.legacy, answer, requestReader(parameters.legacy), numberOf)
}

/** Headers of every response of the deprecated endpoint, errors included; names and values alternate. */
const deprecation = ['Deprecation', 'true', 'Link', '</api/v1/label>; rel="successor-version"']

export function mediaTypeOf(format: Drawing['format']): MediaType {
  if (isPrinterLanguage(format)) return languageFiles[format].mediaType
  return ({ png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' } as const)[format]
}

const day = 86400

/** The answer with the image. */
export function image(name: string, { bytes, format, xDimension, warnings, isVerified }: Drawing): Answer {
  const x = `${Math.round(xDimension * 10000) / 10000}mm`
  const headers = [
    // a design may have no symbol
    ...(xDimension > 0 ? ['X-Dimension', x] : []),
    'Content-Disposition',
    `inline; filename="${name}.${format}"`,
    ...(isVerified ? verifiedImage(x) : []),
  ]
  for (const warning of warnings) headers.push('Quietzone-Warning', warningText(warning))
  return { status: 200, type: mediaTypeOf(format), body: bytes, maxAge: day, headers }
}
