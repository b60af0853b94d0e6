import type { Family } from './description.ts'
import { exposition } from './exposition.ts'

/** The families that a scrape shows, in the order in which they were added. */
export class Registry {
  readonly #families = new Map<string, Family>()

  /** @throws RangeError if there is a family of that name already */
  add<F extends Family>(family: F): F {
    const { name } = family.description
    if (this.#families.has(name)) throw new RangeError(`${name} is there already`)
    this.#families.set(name, family)
    return family
  }

  /** All of them in Prometheus' text format. */
  text(): string {
    return exposition(this.#families.values())
  }
}
