/** What of a request says how much room there is. */
export type RoomParameter = 'scale' | 'size'

/** Thrown when a symbol cannot be drawn in the room that was asked for; the message says what would fit. */
export class FitError extends Error {
  readonly code = 'does_not_fit'
  /** The parameter that would have to change. */
  readonly parameter: RoomParameter

  constructor(parameter: RoomParameter, message: string) {
    super(message)
    this.name = 'FitError'
    this.parameter = parameter
  }
}
