/** /api/v1/scans: jobs whose labels are read back with a scanner, and what it has read. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, errorAnswer, jsonAnswer } from '../../../answer.ts'
import type { ScanProgress, Scans } from '../../../printing/index.ts'
import { parameters } from '../../../request/params.ts'
import { withState } from '../counters/next-numbers.ts'
import type { Operation } from '../endpoint.ts'
import { changing, showing } from '../state.ts'

/** Jobs that are listed. */
const mostListed = 50

/** @param scans  undefined if the service keeps no jobs */
export function scanOperations(scans: Scans | undefined): readonly Operation[] {
  const about = { kept: scans }
  return [
    showing(about, { path: '/api/v1/scans', parameters: parameters.scans }, ({ job }, all) =>
      withState(() => listed(job, all)),
    ),
    changing(about, { path: '/api/v1/scans/{id}', parameters: parameters.scan }, ({ text }, all, { segment = '' }) =>
      withState(() => scanned(segment, text, all)),
    ),
  ]
}

/** The jobs that are not read back to their end, or one job. */
function listed(job: number | undefined, scans: Scans): Answer {
  if (job === undefined) return jsonAnswer({ scans: scans.open(mostListed).map(progressJson) })
  const progress = scans.progress(job)
  return progress === undefined ? notScanned(`${job}`) : jsonAnswer({ scans: [progressJson(progress)] })
}

/** What a scanner has read of a label of the job. */
function scanned(segment: string, text: string, scans: Scans): Answer {
  const job = /^[1-9][0-9]{0,14}$/.test(segment) ? Number(segment) : undefined
  const found = job === undefined ? undefined : scans.scan(job, text, Date.now())
  if (found === undefined) return notScanned(segment)
  const { result, label = null } = found
  return jsonAnswer({ result, label, ...progressJson(scans.progress(job!)!) })
}

const notScanned = (job: string): Answer =>
  errorAnswer('job_unknown', `${quoted(job)} is not the number of a job that was printed with confirm=scan`)

const progressJson = ({ next, ...progress }: ScanProgress): object => ({ ...progress, next: next ?? null })
