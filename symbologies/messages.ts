/** Quotes and counts users' texts for messages. */

/** How many characters `text` has: Unicode code points, half of a surrogate pair counted as one. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 1; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800) count--
  }
  return count
}

/** A code point as Unicode writes it: `U+00A0`. */
export function codePointName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** What is wrong with a text, or with `what`, that callers without types gave. */
export function notAString(given: unknown, what = 'text'): string {
  const kind =
    given === null ? 'null' : Array.isArray(given) ? 'an array' : typeof given === 'object' ? 'an object' : typeof given
  return `the ${what} is ${kind}; accepted: a string`
}

/** The first `most` code points of `text` and an ellipsis; all of it if there are no more. */
export function cutAt(text: string, most: number): string {
  // a code point takes two code units at most
  const points = [...text.slice(0, 2 * most + 2)]
  return points.length > most ? `${points.slice(0, most).join('')}…` : text
}

/** Every UTF-16 code unit of `text` as JSON can escape it: `\uXXXX`. */
export function unicodeEscapes(text: string): string {
  return text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Controls, formatting characters, separators, surrogates, and what Unicode has not assigned. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu

/** JSON string syntax with nothing in it that is invisible or that a terminal obeys. */
export function visible(text: string): string {
  return JSON.stringify(text).replace(unprintable, unicodeEscapes)
}

/** Text that needs no escapes between quotes. */
const plain = /^[ !#-[\]-~]{0,40}$/

/** `text` for a message: visible, cut at 40 code points. */
export function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : visible(cutAt(text, 40))
}
