/** The texts that vectors are made of: one for each feature, the limits of what symbols carry, and what must be refused. */

import { characterSet, type Eci, eciNames, ecis } from '../../../symbologies/eci/index.ts'
import {
  catalogue,
  type DataMatrixOptions,
  dataMatrixEncodations,
  dataMatrixSizes,
  encode,
  type QrLevel,
  type Symbology,
  symbologies,
  tables,
} from '../../../symbologies/index.ts'
import { computed, type VectorSource } from './vector.ts'

/** The texts of a symbology; of one that has no list of its own, a sample. */
export function textsOf<S extends Symbology>(symbology: S): readonly VectorSource<S>[] {
  return (
    lists[symbology]?.() ?? [
      { name: 'a sample', text: catalogue[symbology].sample },
      { name: 'no text', text: '' },
    ]
  )
}

const lists: { readonly [S in Symbology]?: () => readonly VectorSource<S>[] } = {
  code128: () => code128,
  code39: () => code39,
  itf14: () => itf14,
  ean13: () => [...everyFirst(12), ...wrong(12, '5901234123457'), leadingZeros, ...addons('9781234567897')],
  ean8: () => [...everyFirst(7), ...wrong(7, '96385074')],
  upca: () => [...everyFirst(11), ...wrong(11, '036000291452'), ...addons('036000291452')],
  upce: () => upce,
  qr: qrTexts,
  microqr: microQrTexts,
  datamatrix: dataMatrixTexts,
}

/** Those with lists of their own come first. */
export const symbologiesInOrder: readonly Symbology[] = [
  ...new Set([...(Object.keys(lists) as Symbology[]), ...symbologies]),
]

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const small = 'abcdefghijklmnopqrstuvwxyz'

/** `alphabet` repeated, cut at `length` characters. */
const repeated = (alphabet: string, length: number): string =>
  alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const characters = (from: number, to: number): string =>
  String.fromCharCode(...upTo(to - from + 1).map((i) => from + i))

/** A text for any symbology. */
type Named = Pick<VectorSource<'ean13'>, 'name' | 'text'>

/** Each digit as the first one, so that every row of number sets occurs. */
const everyFirst = (length: number): Named[] =>
  upTo(10).map((first) => ({
    name: `first digit ${first}`,
    text: `${first}${digits.repeat(3).slice(first, first + length - 1)}`,
  }))

const wrong = (length: number, right: string): Named[] => [
  { name: 'the check digit given', text: right },
  { name: 'a wrong check digit', text: `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}` },
  { name: 'a digit too few', text: digits.repeat(2).slice(0, length - 1) },
  { name: 'a digit too many', text: digits.repeat(2).slice(0, length + 2) },
  { name: 'a letter', text: `${digits.repeat(2).slice(0, length - 1)}A` },
  { name: 'no text', text: '' },
]

const code128: VectorSource<'code128'>[] = [
  { name: 'one character', text: 'a' },
  { name: 'digits, even', text: '123456' },
  { name: 'digits, odd', text: '1234567' },
  { name: 'four digits between letters', text: 'AB1234CD' },
  { name: 'six digits between letters', text: 'AB123456CD' },
  { name: 'digits at the end', text: 'AB1234' },
  { name: 'all of code set A', text: characters(0x00, 0x5f) },
  { name: 'all of code set B', text: characters(0x20, 0x7f) },
  { name: 'control characters between small letters', text: 'ab\x01cd\x02\x03ef' },
  { name: 'small letter between control characters', text: '\x01\x02a\x03\x04' },
  { name: 'one character of the upper half', text: 'caf\xe9' },
  { name: 'the upper half, latched', text: '\xe4\xf6\xfc\xc4\xd6\xdc\xdf' },
  { name: 'the upper half and digits', text: '\xe4\xf6\xfc123456\xe4\xf6\xfc' },
  { name: 'the upper half of code set A', text: characters(0x80, 0x9f) },
  { name: 'all of ISO 8859-1', text: characters(0x00, 0xff) },
  { name: 'beyond ISO 8859-1', text: 'ab\u20ac' },
  { name: 'no text', text: '' },
  { name: 'reader programming, code set A', text: '\x01\x02', options: { reader: 'init' } },
  { name: 'reader programming, code set B', text: 'set 1', options: { reader: 'init' } },
  { name: 'reader programming, code set C', text: '123456', options: { reader: 'init' } },
  { name: 'reader programming, two digits', text: '12', options: { reader: 'init' } },
]

