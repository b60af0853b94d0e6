/** What the service can be asked, and which paths its pages have. */

import { type Endpoint, jsonAnswer, overloaded } from '../answer.ts'
import { type Designs, noDesigns } from '../design/designs.ts'
import { pagesServed } from '../pages/pages.ts'
import type { PrinterEntries } from '../printing/printers/entries.ts'
import { grocyOperation } from './api/adapters/grocy.ts'
import { homeboxOperation } from './api/adapters/homebox.ts'
import { checkOperations } from './api/check/index.ts'
import { compatOperations } from './api/compat/index.ts'
import { counterOperations } from './api/counters/index.ts'
import { nextNumbers } from './api/counters/next-numbers.ts'
import { descriptionOperation } from './api/description.ts'
import { designOperations } from './api/designs/index.ts'
import type { Operation } from './api/endpoint.ts'
import type { Healer } from './api/heal/healer.ts'
import { healOperation } from './api/heal/index.ts'
import { type Draw, imageOperations } from './api/images.ts'
import { backupOperation } from './api/jobs/backup.ts'
import { jobOperations } from './api/jobs/index.ts'
import { jsonOperations } from './api/json.ts'
import { type KeysInUse, keyOperations } from './api/keys.ts'
import { labelDesignOperation } from './api/label-design.ts'
import { labelsOperation } from './api/labels/index.ts'
import { planOperation } from './api/plan.ts'
import { type Printing, printOperation } from './api/print/index.ts'
import { printProgramOperation } from './api/print/program.ts'
import type { PrinterSearch } from './api/printers/found.ts'
import { printerOperations } from './api/printers/index.ts'
import { proved, type ServedProof, usualProof } from './api/proof.ts'
import { scanOperations } from './api/scans/index.ts'
import { type SetupCopy, setupOperation } from './api/setup.ts'
import { sheetOperations } from './api/sheets.ts'
import { zplOperation } from './api/zpl.ts'
import { printServerOperation, type Receiver } from './receiving/index.ts'
import { type IppServices, ippOperation } from './receiving/ipp/index.ts'
import { free, privateTo, type Route } from './route.ts'

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
  /** Whether something that is kept of print jobs is not as it was written. */
  readonly isDamaged?: () => boolean
  /** Shows the figures of the service. */
  readonly metrics: Endpoint
  /** None by default. */
  readonly designs?: Designs | undefined
  readonly keys?: KeysInUse
  /** Of the file of printers, if there is one. */
  readonly printerEntries?: PrinterEntries | undefined
  /** Undefined where no key says who may look for printers. */
  readonly printerSearch?: PrinterSearch | undefined
  /** Undefined if nothing is kept. */
  readonly setupCopy?: SetupCopy | undefined
  /** Takes what arrives for printers; undefined if nothing is kept. */
  readonly receiver?: Receiver | undefined
  /** One of its own by default. */
  readonly healer?: Healer | undefined
  /** Undefined if no document is received. */
  readonly ipp?: Omit<IppServices, 'jobs'> | undefined
}

const noKeys: KeysInUse = { reports: () => [], since: 0 }

/** All routes: the operations of the API, and the pages. */
export function routesOf(draw: Draw, printing: Printing, state: ServiceState): readonly Route[] {
  const pages = pagesServed().map((page): Route => ({ ...free, ...page }))
  return [...operationsOf(draw, printing, state), ...pages]
}

/** What can be asked of the API. */
export function operationsOf(draw: Draw, printing: Printing, state: ServiceState): readonly Operation[] {
  const { designs = noDesigns, keys = noKeys, printerEntries, printerSearch, setupCopy, receiver, healer, ipp } = state
  const { limits, proof = usualProof } = draw
  const { printers, counters, scans, keepsJobs } = printing
  const jobs = keepsJobs ? printing.jobs : undefined
  const next = nextNumbers(counters)
  const operations: readonly Operation[] = [
    ...imageOperations(draw, designs, next),
    labelDesignOperation(limits),
    labelsOperation({ limits, designs, policy: proof.policy, counters }),
    printOperation(limits, printing, { designs, policy: proof.policy }),
    printProgramOperation(limits, printing, proof.policy),
    ...printerOperations(printing, printerEntries, printerSearch),
    printServerOperation({ printers, jobs: printing, receiver }),
    ...jobOperations(jobs, counters),
    ...scanOperations(scans),
    ...counterOperations(counters),
    backupOperation(jobs),
    ...keyOperations(keys),
    setupOperation(setupCopy),
    ...designOperations(designs),
    ...jsonOperations(),
    planOperation(limits, { printers, designs, numberOf: next }),
    ...checkOperations(),
    zplOperation(limits, proof.policy),
    healOperation({ limits, policy: proof.policy, printing, healer }),
    ...sheetOperations(limits),
    descriptionOperation(),
    homeboxOperation(draw),
    grocyOperation(draw, printing),
    ...compatOperations(draw),
    ippOperation(ipp && { ...ipp, jobs: printing.jobs }),
    ...probes(state),
    { path: '/metrics', ...free, ...privateTo('metrics'), parameters: {}, endpoint: state.metrics },
  ]
  return operations.map((operation) => (operation.isDrawing ? readBack(operation, proof) : operation))
}

/** The operation, which answers 500 in place of bytes that are not what was asked for. */
function readBack(operation: Operation, { failed }: ServedProof): Operation {
  const told = { route: operation.path, failed }
  return operation.body === undefined
    ? { ...operation, endpoint: proved(operation.endpoint, told) }
    : { ...operation, endpoint: proved(operation.endpoint, told) }
}

function probes({ isReady, isDegraded = () => false, isDamaged = () => false }: ServiceState): readonly Operation[] {
  const probe = { ...free, parameters: {}, isForProbes: true }
  return [
    { path: '/healthz', ...probe, endpoint: () => healthy },
    {
      path: '/readyz',
      ...probe,
      endpoint: () => {
        if (!isReady()) return overloaded('stopping')
        if (isDegraded()) return degraded
        return isDamaged() ? damaged : ready
      },
    },
  ]
}
