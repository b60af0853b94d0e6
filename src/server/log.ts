import type { Writable } from 'node:stream'

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
}

/** The log's record of a print job, never with its text, nor with the printer's address. */
export interface PrintRecord {
  readonly printer: string
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

const json = (level: 'info' | 'error', message: string, more: object = {}): string =>
  JSON.stringify({ time: now(), level, message, ...more })

const jsonLines: Lines = {
  request: requestLine,
  print: ({ outcome, milliseconds, ...record }) => {
    const { printer, rows, labels, bytes, confirmed } = record
    const ms = Math.round(100 * milliseconds) / 100
    return json(outcome === 'ok' ? 'info' : 'error', 'print', { printer, outcome, rows, labels, bytes, confirmed, ms })
  },
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
  request: ({ method, route, status, milliseconds, client }) =>
    timed(`${status} ${method} ${route ?? 'an unknown path'}, ${milliseconds.toFixed(0)} ms, ${client}`),
  print: ({ printer, outcome, labels, confirmed }) =>
    timed(`${printer}: ${labels} labels sent, ${confirmed} confirmed${outcome === 'ok' ? '' : `, ${outcome}`}`),
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

/** Every value is a number or needs no escaping: methods, known routes, addresses. */
function requestLine({ method, route, status, bytes, milliseconds, client }: RequestRecord): string {
  const path = route === undefined ? 'null' : `"${route}"`
  const level = status >= 500 ? 'error' : 'info'
  return (
    `{"time":"${now()}","level":"${level}","method":"${method}","route":${path},"status":${status},` +
    `"bytes":${bytes},"ms":${milliseconds.toFixed(2)},"client":"${client}"}`
  )
}
