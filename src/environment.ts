/** Settings in the environment: what each accepts, and all that is wrong with them at once. */

/** The state folder where QZ_STATE names none, in the working directory. */
export const usualState = 'quietzone-state'

export type Environment = { readonly [name: string]: string | undefined }

/** Parses the value of one variable; if it is invalid, describes the values that are accepted. */
export type Parser<T> = (given: string) => T | Expected

export class Expected {
  readonly accepted: string
  /** Whether the value may be quoted. */
  readonly isPublic: boolean

  constructor(accepted: string, isPublic = true) {
    this.accepted = accepted
    this.isPublic = isPublic
  }
}

export class Settings {
  /** The variables that were looked for. */
  readonly known = new Set<string>()
  readonly #environment: Environment
  readonly #faults: string[] = []

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** The value of a variable; `otherwise` where it is not set, or not valid. */
  get<T>(name: string, otherwise: T, parse: Parser<T>): T {
    this.known.add(name)
    const given = this.#environment[name]
    if (given === undefined) return otherwise
    const value = parse(given)
    if (!(value instanceof Expected)) return value
    const quoted = value.isPublic ? JSON.stringify(given) : 'the value, not shown because it may have a password,'
    this.refuse(`${name}: ${quoted} is not ${value.accepted}`)
    return otherwise
  }

  refuse(fault: string): void {
    this.#faults.push(fault)
  }

  /** @throws Error with one line that names every invalid variable and the values that it accepts */
  check(): void {
    if (this.#faults.length > 0) throw new Error(this.#faults.join('; '))
  }
}

export function wholeNumber(least: number, most: number): Parser<number> {
  return (given) => {
    const value = /^[0-9]+$/.test(given) ? Number(given) : Number.NaN
    return value >= least && value <= most ? value : new Expected(`a whole number from ${least} to ${most}`)
  }
}

export function oneOf<T extends string>(words: readonly T[]): Parser<T> {
  return (given) => words.find((known) => known === given) ?? new Expected(`one of ${words.join(', ')}`)
}
