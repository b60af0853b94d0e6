/** The digits of EAN and UPC symbols as bars and spaces, and the order of number sets. ISO/IEC 15420:2009 */

import { modulesOf } from '../linear.ts'

/** Modules of a symbol character, which is one digit. */
export const digitWidth = 7

// ISO/IEC 15420:2009, Table 1: symbol characters of number set C by digit, bar first.
//                0       1       2       3       4       5       6       7       8       9
const setC = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'].map((widths) =>
  modulesOf(Array.from(widths, Number)),
)

/** Modules of each digit in number sets A, B and C, ten each: A is the negative of C, B is C read backwards. */
export const symbolCharacters = Uint8Array.from([
  ...setC.map((modules) => ~modules & 0x7f),
  ...setC.map(mirrored),
  ...setC,
])

/** The modules of a digit in a number set, which is the code of the letter A, B or C. */
export function symbolCharacter(numberSet: number, digit: number): number {
  return symbolCharacters[10 * (numberSet - 65) + digit]!
}

function mirrored(modules: number): number {
  let result = 0
  for (let i = 0; i < digitWidth; i++) result |= ((modules >> i) & 1) << (digitWidth - 1 - i)
  return result
}

// ISO/IEC 15420:2009, Table 3: number sets of the left half of EAN-13, by its first digit.
export const leadingSets = [
  'AAAAAA', // 0
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB', // 5
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
]
export const ean13Sets = leadingSets.map((left) => `${left}CCCCCC`)

// ISO/IEC 15420:2009, Table 4: number sets of UPC-E by check digit, for number system 0. The older UPC Symbol
// Specification has number system 1 too, with A and B exchanged.
export const systemZeroSets = [
  'BBBAAA', // 0
  'BBABAA',
  'BBAABA',
  'BBAAAB',
  'BABBAA',
  'BAABBA', // 5
  'BAAABB',
  'BABABA',
  'BABAAB',
  'BAABAB',
]
export const systemOneSets = systemZeroSets.map((row) => row.replace(/./g, (set) => (set === 'A' ? 'B' : 'A')))

// ISO/IEC 15420:2009, number sets of add-ons: of two digits by their value modulo 4, of five by their sum modulo 10.
export const twoDigitSets = ['AA', 'AB', 'BA', 'BB']
export const fiveDigitSets = [
  'BBAAA', // 0
  'BABAA',
  'BAABA',
  'BAAAB',
  'ABBAA',
  'AABBA', // 5
  'AAABB',
  'ABABA',
  'ABAAB',
  'AABAB',
]
