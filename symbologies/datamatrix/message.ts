/** What the encodations carry: bytes, and the codewords that say how to read them. */
export interface Message {
  readonly bytes: Uint8Array
  /** Codewords before the first byte's: an ECI (5.4) or a macro (5.2.4.7). */
  readonly prefix: readonly number[]
  /** The assignment number that the prefix gives: 3 ISO 8859-1, 26 UTF-8. */
  readonly eci?: Eci
  /** Header and trailer that the prefix stands for; `bytes` is what is between them. */
  readonly macro?: Macro
}

export type Eci = 3 | 26
export type Macro = '05' | '06'

const eciCodeword = 241
// ISO/IEC 16022:2006, 5.2.4.7: header and trailer of ISO/IEC 15434; the codeword must be the symbol's first.
const macros = [
  { macro: '05', codeword: 236, header: '[)>\x1e05\x1d' },
  { macro: '06', codeword: 237, header: '[)>\x1e06\x1d' },
] as const
const trailer = '\x1e\x04'

/** No macro's header and trailer are longer. */
export const longestMacro = macros[0].header.length + trailer.length

/**
 * `text` as ISO 8859-1 in its default interpretation, without an ECI; undefined where a character is beyond it.
 *
 * @param macro whether a header and trailer of ISO/IEC 15434 may be left to a macro codeword
 */
export function plainMessage(text: string, macro: boolean): Message | undefined {
  const found = macro && text.endsWith(trailer) ? macros.find(({ header }) => text.startsWith(header)) : undefined
  const inner = found && text.length > longestMacro ? text.slice(found.header.length, -trailer.length) : text
  const bytes = latin1(inner)
  if (bytes === undefined) return undefined
  return found && inner !== text ? { bytes, prefix: [found.codeword], macro: found.macro } : { bytes, prefix: [] }
}

/** `text` in the interpretation that `eci` names; undefined where that has not every character. */
export function eciMessage(text: string, eci: Eci): Message | undefined {
  const bytes = eci === 3 ? latin1(text) : new TextEncoder().encode(text)
  return bytes && { bytes, prefix: [eciCodeword, eci + 1], eci }
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false
  return true
}

function latin1(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit > 255) return undefined
    bytes[i] = unit
  }
  return bytes
}
