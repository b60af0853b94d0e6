/** Alphabets for random QR texts. */

import { kanjiValues } from '../../symbologies/qr/kanji.ts'

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
