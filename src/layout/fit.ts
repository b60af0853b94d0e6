/** Thrown if a symbol does not fit the size asked for; the message says what would fit. */
export class FitError extends Error {
  readonly code = 'does_not_fit'

  constructor(message: string) {
    super(message)
    this.name = 'FitError'
  }
}
