import {
  type Channel,
  type DeliveryPiece,
  type Job,
  JobStore,
  Jobs,
  type NewJob,
  nothing,
  PrintError,
  type Printer,
  type Printers,
  printersOf,
  type StoreOptions,
} from '../../../src/printing/index.ts'
import { styleOf } from '../../../src/printing/store/job.ts'
import { dock, pieceOf } from '../printers/example-jobs.ts'

/** Jobs are ordered at this time in tests. */
export const testTime = Date.UTC(2026, 10, 28, 6)

/** A store in memory, with room for all that a test does, and time that stands still where the test does not say otherwise. */
export function storeInMemory(clocks: Partial<Pick<StoreOptions, 'clock' | 'passed'>> = {}): JobStore {
  const still = { clock: () => testTime, passed: () => 0 }
  return new JobStore(':memory:', { most: 64 << 20, free: () => Number.POSITIVE_INFINITY, ...still, ...clocks })
}

/** A job of one piece for each label, unless it says otherwise. */
export function newJob(labels: number, more: Partial<NewJob> = {}): NewJob {
  const pieces: DeliveryPiece[] = Array.from({ length: labels }, (_, i) => ({ ...pieceOf(i + 1), labels: 1 }))
  return {
    printer: 'dock-3',
    labels,
    by: 'dock',
    client: '192.0.2.7',
    waits: true,
    style: styleOf(dock),
    pieces,
    ...more,
  }
}

/** What labels say that are numbered. */
const textsOf = (labels: number) =>
  Array.from({ length: labels }, (_, i) => ({ text: `QZ-000${i + 1}`, words: [], labels: 1 }))

/** A store with the jobs of the examples in openapi.json: one that is done, one that is uncertain, and one that waits. */
export function exampleStore(): JobStore {
  const store = storeInMemory()
  const request = { client: '192.0.2.7', key: 'order-4711', fingerprint: 'a' }
  const done = store.accept(newJob(2, { request, texts: textsOf(2) }))
  store.finish(done.id, { state: 'done', sent: 2, confirmed: 2, printed: 2, next: 3 }, { text: '{}' })
  const uncertain = store.accept(newJob(5, { printer: 'lab', by: '192.0.2.7', texts: textsOf(5) }))
  const reason = 'the service was stopped while it was printed'
  store.change(uncertain.id, { state: 'uncertain', sent: 3, confirmed: 3, printed: 2, next: 3, reason })
  const waiting: Job = store.accept(newJob(3, { printer: 'lab', by: '192.0.2.7', texts: textsOf(3) }))
  store.change(waiting.id, { reason: 'printer lab refused the connection' })
  return store
}

/** Printers that take nothing until they are closed. */
export function printersThatWait(list: readonly Printer[]): Printers {
  const channelOf = (): Channel => ({
    condition: async () => ({ state: 'unknown', message: 'a job is being sent' }),
    send: (_pieces, signal) =>
      new Promise((_resolve, reject) => {
        const late = { sent: nothing, confirmed: nothing, from: 1 }
        signal.addEventListener('abort', () => reject(new PrintError('printer_timeout', 'no more time', late)))
      }),
  })
  return printersOf(list, { channelOf })
}

/** The jobs of `exampleStore`, whose printers take nothing. */
export function exampleJobs(): Jobs {
  const printers = printersThatWait([dock, { ...dock, name: 'lab' }])
  return new Jobs({ store: exampleStore(), printers, answerTo: () => '{}', record: () => {}, log: () => {} })
}
