/** What printers and print servers do not do, or not in time, and what a job that fails by it has delivered. */

import { codeAfter, type DeliveryProgress, PrintError, type PrintErrorCode } from '../printers/delivery.ts'
import type { Condition, Printer, PrinterState } from '../printers/printer.ts'

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
} as const satisfies Record<FailureCode, PrinterState>

/** The condition that `ask` finds, or that of a printer which fails to tell it. */
export async function conditionOr(ask: () => Promise<Condition>): Promise<Condition> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PrinterFailure) return { state: states[error.code], message: error.message }
    throw error
  }
}

/** What is thrown by a job that fails with `error`: a PrintError with what was delivered, or `error` itself if it is not the printer's. */
export function jobError(
  error: unknown,
  {
    printer,
    signal,
    progress,
  }: { readonly printer: Printer; readonly signal: AbortSignal; readonly progress: DeliveryProgress },
): unknown {
  const who = `printer ${printer.name}`
  const delivery = progress.delivery()
  if (signal.aborted) return new PrintError('printer_timeout', `${who} was given no more time`, delivery)
  if (!(error instanceof PrinterFailure)) return error
  const { code, message } = error
  return new PrintError(codeAfter(code, delivery), `${who} ${message}`, delivery)
}

const unreachable: { readonly [code: string]: string } = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  ENOTFOUND: 'cannot be reached: the name of its host is not known',
  EAI_AGAIN: 'cannot be reached: the name of its host cannot be looked up at present',
  EHOSTUNREACH: 'cannot be reached: there is no route to its host',
  EHOSTDOWN: 'cannot be reached: there is no route to its host',
  ENETUNREACH: 'cannot be reached: there is no route to its host',
  ENETDOWN: 'cannot be reached: there is no route to its host',
  EACCES: 'cannot be reached: this system forbids the connection',
  EPERM: 'cannot be reached: this system forbids the connection',
  EPROTO: 'does not speak TLS',
}

const timeouts = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** OpenSSL's codes of certificates that do not verify, as node has them. */
const certificate = /CERT|SELF_SIGNED|^UNABLE_TO_|^CRL_|^INVALID_(?:CA|PURPOSE)$|^HOSTNAME_MISMATCH$/

/**
 * What an error of a connection says of the printer, to go on after its name. The error's own message is never used, because it names the address.
 *
 * @param error  of `fetch`, whose cause is the system's error, or that error itself
 */
export function networkFailure(error: unknown): PrinterFailure {
  const { code, message } = causeOf(error)
  const failure = (why: string): PrinterFailure => new PrinterFailure('printer_unreachable', why)
  if (timeouts.includes(code)) return new PrinterFailure('printer_timeout', 'did not answer')
  if (Object.hasOwn(unreachable, code)) return failure(unreachable[code]!)
  if (certificate.test(code)) {
    return failure(
      `has a certificate that is not trusted (${code}): NODE_EXTRA_CA_CERTS can name a file of its authority`,
    )
  }
  if (/^(?:ERR_SSL|ERR_TLS)_[A-Z0-9_]+$/.test(code)) return failure(`does not speak TLS as it is expected (${code})`)
  if (/^(?:HPE|UND_ERR)_[A-Z_]+$/.test(code)) {
    return new PrinterFailure('printer_refused', `does not answer in HTTP (${code})`)
  }
  if (message === 'bad port') return failure('has a port that is reserved for another protocol')
  return failure(/^[A-Z0-9_]+$/.test(code) ? `cannot be reached (${code})` : 'cannot be reached')
}

function causeOf(error: unknown): { code: string; message: string } {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const { code, message } = (cause ?? error ?? {}) as { code?: unknown; message?: unknown }
  return { code: String(code ?? ''), message: String(message ?? '') }
}

/** Aborts its signal when a stage of a job takes longer than it may, or with the signal that it is made of. */
export class TimeLimit {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #abort = (): void => this.#controller.abort(this.#outer.reason)
  #timer: NodeJS.Timeout | undefined
  #exceeded: string | undefined
  #hasEnded = false

  constructor(outer: AbortSignal) {
    this.#outer = outer
    if (outer.aborted) this.#abort()
    else outer.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What the printer did not do in time, if it did not. */
  get exceeded(): string | undefined {
    return this.#exceeded
  }

  /**
   * The stage that begins; the one before it has ended.
   *
   * @param ms  how long it may take
   * @param omission  what the printer has not done then: "the printer did not ..."
   */
  begin(ms: number, omission: string): void {
    clearTimeout(this.#timer)
    if (this.#hasEnded) return
    const exceed = (): void => {
      if (this.#timer !== timer || this.#hasEnded) return
      this.#exceeded = `${omission} within ${ms / 1000} s`
      this.#controller.abort()
    }
    // an event loop that was held up runs timers first: what has arrived meanwhile is read before the printer is called late
    const timer = setTimeout(() => setImmediate(exceed), ms)
    this.#timer = timer
  }

  /** The job has ended, well or not: what may still run of it is stopped. */
  end(): void {
    this.#hasEnded = true
    clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#abort)
    this.#controller.abort()
  }
}
