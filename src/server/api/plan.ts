/** GET /api/v1/plan: whether the symbol of a label will scan, and what else would do; or of each symbol of a design. */

import { type Answer, type Endpoint, faultsAnswer, jsonAnswer } from '../../answer.ts'
import { countersOf } from '../../design/compose.ts'
import type { Design } from '../../design/design.ts'
import { type Designs, noDesigns } from '../../design/designs.ts'
import { labelsReadBy } from '../../design/printer-labels.ts'
import { besideDesign, designLabelsFor, designReader, withFields } from '../../design/request.ts'
import type { Limits } from '../../draw.ts'
import { planDesign } from '../../plan/design-plan.ts'
import { plan } from '../../plan/plan.ts'
import type { Printer, Printers } from '../../printing/index.ts'
import type { NumberOf } from '../../request/counters.ts'
import { firstOf } from '../../request/parameter.ts'
import { parameters } from '../../request/params.ts'
import { queryParser } from '../../request/query.ts'
import { symbolReader } from '../../request/reader.ts'
import { madeOf } from '../../request/refusals.ts'
import { drawn, privateTo } from '../route.ts'
import { notTaken, withState } from './counters/next-numbers.ts'
import { designCalled, designName, namedDesign } from './designs/asked.ts'
import { endpoint, type Operation, queryEndpoint } from './endpoint.ts'
import { unknownPrinter } from './print/printers.ts'

const hour = 3600

/** What the service has that labels are planned with. */
interface PlanSurroundings {
  readonly printers?: Pick<Printers, 'find' | 'list'>
  readonly designs?: Designs
  /** What counters give next. */
  readonly numberOf?: NumberOf | undefined
}

export const planOperation = (limits: Limits, surroundings: PlanSurroundings): Operation => ({
  path: '/api/v1/plan',
  ...drawn,
  parameters: { ...table, design: namedDesign },
  endpoint: planned(limits, surroundings),
  // what a printer has is told to those alone who may know of it
  restricted: (query) => (printerName(query) === undefined ? undefined : privateTo('printers')),
})

export function planned(
  limits: Limits,
  { printers = { find: () => undefined, list: [] }, designs = noDesigns, numberOf }: PlanSurroundings = {},
): Endpoint {
  const onAny = symbolPlanned(limits, numberOf)
  return (raw) => {
    const name = printerName(raw)
    const printer = name === undefined ? undefined : printers.find(name)
    if (name !== undefined && printer === undefined) return unknownPrinter(name, printers)
    const wanted = designName(raw)
    if (wanted === undefined) return (printer === undefined ? onAny : symbolPlanned(limits, numberOf, printer))(raw)
    const design = designCalled(wanted, designs)
    return 'status' in design ? design : designPlanned(design, limits, { numberOf, printer })(raw)
  }
}

const parsed = queryParser({ printer: parameters.printers.printer })

/** The name of the printer that a query asks for; undefined if it asks for none. */
function printerName(raw: string): string | undefined {
  const name = firstOf(parsed(raw).given.printer)
  return typeof name === 'string' && name !== '' ? name : undefined
}

const table = { ...parameters.plan, printer: parameters.printers.printer }
const readPlan = symbolReader(table)

/** @param printer  what it has may change whenever its file does, so that no cache keeps the plan of its labels */
function symbolPlanned(limits: Limits, numberOf: NumberOf | undefined, printer?: Printer): Endpoint {
  const read = printer === undefined ? readPlan : labelsReadBy(readPlan, printer).read
  const maxAge = printer === undefined ? hour : 0
  return endpoint(table, (request) => ({ ...jsonAnswer(plan(request, limits)), maxAge }), read, numberOf)
}

/** Its file may be changed, and dates and counters go on, so that no cache keeps it. */
function designPlanned(
  design: Design,
  limits: Limits,
  { numberOf, printer }: { readonly numberOf: NumberOf | undefined; readonly printer: Printer | undefined },
): Endpoint {
  const { printer: ofPrinter } = table
  const own = withFields({ ...parameters.designedPlan, printer: ofPrinter }, design)
  return queryEndpoint(own, (query) =>
    withState((): Answer => {
      const { given, others } = besideDesign(query)
      const surroundings = { now: new Date(), numberOf }
      const read =
        printer === undefined
          ? designReader(design, surroundings, parameters.designedPlan)
          : designLabelsFor(printer, undefined, design, surroundings).read
      const found = madeOf(
        given,
        (values) => read(values, others),
        (request) => planDesign(request, limits),
      )
      if ('made' in found) return notTaken({ ...jsonAnswer(found.made), maxAge: 0 }, countersOf(design))
      return faultsAnswer(found.code, found.message, found.faults)
    }),
  )
}
