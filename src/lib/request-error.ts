import type { Gs1ErrorCode } from '../../symbologies/gs1/index.ts'
import type { EncodeErrorCode } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'

/** The stable codes of errors, as in the API; `not_available`: a caption without its fonts, or PDF in a browser. */
export type RequestErrorCode =
  | 'missing_parameter'
  | 'invalid_parameter'
  | 'does_not_fit'
  | 'not_conforming'
  | 'not_available'
  | EncodeErrorCode
  | Gs1ErrorCode

/** What is wrong with one parameter. */
export interface RequestFault extends Omit<Fault, 'code' | 'row'> {
  readonly code: RequestErrorCode
}

/** A request that cannot be drawn, with what is wrong with each of its parameters. */
export class RequestError extends Error {
  readonly code: RequestErrorCode
  /** One or more. */
  readonly faults: readonly RequestFault[]

  /** @param faults  one or more; the code of the error is that of the first */
  constructor(faults: readonly RequestFault[], message = sentencesOf(faults), options?: ErrorOptions) {
    super(message, options)
    this.name = 'RequestError'
    this.code = faults[0]!.code
    this.faults = faults
  }
}

function sentencesOf(faults: readonly RequestFault[]): string {
  return faults.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
}
