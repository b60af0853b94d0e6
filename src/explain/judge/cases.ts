/**
 * Cases by the kinds that the standards distinguish: each option, each boundary of capacity, each mode and character set and the
 * changes between them, and what must be refused. Half of them are the texts of the vectors, half are made by chance.
 */

import {
  dataMatrixSizesOf,
  type GivenOptions,
  type QrLevel,
  type Symbology,
  tables,
} from '../../../symbologies/index.ts'
import { textsOf } from '../vectors/texts.ts'
import { type Case, type CaseOptions, isOfStandard } from './case.ts'

export interface CaseRequest {
  readonly types: readonly Symbology[]
  /** In all; the symbologies have as many each, but for one. */
  readonly count: number
  /** A whole number; the same one gives the same cases. */
  readonly seed: number
}

export function casesOf({ types, count, seed }: CaseRequest): readonly Case[] {
  const chance = chanceOf(seed)
  const listed = new Map(types.map((type) => [type, shuffled(listedCases(type), chance)]))
  return Array.from({ length: count }, (_, i): Case => {
    const type = types[i % types.length]!
    const isListed = Math.floor(i / types.length) % 2 === 0
    return (isListed ? listed.get(type)!.pop() : undefined) ?? madeCase(type, chance)
  })
}

/** Numbers from 0 (inclusive) to 1 (exclusive) that a seed decides: a linear congruential generator modulo 2^32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return { next, below, oneOf: (all) => all[below(all.length)]! }
}

export interface Chance {
  next(): number
  /** A whole number from 0 to `count` (exclusive). */
  below(count: number): number
  oneOf<Value>(all: ArrayLike<Value>): Value
}

function shuffled<Value>(values: readonly Value[], { below }: Chance): Value[] {
  const all = [...values]
  for (let i = all.length - 1; i > 0; i--) {
    const other = below(i + 1)
    ;[all[i], all[other]] = [all[other]!, all[i]!]
  }
  return all
}

/** Those of the vectors. Half of a surrogate pair cannot be written in UTF-8, in which programs are asked. */
function listedCases(type: Symbology): readonly Case[] {
  return textsOf(type).flatMap(({ name, text, options = {} }) => {
    if (!text.isWellFormed() || !isOfStandard(type, text)) return []
    const given = Object.entries(options).map(([name, value]) => [name, value === true ? 'true' : value])
    return [{ type, text, options: Object.fromEntries(given) as GivenOptions, kind: name }]
  })
}

type Made = Omit<Case, 'type'>

const madeCase = (type: Symbology, chance: Chance): Case => ({ type, ...makers[type](chance) })

const makers: { readonly [S in Symbology]: (chance: Chance) => Made } = {
  ean13: (chance) => product(chance, 12, true),
  ean8: (chance) => product(chance, 7, false),
  upca: (chance) => product(chance, 11, true),
  itf14: (chance) => product(chance, 13, false),
  upce,
  code128: (chance) =>
    chance.next() < 0.2
      ? gs1Message(chance)
      : mixed(chance, ['digits', 'capitals', 'small', 'signs', 'controls', 'latin']),
  code39,
  qr: (chance) =>
    chance.next() < 0.4 ? qrBoundary(chance) : chance.next() < 0.2 ? gs1Message(chance) : qrMixed(chance),
  microqr: (chance) => mixed(chance, ['digits', 'capitals', 'signs', 'small', 'kanji'], { runs: 3, longest: 6 }),
  datamatrix: (chance) =>
    chance.next() < 0.3
      ? dataMatrixBoundary(chance)
      : chance.next() < 0.2
        ? gs1Message(chance)
        : dataMatrixMixed(chance),
}

/** Characters that the standards put in sets or modes of their own. */
const alphabets = {
  digits: '0123456789',
  capitals: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  small: 'abcdefghijklmnopqrstuvwxyz',
  signs: ' $%*+-./:',
  others: '!"#&\'(),;<=>?@[]^_{|}',
  controls: '\x01\x04\t\r\x1d\x1e\x1f\x7f',
  latin: 'äöüßéñ£§©',
  kanji: '漢字倉庫出荷点茗東京都区',
  scripts: 'αβЖя한글中€😀',
} as const
type Alphabet = keyof typeof alphabets

const run = (chance: Chance, alphabet: string, length: number): string => {
  const characters = Array.from(alphabet)
  return Array.from({ length }, () => chance.oneOf(characters)).join('')
}

const digitsOf = (chance: Chance, length: number): string => run(chance, alphabets.digits, length)

/** Runs of several alphabets: 1 to `runs` of them, each of 1 to `longest` characters. */
function mixed(
  chance: Chance,
  names: readonly Alphabet[],
  { runs = 6, longest = 9, options = {} }: { runs?: number; longest?: number; options?: CaseOptions } = {},
): Made {
  const chosen = Array.from({ length: 1 + chance.below(runs) }, () => chance.oneOf(names))
  const text = chosen.map((name) => run(chance, alphabets[name], 1 + chance.below(longest))).join('')
  const kinds = [...new Set(chosen)]
  const asked = Object.keys(options)
  const kind = `${kinds.join(', ')}${asked.length === 0 ? '' : ` with ${asked.join(', ')}`}`
  return { text, options, kind }
}

