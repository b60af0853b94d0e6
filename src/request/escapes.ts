/** Characters that a form or a shell cannot take, written behind a backslash. */

import { codePointName } from '../../symbologies/messages.ts'
import type { Malformed } from '../utf8.ts'

/** The parameters whose values may have escapes. */
export const escapable: readonly string[] = ['text', 'caption', 'title']

/** What is accepted, in words. */
const accepted = 'accepted: \\t, \\r, \\n, \\\\, \\xHH and \\u{H}, H being hexadecimal digits'

const short: { readonly [letter: string]: string } = { t: '\t', r: '\r', n: '\n', '\\': '\\' }
/** A backslash, and what it may stand before; if that is nothing accepted, the character after it. */
const escapes = /\\(?:([trn\\])|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|(.?))/gsu

/** The text with a character in place of each escape, or the fault of what stands behind a backslash. */
export function unescaped(text: string): string | Malformed {
  const { plain, refused } = readEscapes(text)
  if (refused === undefined) return plain
  const what = refused === '\\' ? 'a backslash at the end' : `the escape ${refused}`
  const fault = `${visibleEscape(what)} is not known; ${accepted}; without escapes=true a backslash is a backslash`
  return { fault, code: 'invalid_parameter' }
}

/** The first escape of a text that is not known; a backslash alone at the end of the text. */
export const unknownEscape = (text: string): string | undefined => readEscapes(text).refused

function readEscapes(text: string): { readonly plain: string; readonly refused: string | undefined } {
  let refused: string | undefined
  const plain = text.replace(escapes, (whole, letter?: string, byte?: string, point?: string) => {
    if (letter !== undefined) return short[letter]!
    const code = Number.parseInt(byte ?? point ?? '', 16)
    // half of a surrogate pair is not a character
    if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) return String.fromCodePoint(code)
    refused ??= whole
    return ''
  })
  return { plain, refused }
}

/** Characters beyond printable ASCII by their code points, since messages show what stands behind a backslash as it is. */
function visibleEscape(text: string): string {
  return text.replace(/[^ -~]/gu, (character) => codePointName(character.codePointAt(0)!))
}

/** The text as `unescaped` takes it: backslashes and control characters behind a backslash. */
export function escaped(text: string): string {
  return text.replace(/[\\\p{Cc}]/gu, (character) => {
    const letter = Object.keys(short).find((each) => short[each] === character)
    return `\\${letter ?? `x${character.charCodeAt(0).toString(16).padStart(2, '0')}`}`
  })
}
