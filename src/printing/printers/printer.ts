/** A printer as its file describes it, what it says of itself, and the way to it. */

import type { Dpi } from '../../layout/resolution.ts'
import type { LabelSize } from '../../layout/stock.ts'
import type { RollArrangement } from '../../render/arrange.ts'
import { type Handling, printerLanguages } from '../../render/language.ts'
import type { Delivery, DeliveryPiece, ProgressEvents } from './delivery.ts'
import type { Receive } from './receive.ts'

/** What a printer is sent. */
export const languages = [...printerLanguages, 'pdf', 'png'] as const
export type JobFormat = (typeof languages)[number]

/** How the bitmap in a ZPL stream is packed. */
export const packings = ['z64', 'rle'] as const
export type Packing = (typeof packings)[number]

/** Where a printer is reached. Only the file of printers says this: no request does, and no answer. */
export type Address =
  /** A raw socket, such as port 9100 of a label printer. */
  | { readonly kind: 'socket'; readonly host: string; readonly port: number }
  /** A printer or a print server that speaks IPP; the URL is http or https, as `fetch` takes it. */
  | { readonly kind: 'ipp'; readonly url: string }
  /** A queue of the print system on this machine. */
  | { readonly kind: 'lp'; readonly queue: string }

/** A printer as the file of printers describes it. */
export interface Printer {
  readonly name: string
  readonly address: Address
  readonly language: JobFormat
  readonly dpi: Dpi
  /** Its first side lies across the print head. */
  readonly stock: LabelSize
  readonly zpl: Packing
  /** How it prints, and how labels lie on its roll. */
  readonly handling?: (Handling & RollArrangement) | undefined
  /** Whether the printer is asked for its state. */
  readonly status: boolean
  /** 1 to 10000 */
  readonly labelsPerMinute: number
  /** How documents arrive for it; undefined if none do. */
  readonly receive?: Receive | undefined
}

/** As the printer, or its print server, says of itself; unreachable and silent are found by us. */
export type PrinterState =
  | 'ready'
  | 'paper_out'
  | 'ribbon_out'
  | 'head_open'
  | 'cover_open'
  /** It has other paper in it than its labels. */
  | 'wrong_media'
  | 'paused'
  | 'buffer_full'
  | 'error'
  | 'unreachable'
  | 'silent'
  | 'unknown'

export interface Condition {
  readonly state: PrinterState
  /** One readable line, which never names the address. */
  readonly message: string
  /** Of `error`: what has happened, where the printer tells. */
  readonly reason?: ConditionReason | undefined
  /** Of `wrong_media`: what is in it and what its labels are, such as `29 mm` and `62 x 29 mm`, where the printer tells. */
  readonly media?: { readonly loaded: string; readonly wanted: string } | undefined
}

/** What stops a printer until a person has seen to it, with what it says of itself. */
export const reasons = {
  paper_jam: 'the paper is jammed',
  cutter_jam: 'the cutter is jammed',
  head_hot: 'the print head is too hot',
  no_feed: 'it cannot feed its tape',
  battery_low: 'its battery is low',
  fan: 'its fan does not turn',
  settings_lost: 'its settings are lost: the RAM is corrupt',
  restart: 'it has to be switched off and on',
  stopped: 'it has stopped with an error',
} as const
export type ConditionReason = keyof typeof reasons

/** Whether a printer that says this of itself prints nothing until a person has seen to it. */
export function needsAttention({ state }: Condition): boolean {
  return ['paper_out', 'ribbon_out', 'head_open', 'cover_open', 'wrong_media', 'paused', 'error'].includes(state)
}

/** How long a printer is waited for, in ms. */
export interface Patience {
  readonly connect: number
  /** Without any progress. */
  readonly write: number
  /** For the answer to a question for the state. */
  readonly answer: number
  /** For the response of a print server. */
  readonly response: number
  /** For a print server to go on with a job that it has accepted. */
  readonly print: number
  /** For the printer to close its end of the connection after everything. */
  readonly close: number
  /** That a printer which has printed, and does not count, says nothing but that it is ready, before it is believed to be at the end. */
  readonly still: number
  /** For the turn in the printer's queue. */
  readonly turn: number
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
  send(
    pieces: Iterable<DeliveryPiece> | AsyncIterable<DeliveryPiece>,
    signal: AbortSignal,
    events?: ProgressEvents,
  ): Promise<Delivery>
}
