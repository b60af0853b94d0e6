/** The parameters of a bar code command, with defaults and bounds as a Zebra has them, and findings about those that it does not take. */

import { type FieldFinding, type FieldOrientation, orientations, type SymbolField } from '../field.ts'

/** The tallest bars, in dots. */
export const tallest = 32000

/** A number of a command. */
interface WholeNumber {
  /** As the guide calls it, for messages. */
  readonly name: string
  readonly low: number
  readonly high: number
  /** Where it is left out or not a number. */
  readonly fallback: number
}

/** A letter or digit of a command. */
interface Choice<Value extends string> {
  readonly name: string
  readonly values: readonly Value[]
  readonly fallback: Value
}

/** The parameters of one field, read by their place from 0; what they are not is collected in `findings`. */
export class Parameters {
  readonly findings: FieldFinding[] = []
  readonly #field: SymbolField

  constructor(field: SymbolField) {
    this.#field = field
  }

  #sent(place: number): string {
    return this.#field.parameters[place]?.trim() ?? ''
  }

  /** Whether the parameter is there. */
  has(place: number): boolean {
    return this.#sent(place) !== ''
  }

  /** The first parameter, which all commands have but ^BD, whose symbols are not turned. */
  orientation(): FieldOrientation {
    const { orientation: fallback, command } = this.#field
    if (command === 'BD') return 'N'
    return this.choice(0, { name: 'orientation', values: orientations, fallback })
  }

  /** One of the values, in either case of letters. */
  choice<Value extends string>(place: number, { name, values, fallback }: Choice<Value>): Value {
    const sent = this.#sent(place).toUpperCase()
    if (sent === '') return fallback
    const found = values.find((value) => value === sent)
    if (found === undefined) this.#refuse(place, `${name} is one of ${values.join(', ')}`, fallback)
    return found ?? fallback
  }

  yes(place: number, name: string, fallback: boolean): boolean {
    return this.choice(place, { name, values: ['Y', 'N'], fallback: fallback ? 'Y' : 'N' }) === 'Y'
  }

  /** Bounded: what is beyond is the nearest value in range. */
  whole(place: number, { name, low, high, fallback }: WholeNumber): number {
    const sent = this.#sent(place)
    if (sent === '') return fallback
    const wanted = `${name} is a whole number from ${low} to ${high}`
    if (!/^[+-]?\d+$/.test(sent)) {
      this.#refuse(place, wanted, String(fallback))
      return fallback
    }
    const value = Math.min(Math.max(Number(sent), low), high)
    if (value !== Number(sent)) this.#refuse(place, wanted, String(value))
    return value
  }

  /** The height of bars, in dots: that of ^BY by default. */
  height(place: number): number {
    return this.whole(place, { name: 'the height', low: 1, high: tallest, fallback: this.#field.height })
  }

  /** Whether there is an interpretation line, and whether it is above: parameters `place` and the one behind it. */
  line(place: number, isAbove = false): InterpretationLine {
    if (!this.yes(place, 'the interpretation line', true)) return 'none'
    return this.yes(place + 1, 'the interpretation line above', isAbove) ? 'above' : 'below'
  }

  #refuse(place: number, wanted: string, taken: string): void {
    const sent = JSON.stringify(this.#sent(place).slice(0, 20))
    const message = `parameter ${place + 1} of ^${this.#field.command} is ${sent}; ${wanted}; ${taken} is taken`
    this.findings.push({ code: 'parameter_out_of_range', kind: 'warning', message })
  }
}

export type InterpretationLine = 'none' | 'above' | 'below'