const code39: VectorSource<'code39'>[] = [
  ...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%', (text) => ({ name: `the character ${text}`, text })),
  { name: 'all characters', text: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%' },
  { name: 'a small letter', text: 'Ab' },
  { name: 'the start and stop character', text: 'A*B' },
  { name: 'no text', text: '' },
  { name: 'a check character', text: 'CODE 39', options: { checkdigit: true } },
  { name: 'a check character that is not a letter', text: 'QZ-0001', options: { checkdigit: true } },
  { name: 'all of ASCII', text: characters(0x00, 0x7f), options: { fullascii: true } },
  { name: 'full ASCII, one character each', text: 'QZ-0001', options: { fullascii: true } },
  { name: 'full ASCII and a check character', text: '$10 + 5%/m', options: { fullascii: true, checkdigit: true } },
  { name: 'beyond ASCII', text: 'Ab\xe9', options: { fullascii: true } },
  { name: 'wide elements of two modules', text: 'CODE 39', options: { ratio: 2 } },
  { name: 'wide elements of two and a half modules', text: 'CODE 39', options: { ratio: 2.5 } },
]

const itf14: VectorSource<'itf14'>[] = [
  ...everyFirst(13),
  ...wrong(13, '15400141288763'),
  { name: 'wide elements of two and a half modules', text: '1540014128876', options: { ratio: 2.5 } },
  ...(['none', 'top-bottom', 'frame'] as const).map((bearer) => ({
    name: `bearer bars: ${bearer}`,
    text: '1540014128876',
    options: { bearer },
  })),
]

/** Each order of number sets, of two digits and of five. */
const addons = (text: string): VectorSource<'ean13' | 'upca' | 'upce'>[] => [
  ...upTo(4).map((rest) => ({ name: `add-on, ${rest} modulo 4`, text, options: { addon: `${20 + rest}` } })),
  ...upTo(10).map((first) => ({ name: `add-on that begins with ${first}`, text, options: { addon: `${first}1999` } })),
  { name: 'add-on of zeros', text, options: { addon: '00' } },
  { name: 'add-on of five zeros', text, options: { addon: '00000' } },
]

const leadingZeros = {
  name: 'leading zeros',
  text: '000000000000',
  source: `${computed}; GS1 General Specifications, 5.2`,
}

const upce: VectorSource<'upce'>[] = [
  ...upTo(10).map((last) => ({ name: `six digits that end in ${last}`, text: `12345${last}` })),
  ...upTo(10).map((check) => ({ name: `check digit ${check}, number system 0`, text: withCheck('0', check) })),
  ...upTo(10).map((check) => ({ name: `check digit ${check}, number system 1`, text: withCheck('1', check) })),
  { name: 'a UPC-A of 12 digits', text: '012000003455' },
  { name: 'a UPC-A without the zeros', text: '01234567890' },
  { name: 'number system 2', text: '2123456' },
  { name: 'five digits', text: '12345' },
  ...addons('01234565'),
]

/** The first text, counting up from 123450, with this check digit in the number system. */
function withCheck(system: string, check: number): string {
  for (let six = 123450; ; six++) {
    const text = `${system}${six}`
    if (encode('upce', text).trace.digits.endsWith(String(check))) return text
  }
}

const { standard: qrStandard } = catalogue.qr

const kanji = '漢字倉庫出荷点茗日本語東京都区'

const levels: readonly QrLevel[] = ['L', 'M', 'Q', 'H']
const versions = Array.from({ length: 40 }, (_, i) => i + 1)

/** Short texts for one feature at a time, then every version at every level, filled with digits. */
function qrTexts(): VectorSource<'qr'>[] {
  const modes: VectorSource<'qr'>[] = [
    { name: 'numeric, one digit', text: '7' },
    { name: 'numeric, two digits', text: '42' },
    { name: 'numeric, three digits', text: '123' },
    {
      name: 'numeric of the standard',
      text: '01234567',
      options: { version: 1, level: 'M' },
      source: `${qrStandard}, 7.4.3 and Annex I.2, the text`,
    },
    { name: 'alphanumeric, odd', text: 'A' },
    {
      name: 'alphanumeric of the standard',
      text: 'AC-42',
      options: { version: 1, level: 'H' },
      source: `${qrStandard}, 7.4.4, the text`,
    },
    { name: 'alphanumeric, all characters', text: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:' },
    { name: 'bytes', text: small },
    { name: 'kanji', text: kanji },
    { name: 'modes that change', text: `${digits.repeat(2)}${small}${capitals}${kanji}` },
    { name: 'ISO 8859-1 under ECI 3', text: 'äöüß', options: { eci: 3 } },
    { name: 'ISO 8859-1 without an ECI', text: 'äöüß', options: { eci: 'none' } },
    { name: 'UTF-8 under ECI 26', text: 'äöüß', options: { eci: 26 } },
    { name: 'UTF-8 under ECI 26, without kanji mode', text: 'αβγ', options: { eci: 26 } },
    { name: 'UTF-8 without an ECI', text: 'äöüß 漢字', options: { eci: 'utf8' } },
    { name: 'kanji beside a backslash', text: 'D:\\漢字\\1' },
    { name: 'kanji beside a tilde', text: `${kanji.repeat(3)}~` },
    { name: 'kanji beside ISO 8859-1 without an ECI', text: '漢字é', options: { eci: 'none' } },
    { name: 'kanji under ECI 3', text: '漢字', options: { eci: 3 } },
    { name: 'other scripts', text: 'αβγ Жя 한글 😀' },
    { name: 'kanji and bytes under ECIs', text: '漢字漢字漢字 äöü 漢字漢字漢字' },
    { name: 'beyond ISO 8859-1 without an ECI', text: 'a€', options: { eci: 'none' } },
    { name: 'half of a surrogate pair', text: 'a\ud800' },
    { name: 'no text', text: '' },
    { name: 'more digits than 40-L holds', text: repeated(digits, 7090) },
    { name: 'more than version 1-H holds', text: repeated(digits, 18), options: { version: 1, level: 'H' } },
  ]
  const masks = Array.from(
    { length: 8 },
    (_, mask): VectorSource<'qr'> => ({
      name: `mask ${mask}`,
      text: 'MASK',
      options: { version: 2, level: 'M', mask },
    }),
  )
  const every = versions.flatMap((version) =>
    levels.map(
      (level): VectorSource<'qr'> => ({
        name: `version ${version}-${level}, full of digits`,
        text: repeated(digits, fullOfDigits(version, level)),
        options: { version, level },
      }),
    ),
  )
  return [
    ...modes,
    ...declared,
    ...chosen,
    ...refused,
    ...appended,
    ...fnc1Second,
    ...masks,
    ...every,
    ...counted,
    ...late,
  ]
}

/** Each mode in the first and the last version of those that have the same lengths of counts. */
const counted = [9, 10, 26, 27, 40].flatMap((version) =>
  Object.entries({ letters: 'ABC-42', bytes: 'abc', kanji: '漢字' }).map(
    ([mode, text]): VectorSource<'qr'> => ({ name: `version ${version}, ${mode}`, text, options: { version } }),
  ),
)

const late: readonly VectorSource<'qr'>[] = [
  // ECI 170 is ECI 27 but for such characters
  { name: 'a character of ASCII alone, ECI 27', text: 'a#', options: { eci: 27 } },
  {
    name: 'a mask that the balance of dark and light decides',
    text: 'BALANCE 138',
    options: { version: 2, level: 'M' },
  },
]

/** Characters of every script that a set may be for. */
const samples = 'éüßŁžģøçığŽşЖяλΩשבابجกขŵđ€█漢字한글中😀'

/** Every ECI: ASCII, and what its set has of the samples. */
const declared = ecis.map((eci): VectorSource<'qr'> => {
  const { encode } = characterSet(eci)
  const own = [...samples].filter((character) => encode(character) !== undefined).join('')
  return { name: `ECI ${eci}, ${eciNames[eci]}`, text: `Abc 123 ${own}`, options: { eci } }
})

const chosen: VectorSource<'qr'>[] = [
  {
    name: 'the standard’s example of an ECI',
    text: 'ΑΒΓΔΕ',
    options: { eci: 9 },
    source: `${qrStandard}, 7.4.2, the text; it prints A1 to A5 where ISO 8859-7 has C1 to C5`,
  },
  { name: 'the shortest ECI', text: 'Съешь же ещё этих мягких', options: { eci: 'auto' } },
  { name: 'two ECIs', text: 'Съешь ещё этих булок, Ξεσκεπάζω', options: { eci: 'auto' } },
  { name: 'an ECI after digits without one', text: '0123456789 Łódź', options: { eci: 'auto' } },
  { name: 'kanji without an ECI', text: '漢字漢字', options: { eci: 'auto' } },
  { name: 'kanji and bytes under ECI 20', text: '漢字漢字漢字ｱｲｳ', options: { eci: 20 } },
  { name: 'digits of two bytes', text: '0123', options: { eci: 25 } },
]

const refused: VectorSource<'qr'>[] = [
  { name: 'beyond ISO 8859-5', text: 'Жé', options: { eci: 7 } },
  { name: 'beyond the invariant characters', text: 'a#', options: { eci: 170 } },
  { name: 'a backslash in Shift JIS', text: 'C:\\', options: { eci: 20 } },
  { name: 'more parts than characters', text: 'abc', options: { parts: 4, part: 1 } },
  {
    name: 'more than two symbols of version 1-H hold',
    text: 'a'.repeat(20),
    options: { parts: 2, part: 1, version: 1, level: 'H' },
  },
]

const parts = (text: string, count: number, options: { readonly eci?: Eci } = {}): VectorSource<'qr'>[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `part ${i + 1} of ${count}: ${text.slice(0, 12)}`,
    text,
    options: { ...options, parts: count, part: i + 1 },
  }))

