import { checkDescription, type Description, type Family, type Sample } from './description.ts'
import { labelText } from './label-text.ts'

/** Values of the labels, and the number. */
export type Reading = readonly [values: readonly string[], value: number]

/** Numbers that something else keeps, read at each scrape. */
export class Readings implements Family {
  readonly kind: 'counter' | 'gauge'
  readonly description: Description
  readonly #read: () => Iterable<Reading>

  /** @param read  gives each set of values once */
  constructor(kind: 'counter' | 'gauge', description: Description, read: () => Iterable<Reading>) {
    checkDescription(description, kind)
    this.kind = kind
    this.description = description
    this.#read = read
  }

  *samples(): Iterable<Sample> {
    for (const [values, value] of this.#read()) {
      yield { suffix: '', labels: labelText(this.description, values), value }
    }
  }
}

/** A number without labels; undefined: it is not known now, and not shown. */
export function gauge(description: Description, read: () => number | undefined): Readings {
  return single('gauge', description, read)
}

/** A number without labels that something else counts up; undefined: it is not known now, and not shown. */
export function total(description: Description, read: () => number | undefined): Readings {
  return single('counter', description, read)
}

function single(kind: 'counter' | 'gauge', description: Description, read: () => number | undefined): Readings {
  return new Readings(kind, description, () => {
    const value = read()
    return value === undefined ? [] : [[[], value]]
  })
}
