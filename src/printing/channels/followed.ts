/** Jobs of print servers, each followed to its end: a server that has accepted a label has not printed it yet. */

import { setMaxListeners } from 'node:events'
import { setTimeout as waited } from 'node:timers/promises'
import {
  copiesOf,
  type Delivery,
  type DeliveryPiece,
  DeliveryProgress,
  type PrintWarning,
  type ProgressEvents,
  standingAlone,
} from '../printers/delivery.ts'
import { labelsAcross } from '../printers/part.ts'
import { type Condition, needsAttention, type Patience, type Printer } from '../printers/printer.ts'
import { jobError, PrinterFailure } from './failure.ts'

/** What a print server says of a job. */
export interface JobStatus {
  /**
   * waiting: it is printed, or waits for its turn; stopped: it waits for a person; printed; failed: it ended otherwise;
   * untold: the server tells nothing of it, as those that keep no jobs which have ended.
   */
  readonly state: 'waiting' | 'stopped' | 'printed' | 'failed' | 'untold'
  /** Why, in one readable line. */
  readonly message: string
  /** Differs from the one before where the job has gone on. */
  readonly mark: string
  /** Sides of paper that are printed, where the server counts them. */
  readonly impressions?: number | undefined
}

/** A job that a print server has accepted. */
export interface AcceptedJob {
  /** @throws PrinterFailure */
  status(signal: AbortSignal): Promise<JobStatus>
  /** Takes the job back, as far as it is not printed. @throws PrinterFailure */
  cancel(signal: AbortSignal): Promise<void>
}

interface ServerJob {
  readonly printer: Printer
  readonly pieces: Iterable<DeliveryPiece> | AsyncIterable<DeliveryPiece>
  readonly patience: Patience
  readonly signal: AbortSignal
  readonly events?: ProgressEvents | undefined
  /** Sends the piece that `progress` has begun, tells it before the first byte, and adds each job that the server accepts for it. @throws PrinterFailure */
  readonly send: (piece: DeliveryPiece, progress: DeliveryProgress, accepted: AcceptedJob[]) => Promise<void>
  /** What the server says of its printer. */
  readonly condition: (signal: AbortSignal) => Promise<Condition>
  /** What the server does otherwise than it should; asked for once all is sent. */
  readonly warnings: () => readonly PrintWarning[]
}

/** Pieces that a server may have accepted and not printed yet: the next are there in time, and few are taken back where it stops. */
const mostOpen = 4

/**
 * A job of a print server. Each piece is confirmed when the server has printed it, or has accepted it and tells no more.
 *
 * What a failed job has left on the server is taken back, so that nothing is printed later that a client was told to send again.
 *
 * @throws PrintError with what was delivered; whatever `pieces` throws
 */
export async function delivered(job: ServerJob): Promise<Delivery> {
  const { printer, pieces, patience, signal, events } = job
  const progress = new DeliveryProgress(events)
  /** Of each piece that is sent and not confirmed, in order. */
  const open: SentPiece[] = []
  let late: JobStatus | undefined
  const settle = async (most: number): Promise<void> => {
    while (late === undefined && open.length > most) {
      const { accepted, across } = open[0]!
      let impressions = 0
      for (const each of accepted) {
        const end = await endOf(each, job).catch((error: unknown) => {
          const broken = error instanceof NotPrinted ? (error.impressions ?? 0) : 0
          if (impressions + broken > 0) progress.printOfBroken(across * (impressions + broken))
          throw error
        })
        if (end.isLate) late = end.status
        if (late !== undefined) return
        impressions += end.status.impressions ?? 0
      }
      open.shift()
      progress.confirm(1)
      if (impressions > 0) progress.printOfLast(across * impressions)
    }
  }
  try {
    for await (const each of pieces) {
      const piece = standingAlone(each)
      progress.begin(piece)
      const accepted: AcceptedJob[] = []
      const across = labelsAcross({ labels: piece.labels, copies: copiesOf(piece) }, printer.language)
      const sent: SentPiece = { accepted, across }
      try {
        await job.send(piece, progress, accepted)
      } catch (error) {
        if (error instanceof PrinterFailure) await settle(0)
        open.push(sent)
        throw error
      }
      open.push(sent)
      await settle(open.every((each) => each.accepted.length === 0) ? 0 : mostOpen)
    }
    progress.end()
    await settle(0)
    const warnings = [...job.warnings(), ...(late === undefined ? [] : [notPrintedYet(late)])]
    return { ...progress.delivery(), ...(warnings.length > 0 ? { warnings } : {}) }
  } catch (error) {
    if (signal.aborted || error instanceof PrinterFailure)
      await takenBack(
        open.flatMap(({ accepted }) => accepted),
        patience,
      )
    throw jobError(error, { printer, signal, progress })
  }
}