const appended: VectorSource<'qr'>[] = [
  ...parts('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 4).map((each) => ({
    ...each,
    source: `${qrStandard}, clause 8, the text and its parity`,
  })),
  ...parts('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 2),
  ...parts('Straße 12, 漢字漢字 and Ξεσκεπάζω', 3),
  ...parts('Съешь ещё этих булок', 2, { eci: 7 }),
  ...parts('0123456789abcdef', 16),
]

const indicated = (indicator: string, text: string, options: { readonly eci?: Eci } = {}): VectorSource<'qr'> => ({
  name: `FNC1 in the second position, application ${indicator}${options.eci === undefined ? '' : `, ECI ${options.eci}`}`,
  text,
  options: { ...options, fnc1: 'second', indicator },
})

const fnc1Second: VectorSource<'qr'>[] = [
  indicated('37', 'AA1234BBB112\x1dtext text text text\r'),
  indicated('a', 'AB%12\x1dCD'),
  indicated('Z', 'ЖЯ\x1d12', { eci: 7 }),
]

/** How many digits fill a version to its last bits: ten bits carry three. */
function fullOfDigits(version: number, level: QrLevel): number {
  const header = 4 + (version < 10 ? 10 : version < 27 ? 12 : 14)
  const bits = 8 * tables.qrBlockPlan(version, level).capacity - header
  const rest = bits % 10
  return 3 * Math.floor(bits / 10) + (rest >= 7 ? 2 : rest >= 4 ? 1 : 0)
}

