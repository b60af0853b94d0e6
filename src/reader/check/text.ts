/** The text that a symbol carries: that of bytes under an ECI, and whether it is the expected one. */

import { decoded, type Eci, eciNames, ecis } from '../../../symbologies/eci/index.ts'
import { cutAt } from '../../../symbologies/messages.ts'
import { carries, type Fnc1 } from './gs1/message.ts'
import type { Findings, Part } from './report.ts'

/** The text, or undefined if the bytes are invalid under the ECI; `known` is false for an ECI whose character set is not known. */
export function textUnder(eci: number | undefined, bytes: Uint8Array): { text: string | undefined; known: boolean } {
  if (eci === undefined) return { text: plain(bytes), known: true }
  return isEci(eci) ? { text: decoded(eci, bytes), known: true } : { text: plain(bytes), known: false }
}

/** A character for each byte: the default interpretation of both standards, ISO 8859-1. */
const plain = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const known: ReadonlySet<number> = new Set(ecis)

/** Whether its character set is known. */
export const isEci = (eci: number): eci is Eci => known.has(eci)

/** Character sets that bytes without an ECI are often meant in: UTF-8 and Shift JIS. */
export const guesses = [26, 20] as const satisfies readonly Eci[]

/** How readers take bytes without an ECI. */
interface Guessing {
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

const quoted = (text: string): string => JSON.stringify(cutAt(text, mostOfRemark))

/** The most characters of a reading that a remark quotes. */
const mostOfRemark = 60

interface Carried {
  readonly text: string
  readonly fnc1: Fnc1 | undefined
  /** Undefined if the symbol stands alone. */
  readonly append?: Part | undefined
}

const utf8 = 26

/** Judges the text of a symbol, whatever announces its character set where that is UTF-8; that of a part may be expected alone or with all other parts. */
export function judgeText(findings: Findings<'text'>, carried: Carried, expected: string | undefined): void {
  if (expected === undefined) return
  const { text, append } = carried
  const isBytes = [...text].every((character) => character < '\u0100')
  const bytes = Uint8Array.from(isBytes ? text : '', (character) => character.charCodeAt(0))
  const meant = guesses.find((eci) => isBytes && decoded(eci, bytes) === expected)
  // most readers send UTF-8 as it is; that no ECI announces it is a note of its own
  if (meant === utf8) {
    findings.judge('text', [])
    return
  }
  const reason = meant === undefined ? '' : `: its bytes are ${eciNames[meant]}, but no ECI declares that`
  const message = `${otherText(text, expected)}${reason}`
  const isSame = carries(carried, expected) || (append !== undefined && isPart(text, expected, append))
  findings.judge('text', isSame ? [] : [{ message }])
}

/** Whether a text is at the beginning of another, at its end or within it, as its place among the parts demands. */
function isPart(text: string, whole: string, { part, parts }: Part): boolean {
  if (part === 1) return whole.startsWith(text)
  return part === parts ? whole.endsWith(text) : whole.includes(text)
}

/**
 * The message for a symbol that does not carry the expected text. If only the beginnings are shown, it also gives the
 * place of the first difference.
 */
export function otherText(carried: string, expected: string): string {
  const quoted = (text: string): string => JSON.stringify(shortened(text))
  const message = `the symbol carries ${quoted(carried)}, not ${quoted(expected)}`
  if (shortened(carried) === carried && shortened(expected) === expected) return message
  const [ours, theirs] = [Array.from(carried), Array.from(expected)]
  const same = ours.findIndex((character, i) => character !== theirs[i])
  return `${message}; they differ from character ${1 + (same < 0 ? ours.length : same)} on`
}

/** The beginning of a text that is too long for a message. */
export const shortened = (text: string): string => cutAt(text, mostQuoted)

/** The most characters of a text that a message quotes. */
const mostQuoted = 80

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
