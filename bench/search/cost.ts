import type { Endpoint } from '../../src/answer.ts'
import { drawBarcode, drawLabel } from '../../src/draw.ts'
import { barcode, label } from '../../src/server/api/images.ts'
import { explanation, planned } from '../../src/server/api/json.ts'
import type { Cost } from './climb.ts'
import { setOtherWords } from './other-words.ts'
import { type Candidate, type EndpointName, queryOf } from './request.ts'

/** The default limits of the service. */
const draw = { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25_000_000 } }

const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
  barcode: barcode(draw),
  label: label(draw),
  plan: planned(),
  explain: explanation(),
}

/** The time that the endpoint takes for the request in this process. A request that is too long to be read costs nothing. */
export function requestCost(candidate: Candidate): Cost {
  const { endpoint, given } = candidate
  const query = queryOf(candidate)
  if (query === undefined) return { milliseconds: 0, kind: 'unread' }
  let status = 0
  setOtherWords()
  const milliseconds = timeOf(() => {
    status = endpoints[endpoint](query).status
  })
  if (status >= 500) throw new Error(`${status} for /api/v1/${endpoint}?${query}`)
  return { milliseconds, kind: [endpoint, given.type, given.format ?? '', status].join(' ') }
}

/**
 * An estimate of the milliseconds that this thread worked: the lesser of the elapsed time, which other processes lengthen, and the
 * CPU time of the whole process, which includes the threads that collect garbage.
 */
export function timeOf(work: () => void): number {
  const before = process.cpuUsage()
  const started = performance.now()
  work()
  const passed = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return Math.min(passed, (user + system) / 1000)
}
