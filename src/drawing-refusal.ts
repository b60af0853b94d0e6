import type { ErrorCode, Fault } from './answer.ts'

/** What only drawing finds wrong with a request, by its parameters. Rooms that draw have kinds of their own. */
export class DrawingRefusal extends Error {
  readonly code: ErrorCode
  /** One or more. */
  readonly faults: readonly Fault[]

  /** @param faults  one or more; the code is that of the first */
  constructor(faults: readonly Fault[], message: string = sentences(faults)) {
    super(message)
    this.name = 'DrawingRefusal'
    this.code = faults[0]!.code
    this.faults = faults
  }
}

const sentences = (faults: readonly Fault[]): string =>
  faults.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
