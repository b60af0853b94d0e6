import type { LabelSymbology, Symbology } from '../symbologies/index.ts'
import type { Random } from './random.ts'

/** A text for each symbology, as people would try it first. */
export const shortText: { readonly [S in Symbology]: string } = {
  code128: 'QZ-0001é',
  qr: 'héllo 倉庫 1234567',
  microqr: 'QZ-0001',
  datamatrix: 'QZ-0001 aimaimaimaim',
  upca: '03600029145',
  upce: '01234565',
  ean13: '400638133393',
  ean8: '9638507',
  code39: 'QZ-0001',
  itf14: '1540014128876',
}

const digits = '0123456789'
const alphanumeric = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:`
const latin = Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join('')
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
const controls = Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('')
const kanji = '漢字倉庫出荷点茗日本語東京都区市町村番号品名数量'
const world = 'αβγЖЩя倉مستودعמחסןกขคนमहिঅআ한글あカ€😀ᚠ'

/** One text of several runs, each out of one of the alphabets. */
function runs(r: Random, alphabets: readonly string[], longest: number): string {
  let text = ''
  for (const length = r.between(1, longest); [...text].length < length; ) {
    text += r.text(r.pick(alphabets), Math.min(r.between(1, 8), length - [...text].length))
  }
  return text
}

/** Texts whose symbols fit on every label stock. */
export const briefText: { readonly [S in LabelSymbology]: string } = {
  code128: 'QZ-01',
  qr: 'QZ-01',
  microqr: 'QZ-01',
  datamatrix: 'QZ-01',
  upca: '03600029145',
  ean13: '590123412345',
  ean8: '9638507',
}

/** A random text that the symbology can carry, short enough to be drawn and read at any scale. */
export const randomText: { readonly [S in Symbology]: (r: Random) => string } = {
  code128: (r) => runs(r, [digits, ascii, controls, latin], 20),
  code39: (r) => r.text(`${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%`, r.between(1, 16)),
  itf14: (r) => r.text(digits, 13),
  ean13: (r) => r.text(digits, 12),
  ean8: (r) => r.text(digits, 7),
  upca: (r) => r.text(digits, 11),
  qr: (r) =>
    runs(r, r.pick([[digits], [digits, ascii], [ascii, latin], [digits, kanji, ascii], [world, kanji, digits]]), 60),
  microqr: (r) => runs(r, r.pick([[digits], [alphanumeric], [digits, ascii], [latin], [kanji]]), 9),
  datamatrix: (r) => runs(r, r.pick([[digits], [digits, ascii, controls], [ascii, latin], [world, ascii, digits]]), 60),
  upce: (r) => r.text('01', 1) + r.text(digits, 6),
}

/** Random options of a linear symbology that change what is drawn; none for others. */
export function linearOptions(r: Random, symbology: Symbology): object {
  switch (symbology) {
    case 'ean13':
    case 'upca':
    case 'upce':
      return r.pick([{}, { addon: r.text(digits, 2) }, { addon: r.text(digits, 5) }])
    case 'code39':
      return { ratio: r.pick([2, 2.5, 3]), checkdigit: r.pick([true, false]), fullascii: r.pick([true, false]) }
    case 'itf14':
      return { ratio: r.pick([2.5, 3]), bearer: r.pick(['none', 'top-bottom', 'frame']) }
    default:
      return {}
  }
}

/** Any text at all, up to `longest` characters: every script, marks, controls, bidi, what is not assigned. */
export function anyText(r: Random, longest: number): string {
  const point = (): number => {
    const point = r.pick([
      r.between(0x20, 0x7e),
      r.between(0, 0x2ff),
      r.between(0x300, 0xd7ff),
      r.between(0xe000, 0x1ffff),
    ])
    return point >= 0xd800 && point < 0xe000 ? 0x20 : point
  }
  const own = r.between(0, 2) === 0 ? () => String.fromCodePoint(point()) : undefined
  const alphabet = r.pick([ascii, latin + ascii, world, kanji])
  return Array.from({ length: r.between(1, longest) }, () => own?.() ?? r.text(alphabet, 1)).join('')
}
