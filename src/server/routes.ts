import { type Endpoint, jsonAnswer, overloaded } from '../answer.ts'
import { type Designs, noDesigns } from '../design/designs.ts'
import { pagesServed } from '../pages/pages.ts'
import { grocy, grocyBody, printRefusal } from './api/adapters/grocy.ts'
import { homebox } from './api/adapters/homebox.ts'
import { check, checkBody, reportSchemaEndpoint } from './api/check/index.ts'
import { barcodeApi } from './api/compat/barcodeapi.ts'
import { bwipJs } from './api/compat/bwip-js.ts'
import { googleChart } from './api/compat/google-chart.ts'
import { qrserver } from './api/compat/qrserver.ts'
import { compat } from './api/compat/service.ts'
import { tecIt } from './api/compat/tec-it.ts'
import { counterEndpoint, countersEndpoint } from './api/counters/index.ts'
import { nextNumbers } from './api/counters/next-numbers.ts'
import { description } from './api/description.ts'
import { designEndpoint, designsEndpoint, schemaEndpoint } from './api/designs/index.ts'
import { barcode, type Draw, deprecation, label, legacy } from './api/images.ts'
import { backupEndpoint } from './api/jobs/backup.ts'
import {
  cancelEndpoint,
  jobEndpoint,
  jobEventsEndpoint,
  jobLabelsEndpoint,
  jobsEndpoint,
  jobsTableEndpoint,
  reprintEndpoint,
  resumeEndpoint,
  steeringBody,
} from './api/jobs/index.ts'
import { explanation, gs1 } from './api/json.ts'
import { type KeysInUse, keysEndpoint } from './api/keys.ts'
import { labelDesign } from './api/label-design.ts'
import { labels } from './api/labels/index.ts'
import { labelsBody } from './api/labels/rows.ts'
import { planned, printerName } from './api/plan.ts'
import { type Printing, pageRefusal, print, printBody } from './api/print/index.ts'
import { printerRefusal, printersEndpoint } from './api/print/printers.ts'
import { proved, usualProof } from './api/proof.ts'
import { scanEndpoint, scansEndpoint } from './api/scans/index.ts'
import { alignment, sheets } from './api/sheets.ts'
import type { Route } from './http/route.ts'

/** What jobs are answered whose clients the routes do not see. */
export { answerTo, printOutcome } from './api/print/answers.ts'

const healthy = jsonAnswer({ status: 'ok' })
const ready = jsonAnswer({ status: 'ready' })
const degraded = jsonAnswer({ status: 'ready', degraded: 'drawings that were read back are not what was asked for' })

const damaged = jsonAnswer({
  status: 'ready',
  degraded: 'what is kept of print jobs is damaged: GET /api/v1/jobs says what',
})

/** What the routes tell of the service itself. */
interface ServiceState {
  /** Whether the server accepts more requests. */
  readonly isReady: () => boolean
  /** Whether so many drawings were refused when they were read back that a person should look. */
  readonly isDegraded?: () => boolean
  /** Shows the figures of the service. */
  readonly metrics: Endpoint
  /** None by default. */
  readonly designs?: Designs | undefined
  readonly keys?: KeysInUse
}

const noKeys: KeysInUse = { reports: () => [], since: 0 }

