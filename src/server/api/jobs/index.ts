/** /api/v1/jobs: what was printed, what waits, what waits for a person, and what people decide about it. */

import { quoted } from '../../../../symbologies/index.ts'
import {
  type Answer,
  type BodyEndpoint,
  type Caller,
  type Endpoint,
  errorAnswer,
  jsonAnswer,
  type LiveAnswer,
} from '../../../answer.ts'
import { type Counters, type Job, JobRefusal, type Jobs, PrintError } from '../../../printing/index.ts'
import { Refusal } from '../../../request/form-faults.ts'
import type { Parameters, Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader } from '../../../request/reader.ts'
import { queryEndpoint } from '../endpoint.ts'
import { refused } from '../images.ts'
import { failedAnswer, stateRefusal } from '../print/answers.ts'
import { notAllowed } from '../print/order.ts'
import { EventStreams } from './events.ts'
import { jobJson } from './job-json.ts'
import { jobsTable } from './table.ts'

export const noState = errorAnswer('no_state', 'this service keeps no jobs, because QZ_STATE names no folder for them')

/** The list, newest first. @param jobs  undefined if the service keeps none */
export function jobsEndpoint(jobs: Jobs | undefined): Endpoint {
  return read(parameters.jobs, jobs, (request, { store }) => {
    const listed = store.list(request).map(jobJson)
    const { damage } = store
    return jsonAnswer({ jobs: listed, ...(damage.length > 0 && { damage }) })
  })
}

/** One job. */
export function jobEndpoint(jobs: Jobs | undefined): Endpoint {
  return read(parameters.job, jobs, (_request, { store }, segment) => {
    const job = store.get(numberIn(segment))
    return job === undefined ? unknownJob(segment) : jobAnswer(job)
  })
}

/** What the labels of a job say. */
export function jobLabelsEndpoint(jobs: Jobs | undefined): Endpoint {
  return read(parameters.jobLabels, jobs, ({ from = 1, to }, { store }, segment) => {
    const job = store.get(numberIn(segment))
    if (job === undefined) return unknownJob(segment)
    const last = Math.min(job.labels, to ?? job.labels, from + mostLabels - 1)
    return jsonAnswer({ job: job.id, of: job.labels, labels: from > last ? [] : store.labels(job.id, from, last) })
  })
}

/** Labels that are listed at once. */
const mostLabels = 500

/** The jobs since a time, as a table for spreadsheets. */
export function jobsTableEndpoint(
  jobs: Jobs | undefined,
  counters: Counters | undefined,
): Endpoint<Answer | LiveAnswer> {
  const reader = requestReader(parameters.jobsTable)
  return queryEndpoint(parameters.jobsTable, ({ given, others }) => {
    const { request, faults } = reader(given, others)
    if (jobs === undefined) return noState
    if (request === undefined) return refused(faults)
    return jobsTable(jobs.store, counters, request.since === undefined ? 0 : Date.parse(request.since))
  })
}

/** A stream of the jobs that change. */
export function jobEventsEndpoint(jobs: Jobs | undefined): Endpoint<Answer | LiveAnswer> {
  const streams = jobs && new EventStreams(jobs.store)
  const reader = requestReader(parameters.job)
  return queryEndpoint(parameters.job, ({ given, others }, _language?: string, sender?: Caller) => {
    const { request, faults } = reader(given, others)
    if (streams === undefined) return noState
    if (request === undefined) return refused(faults)
    return streams.answer(sender!.principal.key, sender!.headerOf('Last-Event-ID'))
  })
}

/** The body of a request that steers: none. */
export const steeringBody = { limit: 0, mediaTypes: ['text/plain'], isOptional: true } as const

export function cancelEndpoint(jobs: Jobs | undefined): BodyEndpoint {
  return steer(parameters.job, jobs, (_request, all, { id }) => jobAnswer(all.cancel(id)))
}

export function resumeEndpoint(jobs: Jobs | undefined): BodyEndpoint {
  return steer(parameters.resume, jobs, async ({ from }, all, { id }) => jobAnswer(await all.resume(id, from)))
}

export function reprintEndpoint(jobs: Jobs | undefined): BodyEndpoint {
  return steer(parameters.reprint, jobs, async (request, all, { id, by, client }) => {
    const job = await all.reprint(id, { ...request, by, client })
    // relative to /api/v1/jobs/{id}/reprint
    return { ...jobAnswer(job), status: 201, headers: ['Location', `../${job.id}`] }
  })
}

function read<T extends Parameters>(
  table: T,
  jobs: Jobs | undefined,
  answer: (request: Request<T>, jobs: Jobs, segment: string) => Answer,
): Endpoint {
  const reader = requestReader(table)
  return queryEndpoint(table, ({ given, others }, _language?: string, sender?: Caller) => {
    const { request, faults } = reader(given, others)
    if (jobs === undefined) return noState
    if (request === undefined) return refused(faults)
    try {
      return answer(request, jobs, sender?.segment ?? '')
    } catch (error) {
      return stateRefusal(error)
    }
  })
}

/** Which job is steered, and by whom. */
interface Steered {
  readonly id: number
  readonly by: string
  readonly client: string
}

function steer<T extends Parameters>(
  table: T,
  jobs: Jobs | undefined,
  answer: (request: Request<T>, jobs: Jobs, steered: Steered) => Answer | Promise<Answer>,
): BodyEndpoint {
  const reader = requestReader(table)
  const answered = queryEndpoint(table, ({ given, others }, { segment = '', principal }: Caller) => {
    const { request, faults } = reader(given, others)
    if (jobs === undefined) return noState
    if (request === undefined) return refused(faults)
    const id = numberIn(segment)
    if (jobs.store.get(id) === undefined) return unknownJob(segment)
    // an async function, so that what is thrown at once is caught too
    return (async () => answer(request, jobs, { id, by: principal.name, client: principal.key }))().catch(
      (error: unknown) => ({ ...refusalOf(error, jobs, id), job: id }),
    )
  })
  return (raw, _body, sender) => (sender.headerOf('Quietzone-Print') === 'yes' ? answered(raw, sender) : notAllowed)
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
