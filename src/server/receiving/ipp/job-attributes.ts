/** What is said of jobs: RFC 8011, 5.3. */

import type { Attribute } from '../../../printing/channels/ipp-message.ts'
import type { Job, JobState } from '../../../printing/index.ts'
import { reasonOf } from '../../api/jobs/job-json.ts'
import type { CreatedJob } from './created-jobs.ts'
import { secondsOf } from './printer-attributes.ts'

/** RFC 8011, 5.3.7 and 5.3.8 */
interface ToldState {
  readonly state: number
  readonly reason: string
}

const pending = 3
const pendingHeld = 4
const processing = 5
const processingStopped = 6
const canceled = 7
const aborted = 8
const completed = 9

const states: { readonly [state in JobState]: ToldState } = {
  held: { state: pendingHeld, reason: 'job-held-for-review' },
  waiting: { state: pending, reason: 'none' },
  printing: { state: processing, reason: 'job-printing' },
  // it goes on when a person has looked which label came out last
  uncertain: { state: processingStopped, reason: 'job-stopped' },
  done: { state: completed, reason: 'job-completed-successfully' },
  failed: { state: aborted, reason: 'aborted-by-system' },
  cancelled: { state: canceled, reason: 'job-canceled-by-user' },
}

const createdStates: { readonly [state in CreatedJob['state']]: ToldState } = {
  open: { state: pendingHeld, reason: 'job-incoming' },
  taken: { state: pending, reason: 'job-incoming' },
  aborted: { state: aborted, reason: 'aborted-by-system' },
  cancelled: { state: canceled, reason: 'job-canceled-by-user' },
}

/** A job of IPP: in the store, or created without a document. */
export type AnyJob = Job | CreatedJob

const isKept = (job: AnyJob): job is Job => 'labels' in job

const stateOf = (job: AnyJob): ToldState => (isKept(job) ? states[job.state] : createdStates[job.state])

/** Whether nothing becomes of it any more. */
export const isCompleted = (job: AnyJob): boolean => stateOf(job).state >= canceled

/** What the answer to the creation of a job says of it. @param uri  of its printer */
export function createdAttributes(job: AnyJob, uri: string): readonly Attribute[] {
  const { state, reason } = stateOf(job)
  const message = (isKept(job) && reasonOf(job)) || ''
  return [
    { tag: 'integer', name: 'job-id', values: [job.id] },
    { tag: 'uri', name: 'job-uri', values: [`${uri}/${job.id}`] },
    { tag: 'enum', name: 'job-state', values: [state] },
    { tag: 'keyword', name: 'job-state-reasons', values: [reason] },
    { tag: 'text', name: 'job-state-message', values: [message] },
  ]
}

/** All that is said of a job. @param uri  of its printer @param now  milliseconds since 1970 */
export function jobAttributes(job: AnyJob, uri: string, now: number): readonly Attribute[] {
  const number = (name: string, value: number): Attribute => ({ tag: 'integer', name, values: [value] })
  const time = (name: string, ms: number | undefined): readonly Attribute[] =>
    ms === undefined
      ? [
          { tag: 'noValue', name: `time-at-${name}`, values: [undefined] },
          { tag: 'noValue', name: `date-time-at-${name}`, values: [undefined] },
        ]
      : [
          number(`time-at-${name}`, secondsOf(ms)),
          { tag: 'dateTime', name: `date-time-at-${name}`, values: [new Date(ms)] },
        ]
  return [
    ...createdAttributes(job, uri),
    { tag: 'uri', name: 'job-printer-uri', values: [uri] },
    {
      tag: 'uri',
      name: 'job-more-info',
      values: [`${uri.replace(/^ipp/, 'http').replace(/\/ipp\/print\/.*$/, '')}/jobs`],
    },
    { tag: 'name', name: 'job-name', values: [job.title ?? `job ${job.id}`] },
    { tag: 'name', name: 'job-originating-user-name', values: [userOf(job.by)] },
    ...time('creation', job.created),
    // when its printer got the first byte is not kept
    ...time('processing', undefined),
    ...time('completed', job.ended),
    number('job-printer-up-time', secondsOf(now)),
    ...(isKept(job)
      ? [
          number('job-k-octets', Math.ceil((job.bytes ?? 0) / 1024)),
          number('job-impressions', job.labels),
          number('job-impressions-completed', job.printed ?? job.confirmed),
          number('job-media-sheets-completed', job.printed ?? job.confirmed),
        ]
      : []),
    number('number-of-documents', isKept(job) ? 1 : 0),
  ]
}

/** Who has sent a job, as it is kept: the name that the client says, which anybody may say, with the address that it comes from. */
export const senderOf = (user: string, address: string): string => `${user}@${address}`

/** The name alone; of a job with a key its name. */
const userOf = (by: string): string => (by.includes('@') ? by.slice(0, by.lastIndexOf('@')) : by)

/** Attributes that are told where none are asked for: RFC 8011, 4.2.6.1. */
export const usualJobAttributes = ['job-id', 'job-uri'] as const

/** Those that are asked for: by their names, or by those of their groups. */
export function chosenOfJob(attributes: readonly Attribute[], names: readonly string[]): readonly Attribute[] {
  if (names.includes('all') || names.includes('job-description')) return attributes
  return attributes.filter(({ name }) => names.includes(name))
}