/** All routes: which endpoint serves which path. */
export function routesOf(
  draw: Draw,
  printing: Printing,
  { isReady, isDegraded = () => false, metrics, designs = noDesigns, keys = noKeys }: ServiceState,
): readonly Route[] {
  const drawn = { limited: true, isDrawing: true, headers: [] }
  const free = { limited: false, isDrawing: false, headers: [] }
  // no page of another origin prints, or reads how much a warehouse prints
  const isPrivate = true
  const { counters, scans, keepsJobs } = printing
  const jobs = keepsJobs ? printing.jobs : undefined
  const next = nextNumbers(counters)
  const { policy, failed } = draw.proof ?? usualProof
  const steering = { ...free, limited: true, isPrivate, scopes: ['jobs'] } as const
  // what prints again needs the right to print
  const printingAgain = { ...steering, scopes: ['jobs', 'print'] } as const
  // a page costs no token, because reading it must not use up the tokens for its own requests to the API
  const pages = pagesServed().map((page) => ({ ...free, ...page }))
  return [
    { path: '/api/v1/barcode', endpoint: proved(barcode(draw, next), { route: '/api/v1/barcode', failed }), ...drawn },
    {
      path: '/api/v1/label',
      endpoint: proved(label(draw, designs, next), { route: '/api/v1/label', failed }),
      ...drawn,
    },
    { path: '/api/v1/label/design', endpoint: labelDesign(draw.limits), ...drawn },
    {
      path: '/api/v1/labels',
      endpoint: proved(labels({ limits: draw.limits, designs, policy, counters }), { route: '/api/v1/labels', failed }),
      body: labelsBody,
      ...drawn,
    },
    {
      path: '/api/v1/print',
      endpoint: proved(print(draw.limits, printing, designs, policy), { route: '/api/v1/print', failed }),
      body: printBody,
      refusalByHead: printerRefusal(printing.printers, pageRefusal),
      ...drawn,
      isPrivate,
      scopes: ['print'],
    },
    {
      path: '/api/v1/printers',
      endpoint: printersEndpoint(printing.printers),
      ...free,
      limited: true,
      isPrivate,
      scopes: ['printers'],
    },
    { path: '/api/v1/jobs', endpoint: jobsEndpoint(jobs), ...steering },
    { path: '/api/v1/jobs.csv', endpoint: jobsTableEndpoint(jobs, counters), ...steering },
    { path: '/api/v1/jobs/events', endpoint: jobEventsEndpoint(jobs), ...steering },
    { path: '/api/v1/jobs/{id}', endpoint: jobEndpoint(jobs), ...steering },
    { path: '/api/v1/jobs/{id}/labels', endpoint: jobLabelsEndpoint(jobs), ...steering },
    { path: '/api/v1/jobs/{id}/cancel', endpoint: cancelEndpoint(jobs), body: steeringBody, ...steering },
    { path: '/api/v1/jobs/{id}/resume', endpoint: resumeEndpoint(jobs), body: steeringBody, ...printingAgain },
    {
      path: '/api/v1/jobs/{id}/reprint',
      endpoint: reprintEndpoint(jobs),
      body: steeringBody,
      ...printingAgain,
    },
    { path: '/api/v1/scans', endpoint: scansEndpoint(scans), ...steering },
    { path: '/api/v1/scans/{id}', endpoint: scanEndpoint(scans, Date.now), body: steeringBody, ...steering },
    { path: '/api/v1/counters', endpoint: countersEndpoint(counters), ...steering },
    {
      path: '/api/v1/counters/{id}',
      endpoint: counterEndpoint(counters),
      body: steeringBody,
      ...steering,
      scopes: ['counters'],
    },
    {
      path: '/api/v1/state/backup',
      endpoint: backupEndpoint(jobs, printing.jobsFile),
      body: steeringBody,
      ...steering,
    },
    {
      path: '/api/v1/keys',
      endpoint: keysEndpoint(keys),
      ...free,
      limited: true,
      isPrivate,
      scopes: ['admin'],
    },
    { path: '/api/v1/designs', endpoint: designsEndpoint(designs), ...free, limited: true, isPrivate },
    { path: '/api/v1/designs/schema.json', endpoint: schemaEndpoint(), ...free, limited: true },
    { path: '/api/v1/designs/{id}', endpoint: designEndpoint(designs), ...free, limited: true, isPrivate },
    { path: '/api/v1/explain', endpoint: explanation(), ...drawn },
    {
      path: '/api/v1/plan',
      endpoint: planned(draw.limits, { printers: printing.printers, designs, numberOf: next }),
      ...drawn,
      // what a printer has is told to those alone who may know of it
      restricted: (query) => (printerName(query) === undefined ? undefined : { isPrivate, scopes: ['printers'] }),
    },
    { path: '/api/v1/check', endpoint: check(), body: checkBody, ...drawn },
    { path: '/api/v1/check/schema.json', endpoint: reportSchemaEndpoint(), ...free, limited: true },
    { path: '/api/v1/gs1', endpoint: gs1(), ...free, limited: true },
    { path: '/api/v1/sheets', endpoint: sheets(), ...free, limited: true },
    { path: '/api/v1/sheets/alignment', endpoint: alignment(draw.limits), ...drawn },
    { path: '/api/v1/openapi.json', endpoint: description(), ...free, limited: true },
    {
      path: '/api/generate-barcode',
      endpoint: proved(legacy(draw, next), { route: '/api/generate-barcode', failed }),
      ...drawn,
      headers: deprecation,
    },
    { path: '/adapters/homebox', endpoint: proved(homebox(draw), { route: '/adapters/homebox', failed }), ...drawn },
    {
      path: '/adapters/grocy',
      endpoint: proved(grocy(draw, printing), { route: '/adapters/grocy', failed }),
      body: grocyBody,
      refusalByHead: printerRefusal(printing.printers, printRefusal),
      ...drawn,
      takesBasic: true,
    },
    {
      path: '/compat/bwip-js',
      endpoint: proved(compat(bwipJs, draw), { route: '/compat/bwip-js', failed }),
      ...drawn,
      isBeginning: true,
    },
    {
      path: '/compat/barcodeapi/api/',
      endpoint: proved(compat(barcodeApi, draw), { route: '/compat/barcodeapi/api/', failed }),
      ...drawn,
      isBeginning: true,
    },
    {
      path: '/compat/qrserver/v1/create-qr-code',
      endpoint: proved(compat(qrserver, draw), { route: '/compat/qrserver/v1/create-qr-code', failed }),
      ...drawn,
      isBeginning: true,
    },
    {
      path: '/compat/google/chart',
      endpoint: proved(compat(googleChart, draw), { route: '/compat/google/chart', failed }),
      ...drawn,
      isBeginning: true,
    },
    {
      path: '/compat/tec-it/barcode.ashx',
      endpoint: proved(compat(tecIt, draw), { route: '/compat/tec-it/barcode.ashx', failed }),
      ...drawn,
    },
    { path: '/healthz', endpoint: () => healthy, ...free, isForProbes: true },
    {
      path: '/readyz',
      endpoint: () => {
        if (!isReady()) return overloaded('stopping')
        if (isDegraded()) return degraded
        return (jobs?.store.damage ?? []).length > 0 ? damaged : ready
      },
      ...free,
      isForProbes: true,
    },
    { path: '/metrics', endpoint: metrics, ...free, isPrivate, scopes: ['metrics'] },
    ...pages,
  ]
}
