/** A clause of the register: what a standard asks of a symbol, in our own words, and what keeps it. */

export interface Clause {
  /** Its register and its name there, as `qr.pads`; unique. */
  readonly id: string
  /** The standard and its edition. */
  readonly standard: string
  /** The number of the clause, table or annex. */
  readonly clause: string
  /** What it asks for, in our own words. */
  readonly says: string
  /** Where its words and its number are from. */
  readonly source: string
  /** The file that keeps it. */
  readonly code?: string
  /** Why no vector shows it. */
  readonly why?: string
}

/** The clauses of one standard, and the symbologies whose vectors show them. */
export interface Register {
  readonly name: string
  readonly symbologies: readonly string[]
  readonly clauses: readonly Clause[]
}

/**
 * A register as its table has it.
 *
 * @param table a line for each clause, with ` | ` between: name, clause, file below symbologies/ or `-`, what it says, and without a file
 *   why no vector shows it
 */
export function registerOf(name: string, standard: string, symbologies: readonly string[], table: string): Register {
  const source = sourceOf(standard)
  const clauses = table
    .trim()
    .split('\n')
    .map((line): Clause => {
      const [own = '', clause = '', file = '', says = '', why] = line.split(' | ')
      const kept = why === undefined ? { code: `symbologies/${file}` } : { why }
      return { id: `${name}.${own}`, standard, clause, says, source, ...kept }
    })
  return { name, symbologies, clauses }
}

/** The texts of ISO/IEC and AIM were not at hand: what a clause says and its number come second hand. */
const sourceOf = (standard: string): string =>
  standard.startsWith('GS1')
    ? 'public texts of GS1, and what public encoders quote of them'
    : 'second hand: public sources that quote the standard'
