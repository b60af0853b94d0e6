/** The text of bytes under an ECI, by the assignments of AIM's ECI register. */

import { decoded, type Eci, eciNames, ecis } from '../../symbologies/eci/index.ts'

const known: ReadonlySet<number> = new Set(ecis)

/** Whether its character set is known. */
export const isEci = (eci: number): eci is Eci => known.has(eci)

/** A character for each byte: the default interpretation of both standards, ISO 8859-1. */
const plain = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The text, or undefined if the bytes are invalid under the ECI; `known` is false for an ECI whose character set is not known. */
export function textUnder(eci: number | undefined, bytes: Uint8Array): { text: string | undefined; known: boolean } {
  if (eci === undefined) return { text: plain(bytes), known: true }
  return isEci(eci) ? { text: decoded(eci, bytes), known: true } : { text: plain(bytes), known: false }
}

/** Character sets that bytes without an ECI are often meant in: UTF-8 and Shift JIS. */
export const guesses = [26, 20] as const satisfies readonly Eci[]

/** How readers take bytes without an ECI. */
export interface Guessing {
  /** The character sets that they try. */
  readonly guesses: readonly Eci[]
  /** The symbology has no ECI, so that encoders cannot help it. */
  readonly micro: boolean
}

/** A remark on bytes without an ECI that readers may take for another text than the standard does; undefined if none do. */
export function guessed(bytes: Uint8Array, { guesses, micro }: Guessing): string | undefined {
  if (bytes.every((byte) => byte < 0x80)) return undefined
  const others = guesses.flatMap((eci) => {
    const text = decoded(eci, bytes)
    return text === undefined ? [] : [`${eciNames[eci]}, ${quoted(text)}`]
  })
  if (others.length === 0 && !micro) return undefined
  const taken =
    others.length === 0
      ? 'readers may guess another character set'
      : `readers that guess may take them for ${others.join(', or for ')}`
  return `bytes without an ECI are ISO 8859-1, ${quoted(plain(bytes))}; ${taken}`
}

/** A remark on bytes without an ECI that readers take for Shift JIS, as JIS X 0201 has it, because of kanji mode beside them. */
export function besideKanji(bytes: Uint8Array): string {
  const text = decoded(20, bytes)?.replaceAll('\\', '\u00a5').replaceAll('~', '\u203e')
  const taken = text === undefined ? 'others' : quoted(text)
  return `beside kanji mode without an ECI common readers take bytes for Shift JIS: ${quoted(plain(bytes))} for ${taken}`
}

/** The most characters of a reading that a remark quotes. */
const mostQuoted = 60

function quoted(text: string): string {
  const characters = [...text]
  return JSON.stringify(characters.length <= mostQuoted ? text : `${characters.slice(0, mostQuoted).join('')}…`)
}
