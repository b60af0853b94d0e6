/** What is wrong with a value, or with a part of it. */
export interface Flaw {
  /** Goes on after the quoted value: `is 13 characters long; 18 are accepted`. */
  readonly message: string
  /** The first and the last character concerned, counted from 0 within the value. */
  readonly from: number
  readonly to: number
}

/** Judges one component of a value. Its characters are of the component's set already, its length is right. */
export type Linter = (value: string) => Flaw | undefined

export const flaw = (message: string, from: number, to: number): Flaw => ({ message, from, to })

/** A flaw of the whole of a component. */
export const whole = (value: string, message: string): Flaw => flaw(message, 0, value.length - 1)
