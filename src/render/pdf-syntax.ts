/** Objects of PDF as text (ISO 32000-1:2008, 7.3). */

/** A dictionary: strings are names. */
export interface PdfDictionary {
  readonly [key: string]: PdfValue
}

export type PdfValue = string | number | boolean | readonly PdfValue[] | PdfDictionary

/** An indirect reference to an object: `7 0 R`. */
export class Reference {
  /** 1 or more. */
  readonly id: number

  constructor(id: number) {
    this.id = id
  }

  toString(): string {
    return `${this.id} 0 R`
  }
}

/** A text string (7.9.2.2): ASCII, or else UTF-16 with a byte order mark. */
export class PdfText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** A character for each byte. */
  toString(): string {
    const { text } = this
    const bytes = /^[\0-\x7f]*$/.test(text) ? text : `þÿ${utf16(text)}`
    return `(${bytes.replace(/[\n\r\t\b\f()\\]/g, (character) => escapes[character]!)})`
  }
}

/** Two characters for each unit: its bytes, the higher first. */
function utf16(text: string): string {
  let bytes = ''
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes += String.fromCharCode(unit >> 8, unit & 0xff)
  }
  return bytes
}

/** 7.3.4.2, Table 3 */
const escapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '(': '\\(',
  ')': '\\)',
  '\\': '\\\\',
}

/** The value as a file has it, a character for each byte. */
export function syntaxOf(value: PdfValue): string {
  if (typeof value === 'string') return `/${value}`
  if (typeof value === 'number') return `${Math.round(value * 1e6) / 1e6}`
  if (typeof value === 'boolean') return `${value}`
  if (isArray(value)) return `[${value.map(syntaxOf).join(' ')}]`
  let entries = ''
  for (const [key, entry] of Object.entries(value)) entries += `/${key}${separated(syntaxOf(entry))}`
  return `<<${entries}>>`
}

/** What stands behind a name: with a space before it if it does not begin with a delimiter (7.2.2). */
const separated = (syntax: string): string => ('/<[('.includes(syntax[0]!) ? syntax : ` ${syntax}`)

const isArray = (value: PdfDictionary | readonly PdfValue[]): value is readonly PdfValue[] => Array.isArray(value)
