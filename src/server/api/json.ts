/** The endpoints that answer in JSON: what is known of a symbol before it is printed, and of a GS1 message. */

import { Gs1Error, gs1Message, messageDescription, usualDomain } from '../../../symbologies/gs1/index.ts'
import { optionsIn, withoutMark } from '../../../symbologies/index.ts'
import { type Endpoint, faultsAnswer, jsonAnswer } from '../../answer.ts'
import { countersOf } from '../../design/compose.ts'
import type { Design } from '../../design/design.ts'
import { type Designs, noDesigns } from '../../design/designs.ts'
import { planDesign } from '../../design/plan.ts'
import { withFields } from '../../design/request.ts'
import type { Limits } from '../../draw.ts'
import { explainContent, explanationJson } from '../../explain/index.ts'
import { plan } from '../../plan/plan.ts'
import { warningText } from '../../plan/warning.ts'
import type { NumberOf } from '../../request/counters.ts'
import { parameters } from '../../request/params.ts'
import { requestReader } from '../../request/reader.ts'
import { madeOf } from '../../request/refusals.ts'
import { notTaken, withState } from './counters/next-numbers.ts'
import { designCalled, designName } from './designs/asked.ts'
import { endpoint, queryEndpoint, symbolEndpoint } from './endpoint.ts'

const hour = 3600

/**
 * GET /api/v1/plan: whether the symbol of a label will scan, and what else would do; or of each symbol of a design.
 *
 * @param numberOf  what counters give next
 */
export function planned(limits: Limits, numberOf?: NumberOf, designs: Designs = noDesigns): Endpoint {
  const plain = symbolEndpoint(
    parameters.plan,
    (request) => ({ ...jsonAnswer(plan(request, limits)), maxAge: hour }),
    numberOf,
  )
  return (raw) => {
    const name = designName(raw)
    if (name === undefined) return plain(raw)
    const design = designCalled(name, designs)
    return 'status' in design ? design : designPlanned(design, limits, numberOf)(raw)
  }
}

/** Its file may be changed, and dates and counters go on, so that no cache keeps it. */
function designPlanned(design: Design, limits: Limits, numberOf: NumberOf | undefined): Endpoint {
  const table = withFields(parameters.designedPlan, design)
  const read = requestReader(table)
  return queryEndpoint(table, ({ given, others }) =>
    withState(() => {
      const found = madeOf(
        given,
        (values) => read(values, others),
        ({ dpi }) => planDesign({ design, given, row: 1, now: new Date(), dpi, numberOf }, limits),
      )
      if ('made' in found) return notTaken({ ...jsonAnswer(found.made), maxAge: 0 }, countersOf(design))
      return faultsAnswer(found.code, found.message, found.faults)
    }),
  )
}

/** GET /api/v1/explain: a symbol, and the reason for each of its modules. */
export function explanation(): Endpoint {
  return symbolEndpoint(parameters.explain, (request) => {
    const options = optionsIn(request.type, request)
    const body = explanationJson(explainContent(request.type, request, options, new Date().getUTCFullYear()))
    return { status: 200, type: 'application/json', body, maxAge: hour, headers: [] }
  })
}

/** GET /api/v1/gs1: the elements of a GS1 message, what they mean, and its forms. */
export function gs1(): Endpoint {
  return endpoint(parameters.gs1, ({ text: given, domain = usualDomain }) => {
    const { text, doubts } = withoutMark(given)
    const { elements, faults } = gs1Message(text)
    if (faults.length > 0) throw new Gs1Error(faults)
    const headers = doubts.flatMap((doubt) => ['Quietzone-Warning', warningText({ parameter: 'text', ...doubt })])
    return {
      ...jsonAnswer(messageDescription(elements, { domain, thisYear: new Date().getUTCFullYear() })),
      maxAge: hour,
      headers,
    }
  })
}
