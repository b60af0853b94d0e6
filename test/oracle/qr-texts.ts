/** Random QR texts. */

import fc from 'fast-check'
import { kanjiValues } from '../../symbologies/qr/segments.ts'
import { textsOf } from '../texts.ts'

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

export const lower = 'abcdefghijklmnopqrstuvwxyz'
export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const digits = '0123456789'
export const alphanumerics = `${digits}${upper} $%*+-./:`
export const latin = Array.from({ length: 96 }, (_, i) => String.fromCharCode(160 + i)).join('')
export const kanji = upTo(0x10000)
  .filter((code) => kanjiValues()[code] !== 0)
  .map((code) => String.fromCharCode(code))
  .join('')
export const emoji = '😀😎🚀🇩🇪👩‍🔬❤️☃️𝒳𐍈'

/** Texts of one to six runs, each of up to `longest` characters out of one of the alphabets. */
export const mixedTexts = (alphabets: readonly string[], longest: number, runs = 6): fc.Arbitrary<string> => {
  const run = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet, 1, longest)))
  return fc.array(run, { minLength: 1, maxLength: runs }).map((all) => all.join(''))
}
