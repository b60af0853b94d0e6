import type { Answer } from '../answer.ts'
import type { ServerFigures } from '../http/server-figures.ts'
import type { SharedLimiter } from '../limiter/index.ts'
import type { LineLog, Log } from '../log.ts'
import { Counters, Registry, total } from '../metrics/index.ts'
import type { Printers } from '../print/index.ts'
import { addEventLoop } from './event-loop.ts'
import { addLimiter } from './limiter.ts'

export { rarely } from './rarely.ts'

import { PrintFigures } from './print-jobs.ts'
import { addProcess } from './process.ts'
import { RequestFigures } from './requests.ts'
import { addServerFigures } from './server.ts'

/** The figures of a service, and what keeps them. */
export interface Figures {
  /** Counts what is recorded, whatever the level of the log, and passes it on. */
  readonly log: Log
  /**
   * The endpoint that shows all figures in Prometheus' text form. To be made once.
   *
   * @param limiter  undefined if each instance limits by itself
   */
  endpoint(server: ServerFigures, limiter?: Pick<SharedLimiter, 'figures'>): () => Answer
}

export interface FiguresOptions {
  /** Where records go. */
  readonly log: Log & Partial<Pick<LineLog, 'dropped'>>
  readonly printers: Printers
}

export function figuresOf({ log, printers }: FiguresOptions): Figures {
  const registry = new Registry()
  const requests = new RequestFigures(registry)
  const prints = new PrintFigures(registry, printers)
  const faults = registry
    .add(
      new Counters({ name: 'quietzone_faults_total', help: 'Answers 500: faults of the service, not of the request.' }),
    )
    .with()
  registry.add(
    total(
      {
        name: 'quietzone_log_lines_dropped_total',
        help: 'Lines of the log that were dropped, because its reader did not keep up.',
      },
      () => log.dropped ?? 0,
    ),
  )
  addEventLoop(registry)
  addProcess(registry)
  return {
    log: {
      ...log,
      request(record) {
        requests.count(record)
        log.request(record)
      },
      print(record) {
        prints.count(record)
        log.print(record)
      },
      fault(id, error) {
        faults.add()
        log.fault(id, error)
      },
    },
    endpoint(server, limiter) {
      addServerFigures(registry, server)
      if (limiter !== undefined) addLimiter(registry, limiter)
      return () => textAnswer(registry.text())
    },
  }
}

const encoder = new TextEncoder()

function textAnswer(text: string): Answer {
  const type = 'text/plain; version=0.0.4; charset=utf-8'
  return { status: 200, type, body: encoder.encode(text), maxAge: 0, headers: [] }
}
