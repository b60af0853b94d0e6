/** Texts that telephones read: how their values are escaped, and which are addresses, numbers and places. */

/** A text with a backslash before each of these characters. */
export const escapedIn = (text: string, characters: RegExp): string => text.replace(characters, '\\$&')

/** The parts of a text between separators that have no backslash before them; backslashes stay. */
export function partsOf(text: string, separator: string): string[] {
  const parts = ['']
  for (let i = 0; i < text.length; i++) {
    const pair = text[i] === '\\' ? text.slice(i, i + 2) : text[i]!
    if (pair === separator) parts.push('')
    else parts[parts.length - 1] += pair
    i += pair.length - 1
  }
  return parts
}

/** The text without the backslashes before characters. */
export const plain = (text: string): string => text.replace(/\\(.)/gsu, '$1')

/** A text of vCard and iCalendar, with \n for a line feed and a backslash before the characters that separate (RFC 2426, 5; RFC 5545, 3.3.11). */
export const written = (text: string): string => escapedIn(text, /[\\;,]/g).replace(/\n/g, '\\n')
/** What such a text says; a backslash before anything else is one itself. */
export const unwritten = (text: string): string =>
  text.replace(/\\([\\;,:nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character))

/** The lines of a text without empty ones at its end; each ends with CRLF, CR or LF. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
}

/** Percent-encoded text, or undefined if it is not (RFC 3986, 2.1). */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Percent-encoded with line breaks as CRLF, as RFC 6068 and RFC 5724 have them in bodies. */
export const encoded = (text: string): string => encodeURIComponent(text.replace(/\r\n?|\n/g, '\r\n'))

export const emailForm = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/

/** The digits of a telephone number with a + or without, without what people put between them (RFC 3966, 5.1.1); undefined if it is none. */
export function telephone(text: string): string | undefined {
  const digits = text.replace(/[\s()./\u2010-\u2015-]/g, '')
  return /^\+?\d{3,15}$/.test(digits) ? digits : undefined
}

/** Decimal degrees, with a comma for the point if people write it so, of at most this many. */
export function degrees(text: string, most: number): string | undefined {
  const number = text.trim().replace(',', '.').replace('\u2212', '-')
  return /^-?\d{1,3}(?:\.\d{1,12})?$/.test(number) && Math.abs(Number(number)) <= most ? number : undefined
}

/** Whether this is an address of the web, without what has to be percent-encoded. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#"<>\\^`{|}]+\.?[^\s"<>\\^`{|}]*$/i.test(text) && URL.canParse(text)
}
