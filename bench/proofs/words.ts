/** Format and version information of QR Code and Micro QR Code: read from symbols, and how far apart the words are. */

import { isDark, type Matrix, microqr, qr, tables } from '../../symbologies/index.ts'
import { type Proof, same, upTo } from './proof.ts'

/** The value, followed by the remainder of its division by a polynomial over GF(2): bit by bit. */
function withRemainder(value: number, generator: string): number {
  const degree = generator.length - 1
  const bits = [...value.toString(2), ...'0'.repeat(degree)].map(Number)
  for (let at = 0; at + degree < bits.length; at++) {
    if (bits[at] === 1) for (let i = 0; i <= degree; i++) bits[at + i]! ^= Number(generator[i])
  }
  return value * 2 ** degree + Number.parseInt(bits.slice(-degree).join(''), 2)
}

const distance = (a: number, b: number): number => [...(a ^ b).toString(2)].filter((bit) => bit === '1').length

/** The least number of bits in which two of the words differ. */
function leastDistance(words: readonly number[]): number {
  return Math.min(...words.flatMap((a, i) => words.slice(0, i).map((b) => distance(a, b))))
}

/** Modules as a number, the highest bit first. */
const wordAt = (matrix: Matrix, places: readonly (readonly [x: number, y: number])[]): number =>
  places.reduce((word, [x, y]) => 2 * word + (isDark(matrix, x, y) ? 1 : 0), 0)

const formatGenerator = '10100110111'

/** Both copies of all 32 words. */
function formatWords(): number {
  const words: number[] = []
  for (const [level, bits] of Object.entries({ L: 1, M: 0, Q: 3, H: 2 })) {
    for (const mask of upTo(8)) {
      const { matrix } = qr('1', { version: 1, level: level as 'L', mask })
      const wanted = withRemainder(8 * bits + mask, formatGenerator) ^ 0b101010000010010
      const around = [
        ...[0, 1, 2, 3, 4, 5, 7, 8].map((x) => [x, 8] as const),
        ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y] as const),
      ]
      const beside = [
        ...upTo(7).map((i) => [8, matrix.height - 1 - i] as const),
        ...upTo(8).map((i) => [matrix.width - 8 + i, 8] as const),
      ]
      for (const places of [around, beside]) same(wordAt(matrix, places), wanted, `format of ${level}, mask ${mask}`)
      words.push(wanted)
    }
  }
  same(new Set(words).size, 32, 'words of formats')
  same(leastDistance(words), 7, 'distance of format information')
  return 2 * words.length
}

function microFormatWords(): number {
  const words: number[] = []
  for (const [number, { version, level }] of tables.microQrKinds.entries()) {
    for (const mask of upTo(4)) {
      const { matrix } = microqr('1', { version, ...(level && { level }), mask })
      const wanted = withRemainder(4 * number + mask, formatGenerator) ^ 0b100010001000101
      const places = [...upTo(8).map((i) => [1 + i, 8] as const), ...upTo(7).map((i) => [8, 7 - i] as const)]
      same(wordAt(matrix, places), wanted, `format of symbol number ${number}, mask ${mask}`)
      words.push(wanted)
    }
  }
  same(leastDistance(words), 7, 'distance of format information')
  return words.length
}

/** Both copies of all 34 words. */
function versionWords(): number {
  const words: number[] = []
  for (const version of upTo(34).map((i) => 7 + i)) {
    const { matrix } = qr('1', { version })
    const wanted = withRemainder(version, '1111100100101')
    const places = upTo(18).map((i) => [5 - Math.floor(i / 3), matrix.width - 9 - (i % 3)] as const)
    same(wordAt(matrix, places), wanted, `version ${version}, below`)
    same(
      wordAt(
        matrix,
        places.map(([x, y]) => [y, x] as const),
      ),
      wanted,
      `version ${version}, above`,
    )
    words.push(wanted)
  }
  same(leastDistance(words), 8, 'distance of version information')
  return 2 * words.length
}

export const words: readonly Proof[] = [
  {
    name: 'format',
    statement: 'QR: both copies of all 32 format words are those of the BCH code, which differ in 7 bits or more',
    run: formatWords,
  },
  {
    name: 'micro-format',
    statement: 'Micro QR: all 32 format words are those of the BCH code, which differ in 7 bits or more',
    run: microFormatWords,
  },
  {
    name: 'version',
    statement: 'QR: both copies of all 34 version words are those of the BCH code, which differ in 8 bits or more',
    run: versionWords,
  },
]
