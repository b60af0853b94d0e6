import type { Suggestion } from '../../symbologies/barcode.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'

/** The parameter of a request that limits the available space. */
type RoomParameter = 'scale' | 'xdim' | 'size' | 'text' | 'qty' | 'sheet' | 'shift'

/** A symbol does not fit the requested size; the message says what would fit. */
export class FitError extends DrawingRefusal {
  override readonly code = 'does_not_fit'
  /** The parameter that would have to change. */
  readonly parameter: RoomParameter
  /** The nearest values with which it fits, where they are known. */
  readonly suggestion: Suggestion | undefined

  constructor(parameter: RoomParameter, message: string, suggestion?: Suggestion) {
    super([{ parameter, code: 'does_not_fit', message, ...(suggestion && { suggestion }) }], message)
    this.name = 'FitError'
    this.parameter = parameter
    this.suggestion = suggestion
  }
}
