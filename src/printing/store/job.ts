/** A print job as the store keeps it. */

import { createHash } from 'node:crypto'
import type { JobSource, JobState } from '../job-states.ts'
import type { Delivery, PrintError } from '../printers/delivery.ts'
import type { Printer } from '../printers/printer.ts'
import type { SqlRow, SqlValue } from './sqlite.ts'

export interface Job {
  readonly id: number
  /** The name of the printer, which may have gone from the file of printers since. */
  readonly printer: string
  readonly state: JobState
  readonly labels: number
  /** Labels that were handed over. */
  readonly sent: number
  /** Labels, from the first on, that the printer certainly has received, or that a person has seen. */
  readonly confirmed: number
  /** Labels, from the first on, that have come out, as the printer counts or a person has seen; undefined if nobody has told. */
  readonly printed: number | undefined
  /** The first label that is printed when it goes on, 1 to labels + 1. */
  readonly next: number
  /** In ms since 1970. */
  readonly created: number
  readonly ended: number | undefined
  /** The name of the key with which it was ordered, or the client's address. */
  readonly by: string
  /** The key of the client, whose jobs take turns with those of others. */
  readonly client: string
  readonly idempotencyKey: string | undefined
  /** Why it is in its state; one readable line. */
  readonly reason: string | undefined
  /** Why it was ordered, in every state; rows of versions before 5 have it as their reason. */
  readonly purpose: string | undefined
  /** The job whose labels it prints again. */
  readonly reprintOf: number | undefined
  /** Whether it waits for a printer that is away; whoever ordered it does not wait for the answer. */
  readonly waits: boolean
  /** What of the printer its bytes depend on: they are for no other. */
  readonly style: string
  /** What people call it: the name of its design or table, or else what its first label says. At most 100 characters. */
  readonly title: string | undefined
  /** The texts of its first and its last label, at most 100 characters of each. */
  readonly first: string | undefined
  readonly last: string | undefined
  /** The version of the database in which its row was written last, from 5 on; undefined of an older one. */
  readonly version: number | undefined
  /** The way by which it arrived; undefined where it was ordered by a request to print. */
  readonly source: JobSource | undefined
  /** Bytes that it is counted as; undefined for one that an older version has written and that has not changed since. */
  readonly bytes: number | undefined
  /** When it ended in the store's own time, in ms, from which it ages; undefined as `bytes` is, and while it has not ended. */
  readonly agesFrom: number | undefined
}

/** What changes of a job. */
export type JobChange = Partial<
  Pick<Job, 'state' | 'sent' | 'confirmed' | 'printed' | 'next' | 'ended' | 'agesFrom' | 'reason' | 'waits'>
>

/** The columns of a job in the order of their values, without `changed` and the checksum. */
export const jobColumns = [
  ...['id', 'printer', 'state', 'labels', 'sent', 'confirmed', 'next', 'created', 'ended', 'by', 'client', 'key'],
  ...['reason', 'reprint_of', 'waits', 'style', 'bytes', 'ages_from'],
  ...['printed', 'title', 'first', 'last', 'purpose', 'version'],
  'source',
] as const

/** The version of rows that are written now. */
export const rowVersion = 6

export function jobValues(job: Job): readonly SqlValue[] {
  const { id, printer, state, labels, sent, confirmed, next, created, ended, by, client } = job
  const { idempotencyKey, reason, reprintOf, waits, style, bytes, agesFrom } = job
  const { printed, title, first, last, purpose, version, source } = job
  return [
    ...[id, printer, state, labels, sent, confirmed, next, created, ended ?? null, by, client],
    ...[idempotencyKey ?? null, reason ?? null, reprintOf ?? null, waits ? 1 : 0, style],
    ...[bytes ?? null, agesFrom ?? null],
    ...[printed ?? null, title ?? null, first ?? null, last ?? null, purpose ?? null, version ?? null],
    source ?? null,
  ]
}

/** The checksum of a job's row, over what rows of its version have: `bytes` and `ages_from` came with version 4, the six from `printed` on with 5, `source` with 6. */
export function jobChecksum(job: Job): Uint8Array {
  const values = jobValues(job)
  return checksumOf(...values.slice(0, values.length - newerValues(job)))
}

/** How many values at the end the row of a job had not when it was written. */
function newerValues({ version, bytes }: Job): number {
  if (version !== undefined) return version < 6 ? 1 : 0
  return bytes !== undefined ? 7 : 9
}

/** What stands in the place of the reason of a job that is not as it was written. */
export const damagedReason = 'its row in the database does not match its checksum: it is not printed'

/** The job of a row. One that does not match its checksum has failed, whatever the row says. */
export function jobIn(row: SqlRow): Job {
  const text = (name: string): string | undefined => (row[name] === null ? undefined : String(row[name]))
  const number = (name: string): number | undefined => (row[name] === null ? undefined : Number(row[name]))
  const job: Job = {
    id: number('id')!,
    printer: text('printer')!,
    state: text('state') as JobState,
    labels: number('labels')!,
    sent: number('sent')!,
    confirmed: number('confirmed')!,
    next: number('next')!,
    created: number('created')!,
    ended: number('ended'),
    by: text('by')!,
    client: text('client')!,
    idempotencyKey: text('key'),
    reason: text('reason'),
    reprintOf: number('reprint_of'),
    waits: row.waits === 1,
    style: text('style')!,
    bytes: number('bytes'),
    agesFrom: number('ages_from'),
    printed: number('printed'),
    title: text('title'),
    first: text('first'),
    last: text('last'),
    purpose: text('purpose'),
    version: number('version'),
    source: text('source') as JobSource | undefined,
  }
  return isSame(row.checksum, jobChecksum(job)) ? job : { ...job, state: 'failed', reason: damagedReason }
}

/** What stands there of a job whose labels are not as they were written. */
export const damagedLabels = 'labels in the database do not match their checksums: they are not printed again'

export const isDamaged = ({ reason }: Job): boolean => reason === damagedReason

/** The first 16 bytes of SHA-256 over values, which chance does not match. */
export function checksumOf(...values: readonly SqlValue[]): Uint8Array {
  const sum = createHash('sha256')
  for (const value of values) {
    const bytes = value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value))
    sum.update(`${bytes.length}:`).update(bytes)
  }
  return sum.digest().subarray(0, 16)
}

export function isSame(stored: SqlValue | undefined, wanted: Uint8Array): boolean {
  return stored instanceof Uint8Array && Buffer.compare(stored, wanted) === 0
}

/** What became of a job, as it is told to whoever ordered it. */
export type JobResult = { readonly delivery: Delivery } | { readonly error: PrintError }

/** Why a job does not do what is wanted of it. The message is for people. */
export class JobRefusal extends Error {
  readonly code: 'job_unknown' | 'job_state' | 'invalid_parameter'
  /** Of invalid_parameter. */
  readonly parameter: 'from' | 'to' | undefined

  constructor(code: JobRefusal['code'], message: string, parameter?: 'from' | 'to') {
    super(message)
    this.code = code
    this.parameter = parameter
  }
}

/** What of a printer the bytes of a job depend on: they are for no printer that differs in it. */
export function styleOf({ language, dpi, stock, zpl, handling = {} }: Printer): string {
  return JSON.stringify([language, dpi, stock, zpl, Object.entries(handling).sort()])
}
