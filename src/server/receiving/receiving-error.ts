import type { ErrorCode } from '../../answer.ts'

/** Why a document that has arrived does not become a job. Nothing of it is kept then. */
export class ReceivingError extends Error {
  readonly code: ErrorCode
  /** In seconds, where waiting helps. */
  readonly retryAfter: number | undefined

  /** @param message  one readable line, without the text of the document */
  constructor(code: ErrorCode, message: string, retryAfter?: number) {
    super(message)
    this.name = 'ReceivingError'
    this.code = code
    this.retryAfter = retryAfter
  }
}
