/** The printers of a service, each with a queue in which clients take turns. */

import { channelOf, usualPatience } from '../channels/channel-of.ts'
import type { Delivery, PrintError, PrintJob } from '../printers/delivery.ts'
import type { Channel, Condition, Patience, Printer } from '../printers/printer.ts'
import { type Misfitting, Queue, type Send, type StoredJob } from './queue.ts'
import { JobMemory } from './shares.ts'

/**
 * The printers that this service knows, each with its queue. Those whose list has been replaced since are still taken by the other functions:
 * what a request has found it can print on.
 */
export interface Printers {
  readonly list: readonly Printer[]
  /** The printer of that very name. */
  find(name: string): Printer | undefined
  /**
   * Takes another list, whole. A printer that is described as before stays the same; one that is described otherwise keeps its queue, and jobs
   * that wait there are sent as it was described when they were made.
   */
  replace(list: readonly Printer[]): void
  /** Calls `listener` after each other list. */
  onReplaced(listener: () => void): void
  /** What the printer says of itself; those who ask at the same time share one question. */
  condition(printer: Printer): Promise<Condition>
  /** Jobs that wait or run. */
  waiting(printer: Printer): number
  /** Why a job of the client that begins with row `from` has no place now, so that it need not be made; undefined if it has. */
  refusalFor(printer: Printer, client: string, from: number): PrintError | undefined
  /** Why a job of the given number of labels and bytes is never printed as one, whoever sends it; undefined if it can be. */
  misfit(printer: Printer, job: Misfitting): PrintError | undefined
  /** Queues the job, which is sent when it is its client's turn. @throws PrintError; whatever `accepted` throws */
  print(printer: Printer, job: PrintJob): Promise<Delivery>
  /** Why another job of the client in the store has no place in the queue of a printer; undefined if it has. */
  refusalToStore(printer: string, client: string): PrintError | undefined
  /** Queues a job of the store for the printer of a name, which may not be there. @returns takes it out of the queue */
  store(printer: string, job: StoredJob<SendTo>): () => void
  /**
   * Refuses all jobs that wait, and new ones; resolves when those that run have ended.
   *
   * @param ms  after which those that run are stopped; they are not by default
   */
  close(ms?: number): Promise<void>
}

/** Sends a job to a printer now, whose turn it is. @throws PrintError */
type SendTo = (printer: Printer, job: PrintJob) => Promise<Delivery>

export interface PrintersOptions {
  readonly patience?: Patience
  /** A clock that only goes forward, in ms. */
  readonly clock?: () => number
  /** The way to a printer. */
  readonly channelOf?: (printer: Printer, patience: Patience) => Channel
}

interface Known {
  readonly channel: Channel
  readonly queue: Queue
  /** The question that is on its way. */
  asking?: Promise<Condition> | undefined
}

const isStopping: Condition = { state: 'unknown', message: 'the service stops' }

export function printersOf(list: readonly Printer[], options: PrintersOptions = {}): Printers {
  const { patience = usualPatience, clock = () => performance.now(), channelOf: channelTo = channelOf } = options
  const all = new WeakMap<Printer, Known>()
  const memory = new JobMemory()
  /** By the printer's name; those of printers that have gone stay until they are empty. */
  const queues = new Map<string, Queue>()
  let byName: ReadonlyMap<string, Printer> = new Map()
  const listeners: (() => void)[] = []
  const queueOf = (name: string, labelsPerMinute: number): Queue => {
    const found = queues.get(name) ?? new Queue({ name, labelsPerMinute, patience, clock, memory })
    queues.set(name, found)
    return found
  }
  const replace = (next: readonly Printer[]): void => {
    const kept = next.map((printer) => {
      const before = byName.get(printer.name)
      return before !== undefined && JSON.stringify(before) === JSON.stringify(printer) ? before : printer
    })
    byName = new Map(kept.map((printer) => [printer.name, printer]))
    for (const [name, { isEmpty }] of queues) if (isEmpty && !byName.has(name)) queues.delete(name)
    for (const printer of kept) {
      if (all.has(printer)) continue
      const { name, labelsPerMinute } = printer
      const queue = queueOf(name, labelsPerMinute)
      queue.labelsPerMinute = labelsPerMinute
      all.set(printer, { channel: channelTo(printer, patience), queue })
    }
    for (const listener of listeners) listener()
    for (const queue of queues.values()) queue.wake()
  }
  replace(list)
  const known = (printer: Printer): Known => {
    const found = all.get(printer)
    if (found === undefined) throw new Error(`printer ${printer.name} is not one of these printers`)
    return found
  }
  const stop = new AbortController()
  let isClosing = false
  return {
    get list() {
      return [...byName.values()]
    },
    find: (name) => byName.get(name),
    replace(next) {
      if (!isClosing) replace(next)
    },
    onReplaced: (listener) => void listeners.push(listener),
    async condition(printer) {
      const it = known(printer)
      it.asking ??= it.channel
        .condition(stop.signal)
        .catch((error: unknown) => {
          if (stop.signal.aborted) return isStopping
          throw error
        })
        .finally(() => {
          it.asking = undefined
        })
      return it.asking
    },
    waiting: (printer) => known(printer).queue.jobs,
    refusalFor: (printer, client, from) => known(printer).queue.refusalFor(client, from),
    misfit: (printer, job) => known(printer).queue.misfit(job),
    async print(printer, job) {
      const { queue, channel } = known(printer)
      // that of a printer which has gone meanwhile is waited for at the end, too
      if (!queues.has(printer.name)) queues.set(printer.name, queue)
      return queue.print(job, channel)
    },
    refusalToStore: (name, client) => queues.get(name)?.refusalToStore(client),
    store(name, { run, ...job }) {
      // of a printer that is not there nothing is printed
      const queue = queueOf(name, 1)
      const stored = {
        ...job,
        run: (send: Send) => run(async (printer, all) => send(all, known(printer).channel)),
      }
      queue.store(stored)
      return () => queue.remove(stored)
    },
    async close(ms = Number.POSITIVE_INFINITY) {
      isClosing = true
      await Promise.all([...queues.values()].map((queue) => queue.close(ms)))
      stop.abort()
    },
  }
}
