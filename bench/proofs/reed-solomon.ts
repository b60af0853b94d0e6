/** Reed-Solomon: the generators, and the distance of every size of block that QR, Micro QR and Data Matrix have. */

import { readerField, stateOf } from '../../src/reader/check/reed-solomon.ts'
import { galoisField, parityOf, type ReedSolomon, reedSolomon } from '../../symbologies/galois.ts'
import { dataMatrixSizes, tables } from '../../symbologies/index.ts'
import { type Proof, same, upTo } from './proof.ts'

/** A code as its standard has it. */
interface Code {
  readonly prime: number
  readonly firstRoot: number
  /** Codewords of data and of error correction of each size of block. */
  readonly blocks: ReadonlyMap<string, readonly [data: number, errorCorrection: number]>
}

const sizes = (rows: readonly (readonly [number, number])[]): Code['blocks'] =>
  new Map(rows.map((row) => [row.join(' + '), row]))

const qr: Code = {
  prime: 0x11d,
  firstRoot: 0,
  blocks: sizes([
    ...upTo(40).flatMap((i) =>
      (['L', 'M', 'Q', 'H'] as const).flatMap((level) => {
        const { dataLength, errorLength, blocks, shortBlocks } = tables.qrBlockPlan(i + 1, level)
        const long = shortBlocks < blocks ? [[dataLength + 1, errorLength] as const] : []
        return [...(shortBlocks > 0 ? [[dataLength, errorLength] as const] : []), ...long]
      }),
    ),
    ...tables.microQrKinds.map(({ capacity, errorLength }) => [Math.ceil(capacity / 8), errorLength] as const),
  ]),
}

const dataMatrix: Code = {
  prime: 0x12d,
  firstRoot: 1,
  blocks: sizes(
    dataMatrixSizes.flatMap(({ data, errorCorrection, blocks }) =>
      [Math.floor(data / blocks), Math.ceil(data / blocks)].map((own) => [own, errorCorrection / blocks] as const),
    ),
  ),
}

/** The product in GF(256), by shifts alone. */
function product(a: number, b: number, prime: number): number {
  let sum = 0
  for (let factor = a, left = b; left > 0; left >>= 1) {
    if (left & 1) sum ^= factor
    factor = factor & 0x80 ? (factor << 1) ^ prime : factor << 1
  }
  return sum
}

/** α to a power, by multiplying. */
function power(exponent: number, prime: number): number {
  let value = 1
  for (let i = 0; i < exponent; i++) value = product(value, 2, prime)
  return value
}

/** The product of all (x - α^i), highest power first. */
function generatorOf({ prime, firstRoot }: Code, degree: number): number[] {
  let polynomial = [1]
  for (let i = 0; i < degree; i++) {
    const root = power(firstRoot + i, prime)
    polynomial = [...polynomial, 0].map((term, at) => term ^ product(polynomial[at - 1] ?? 0, root, prime))
  }
  return polynomial
}

const encoderOf = ({ prime, firstRoot }: Code, degree: number): ReedSolomon =>
  reedSolomon(galoisField(prime), degree, firstRoot)

/**
 * The parity of a single 1 is the generator below its leading term, which is the product of (x - α^i) for as many powers in a row as
 * there are parity codewords: by the bound of Bose, Chaudhuri and Hocquenghem words differ in one codeword more than these, which is as
 * many as is possible, if blocks have at most 255.
 */
function generators(code: Code): number {
  const degrees = new Set([...code.blocks.values()].map(([, degree]) => degree))
  for (const degree of degrees) {
    same(
      parityOf(encoderOf(code, degree), Uint8Array.of(1)).join(),
      generatorOf(code, degree).slice(1).join(),
      `${degree}`,
    )
  }
  const orders = new Set(upTo(255).map((exponent) => power(exponent, code.prime)))
  same(orders.size, 255, 'different powers of α')
  for (const [name, [data, parity]] of code.blocks) if (data + parity > 255) throw new Error(`${name} codewords`)
  return degrees.size
}

/** Every bit of every data codeword of every block: its word is zero at all roots. All words are sums of these. */
function basis(code: Code): number {
  let count = 0
  for (const [name, [length, degree]] of code.blocks) {
    const encoder = encoderOf(code, degree)
    const roots = upTo(degree).map((i) => power(code.firstRoot + i, code.prime))
    for (const at of upTo(length)) {
      for (const bit of upTo(8)) {
        const data = new Uint8Array(length)
        data[at] = 1 << bit
        const word = [...data, ...parityOf(encoder, data)]
        for (const root of roots) {
          let value = 0
          for (const codeword of word) value = product(value, root, code.prime) ^ codeword
          same(value, 0, `${name}, codeword ${at}, bit ${bit}`)
        }
        count++
      }
    }
  }
  return count
}

/** A generator of numbers that is the same in every run (a linear congruential one of 32 bits). */
function numbers(): (below: number) => number {
  let state = 1
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** As many errors as a block can have, at places by chance: the reader of `check`, which knows no encoder, finds each. */
function corrected(code: Code): number {
  const next = numbers()
  const reader = { field: readerField(code.prime), first: code.firstRoot }
  let count = 0
  for (const [name, [length, degree]] of code.blocks) {
    const encoder = encoderOf(code, degree)
    const places = { data: upTo(length), errorCorrection: upTo(degree).map((i) => length + i) }
    for (let trial = 0; trial < 20; trial++) {
      const data = Uint8Array.from({ length }, () => next(256))
      const word = Uint8Array.from([...data, ...parityOf(encoder, data)])
      const wrong = new Set<number>()
      while (wrong.size < Math.floor(degree / 2)) wrong.add(next(word.length))
      for (const at of wrong) word[at]! ^= 1 + next(255)
      const state = stateOf(word, places, reader)
      same(state.wrong?.toSorted((a, b) => a - b).join(), [...wrong].toSorted((a, b) => a - b).join(), name)
      same(state.data.join(), data.join(), name)
      count++
    }
  }
  return count
}

const proofsOf = (name: string, title: string, code: Code): Proof[] => [
  {
    name: `${name}-generators`,
    statement: `${title}: each generator is the product of (x − α^i), and blocks have at most 255 codewords: n parity codewords, distance n + 1`,
    run: () => generators(code),
  },
  {
    name: `${name}-words`,
    statement: `${title}: in each of ${code.blocks.size} sizes of blocks the word of each data bit is zero at all roots, and so is each sum of them`,
    run: () => basis(code),
  },
  {
    name: `${name}-errors`,
    statement: `${title}: 20 words of each size of block with as many errors as can be corrected, by chance: all corrected`,
    run: () => corrected(code),
  },
]

export const blocks: readonly Proof[] = [
  ...proofsOf('qr', 'QR and Micro QR', qr),
  ...proofsOf('datamatrix', 'Data Matrix', dataMatrix),
]