function microQrTexts(): VectorSource<'microqr'>[] {
  const kinds = tables.microQrKinds.flatMap(({ version, level }): VectorSource<'microqr'>[] => {
    const options = { version, ...(level !== undefined && { level }) }
    const name = `M${version}${level === undefined ? '' : `-${level}`}`
    const masks = [0, 1, 2, 3].map((mask) => ({
      name: `${name}, mask ${mask}`,
      text: '12345',
      options: { ...options, mask },
    }))
    return [
      { name: `${name}, one digit`, text: '1', options },
      { name: `${name}, five digits`, text: '12345', options },
      { name: `${name}, letters`, text: 'ABC', options },
      { name: `${name}, bytes`, text: 'abc', options },
      { name: `${name}, kanji`, text: '漢字', options },
      { name: `${name}, too much`, text: repeated(digits, 36), options },
      ...masks,
    ]
  })
  return [
    {
      name: 'the standard’s example',
      text: '01234567',
      options: { version: 2, level: 'L' },
      source: `${qrStandard}, Annex I.3, the text`,
    },
    ...kinds,
    { name: 'kanji beside a tilde', text: '漢~' },
    { name: 'other scripts', text: 'αβγ한글' },
    { name: 'no text', text: '' },
  ]
}

function dataMatrixTexts(): VectorSource<'datamatrix'>[] {
  const every = dataMatrixSizes.flatMap(({ name, data }): VectorSource<'datamatrix'>[] => {
    const options: DataMatrixOptions = { modules: name }
    return [
      { name: `${name}, full of digits`, text: repeated(digits, 2 * data), options },
      { name: `${name}, full but for one codeword`, text: repeated(digits, 2 * data - 2), options },
      { name: `${name}, all pads but one`, text: 'A', options },
    ]
  })
  const forced = dataMatrixEncodations.flatMap((encodation) =>
    [3, 4, 5, 6, 7, 8].map(
      (length): VectorSource<'datamatrix'> => ({
        name: `${encodation}, ${length} characters`,
        text: capitals.slice(0, length),
        options: { encodation },
      }),
    ),
  )
  return [
    { name: 'the standard’s example', text: '123456', source: `${catalogue.datamatrix.standard}, Annex O, the text` },
    { name: 'capitals', text: capitals },
    { name: 'small letters', text: small },
    { name: 'X12', text: 'ABC*DEF>123\r456*GHI' },
    { name: 'EDIFACT', text: '.A.B.C.D.E.F!(1)' },
    { name: 'control characters', text: '\x00\x01\x1d\x1e\x7f' },
    { name: 'the upper half without an ECI', text: 'äöüß', options: { eci: 'none' } },
    { name: 'the upper half under ECI 3', text: 'äöüß', options: { eci: 3 } },
    { name: 'UTF-8 under ECI 26', text: 'αβγ한글😀' },
    { name: 'macro 05', text: '[)>\x1e05\x1d123ABC\x1e\x04' },
    { name: 'macro 06', text: '[)>\x1e06\x1d123ABC\x1e\x04' },
    { name: 'macro 05 before ECI 3', text: '[)>\x1e05\x1d123ä\x1e\x04' },
    { name: 'macro 06 before ECI 26', text: '[)>\x1e06\x1d123Ж\x1e\x04' },
    { name: 'no macro before UTF-16', text: '[)>\x1e06\x1d123Ж\x1e\x04', options: { eci: 25 } },
    { name: 'UTF-8 without an ECI', text: 'äЖ', options: { eci: 'utf8' } },
    { name: 'encodations that change', text: `${digits.repeat(2)}${capitals}${small}\x80\x81\x82\x83\x84\x85` },
    { name: 'a Base 256 field of 249 bytes', text: repeated('\x80\xff\x9f', 249), options: { eci: 'none' } },
    { name: 'a Base 256 field of 250 bytes', text: repeated('\x80\xff\x9f', 250), options: { eci: 'none' } },
    { name: 'the smallest rectangle', text: '1234', options: { shape: 'rectangle' } },
    { name: 'more than 144x144 holds', text: repeated(digits, 3117) },
    { name: 'half of a surrogate pair', text: 'a\ud800' },
    { name: 'no text', text: '' },
    ...dataMatrixExtras(),
    ...forced,
    ...every,
    ...shifted,
    { name: 'a Base 256 field of 251 bytes', text: repeated('\x80\xff\x9f', 251), options: { eci: 'none' } },
  ]
}

