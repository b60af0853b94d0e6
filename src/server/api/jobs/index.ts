/** /api/v1/jobs: what was printed, what waits, what waits for a person, and what people decide about it. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Caller, errorAnswer, jsonAnswer } from '../../../answer.ts'
import { type Counters, type Job, JobRefusal, type Jobs, PrintError } from '../../../printing/index.ts'
import { Refusal } from '../../../request/form-faults.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { type Operation, refused } from '../endpoint.ts'
import { failedAnswer, stateRefusal } from '../print/answers.ts'
import { changing, showing } from '../state.ts'
import { EventStreams } from './events.ts'
import { jobJson } from './job-json.ts'
import { jobsTable } from './table.ts'

/** @param jobs  undefined if the service keeps none */
export function jobOperations(jobs: Jobs | undefined, counters: Counters | undefined): readonly Operation[] {
  const { job, jobLabels, jobsTable: table, resume, reprint } = parameters
  const about = { kept: jobs }
  const streams = jobs && new EventStreams(jobs)
  // what prints again needs the right to print
  const scopes = ['jobs', 'print'] as const
  return [
    showing(about, { path: '/api/v1/jobs', parameters: parameters.jobs }, orRefused(list)),
    showing(about, { path: '/api/v1/jobs.csv', parameters: table }, ({ since }, { store }) =>
      jobsTable(store, counters, since === undefined ? 0 : Date.parse(since)),
    ),
    showing({ kept: streams }, { path: '/api/v1/jobs/events', parameters: job }, (_, all, { principal, headerOf }) =>
      all.answer(principal.key, headerOf('Last-Event-ID')),
    ),
    showing(about, { path: '/api/v1/jobs/{id}', parameters: job }, orRefused(one)),
    showing(about, { path: '/api/v1/jobs/{id}/labels', parameters: jobLabels }, orRefused(labelsOf)),
    changing(
      about,
      { path: '/api/v1/jobs/{id}/cancel', parameters: job },
      steered((_request, all, { id }) => jobAnswer(all.cancel(id))),
    ),
    changing(
      about,
      { path: '/api/v1/jobs/{id}/resume', parameters: resume, scopes },
      steered(async ({ from }, all, { id }) => jobAnswer(await all.resume(id, from))),
    ),
    changing(
      about,
      { path: '/api/v1/jobs/{id}/reprint', parameters: reprint, scopes },
      steered(async (request, all, { id, by, client }) => {
        const again = await all.reprint(id, { ...request, by, client })
        // relative to /api/v1/jobs/{id}/reprint
        return { ...jobAnswer(again), status: 201, headers: ['Location', `../${again.id}`] }
      }),
    ),
  ]
}

/** The list, newest first. */
function list(request: Request<typeof parameters.jobs>, { store }: Jobs): Answer {
  const listed = store.list(request).map(jobJson)
  const { damage } = store
  return jsonAnswer({ jobs: listed, ...(damage.length > 0 && { damage }) })
}

function one(_request: object, { store }: Jobs, segment: string): Answer {
  const job = store.get(numberIn(segment))
  return job === undefined ? unknownJob(segment) : jobAnswer(job)
}

/** What the labels of a job say. */
function labelsOf({ from = 1, to }: Request<typeof parameters.jobLabels>, { store }: Jobs, segment: string): Answer {
  const job = store.get(numberIn(segment))
  if (job === undefined) return unknownJob(segment)
  const last = Math.min(job.labels, to ?? job.labels, from + mostLabels - 1)
  return jsonAnswer({ job: job.id, of: job.labels, labels: from > last ? [] : store.labels(job.id, from, last) })
}

/** Labels that are listed at once. */
const mostLabels = 500

/** What is answered, or why the state folder does not give it. */
function orRefused<R>(answer: (request: R, jobs: Jobs, segment: string) => Answer) {
  return (request: R, jobs: Jobs, { segment = '' }: Caller): Answer => {
    try {
      return answer(request, jobs, segment)
    } catch (error) {
      return stateRefusal(error)
    }
  }
}

/** Which job is steered, and by whom. */
interface Steered {
  readonly id: number
  readonly by: string
  readonly client: string
}

/** What becomes of a job, or why it does not do what is wanted. */
function steered<R>(answer: (request: R, jobs: Jobs, steered: Steered) => Answer | Promise<Answer>) {
  return (request: R, jobs: Jobs, { segment = '', principal }: Caller): Answer | Promise<Answer> => {
    const id = numberIn(segment)
    if (jobs.store.get(id) === undefined) return unknownJob(segment)
    // an async function, so that what is thrown at once is caught too
    return (async () => answer(request, jobs, { id, by: principal.name, client: principal.key }))().catch(
      (error: unknown) => ({ ...refusalOf(error, jobs, id), job: id }),
    )
  }
}

const jobAnswer = (job: Job): Answer => ({ ...jsonAnswer(jobJson(job)), job: job.id })

/** The number that a segment of the path is; 0, which no job has, for any other segment. */
const numberIn = (segment: string): number => (/^[1-9][0-9]{0,14}$/.test(segment) ? Number(segment) : 0)

const unknownJob = (segment: string): Answer =>
  errorAnswer('job_unknown', `${quoted(segment)} is not the number of a job of this service, or no longer`)

/** @throws `error` if it is not one of those that say why a job does not do what is wanted */
function refusalOf(error: unknown, jobs: Jobs, id: number): Answer {
  if (error instanceof PrintError) return failedAnswer((jobs.store.get(id) as Job).printer, error)
  if (!(error instanceof JobRefusal)) return stateRefusal(error)
  const { code, message, parameter } = error
  if (code !== 'invalid_parameter') return errorAnswer(code, message)
  return refused([new Refusal(code, message).fault(parameter!)])
}
