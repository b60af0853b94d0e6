/** Code 39: all pairs of characters and all pairs of full ASCII, by a reader of bars written apart. */

import { code39, isDark, type Matrix } from '../../symbologies/index.ts'
import { type Proof, same, upTo } from './proof.ts'

/** Wide elements of each character from its first bar on, as a number of nine bits: 1 is wide. */
const characters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '000110100': '0',
    '100100001': '1',
    '001100001': '2',
    '101100000': '3',
    '000110001': '4',
    '100110000': '5',
    '001110000': '6',
    '000100101': '7',
    '100100100': '8',
    '001100100': '9',
    '100001001': 'A',
    '001001001': 'B',
    '101001000': 'C',
    '000011001': 'D',
    '100011000': 'E',
    '001011000': 'F',
    '000001101': 'G',
    '100001100': 'H',
    '001001100': 'I',
    '000011100': 'J',
    '100000011': 'K',
    '001000011': 'L',
    '101000010': 'M',
    '000010011': 'N',
    '100010010': 'O',
    '001010010': 'P',
    '000000111': 'Q',
    '100000110': 'R',
    '001000110': 'S',
    '000010110': 'T',
    '110000001': 'U',
    '011000001': 'V',
    '111000000': 'W',
    '010010001': 'X',
    '110010000': 'Y',
    '011010000': 'Z',
    '010000101': '-',
    '110000100': '.',
    '011000100': ' ',
    '010101000': '$',
    '010100010': '/',
    '010001010': '+',
    '000101010': '%',
    '010010100': '*',
  }),
)

/** The characters of a symbol, asterisks included. */
function read(matrix: Matrix): string {
  const widths: number[] = []
  for (let x = 0; x < matrix.width; x++) {
    if (x > 0 && isDark(matrix, x, 0) === isDark(matrix, x - 1, 0)) widths[widths.length - 1]!++
    else widths.push(1)
  }
  let text = ''
  for (let at = 0; at < widths.length; at += 10) {
    const wide = widths.slice(at, at + 9).map((width) => (width > 1 ? '1' : '0'))
    text += characters.get(wide.join('')) ?? '?'
  }
  return text
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'

/** Pairs of characters, with and without a check character, in each ratio. */
function everyPair(): number {
  let count = 0
  for (const a of alphabet) {
    for (const b of alphabet) {
      const check = alphabet[(alphabet.indexOf(a) + alphabet.indexOf(b)) % 43]!
      for (const ratio of [2, 3] as const) {
        same(read(code39(a + b, { ratio }).matrix), `*${a}${b}*`, a + b)
        same(read(code39(a + b, { ratio, checkdigit: true }).matrix), `*${a}${b}${check}*`, a + b)
        count += 2
      }
    }
  }
  return count
}

/** Full ASCII as readers expand it: what $ % / + make of the letter behind them. */
function expanded(text: string): string {
  return text.replace(/([$%/+])([A-Z])/g, (_, sign: string, letter: string) => {
    const at = letter.charCodeAt(0) - 64
    if (sign === '$') return String.fromCharCode(at)
    if (sign === '+') return letter.toLowerCase()
    if (sign === '/') return letter === 'Z' ? ':' : String.fromCharCode(32 + at)
    return percent[letter] ?? '?'
  })
}

const percent: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...'ABCDE'].map((letter, i) => [letter, String.fromCharCode(27 + i)]),
  ...[...'FGHIJ'].map((letter, i) => [letter, ';<=>?'[i]]),
  ...[...'KLMNO'].map((letter, i) => [letter, '[\\]^_'[i]]),
  ...[...'PQRST'].map((letter, i) => [letter, '{|}~\x7f'[i]]),
  ['U', '\0'],
  ['V', '@'],
  ['W', '`'],
])

function everyAsciiPair(): number {
  for (const a of upTo(128)) {
    for (const b of upTo(128)) {
      const text = String.fromCharCode(a, b)
      const found = read(code39(text, { fullascii: true }).matrix)
      same(expanded(found.slice(1, -1)), text, JSON.stringify(text))
    }
  }
  return 128 * 128
}

export const code39Pairs: readonly Proof[] = [
  {
    name: 'code39',
    statement: 'Code 39: all pairs of characters, with and without a check character, in two ratios',
    run: everyPair,
  },
  { name: 'code39-ascii', statement: 'Code 39: all pairs of ASCII read as they were', run: everyAsciiPair },
]