/** Digits of a GTIN or a GTIN-like number; one in five has to be refused. */
function product(chance: Chance, length: number, hasAddon: boolean): Made {
  const text = digitsOf(chance, length)
  switch (chance.below(10)) {
    case 0:
      return {
        text: `${text}${(checkDigit(text) + 1 + chance.below(9)) % 10}`,
        options: {},
        kind: 'a wrong check digit',
      }
    case 1: {
      const at = chance.below(length)
      return { text: `${text.slice(0, at)}A${text.slice(at + 1)}`, options: {}, kind: 'a letter' }
    }
    case 2:
    case 3:
    case 4:
      return { text: `${text}${checkDigit(text)}`, options: {}, kind: 'the check digit given' }
    case 5:
      if (!hasAddon) return { text, options: {}, kind: 'digits' }
      return { text, options: { addon: digitsOf(chance, chance.oneOf([2, 5])) }, kind: 'an add-on' }
    default:
      return { text, options: {}, kind: 'digits' }
  }
}

/** Number system and six digits that a GTIN-12 without its zeros can have. */
function upce(chance: Chance): Made {
  const text = `${chance.below(2)}${digitsOf(chance, 6)}`
  return isOfStandard('upce', text) ? { text, options: {}, kind: 'number system and 6 digits' } : upce(chance)
}

/** Modulo 10, weights 3 and 1 from the right. GS1 General Specifications, 7.9.1 */
function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

function code39(chance: Chance): Made {
  const isFull = chance.next() < 0.3
  const options = {
    ...(isFull && { fullascii: 'true' }),
    ...(chance.next() < 0.3 && { checkdigit: 'true' }),
    ...(chance.next() < 0.2 && { ratio: chance.oneOf(['2', '2.5', '3']) }),
  }
  const names: readonly Alphabet[] = isFull
    ? ['digits', 'capitals', 'small', 'others', 'controls']
    : ['digits', 'capitals']
  return mixed(chance, names, { options })
}

const levels: readonly QrLevel[] = ['L', 'M', 'Q', 'H']
const everything: readonly Alphabet[] = ['digits', 'capitals', 'signs', 'small', 'others', 'latin', 'kanji', 'scripts']

const qrMixed = (chance: Chance): Made =>
  mixed(chance, everything, { longest: 20, options: chance.next() < 0.4 ? { level: chance.oneOf(levels) } : {} })

/** What fills a version and level to the last character of a mode, or one more. ISO/IEC 18004:2015, 7.4.10 and table 7 */
function qrBoundary(chance: Chance): Made {
  // large symbols take as long as many small ones
  const version = 1 + chance.below(chance.next() < 0.8 ? 12 : 40)
  const level = chance.oneOf(levels)
  const [mode, alphabet] = chance.oneOf([
    ['numeric', alphabets.digits],
    ['alphanumeric', alphabets.capitals],
    ['byte', alphabets.small],
  ] as const)
  const isOver = chance.next() < 0.5
  const length = fullOf(mode, version, level) + (isOver ? 1 : 0)
  const isBound = chance.next() < 0.3
  const kind = `${mode}, ${isOver ? 'one character more than' : 'all that'} ${version}-${level} holds`
  return {
    text: run(chance, alphabet, length),
    options: { level, ...(isBound && { version }) },
    kind: isBound ? `${kind}, in that version` : kind,
  }
}

/** How many characters of a mode a version and level hold. */
function fullOf(mode: 'numeric' | 'alphanumeric' | 'byte', version: number, level: QrLevel): number {
  const range = version < 10 ? 0 : version < 27 ? 1 : 2
  const countBits = { numeric: [10, 12, 14], alphanumeric: [9, 11, 13], byte: [8, 16, 16] }[mode][range]!
  const bits = 8 * tables.qrBlockPlan(version, level).capacity - 4 - countBits
  switch (mode) {
    case 'numeric':
      return 3 * Math.floor(bits / 10) + (bits % 10 >= 7 ? 2 : bits % 10 >= 4 ? 1 : 0)
    case 'alphanumeric':
      return 2 * Math.floor(bits / 11) + (bits % 11 >= 6 ? 1 : 0)
    case 'byte':
      return Math.floor(bits / 8)
  }
}

const dataMatrixAlphabets: readonly Alphabet[] = [
  'digits',
  'capitals',
  'small',
  'signs',
  'others',
  'controls',
  'latin',
  'scripts',
]

const dataMatrixMixed = (chance: Chance): Made =>
  mixed(chance, dataMatrixAlphabets, { longest: 14, options: chance.next() < 0.2 ? { shape: 'rectangle' } : {} })

/** Digits that fill a square to its last codeword, or one more. ISO/IEC 16022:2006, table 7 */
function dataMatrixBoundary(chance: Chance): Made {
  const { name, data } = chance.oneOf(dataMatrixSizesOf.square)
  const isOver = chance.next() < 0.5
  const kind = `digits, ${isOver ? 'one more than' : 'all that'} ${name} holds`
  return { text: digitsOf(chance, 2 * data + (isOver ? 1 : 0)), options: {}, kind }
}

/** An element of fixed length, one of variable length in the middle, which FNC1 ends, and one at the end. */
function gs1Message(chance: Chance): Made {
  const gtin = digitsOf(chance, 13)
  const batch = run(chance, `${alphabets.digits}${alphabets.capitals}`, 1 + chance.below(10))
  const serial = run(chance, `${alphabets.digits}${alphabets.small}`, 1 + chance.below(8))
  const text = `(01)${gtin}${checkDigit(gtin)}(10)${batch}(21)${serial}`
  return { text, options: { gs1: 'true' }, kind: 'a GS1 message' }
}
