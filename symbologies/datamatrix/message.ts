import type { Eci } from '../eci/assignments.ts'

/** A text as bytes for the encodations, and the codewords that give their interpretation. */
export interface Message {
  readonly bytes: Uint8Array
  /** Codewords before the bytes: structured append (5.6) or reader programming, ECI (5.4), macro (5.2.4.7) or FNC1. */
  readonly prefix: readonly number[]
  /** The ECI of all bytes, which the prefix declares. */
  readonly eci?: Eci
  /** ECIs that are declared between the bytes, at the beginning of a segment in ASCII or before a latch. */
  readonly escapes?: readonly Escape[]
  /** The header and trailer that the prefix stands for; `bytes` are those between them. */
  readonly macro?: Macro
  /** Whether the byte 29 is written as FNC1 where the encodation has it. */
  readonly gs1?: true
}

/** An ECI, and the first of its bytes. */
export interface Escape {
  readonly eci: Eci
  readonly from: number
}

export type Macro = '05' | '06'

const eciCodeword = 241
/** 5.4.1: assignment numbers up to this one take a single codeword. */
const lastSingle = 126
/** ISO/IEC 16022:2006, 5.2.4.6 */
export const fnc1Codeword = 232
// ISO/IEC 16022:2006, 5.2.4.7: header and trailer of ISO/IEC 15434; the codeword must be the symbol's first.
const macros = [
  { macro: '05', codeword: 236, header: '[)>\x1e05\x1d' },
  { macro: '06', codeword: 237, header: '[)>\x1e06\x1d' },
] as const
const trailer = '\x1e\x04'

/** The length of a macro's header and trailer together, the same for both. */
export const longestMacro = macros[0].header.length + trailer.length

/** What a symbol begins with, before any ECI. */
export interface Beginning {
  /** Codewords that must be the symbol's first. A macro codeword must too, so there is none behind them. */
  readonly header: readonly number[]
  /** The macro whose codeword is the header. */
  readonly macro?: Macro
}

/** A text without the header and trailer that a macro codeword stands for, and with that codeword to begin with. */
interface Unwrapped {
  readonly text: string
  readonly beginning: Beginning & { readonly macro: Macro }
}

/** Undefined for a text that has no header and trailer of ISO/IEC 15434, or nothing between them. */
export function unwrapped(text: string): Unwrapped | undefined {
  if (text.length <= longestMacro || !text.endsWith(trailer)) return undefined
  const found = macros.find((each) => text.startsWith(each.header))
  if (found === undefined) return undefined
  const { macro, codeword, header } = found
  return { text: text.slice(header.length, -trailer.length), beginning: { header: [codeword], macro } }
}

/** Whether the trailer of a macro is what it is in ASCII under an ECI, which is in force up to the end of the message. */
export const mayHaveMacro = (eci: Eci | undefined): boolean => eci !== utf16 && eci !== utf32
const utf16 = 25
const utf32 = 35

/** A text without an ECI. The default interpretation is ISO 8859-1. */
export function plainMessage(bytes: Uint8Array, { header, macro }: Beginning): Message {
  return { bytes, prefix: header, ...(macro && { macro }) }
}

/** GS1 element strings: FNC1 in the first position, and between elements (5.6; GS1 General Specifications, 5.6.3). */
export function gs1Message(bytes: Uint8Array): Message {
  return { bytes, prefix: [fnc1Codeword], gs1: true }
}

/** A text in the interpretation that `eci` names, of which `bytes` are the characters (5.4). An ECI stands behind a macro. */
export function eciMessage(bytes: Uint8Array, eci: Eci, { header, macro }: Beginning): Message {
  return { bytes, prefix: [...header, ...eciCodewords(eci)], eci, ...(macro && { macro }) }
}

/** ISO/IEC 16022:2006, 5.4.1: the codewords that declare an ECI, with an assignment number up to 16382. */
export function eciCodewords(eci: Eci): number[] {
  if (eci <= lastSingle) return [eciCodeword, eci + 1]
  const above = eci - lastSingle - 1
  return [eciCodeword, Math.floor(above / 254) + 128, (above % 254) + 1]
}
