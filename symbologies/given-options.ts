/** Options as requests give them, and as encoders take them. */

import { type CatalogueRow, catalogue, type GivenOptions, type OptionName, type Symbology } from './catalogue.ts'
import type { OptionsOf } from './encode.ts'

/** Those of a request's parameters that are options of the symbology, with the values that its encoder takes; undefined if none is given. */
export function optionsIn<S extends Symbology>(symbology: S, given: GivenOptions): OptionsOf<S> | undefined {
  const { options }: CatalogueRow = catalogue[symbology]
  let found: Record<string, unknown> | undefined
  for (const name in options) {
    const value = given[name as OptionName]
    if (value === undefined) continue
    const { values } = options[name]!
    found ??= {}
    found[name] = values === undefined ? value : values[String(value)]
  }
  return found as OptionsOf<S> | undefined
}
