/** GET /api/v1/designs, one of them, and their JSON Schema: what the service can draw by name, and what it wants for it. */

import { type Answer, type Endpoint, jsonAnswer } from '../../../answer.ts'
import type { Design } from '../../../design/design.ts'
import type { Designs } from '../../../design/designs.ts'
import { designSchema } from '../../../design/schema.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { queryEndpoint } from '../endpoint.ts'
import { refused } from '../images.ts'
import { designCalled } from './asked.ts'

/** The list, in the order of their names. */
export function designsEndpoint(designs: Designs): Endpoint {
  return described(() => jsonAnswer({ designs: designs.list().map(descriptionOf) }))
}

/** One design, whose name is in the path. */
export function designEndpoint(designs: Designs): Endpoint {
  return described((sender) => {
    const design = designCalled(sender?.segment ?? '', designs)
    if ('status' in design) return design
    const definition = designs.definition?.(design.name)
    return jsonAnswer({ ...descriptionOf(design), ...(definition && { definition }) })
  })
}

const hour = 3600

/** The JSON Schema of designs. */
export function schemaEndpoint(): Endpoint {
  const schema: Answer = { ...jsonAnswer(designSchema), maxAge: hour }
  return described(() => schema)
}

/** An endpoint without parameters of its own. */
function described(answer: (sender?: Parameters<Endpoint>[2]) => Answer): Endpoint {
  const read = requestReader(parameters.designs)
  return queryEndpoint(
    parameters.designs,
    ({ given, others }, _language?: string, sender?: Parameters<Endpoint>[2]) => {
      const { request, faults } = read(given, others)
      return request === undefined ? refused(faults) : answer(sender)
    },
  )
}

/** A design as clients see it: what a form for it needs. */
function descriptionOf({ name, title, size, orientation, fields, elements }: Design): object {
  const symbols = elements.flatMap((element) => ('given' in element ? [`${element.given.type}`] : []))
  const listed = [...fields].map(([field, { title, isRequired, default: otherwise, sample, pattern }]) => {
    const values = {
      required: isRequired,
      default: otherwise,
      sample: sample ?? null,
      pattern: pattern?.source ?? null,
    }
    return { name: field, title: title ?? null, ...values }
  })
  return { name, title: title ?? null, size, ...(orientation && { orientation }), symbols, fields: listed }
}
