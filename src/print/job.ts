/** What is sent to a printer at once: one label with its copies, or the document of all labels where the language is PDF. */
export interface Piece {
  /** Rows of the table, from 1, both included. A label that is not of a table is row 1. */
  readonly rows: { readonly first: number; readonly last: number; readonly count: number }
  /** Labels that come out of the printer. */
  readonly labels: number
  /** How often it must be printed for that: 1 unless the language has no copies, as PNG has none. */
  readonly times: number
  readonly bytes: Uint8Array
}

export interface Amount {
  readonly rows: number
  readonly labels: number
  readonly bytes: number
}

export const nothing: Amount = { rows: 0, labels: 0, bytes: 0 }

/** What became of a job. */
export interface Delivery {
  /** Handed to the system, or to a print server; pieces of which only a part was handed over count in bytes alone. */
  readonly sent: Amount
  /**
   * Of that, what the printer or its print server has certainly received: it answered a later ~HS, closed the connection in order after
   * everything, or accepted the job.
   */
  readonly confirmed: Amount
  /** The first row that is not confirmed, where a batch goes on; undefined if all are. */
  readonly from: number | undefined
}

export type PrintErrorCode =
  | 'printer_unreachable'
  | 'printer_timeout'
  | 'printer_refused'
  | 'overloaded'
  | 'rate_limited'
  | 'too_many_labels'

/** A job that failed, with what had become of it until then. */
export class PrintError extends Error {
  readonly code: PrintErrorCode
  readonly delivery: Delivery
  /** In seconds, where waiting helps. */
  readonly retryAfter: number | undefined

  constructor(code: PrintErrorCode, message: string, delivery: Delivery, retryAfter?: number) {
    super(message)
    this.name = 'PrintError'
    this.code = code
    this.delivery = delivery
    this.retryAfter = retryAfter
  }
}
