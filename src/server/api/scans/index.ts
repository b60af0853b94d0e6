/** /api/v1/scans: jobs whose labels are read back with a scanner, and what it has read. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type BodyEndpoint, type Endpoint, errorAnswer, jsonAnswer } from '../../../answer.ts'
import type { ScanProgress, Scans } from '../../../printing/index.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { withState } from '../counters/next-numbers.ts'
import { queryEndpoint } from '../endpoint.ts'
import { refused } from '../images.ts'
import { notAllowed } from '../print/order.ts'

const noState = errorAnswer('no_state', 'this service keeps no jobs, because QZ_STATE names no folder for them')

/** Jobs that are listed. */
const mostListed = 50

/** GET /api/v1/scans: the jobs that are not read back to their end, or one job. @param scans  undefined if the service keeps no jobs */
export function scansEndpoint(scans: Scans | undefined): Endpoint {
  const read = requestReader(parameters.scans)
  return queryEndpoint(parameters.scans, ({ given, others }) => {
    const { request, faults } = read(given, others)
    if (scans === undefined) return noState
    if (request === undefined) return refused(faults)
    return withState(() => {
      if (request.job === undefined) return jsonAnswer({ scans: scans.open(mostListed).map(progressJson) })
      const progress = scans.progress(request.job)
      return progress === undefined ? notScanned(`${request.job}`) : jsonAnswer({ scans: [progressJson(progress)] })
    })
  })
}

/** POST /api/v1/scans/{id}: what a scanner has read of a label of the job. */
export function scanEndpoint(scans: Scans | undefined, time: () => number): BodyEndpoint {
  const read = requestReader(parameters.scan)
  return queryEndpoint(parameters.scan, ({ given, others }, _body, { segment = '', headerOf }): Answer => {
    if (headerOf('Quietzone-Print') !== 'yes') return notAllowed
    const { request, faults } = read(given, others)
    if (scans === undefined) return noState
    if (request === undefined) return refused(faults)
    const job = /^[1-9][0-9]{0,14}$/.test(segment) ? Number(segment) : undefined
    return withState(() => {
      const found = job === undefined ? undefined : scans.scan(job, request.text, time())
      if (found === undefined) return notScanned(segment)
      const { result, label = null } = found
      return jsonAnswer({ result, label, ...progressJson(scans.progress(job!)!) })
    })
  })
}

const notScanned = (job: string): Answer =>
  errorAnswer('job_unknown', `${quoted(job)} is not the number of a job that was printed with confirm=scan`)

const progressJson = ({ next, ...progress }: ScanProgress): object => ({ ...progress, next: next ?? null })
