/** What the rows of a table can give: one description for the API, printing, the command line and the page. */

export interface RowForm {
  /** The names of all of it: parameters, and the fields of a design. */
  readonly names: readonly string[]
  /** Those without which a label cannot be drawn. */
  readonly required: readonly string[]
  /** Those whose values are texts: blanks count in them. In all others, those around a value do not. */
  readonly printed: readonly string[]
  /** The fields of a design, each with what forms call it, by which people name columns too. */
  readonly fields?: ReadonlyMap<string, string | undefined>
}

/**
 * For a parameter, what stands above the column that is to give it, or else the number of that column, from 1; empty if none is.
 * What stands above several columns, with `+` between, if they give it together: in quotes, as in CSV, if it has a `+`.
 */
export type ChosenColumns = { readonly [name: string]: string }

/** The columns that are chosen, and the first name that is there twice. */
export function chosenColumns(pairs: Iterable<readonly [name: string, column: string]>): {
  readonly columns: ChosenColumns
  readonly twice: string | undefined
} {
  const columns = new Map<string, string>()
  let twice: string | undefined
  for (const [name, column] of pairs) {
    if (columns.has(name)) twice ??= name
    columns.set(name, column)
  }
  return { columns: Object.fromEntries(columns), twice }
}

/** Whether no label is wanted of a row: it says so by a quantity of zero. */
export function isUnwanted({ qty }: { readonly [name: string]: unknown }): boolean {
  return typeof qty === 'string' && /^0+$/.test(qty)
}