/** Characters of every shift of C40 and Text. */
const shifted = (['c40', 'text'] as const).map((encodation): VectorSource<'datamatrix'> => {
  return {
    name: `${encodation}, each shift`,
    text: 'Aa\x01\x1f!/:@[_`~\x7f\xe9\xc9\x80',
    options: { encodation, eci: 'none' },
  }
})

const dividedText = 'A text that is divided among several symbols, 12345678.'

/** Structured append, reader programming, ECIs other than 3 and 26, and the rectangular extension. */
function dataMatrixExtras(): VectorSource<'datamatrix'>[] {
  const parts = [2, 3, 16].flatMap((parts) =>
    Array.from({ length: parts }, (_, i): VectorSource<'datamatrix'> => {
      return { name: `part ${i + 1} of ${parts}`, text: dividedText, options: { parts, part: i + 1 } }
    }),
  )
  const declared = eciSamples.map(([eci, text]): VectorSource<'datamatrix'> => {
    return { name: `ECI ${eci}`, text, options: { eci } }
  })
  return [
    ...parts,
    ...declared,
    { name: 'a file identification', text: dividedText, options: { parts: 2, part: 1, fileid: '5,254' } },
    { name: 'parts of a given size', text: dividedText, options: { parts: 4, part: 2, modules: '26x26' } },
    { name: 'parts with an ECI each', text: 'äöü äöü αβγ αβγ', options: { parts: 2, part: 2 } },
    { name: 'more parts than characters', text: 'abc', options: { parts: 4, part: 1 } },
    { name: 'too long in parts', text: repeated(digits, 100), options: { parts: 2, part: 1, modules: '12x12' } },
    { name: 'reader programming', text: 'SET 1', options: { reader: 'init' } },
    { name: 'reader programming instead of a macro', text: '[)>\x1e05\x1d1\x1e\x04', options: { reader: 'init' } },
    { name: 'the shortest ECI: none', text: small, options: { eci: 'auto' } },
    { name: 'the shortest ECI: 3', text: 'äöü', options: { eci: 'auto' } },
    { name: 'the shortest ECI: 7', text: 'Москва', options: { eci: 'auto' } },
    { name: 'the shortest ECIs: 7 and 9', text: 'Москва, Москва; Αθήνα, Αθήνα', options: { eci: 'auto' } },
    { name: 'a character that ECI 7 lacks', text: 'Aé', options: { eci: 7 } },
    { name: 'the smallest of DMRE', text: repeated(capitals, 60), options: { shape: 'dmre' } },
    { name: 'more than DMRE holds', text: repeated(digits, 237), options: { shape: 'dmre' } },
  ]
}

/** A text for each form of ECI: a byte a character, several bytes, and a number in two codewords. */
const eciSamples = [
  [2, 'Ç'],
  [7, 'Москва'],
  [9, 'Αθήνα'],
  [17, '5 €'],
  [20, '漢字'],
  [25, 'aΩ'],
  [29, '汉字'],
  [32, '汉字'],
  [170, 'ABC'],
  [899, 'ÿ'],
] as const
