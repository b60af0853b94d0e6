import fc from 'fast-check'
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

/** Texts of characters out of `alphabet`. */
export const textsOf = (alphabet: string, minLength: number, maxLength = minLength): fc.Arbitrary<string> => {
  const points = [...alphabet]
  const character = fc.nat(points.length - 1).map((index) => points[index]!)
  return fc.array(character, { minLength, maxLength }).map((all) => all.join(''))
}

/** Texts of up to `longest` characters in several runs, each out of one of the alphabets. */
export const runsOf = (alphabets: readonly string[], longest: number): fc.Arbitrary<string> => {
  const run = fc.oneof(...alphabets.map((alphabet) => textsOf(alphabet, 1, 8)))
  const inAll = fc.tuple(
    fc.array(run, { minLength: 1, maxLength: Math.ceil(longest / 4) }),
    fc.integer({ min: 1, max: longest }),
  )
  return inAll.map(([runs, length]) => [...runs.join('')].slice(0, length).join(''))
}

const textsOfAnyOf = (all: readonly (readonly string[])[], longest: number): fc.Arbitrary<string> =>
  fc.oneof(...all.map((alphabets) => runsOf(alphabets, longest)))

/** Texts that the symbology can carry, short enough to be drawn and read at any scale. */
export const textsFor: { readonly [S in Symbology]: fc.Arbitrary<string> } = {
  code128: runsOf([digits, ascii, controls, latin], 20),
  code39: textsOf(`${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%`, 1, 16),
  itf14: textsOf(digits, 13),
  ean13: textsOf(digits, 12),
  ean8: textsOf(digits, 7),
  upca: textsOf(digits, 11),
  qr: textsOfAnyOf([[digits], [digits, ascii], [ascii, latin], [digits, kanji, ascii], [world, kanji, digits]], 60),
  microqr: textsOfAnyOf([[digits], [alphanumeric], [digits, ascii], [latin], [kanji]], 9),
  datamatrix: textsOfAnyOf([[digits], [digits, ascii, controls], [ascii, latin], [world, ascii, digits]], 60),
  upce: fc.tuple(textsOf('01', 1), textsOf(digits, 6)).map((parts) => parts.join('')),
}

/** Options of a linear symbology that change what is drawn; none for others. */
export function linearOptionsOf(symbology: Symbology): fc.Arbitrary<object> {
  switch (symbology) {
    case 'ean13':
    case 'upca':
    case 'upce':
      return fc.oneof(
        fc.constant({}),
        fc.record({ addon: textsOf(digits, 2) }),
        fc.record({ addon: textsOf(digits, 5) }),
      )
    case 'code39':
      return fc.record({ ratio: fc.constantFrom(2, 2.5, 3), checkdigit: fc.boolean(), fullascii: fc.boolean() })
    case 'itf14':
      return fc.record({ ratio: fc.constantFrom(2.5, 3), bearer: fc.constantFrom('none', 'top-bottom', 'frame') })
    default:
      return fc.constant({})
  }
}

/** Any text at all, up to `longest` characters: every script, marks, controls, bidi, what is not assigned. */
export const anyTexts = (longest: number): fc.Arbitrary<string> => {
  const point = fc
    .oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0, max: 0x2ff }),
      fc.integer({ min: 0x300, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x1ffff }),
    )
    .map((code) => String.fromCodePoint(code))
  const anything = fc.array(point, { minLength: 1, maxLength: longest }).map((points) => points.join(''))
  return fc.oneof(anything, ...[ascii, latin + ascii, world, kanji].map((alphabet) => textsOf(alphabet, 1, longest)))
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
