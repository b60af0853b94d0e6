/** GET /api/v1/jobs and /api/v1/jobs/{id}: what was printed, what waits, and what waits for a person. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Endpoint, errorAnswer, jsonAnswer } from '../../../answer.ts'
import type { Job, JobStore } from '../../../jobs/index.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { queryEndpoint } from '../endpoint.ts'
import { refused } from '../images.ts'

const noState = errorAnswer('no_state', 'this service keeps no jobs, because QZ_STATE names no folder for them')

/** The list, newest first. @param store  undefined if the service keeps no jobs */
export function jobsEndpoint(store: JobStore | undefined): Endpoint {
  const read = requestReader(parameters.jobs)
  return queryEndpoint(parameters.jobs, ({ given, others }) => {
    const { request, faults } = read(given, others)
    if (store === undefined) return noState
    return request === undefined ? refused(faults) : jsonAnswer({ jobs: store.list(request).map(jobJson) })
  })
}

/** One job. */
export function jobEndpoint(store: JobStore | undefined): Endpoint {
  const read = requestReader(parameters.job)
  return queryEndpoint(parameters.job, ({ given, others }, _language?: string, sender?) => {
    const { request, faults } = read(given, others)
    if (store === undefined) return noState
    if (request === undefined) return refused(faults)
    const job = jobIn(sender?.segment, store)
    return 'status' in job ? job : jsonAnswer(jobJson(job))
  })
}

/** The job of this number, or 404. */
function jobIn(segment = '', store: JobStore): Job | Answer {
  const job = /^[1-9][0-9]{0,14}$/.test(segment) ? store.get(Number(segment)) : undefined
  if (job !== undefined) return job
  return errorAnswer('job_unknown', `${quoted(segment)} is not the number of a job of this service, or no longer`)
}

/** A job as clients see it. */
export function jobJson(job: Job): object {
  const { id, printer, state, labels, sent, confirmed, created, ended, by } = job
  const { idempotencyKey = null, reason = null, reprintOf = null } = job
  const from = confirmed < labels ? confirmed + 1 : null
  const times = { created: timeOf(created), ended: ended === undefined ? null : timeOf(ended) }
  return { id, printer, state, labels, sent, confirmed, from, ...times, by, idempotencyKey, reason, reprintOf }
}

const timeOf = (ms: number): string => new Date(ms).toISOString()
