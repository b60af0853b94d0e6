import type { Condition, State } from './channel.ts'
import { codeAfter, type Delivery, type Piece, PrintError, type PrintErrorCode } from './job.ts'
import type { Printer } from './printer.ts'
import { Progress } from './progress.ts'

type FailureCode = Extract<PrintErrorCode, 'printer_unreachable' | 'printer_timeout' | 'printer_refused'>

/** What a printer or a print server did not do. The message goes on after the printer's name and never has its address. */
export class PrinterFailure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.name = 'PrinterFailure'
    this.code = code
  }
}

const states = {
  printer_unreachable: 'unreachable',
  printer_timeout: 'silent',
  printer_refused: 'unknown',
} as const satisfies Record<FailureCode, State>

/** The condition that `ask` finds, or that of a printer which fails to tell it. */
export async function conditionOr(ask: () => Promise<Condition>): Promise<Condition> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PrinterFailure) return { state: states[error.code], message: error.message }
    throw error
  }
}

export interface ServerJob {
  readonly printer: Printer
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>
  readonly signal: AbortSignal
  /** Sends the piece that `progress` has begun, and returns once the print server has accepted it. @throws PrinterFailure */
  readonly send: (piece: Piece, progress: Progress) => Promise<void>
}

/**
 * A job of a print server, which confirms each piece by itself.
 *
 * @throws PrintError with what was delivered; whatever `pieces` throws
 */
export async function delivered({ printer, pieces, signal, send }: ServerJob): Promise<Delivery> {
  const progress = new Progress()
  try {
    for await (const piece of pieces) {
      progress.begin(piece)
      await send(piece, progress)
      progress.confirm()
    }
    progress.end()
    return progress.delivery()
  } catch (error) {
    throw jobError(error, { printer, signal, progress })
  }
}

/** What is thrown by a job that fails with `error`: a PrintError with what was delivered, or `error` itself if it is not the printer's. */
export function jobError(
  error: unknown,
  { printer, signal, progress }: Pick<ServerJob, 'printer' | 'signal'> & { readonly progress: Progress },
): unknown {
  const who = `printer ${printer.name}`
  const delivery = progress.delivery()
  if (signal.aborted) return new PrintError('printer_timeout', `${who} was given no more time`, delivery)
  if (!(error instanceof PrinterFailure)) return error
  const { code, message } = error
  return new PrintError(codeAfter(code, delivery), `${who} ${message}`, delivery)
}
