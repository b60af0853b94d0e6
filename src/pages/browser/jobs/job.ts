/** Print jobs as the service tells of them. */

import { isEnded, type JobSource, type JobState, jobSources, jobStates } from '../../../printing/job-states.ts'
import { objectIn } from '../service.ts'

export interface ListedJob {
  readonly id: string
  readonly printer: string
  readonly state: JobState
  /** What it is called, and what its first and last label say. */
  readonly title: string | undefined
  readonly first: string | undefined
  readonly last: string | undefined
  /** The job whose labels it prints again. */
  readonly of: string | undefined
  /** Labels, with their copies: of the job, sent, received by the printer, and come out; undefined if nobody has told. */
  readonly labels: number
  readonly sent: number
  readonly received: number
  readonly printed: number | undefined
  /** The first label that is not known to be printed, from 1; undefined if all are. */
  readonly from: number | undefined
  readonly created: Date
  readonly ended: Date | undefined
  /** The name of a key, or the address of a client. */
  readonly by: string
  /** The way by which it arrived. */
  readonly source: JobSource | undefined
  readonly idempotencyKey: string | undefined
  readonly reason: string | undefined
}

/** The job in `value`; undefined if there is none. */
export function jobIn(value: unknown): ListedJob | undefined {
  const { id, printer, state, labels, sent, received, printed, from, created, ended, by, idempotencyKey, reason, of } =
    objectIn(value)
  const { title, first, last, source } = objectIn(value)
  const known = jobStates.find((each) => each === state)
  const made = dateIn(created)
  const isNamed = (typeof id === 'string' || typeof id === 'number') && typeof printer === 'string'
  const isCounted = typeof labels === 'number' && typeof sent === 'number' && typeof received === 'number'
  if (!isNamed || !isCounted || known === undefined || made === undefined) return undefined
  return {
    ...{ id: `${id}`, printer, state: known, labels, sent, received },
    ...{ title: textIn(title), first: textIn(first), last: textIn(last) },
    of: typeof of === 'number' || typeof of === 'string' ? `${of}` : undefined,
    printed: typeof printed === 'number' ? printed : undefined,
    from: typeof from === 'number' && from <= labels ? from : undefined,
    created: made,
    ended: dateIn(ended),
    by: textIn(by) ?? '',
    source: jobSources.find((each) => each === source),
    idempotencyKey: textIn(idempotencyKey),
    reason: textIn(reason),
  }
}

/** The jobs of a list, newest first; everything else is left out. */
export function jobsIn(answer: unknown): readonly ListedJob[] {
  const { jobs } = objectIn(answer)
  return (Array.isArray(jobs) ? jobs : []).flatMap((each: unknown) => jobIn(each) ?? [])
}

/** Whether nothing more becomes of a job by itself. */
export const hasEnded = ({ state }: ListedJob): boolean => isEnded(state)

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function dateIn(value: unknown): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? undefined : date
}
