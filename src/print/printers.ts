import { type Channel, type Condition, type Patience, usualPatience } from './channel.ts'
import { channelOf } from './channel-of.ts'
import type { Delivery, PrintError, PrintJob } from './job.ts'
import { JobMemory } from './job-memory.ts'
import type { Printer } from './printer.ts'
import { Spooler } from './spooler.ts'

/** The printers that this service knows, each with its queue. */
export interface Printers {
  readonly list: readonly Printer[]
  /** The printer of that very name. */
  find(name: string): Printer | undefined
  /** What the printer says of itself; those who ask at the same time share one question. */
  condition(printer: Printer): Promise<Condition>
  /** Jobs that wait or run. */
  waiting(printer: Printer): number
  /** Why a job of the client that begins with row `from` has no place now, so that it need not be made; undefined if it has. */
  refusalFor(printer: Printer, client: string, from: number): PrintError | undefined
  /** Queues the job, which is sent when it is its client's turn. @throws PrintError */
  print(printer: Printer, job: PrintJob): Promise<Delivery>
  /**
   * Refuses all jobs that wait, and new ones; resolves when those that run have ended.
   *
   * @param ms  after which those that run are stopped; they are not by default
   */
  close(ms?: number): Promise<void>
}

export interface PrintersOptions {
  readonly patience?: Patience
  /** A clock that only goes forward, in ms. */
  readonly clock?: () => number
  /** The way to a printer. */
  readonly channelOf?: (printer: Printer, patience: Patience) => Channel
}

interface Known {
  readonly channel: Channel
  readonly spooler: Spooler
  /** The question that is on its way. */
  asking?: Promise<Condition> | undefined
}

const isStopping: Condition = { state: 'unknown', message: 'the service stops' }

export function printersOf(list: readonly Printer[], options: PrintersOptions = {}): Printers {
  const { patience = usualPatience, clock = () => performance.now(), channelOf: channelTo = channelOf } = options
  const all = new Map<Printer, Known>()
  const memory = new JobMemory()
  for (const printer of list) {
    const channel = channelTo(printer, patience)
    all.set(printer, { channel, spooler: new Spooler({ printer, channel, patience, clock, memory }) })
  }
  const byName = new Map(list.map((printer) => [printer.name, printer]))
  const known = (printer: Printer): Known => {
    const found = all.get(printer)
    if (found === undefined) throw new Error(`printer ${printer.name} is not one of these printers`)
    return found
  }
  const stop = new AbortController()
  return {
    list,
    find: (name) => byName.get(name),
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
    waiting: (printer) => known(printer).spooler.jobs,
    refusalFor: (printer, client, from) => known(printer).spooler.refusalFor(client, from),
    print: async (printer, job) => known(printer).spooler.print(job),
    async close(ms = Number.POSITIVE_INFINITY) {
      await Promise.all([...all.values()].map(({ spooler }) => spooler.close(ms)))
      stop.abort()
    },
  }
}
