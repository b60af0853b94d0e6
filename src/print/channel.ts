import type { Delivery, Piece } from './job.ts'

/** As the printer, or its print server, says of itself; unreachable and silent are found by us. */
export type State =
  | 'ready'
  | 'paper_out'
  | 'ribbon_out'
  | 'head_open'
  | 'paused'
  | 'buffer_full'
  | 'error'
  | 'unreachable'
  | 'silent'
  | 'unknown'

export interface Condition {
  readonly state: State
  /** One line for people; it never names the address. */
  readonly message: string
}

/** Whether a printer that says this of itself prints nothing until a person has seen to it. */
export function needsAttention({ state }: Condition): boolean {
  return ['paper_out', 'ribbon_out', 'head_open', 'paused', 'error'].includes(state)
}

/** How long a printer is waited for, in ms. */
export interface Patience {
  readonly connect: number
  /** Without any progress. */
  readonly write: number
  /** For the answer to ~HS. */
  readonly answer: number
  /** For the response of a print server. */
  readonly response: number
  /** For the printer to close its end of the connection after everything. */
  readonly close: number
  /** For the turn in the printer's queue. */
  readonly turn: number
}

export const usualPatience: Patience = {
  connect: 5_000,
  write: 30_000,
  answer: 5_000,
  response: 30_000,
  close: 5_000,
  turn: 120_000,
}

/** One way to a printer. */
export interface Channel {
  /** What the printer says of itself. Rejects only if `signal` is aborted. */
  condition(signal: AbortSignal): Promise<Condition>
  /**
   * Sends the pieces in order, and takes each from `pieces` only when the one before it is handed over. A job that `signal` stops
   * fails with printer_timeout and what was delivered until then; a source of pieces that waits must heed the signal, too.
   *
   * @throws PrintError with what was delivered; whatever `pieces` throws
   */
  send(pieces: Iterable<Piece> | AsyncIterable<Piece>, signal: AbortSignal): Promise<Delivery>
}
