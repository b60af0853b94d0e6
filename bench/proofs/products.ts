/** EAN and UPC: check digits, parities, and the zeros of UPC-E, by tables and sums written apart. */

import { ean8, ean13, rowsOf, upca, upce } from '../../symbologies/index.ts'
import { type Proof, same, upTo } from './proof.ts'

/** Widths of each digit, space first: number set A; B is A read backwards with colours exchanged, C with colours alone. */
const widths = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112']

const painted = (elements: string, first: '0' | '1'): string =>
  [...elements].map((width, i) => ((i % 2 === 0) === (first === '1') ? '1' : '0').repeat(Number(width))).join('')

const patterns: Readonly<Record<string, readonly string[]>> = {
  A: widths.map((each) => painted(each, '0')),
  B: widths.map((each) => painted([...each].reverse().join(''), '0')),
  C: widths.map((each) => painted(each, '1')),
}

const bars = (digits: string, sets: string): string =>
  [...digits].map((digit, i) => patterns[sets[i]!]![Number(digit)]!).join('')

/** The order of A and B of the first digits 0 to 9 of EAN-13: '1' is B. */
const parities = ['000000', '001011', '001101', '001110', '010011', '011001', '011100', '010101', '010110', '011010']

const setsOf = (parity: string): string => parity.replaceAll('0', 'A').replaceAll('1', 'B')

/** Adds digits three by three from the right. */
function checkDigitOf(digits: string): number {
  let sum = 0
  for (let i = digits.length - 1, isHeavy = true; i >= 0; i--, isHeavy = !isHeavy)
    sum += Number(digits[i]) * (isHeavy ? 3 : 1)
  return (1000 - sum) % 10
}

const eight = (digits: string): string =>
  `101${bars(digits.slice(0, 4), 'AAAA')}01010${bars(digits.slice(4), 'CCCC')}101`
const thirteen = (digits: string): string => {
  const left = bars(digits.slice(1, 7), setsOf(parities[Number(digits[0])]!))
  return `101${left}01010${bars(digits.slice(7), 'CCCCCC')}101`
}

/** All 10,000,000 numbers of EAN-8: with the check digit of one sum, in the modules of the table. */
function everyEan8(): number {
  for (let number = 0; number < 10_000_000; number++) {
    const text = String(number).padStart(7, '0')
    const { digits } = ean8(text).trace
    same(digits, `${text}${checkDigitOf(text)}`, text)
    // the modules of each half depend on its digits alone: those of all first and all last four are compared
    if (number % 1000 !== 0 && number >= 1000) continue
    same(rowsOf(ean8(text).matrix)[0], eight(digits), text)
  }
  return 10_000_000
}

/**
 * The sum is one of terms of a digit each, so that all pairs of digits at all pairs of places show every check digit; first digits
 * are paired with each digit at each place of the left half.
 */
function everyPair(
  length: number,
  draw: (text: string) => { readonly digits: string; readonly modules: string },
): number {
  let count = 0
  for (let i = 0; i < length; i++) {
    for (let j = i + 1; j < length; j++) {
      for (const pair of upTo(100)) {
        const text = upTo(length)
          .map((at) => (at === i ? Math.floor(pair / 10) : at === j ? pair % 10 : 0))
          .join('')
        const { digits, modules } = draw(text)
        same(digits, `${text}${checkDigitOf(text)}`, text)
        same(modules, thirteen(length === 11 ? `0${digits}` : digits), text)
        count++
      }
    }
  }
  return count
}

/** All numbers of UPC-E in both number systems, in six digits. */
function everyUpce(): number {
  for (const system of [0, 1]) {
    for (let number = 0; number < 1_000_000; number++) {
      const six = String(number).padStart(6, '0')
      const { digits, numberSets } = upce(`${system}${six}`).trace
      const long = expanded(six)
      const full = `${system}${long}${checkDigitOf(`${system}${long}`)}`
      same(digits, full, six)
      same(numberSets, setsOf(parityOf(system, Number(digits[11]))), six)
    }
  }
  return 2_000_000
}

/** By the last digit: where the manufacturer's number ends and the item's begins. */
function expanded(six: string): string {
  const [a, b, c, d, e, last] = six
  if (last! <= '2') return `${a}${b}${last}0000${c}${d}${e}`
  if (last === '3') return `${a}${b}${c}00000${d}${e}`
  return last === '4' ? `${a}${b}${c}${d}00000${e}` : `${a}${b}${c}${d}${e}0000${last}`
}

/** Of the check digits 0 to 9: '1' is A in number system 0 and B in number system 1. */
const upceParities = [
  '000111',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
]

const parityOf = (system: number, check: number): string =>
  [...upceParities[check]!].map((bit) => (Number(bit) ^ (system === 0 ? 1 : 0)).toString()).join('')

/** Every UPC-A that has a UPC-E: short and long again, the same symbol. */
function everyShort(): number {
  let count = 0
  for (const system of [0, 1]) {
    for (let number = 0; number < 1_000_000; number++) {
      const six = String(number).padStart(6, '0')
      const long = `${system}${expanded(six)}`
      const { digits, suppressed } = upce(long).trace
      same(digits, `${long}${checkDigitOf(long)}`, long)
      same(expanded(suppressed), long.slice(1), long)
      count++
    }
  }
  return count
}

export const products: readonly Proof[] = [
  { name: 'ean8', statement: 'EAN-8: the check digits of all 10,000,000 numbers', run: everyEan8 },
  {
    name: 'ean13',
    statement:
      'EAN-13: all pairs of digits at all pairs of places, check digit, parity and modules: their sums are of terms of a digit each',
    run: () => everyPair(12, (text) => drawn(ean13(text))),
  },
  {
    name: 'upca',
    statement: 'UPC-A: the same of eleven digits',
    run: () => everyPair(11, (text) => drawn(upca(text))),
  },
  {
    name: 'upce',
    statement: 'UPC-E: all six digits in both number systems: UPC-A, check digit and parity',
    run: everyUpce,
  },
  { name: 'upce-short', statement: 'UPC-E: every UPC-A that leaves zeros out is itself again', run: everyShort },
]

const drawn = ({ matrix, trace }: ReturnType<typeof ean13>): { digits: string; modules: string } => ({
  digits: trace.digits,
  modules: rowsOf(matrix)[0]!,
})
