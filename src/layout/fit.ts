import type { Suggestion } from '../../symbologies/barcode.ts'

/** The parameter of a request that limits the available space. */
type RoomParameter = 'scale' | 'xdim' | 'size' | 'text' | 'qty' | 'sheet' | 'shift'

/** A symbol does not fit the requested size; the message says what would fit. */
export class FitError extends Error {
  readonly code = 'does_not_fit'
  /** The parameter that would have to change. */
  readonly parameter: RoomParameter
  /** The nearest values with which it fits, where they are known. */
  readonly suggestion: Suggestion | undefined

  constructor(parameter: RoomParameter, message: string, suggestion?: Suggestion) {
    super(message)
    this.name = 'FitError'
    this.parameter = parameter
    this.suggestion = suggestion
  }
}
