import type { Writable } from 'node:stream'
import type { ErrorCode } from '../answer.ts'

export const logLevels = ['silent', 'error', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** The log's record of a request, never with its text. */
export interface RequestRecord {
  readonly method: string
  /** The path of a known route; undefined for an unknown path, which may contain anything. */
  readonly route: string | undefined
  readonly status: number
  readonly bytes: number
  readonly milliseconds: number
  readonly client: string
  /** The code of the error that it was answered with. */
  readonly code?: ErrorCode | undefined
  /** The number of the job that the answer is about. */
  readonly job?: number | undefined
  /** The name of the key that it presented, if the service knows that. */
  readonly key?: string | undefined
  /** Its header, if it has one of the form that W3C Trace Context gives it. */
  readonly traceparent?: string | undefined
  /** Its header X-Request-Id, if that is 1 to 128 visible ASCII characters. */
  readonly requestId?: string | undefined
}

/** The log's record of a print job, never with its text, nor with the printer's address. */
export interface PrintRecord {
  readonly printer: string
  /** The name of the key of whoever ordered it, or the address. */
  readonly by: string
  /** An error code if it failed. */
  readonly outcome: 'ok' | (string & {})
  /** What was sent. */
  readonly rows: number
  readonly labels: number
  readonly bytes: number
  /** Labels that the printer has certainly received. */
  readonly confirmed: number
  /** Labels that have come out, as the printer counts; undefined if it does not. */
  readonly printed?: number | undefined
  /** The number of the job, where jobs are kept. */
  readonly job?: number | undefined
  readonly milliseconds: number
}

/** The log's record of a document that has arrived, never with its text. */
export interface ReceivedRecord {
  readonly printer: string
  /** The way by which it came: socket, pstprnt or ipp. */
  readonly source: string
  /** The name of the key of whoever sent it, or the address. */
  readonly by: string
  /** ok; held, where a person says whether it is printed; or the code of the error for which it was refused. */
  readonly outcome: 'ok' | 'held' | ErrorCode
  /** Why it was refused. */
  readonly why?: string | undefined
  readonly bytes: number
  readonly labels: number
  /** The number of the job; undefined of what prints nothing. */
  readonly job?: number | undefined
}

/** The log's record of bytes that were read back and are not what was asked for, never with their text. */
export interface VerificationRecord {
  /** The path of the route. */
  readonly route: string
  /** What was found wrong. */
  readonly rule: string
  /** The finding of the checker that decided, if one did. */
  readonly finding: string | undefined
  /** From 1. */
  readonly label: number | undefined
  /** The first 16 digits of the SHA-256 of the query and the body. */
  readonly request: string
}

export interface Log {
  request(record: RequestRecord): void
  print(record: PrintRecord): void
  received(record: ReceivedRecord): void
  verification(record: VerificationRecord): void
  event(message: string): void
  /** What a person has to put right, while the service goes on as before. */
  problem(message: string): void
  /** An error in answering a request: its stack without the message, which may quote the text. `id` is in the response. */
  fault(id: string, error: unknown): void
  /** An error outside any request. */
  crash(error: unknown): void
  /** Resolves when all lines are written, or after 200 ms if the reader does not keep up. */
  close(): Promise<void>
}

/** A log in lines. */
export interface LineLog extends Log {
  /** Lines that were dropped so far, because the reader did not keep up. */
  readonly dropped: number
}

/** The maximum number of characters that wait for a slow reader; further lines are dropped and counted. */
const mostWaiting = 1 << 20

/** Milliseconds that `close` waits for the reader. */
const closeTimeout = 200

/** One JSON line per record, for programs. */
export const jsonLog = (level: LogLevel, out: Writable): LineLog => lineLog(level, out, jsonLines)

/** One plain line per record, for the person who sees the terminal. */
export const plainLog = (level: LogLevel, out: Writable): LineLog => lineLog(level, out, plainLines)

/** How records are written, each in a line. */
interface Lines {
  request(record: RequestRecord): string
  print(record: PrintRecord): string
  received(record: ReceivedRecord): string
  verification(record: VerificationRecord): string
  event(message: string): string
  problem(message: string): string
  fault(id: string, at: readonly string[]): string
  crash(error: string): string
  dropped(count: number): string
}

/** Lines are written once per turn of the event loop. A reader that does not keep up never delays the service. */
function lineLog(level: LogLevel, out: Writable, form: Lines): LineLog {
  let lines = ''
  let dropped = 0
  /** Of these, those that a line has told. */
  let told = 0
  const flush = (): void => {
    if (lines !== '') out.write(lines)
    lines = ''
  }
  const write = (line: string): void => {
    if (out.writableLength + lines.length > mostWaiting) {
      dropped++
      return
    }
    if (lines === '') setImmediate(flush)
    if (dropped > told) lines += `${form.dropped(dropped - told)}\n`
    told = dropped
    lines += `${line}\n`
  }
  out.on('error', () => {})
  const errors = level !== 'silent'
  const all = level === 'info'
  return {
    get dropped() {
      return dropped
    },
    request(record) {
      if (all || (errors && record.status >= 500)) write(form.request(record))
    },
    print(record) {
      if (all || (errors && record.outcome !== 'ok')) write(form.print(record))
    },
    received(record) {
      if (all || (errors && isRefused(record))) write(form.received(record))
    },
    verification(record) {
      if (errors) write(form.verification(record))
    },
    event(message) {
      if (all) write(form.event(message))
    },
    problem(message) {
      if (errors) write(form.problem(message))
    },
    fault(id, error) {
      if (errors) write(form.fault(id, framesOf(error)))
    },
    crash(error) {
      if (errors) write(form.crash((error instanceof Error ? error.stack : undefined) ?? String(error)))
    },
    close() {
      return new Promise((resolve) => {
        out.write(lines, () => resolve())
        lines = ''
        setTimeout(resolve, closeTimeout)
      })
    },
  }
}

const isRefused = ({ outcome }: ReceivedRecord): boolean => outcome !== 'ok' && outcome !== 'held'

const json = (level: 'info' | 'error', message: string, more: object = {}): string =>
  JSON.stringify({ time: now(), level, message, ...more })

const jsonLines: Lines = {
  request: requestLine,
  print: ({ printer, by, job, outcome, rows, labels, bytes, confirmed, printed = null, milliseconds }) => {
    const ms = Math.round(100 * milliseconds) / 100
    const what = { printer, by, job, outcome, rows, labels, bytes, confirmed, printed, ms }
    return json(outcome === 'ok' ? 'info' : 'error', 'print', what)
  },
  received: (record) => json(isRefused(record) ? 'error' : 'info', 'received', record),
  verification: (record) => json('error', 'verification failed', record),
  event: (message) => json('info', message),
  problem: (message) => json('error', message),
  fault: (id, at) => json('error', 'fault', { id, at }),
  crash: (error) => json('error', 'crash', { error }),
  dropped: (count) => json('error', `${count} lines dropped`),
}

/** A line with the time of the day. */
const timed = (line: string): string => `${new Date().toTimeString().slice(0, 8)} ${line}`

const plainLines: Lines = {
  request: ({ method, route, status, milliseconds, client, code, job, key, requestId }) => {
    const more = [key && `key ${key}`, job && `job ${job}`, code, requestId && `request ${requestId}`]
    const said = more.filter((each) => each !== undefined).map((each) => `, ${each}`)
    return timed(
      `${status} ${method} ${route ?? 'an unknown path'}, ${milliseconds.toFixed(0)} ms, ${client}${said.join('')}`,
    )
  },
  print: ({ printer, job, outcome, labels, confirmed, printed }) => {
    const what = `${printer}${job === undefined ? '' : `, job ${job}`}`
    const seen = printed === undefined ? '' : `, ${printed} printed`
    return timed(
      `${what}: ${labels} labels sent, ${confirmed} received${seen}${outcome === 'ok' ? '' : `, ${outcome}`}`,
    )
  },
  received: ({ printer, source, by, outcome, why, labels, job }) => {
    const what = outcome === 'ok' || outcome === 'held' ? `${labels} labels` : `refused, ${outcome}: ${why ?? ''}`
    const as = job === undefined ? '' : `, job ${job}`
    return timed(`${printer}${as}: from ${by} by ${source}: ${what}${outcome === 'held' ? ', held' : ''}`)
  },
  verification: ({ route, rule, finding, label, request }) => {
    const what = [rule, ...(finding === undefined ? [] : [finding]), ...(label === undefined ? [] : [`label ${label}`])]
    return timed(`verification failed: ${route}, ${what.join(', ')}, request ${request}`)
  },
  event: timed,
  problem: timed,
  fault: (id, at) => timed(`fault ${id}\n${at.join('\n')}`),
  crash: timed,
  dropped: (count) => timed(`${count} lines dropped`),
}

/** The name of an error and its stack frames. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [typeof error]
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return [error.name, ...frames.map((line) => line.trim())]
}

function now(): string {
  return new Date().toISOString()
}

/** Every value but the request's own id is a number or needs no escaping: methods, known routes, addresses, codes, names of keys, traces. */
function requestLine({ method, route, status, bytes, milliseconds, client, ...more }: RequestRecord): string {
  const path = route === undefined ? 'null' : `"${route}"`
  const level = status >= 500 ? 'error' : 'info'
  return (
    `{"time":"${now()}","level":"${level}","method":"${method}","route":${path},"status":${status},` +
    `"bytes":${bytes},"ms":${milliseconds.toFixed(2)},"client":"${client}"${rest(more)}}`
  )
}

/** What few requests have. */
function rest({ code, job, key, traceparent, requestId }: Partial<RequestRecord>): string {
  let text = ''
  if (code !== undefined) text += `,"code":"${code}"`
  if (job !== undefined) text += `,"job":${job}`
  if (key !== undefined) text += `,"key":"${key}"`
  if (traceparent !== undefined) text += `,"traceparent":"${traceparent}"`
  if (requestId !== undefined) text += `,"requestId":${JSON.stringify(requestId)}`
  return text
}
