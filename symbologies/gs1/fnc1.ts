/**
 * What stands for FNC1 in the text of a GS1 symbol: GS, the group separator of ASCII, as readers transmit it too. It is in none
 * of the character sets of GS1, so that a text can mean nothing else by it.
 */
export const fnc1 = '\u001d'

/** The characters that symbols carry in element strings, for messages. GS1 allows fewer. */
export const gs1Characters = 'characters of ASCII in GS1 element strings'

/** @throws RangeError if an ECI is wanted, which GS1 symbols do not have */
export function requireNoEci(eci: number | string | undefined): void {
  if (typeof eci === 'number') throw new RangeError(`eci is ${eci} and gs1 true; GS1 symbols have no ECI`)
}

/** The options of an encoder that writes FNC1. */
export interface Gs1Options {
  /** The text is GS1 element strings, with `fnc1` between them; the symbol begins with FNC1. */
  readonly gs1?: boolean
}
