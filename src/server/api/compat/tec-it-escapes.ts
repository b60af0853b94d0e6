/** The escape sequences of TEC-IT's Barcode Reference, 4.6 ("Encoding Binary Data"). */

import { quoted, type Symbology } from '../../../../symbologies/index.ts'
import { NotServed } from '../../../request/refusals.ts'

const letters: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
}

/** FNC1 while escapes are read: no escape makes this character. */
const fnc1 = '\ufffe'

/** `\0` and up to three octal digits, up to three decimal digits, two hexadecimal ones, or a letter. */
const escapes = /\\(?:(0[0-7]{0,3})|([1-9]\d{0,2})|x([0-9A-Fa-f]{2})|(E\d{6})|(<FNC\d>)|(.?))/gs

/**
 * The text with the character of each escape sequence; FNC1 at the beginning makes it a GS1 message, elsewhere it is sent as GS.
 *
 * @throws NotServed  for what no symbol here has
 */
export function unescapedTecIt(
  text: string,
  type: Symbology,
): { readonly text: string; readonly gs1?: 'true'; readonly eci?: string } {
  let eci: string | undefined
  const plain = text.replace(escapes, (whole, octal?: string, decimal?: string, hex?: string, ...others) => {
    const [announced, named, letter = ''] = others as (string | undefined)[]
    if (octal !== undefined) return characterOf(Number.parseInt(octal, 8), whole)
    // in Code 128 and what is made of it, the first of four decimals that are not characters
    if (decimal === '210' && type === 'code128') return fnc1
    if (decimal !== undefined) return characterOf(Number(decimal), whole)
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16), whole)
    if (announced === 'E000026' && (type === 'qr' || type === 'datamatrix')) {
      eci = '26'
      return ''
    }
    if (letter === 'F' || named === '<FNC1>') return fnc1
    const character = letters[letter]
    if (character === undefined || letter === '') throw unknown(whole)
    return character
  })
  const isGs1 = plain.startsWith(fnc1) && ['code128', 'qr', 'datamatrix'].includes(type)
  const message = (isGs1 ? plain.slice(1) : plain).replaceAll(fnc1, '\x1d')
  return { text: message, ...(isGs1 && { gs1: 'true' }), ...(eci !== undefined && { eci }) }
}

function characterOf(code: number, whole: string): string {
  if (code > 255) throw unknown(whole)
  return String.fromCharCode(code)
}

function unknown(sequence: string): NotServed {
  const accepted =
    '\\a, \\b, \\f, \\n, \\r, \\t, \\v, \\\\, \\0 and octal digits, decimal digits, \\x and two hexadecimal ones, and \\F'
  return new NotServed('data', `the escape ${quoted(sequence)} is not drawn here; accepted: ${accepted}`)
}