/** A piece that is sent, and not confirmed. */
interface SentPiece {
  readonly accepted: readonly AcceptedJob[]
  /** Labels on one side of paper. */
  readonly across: number
}

/** A job that its server has not printed to its end. */
class NotPrinted extends PrinterFailure {
  readonly impressions: number | undefined

  constructor(message: string, { impressions }: JobStatus) {
    super('printer_refused', message)
    this.impressions = impressions
  }
}

/** The server may be what has failed: then it cannot be told, either. */
async function takenBack(jobs: readonly AcceptedJob[], { answer }: Patience): Promise<void> {
  const signal = AbortSignal.timeout(answer)
  // each of them listens to it
  setMaxListeners(0, signal)
  await Promise.allSettled(jobs.map((job) => job.cancel(signal)))
}

function notPrintedYet({ message }: JobStatus): PrintWarning {
  return {
    code: 'not_printed_yet',
    message: `the print server has accepted labels that it has not printed yet, and prints them later: ${message}`,
  }
}

/** How long after a look at a job the next one is, in ms: twice as long each time, up to the second. */
const pauses = { first: 25, longest: 1000 }

/**
 * Waits for the end of a job.
 *
 * @returns what is said of it last; it is late if it does not go on for patience.print
 * @throws NotPrinted if it fails, or waits for a person for patience.write
 */
async function endOf(
  job: AcceptedJob,
  { patience, signal, condition }: ServerJob,
): Promise<{ readonly status: JobStatus; readonly isLate: boolean }> {
  let last: JobStatus | undefined
  let since = performance.now()
  for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
    const status = await statusOf(job, signal, last)
    if (status.state === 'printed' || status.state === 'untold') return { status, isLate: false }
    if (status.state === 'failed') throw new NotPrinted(`did not print the job: ${status.message}`, status)
    if (status.mark !== last?.mark) since = performance.now()
    else {
      const why = status.state === 'stopped' ? status.message : await obstacle(condition, signal)
      const ms = performance.now() - since
      if (why !== undefined && ms >= patience.write) {
        throw new NotPrinted(`has stopped, and the job is taken back: ${why}`, status)
      }
      if (ms >= patience.print) return { status: { ...status, message: why ?? status.message }, isLate: true }
    }
    last = status
    await waited(pause, undefined, { signal })
  }
}

/** A server that fails to answer once has not lost the job. */
async function statusOf(job: AcceptedJob, signal: AbortSignal, last: JobStatus | undefined): Promise<JobStatus> {
  try {
    return await job.status(signal)
  } catch (error) {
    if (!(error instanceof PrinterFailure)) throw error
    return { state: 'waiting', message: `its server ${error.message}`, mark: last?.mark ?? '' }
  }
}

/** Why the printer prints nothing, if it says so. */
async function obstacle(condition: ServerJob['condition'], signal: AbortSignal): Promise<string | undefined> {
  const found = await condition(signal)
  return needsAttention(found) || found.state === 'unreachable' ? found.message : undefined
}
