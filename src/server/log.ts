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
  /** Labels of which it is certain that the printer has them. */
  readonly confirmed: number
  readonly milliseconds: number
}

export interface Log {
  request(record: RequestRecord): void
  print(record: PrintRecord): void
  event(message: string): void
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

/** One JSON line per record, written once per turn of the event loop. A reader that does not keep up never delays the service. */
export function jsonLog(level: LogLevel, out: Writable): LineLog {
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
    if (dropped > told)
      lines += `${JSON.stringify({ time: now(), level: 'error', message: `${dropped - told} lines dropped` })}\n`
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
      if (all || (errors && record.status >= 500)) write(requestLine(record))
    },
    print(record) {
      if (all || (errors && record.outcome !== 'ok')) write(printLine(record))
    },
    event(message) {
      if (all) write(JSON.stringify({ time: now(), level: 'info', message }))
    },
    fault(id, error) {
      if (errors) write(JSON.stringify({ time: now(), level: 'error', message: 'fault', id, at: framesOf(error) }))
    },
    crash(error) {
      const stack = error instanceof Error ? error.stack : String(error)
      if (errors) write(JSON.stringify({ time: now(), level: 'error', message: 'crash', error: stack }))
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

function printLine({ printer, outcome, rows, labels, bytes, confirmed, milliseconds }: PrintRecord): string {
  const level = outcome === 'ok' ? 'info' : 'error'
  const ms = Math.round(100 * milliseconds) / 100
  return JSON.stringify({ time: now(), level, message: 'print', printer, outcome, rows, labels, bytes, confirmed, ms })
}
