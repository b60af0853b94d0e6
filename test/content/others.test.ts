/**
 * Texts of other kinds, 100,000 in the long run: none is taken for a kind that it is not. The seed is fixed. What is claimed has to have
 * a plain property of its kind, which is written here from the standards' words.
 */

import t from 'tap'
import { type ContentKind, kindOf } from '../../src/content/index.ts'
import { long } from '../random.ts'

/** Numbers from 0 to 1, always the same (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = numbers(20261130)
const below = (count: number): number => Math.floor(random() * count)
const from = <T>(all: ArrayLike<T>): T => all[below(all.length)]!
const text = (characters: string, least: number, most = least): string =>
  Array.from({ length: least + below(most - least + 1) }, () => from(characters)).join('')
const some = (make: () => string, least: number, most: number, between = ' '): string =>
  Array.from({ length: least + below(most - least + 1) }, make).join(between)

const [digits, small] = ['0123456789', 'abcdefghijklmnopqrstuvwxyz']
const capitals = small.toUpperCase()
const any = digits + small + capitals
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

const vocabulary = {
  en: 'the pallet was moved to dock seven please handle with care keep dry do not stack made for testing only batch seen',
  de: 'die Palette steht am Tor sieben bitte vorsichtig behandeln trocken lagern nicht stapeln nur für Prüfungen Größe',
  es: 'el palé está en el muelle siete manipular con cuidado mantener seco no apilar solo para pruebas tamaño año',
  fr: 'la palette est au quai sept manipuler avec précaution garder au sec ne pas empiler pour essais seulement été',
  ru: 'паллета стоит у ворот семь обращаться осторожно хранить в сухом месте',
  ja: '取扱注意 天地無用 水濡れ厳禁 出荷 入荷 検品',
}
const words = Object.fromEntries(Object.entries(vocabulary).map(([code, all]) => [code, all.split(' ')]))
const word = (): string => from(from(Object.values(words)))
const hex = '0123456789abcdef'
const year = (): number => 1990 + below(60)
const two = (most: number): string => `${1 + below(most)}`.padStart(2, '0')

const makers: { readonly [name: string]: () => string } = {
  word,
  words: () => some(word, 2, 8),
  sentence: () => {
    const own = from(Object.values(words))
    return `${some(() => from(own), 3, 14)}${from(['.', '!', '?', ': +', ' = 3', ' & co.'])}`
  },
  url: () =>
    `${from(['https://', 'http://', 'HTTPS://'])}${some(() => text(small, 2, 9), 2, 3, '.')}${from(['', '/', ':8080/', '?a=1'])}${text(`${any}/-_.`, 0, 25)}`,
  number: () => text(digits, 1, 20),
  signed: () => `${from(['+', '-', '=', '#', '&', '^', '('])}${text(digits, 1, 15)}`,
  decimal: () => `${text(digits, 1, 6)}${from(['.', ',', '/', ' ', ':'])}${text(digits, 1, 6)}`,
  serial: () => `${from(['SN', 'S/N ', 'SER', 'M', '+', 'W', 'T:', '='])}${text(digits + capitals, 5, 16)}`,
  part: () => some(() => text(digits + capitals, 1, 6), 2, 4, from(['-', '.', '/', ' ', '_', '+'])),
  json: () =>
    JSON.stringify({
      [text(small, 1, 8)]: below(9999),
      [text(small, 1, 8)]: word(),
      list: [text(any, 1, 9), true, null],
    }),
  xml: () => `<${text(small, 1, 6)} id="${below(999)}">${word()}</a>`,
  base64: () => `${text(`${any}+/`, 8, 60)}${from(['', '=', '=='])}`,
  hexadecimal: () => text(hex, 8, 64),
  uuid: () => [8, 4, 4, 4, 12].map((length) => text(hex, length)).join('-'),
  plate: () =>
    `${text(capitals, 1, 3)}${from(['-', ' ', ''])}${text(capitals, 1, 2)}${from([' ', '-', ''])}${text(digits, 1, 4)}`,
  path: () =>
    `${from(['/', 'C:\\', './', '\\\\server\\', '~/'])}${some(() => text(`${any}_-. `, 1, 9), 1, 5, from(['/', '\\']))}`,
  date: () =>
    from([`${year()}-${two(12)}-${two(28)}`, `${two(28)}.${two(12)}.${year()}`, `${year()}${two(12)}${two(28)}`]),
  time: () => `${year()}-${two(12)}-${two(28)}T${two(23)}:${two(59)}:${two(59)}Z`,
  money: () => `${from(['EUR', 'CHF ', '$', '€ '])}${below(99999)}.${two(99)}`,
  address: () => `${word()} ${below(300)}, ${text(digits, 5)} ${word()}`,
  nearlyMail: () => `${text(small, 1, 8)}@${text(small, 1, 8)}.${from(['com', 'de', 'example'])}`,
  formula: () => `=${text(`${capitals}${digits}()*+-/:$;,`, 1, 20)}`,
  shell: () => `${from(['ls', 'cd', 'git', '&&', '+x', '$$', '[)', '$HOME'])} -${text(small, 1, 4)} ${text(any, 1, 9)}`,
  csv: () => some(() => text(`${any} `, 0, 8), 2, 8, from([',', ';', '\t', '|'])),
  colon: () =>
    `${from(['note', 'wifi', 'WIFI', 'tel', 'geo', 'sms', 'isbn', 'begin', 'http', 'BCD', 'SPC'])}: ${word()}`,
  ascii: () => text(printable, 1, 40),
  lines: () => some(word, 2, 6, '\n'),
  emoji: () => some(() => from(['📦', '🚚', '✅', '\u{1f3f7}\u{fe0f}', 'é', 'ß']), 1, 9, ''),
}

/** Digits without what people put between them, and a check digit of GS1's by its own words: weights 3 and 1 from the right. */
function isChecked(number: string): boolean {
  const weighted = Array.from(number, (digit, i) => Number(digit) * ((number.length - i) % 2 === 0 ? 3 : 1))
  return weighted.reduce((sum, each) => sum + each, 0) % 10 === 0
}
/** ISBN-10: weights 10 to 1, X for ten. */
function isChecked10(number: string): boolean {
  const weighted = Array.from(number, (digit, i) => (digit === 'X' ? 10 : Number(digit)) * (10 - i))
  return weighted.reduce((sum, each) => sum + each, 0) % 11 === 0
}
const values43 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
const isChecked43 = (all: string): boolean =>
  values43[
    Array.from(all.slice(0, -1), (each) => values43.indexOf(each)).reduce((sum, value) => sum + value, 0) % 43
  ] === all.at(-1)

