/** Jobs of print servers, each followed to its end: a server that has accepted a label has not printed it yet. */

import { setTimeout as waited } from 'node:timers/promises'
import { jobError, PrinterFailure } from './failure.ts'
import { type Delivery, type Piece, type PrintWarning, Progress, type ProgressEvents, standingAlone } from './job.ts'
import { type Condition, needsAttention, type Patience, type Printer } from './printer.ts'

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
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
  readonly patience: Patience
  readonly signal: AbortSignal
  readonly events?: ProgressEvents | undefined
  /** Sends the piece that `progress` has begun, tells it before the first byte, and adds each job that the server accepts for it. @throws PrinterFailure */
  readonly send: (piece: Piece, progress: Progress, accepted: AcceptedJob[]) => Promise<void>
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
  const progress = new Progress(events)
  /** Of each piece that is sent and not confirmed, in order. */
  const open: AcceptedJob[][] = []
  let late: JobStatus | undefined
  const settle = async (most: number): Promise<void> => {
    while (late === undefined && open.length > most) {
      for (const accepted of open[0]!) late ??= await endOf(accepted, job)
      if (late !== undefined) return
      open.shift()
      progress.confirm(1)
    }
  }
  try {
    for await (const each of pieces) {
      const piece = standingAlone(each)
      progress.begin(piece)
      const accepted: AcceptedJob[] = []
      try {
        await job.send(piece, progress, accepted)
      } catch (error) {
        if (error instanceof PrinterFailure) await settle(0)
        open.push(accepted)
        throw error
      }
      open.push(accepted)
      await settle(open.every((jobs) => jobs.length === 0) ? 0 : mostOpen)
    }
    progress.end()
    await settle(0)
    const warnings = [...job.warnings(), ...(late === undefined ? [] : [notPrintedYet(late)])]
    return { ...progress.delivery(), ...(warnings.length > 0 ? { warnings } : {}) }
  } catch (error) {
    if (signal.aborted || error instanceof PrinterFailure) await takenBack(open.flat(), patience)
    throw jobError(error, { printer, signal, progress })
  }
}

/** The server may be what has failed: then it cannot be told, either. */
async function takenBack(jobs: readonly AcceptedJob[], { answer }: Patience): Promise<void> {
  const signal = AbortSignal.timeout(answer)
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
 * @returns undefined if it is printed, or nothing more is told of it; what is said of it if it does not go on for patience.print
 * @throws PrinterFailure if it fails, or waits for a person for patience.write
 */
async function endOf(job: AcceptedJob, { patience, signal, condition }: ServerJob): Promise<JobStatus | undefined> {
  let last: JobStatus | undefined
  let since = performance.now()
  for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
    const status = await statusOf(job, signal, last)
    if (status.state === 'printed' || status.state === 'untold') return undefined
    if (status.state === 'failed') {
      throw new PrinterFailure('printer_refused', `did not print the job: ${status.message}`)
    }
    if (status.mark !== last?.mark) since = performance.now()
    else {
      const why = status.state === 'stopped' ? status.message : await obstacle(condition, signal)
      const ms = performance.now() - since
      if (why !== undefined && ms >= patience.write) {
        throw new PrinterFailure('printer_refused', `has stopped, and the job is taken back: ${why}`)
      }
      if (ms >= patience.print) return { ...status, message: why ?? status.message }
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
