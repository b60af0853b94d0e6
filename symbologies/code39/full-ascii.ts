/** All of ASCII in Code 39, most of it as pairs of characters. ISO/IEC 16388:2007, Annex A.2 */

import { invalidCharacter, type Suggestion } from '../barcode.ts'
import { withoutLookAlikes } from '../repairs.ts'
import { valueByCode } from './patterns.ts'

// Annex A.2: the characters from `from` on are `shift` and `letter`, `shift` and the letter after it, and so on.
const pairs: readonly (readonly [from: string, to: string, shift: string, letter: string])[] = [
  ['\x00', '\x00', '%', 'U'],
  ['\x01', '\x1a', '$', 'A'],
  ['\x1b', '\x1f', '%', 'A'],
  ['!', ',', '/', 'A'],
  ['/', '/', '/', 'O'],
  [':', ':', '/', 'Z'],
  [';', '?', '%', 'F'],
  ['@', '@', '%', 'V'],
  ['[', '_', '%', 'K'],
  ['`', '`', '%', 'W'],
  ['a', 'z', '+', 'A'],
  ['{', '\x7f', '%', 'P'],
]

/** Symbol character values by ASCII code: one, or those of a pair as 64 times the first plus the second. */
const valuesByCode = Uint16Array.from(valueByCode)
for (const [from, to, shift, letter] of pairs) {
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) {
    const second = letter.charCodeAt(0) + code - from.charCodeAt(0)
    valuesByCode[code] = 64 * valueByCode[shift.charCodeAt(0)]! + valueByCode[second]!
  }
}

/** What carries characters beyond ASCII. */
export const carriesMore = 'code128 carries ISO 8859-1, qr and datamatrix every character'
const accepted = `ASCII (U+0000 to U+007F); ${carriesMore}`

/**
 * Symbol character values of a text, at most two for a character. $ / + and % begin pairs and nothing else: as characters of the
 * text they are pairs themselves.
 *
 * @throws EncodeError invalid_character
 */
export function fullAsciiValues(text: string): Uint8Array {
  const values = new Uint8Array(2 * text.length)
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x7f) throw invalidCharacter('code39', text, i, accepted, meant(text))
    const own = valuesByCode[code]!
    if (own >= 64) values[count++] = own >> 6
    values[count++] = own & 63
  }
  return values.slice(0, count)
}

/** The text with look-alikes of ASCII replaced, or the symbology that carries it as it is. */
function meant(text: string): Suggestion {
  const plain = withoutLookAlikes(text)
  if (/^[\0-\x7f]*$/.test(plain)) return { text: plain }
  return { type: /^[\0-\xff]*$/.test(text) ? 'code128' : 'qr' }
}