/** What a text of a kind has, whoever reads it. Of the kinds that are not here, none of the texts is one. */
const properties: { readonly [kind in ContentKind]?: (text: string) => boolean } = {
  gtin: (all) => [8, 12, 13, 14].includes(all.length) && /^\d+$/.test(all) && isChecked(all),
  isbn: (all) => {
    const number = all.replace(/^ISBN\S*\s*|-/gi, '')
    return /^97[89]\d{10}$/.test(number) ? isChecked(number) : /^\d{9}[\dX]$/.test(number) && isChecked10(number)
  },
  url: (all) => /^https?:\/\/[^\s/?#]+\S*$/i.test(all) && URL.canParse(all),
  // a right check character, or the form of a primary structure with a labeler of a letter and three digits
  hibc: (all) =>
    /^\+[A-Z$/][0-9A-Z. $/+%-]+$/.test(all) && (isChecked43(all) || /^\+[A-Z]\d{3}[0-9A-Z]+\d.$/.test(all)),
  // FNC1, and a number with a right check digit, or FNC1 between elements
  gs1: (all) => /^\^0[012]\d{14}/.test(all) && isChecked(all.slice(3, 17)),
  // a string of these is one by chance: its structures, lengths and digits are right
  isbt128: (all) =>
    /^=[A-NP-Z1-9][A-NP-Z0-9]{2}\d{10}[0-9A-Z]{2}$/.test(all) ||
    /^=(?=.{0,2}[A-Z])[A-NP-Z1-9][A-NP-Z0-9]{2}\d{10}[0-9A-Z]?$/.test(all) ||
    // an identifier with data of its length
    /^[=&][^0-9A-Za-z][0-9A-Za-z]{5,21}$/.test(all),
}

t.test('texts of other kinds are not mistaken', async (t) => {
  const count = long ? 100_000 : 3000
  const names = Object.keys(makers)
  const claimed = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const name = names[i % names.length]!
    const made = makers[name]!()
    const kind = kindOf(made)
    if (kind === undefined) continue
    claimed.set(kind, (claimed.get(kind) ?? 0) + 1)
    if (properties[kind]?.(made) !== true) t.fail(`${name} taken for ${kind}: ${JSON.stringify(made)}`)
  }
  t.ok((claimed.get('url') ?? 0) > count / 60, 'addresses are recognised')
  t.ok((claimed.get('gtin') ?? 0) > 0, 'numbers with a right check digit are recognised')
  t.comment(`${count} texts, claimed: ${[...claimed].map(([kind, number]) => `${kind} ${number}`).join(', ')}`)
})
