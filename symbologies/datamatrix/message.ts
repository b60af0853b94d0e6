/** A text as bytes for the encodations, and the codewords that give their interpretation. */
export interface Message {
  readonly bytes: Uint8Array
  /** Codewords before the bytes: an ECI (5.4) or a macro (5.2.4.7). */
  readonly prefix: readonly number[]
  /** The assignment number that the prefix gives: 3 ISO 8859-1, 26 UTF-8. */
  readonly eci?: Eci
  /** The header and trailer that the prefix stands for; `bytes` are those between them. */
  readonly macro?: Macro
  /** Whether the byte 29 is written as FNC1 where the encodation has it. */
  readonly gs1?: true
}

export type Eci = 3 | 26
export type Macro = '05' | '06'

const eciCodeword = 241
export const fnc1Codeword = 232
// ISO/IEC 16022:2006, 5.2.4.7: header and trailer of ISO/IEC 15434; the codeword must be the symbol's first.
const macros = [
  { macro: '05', codeword: 236, header: '[)>\x1e05\x1d' },
  { macro: '06', codeword: 237, header: '[)>\x1e06\x1d' },
] as const
const trailer = '\x1e\x04'

/** The length of a macro's header and trailer together, the same for both. */
export const longestMacro = macros[0].header.length + trailer.length

/**
 * A text in the default interpretation, ISO 8859-1, without an ECI.
 *
 * @param latin1 the text, a byte a character
 * @param macro whether a macro codeword may stand for a header and trailer of ISO/IEC 15434
 */
export function plainMessage(text: string, latin1: Uint8Array, macro: boolean): Message {
  const found =
    macro && text.length > longestMacro && text.endsWith(trailer)
      ? macros.find(({ header }) => text.startsWith(header))
      : undefined
  if (found === undefined) return { bytes: latin1, prefix: [] }
  const bytes = latin1.subarray(found.header.length, -trailer.length)
  return { bytes, prefix: [found.codeword], macro: found.macro }
}

/** GS1 element strings: FNC1 in the first position, and between elements (5.6; GS1 General Specifications, 5.6.3). */
export function gs1Message(bytes: Uint8Array): Message {
  return { bytes, prefix: [fnc1Codeword], gs1: true }
}

/** A text in the interpretation that `eci` names, of which `bytes` are the characters (5.4). */
export function eciMessage(bytes: Uint8Array, eci: Eci): Message {
  return { bytes, prefix: [eciCodeword, eci + 1], eci }
}
