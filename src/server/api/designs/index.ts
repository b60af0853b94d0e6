/** GET /api/v1/designs, one of them, and their JSON Schema: what the service can draw by name, and what it wants for it. */

import { type Answer, type Caller, jsonAnswer } from '../../../answer.ts'
import type { Design } from '../../../design/design.ts'
import type { Designs } from '../../../design/designs.ts'
import { designSchema } from '../../../design/schema.ts'
import { parameters } from '../../../request/params.ts'
import { counted, privateTo } from '../../route.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'
import { tagged } from '../if-match.ts'
import { designCalled } from './asked.ts'
import { designChanges } from './changes.ts'
import { importOperation } from './importer.ts'

const hour = 3600

export function designOperations(designs: Designs): readonly Operation[] {
  const schema: Answer = { ...jsonAnswer(designSchema), maxAge: hour }
  const described = (path: string, answer: (segment: string) => Answer) => ({
    path,
    ...counted,
    parameters: parameters.designs,
    endpoint: plainEndpoint(parameters.designs, (_request, _language?: string, sender?: Caller) =>
      answer(sender?.segment ?? ''),
    ),
  })
  return [
    {
      ...described('/api/v1/designs', () =>
        jsonAnswer({ designs: designs.list().map(descriptionOf), fixed: designs.save === undefined }),
      ),
      ...privateTo(),
    },
    {
      ...described('/api/v1/designs/{id}', (name) => tagged(oneDesign(name, designs))),
      ...privateTo(),
      changes: designChanges(designs, (name) => oneDesign(name, designs)),
    },
    importOperation(),
    described('/api/v1/designs/schema.json', () => schema),
  ]
}

function oneDesign(name: string, designs: Designs): Answer {
  const design = designCalled(name, designs)
  if ('status' in design) return design
  const definition = designs.definition?.(design.name)
  return jsonAnswer({ ...descriptionOf(design), ...(definition && { definition }) })
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
