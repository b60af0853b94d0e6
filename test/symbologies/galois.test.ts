import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { galoisField, parityOf, reedSolomon } from '../../symbologies/galois.ts'
import { forAll } from '../random.ts'

/** The fields of QR (ISO/IEC 18004:2015, 7.5.2) and of Data Matrix (ISO/IEC 16022:2006, Annex E), with the first roots of their codes. */
const codes = [
  { prime: 0x11d, firstRoot: 0 },
  { prime: 0x12d, firstRoot: 1 },
] as const

/** a times b by shifts, modulo the polynomial. */
function product(a: number, b: number, prime: number): number {
  let sum = 0
  for (let factor = a, left = b; left > 0; left >>= 1) {
    if (left & 1) sum ^= factor
    factor <<= 1
    if (factor > 255) factor ^= prime
  }
  return sum
}

t.test('powers of 2 are all elements but 0, and logarithms lead back', async (t) => {
  for (const { prime } of codes) {
    const { exp, log } = galoisField(prime)
    t.equal(new Set(exp.subarray(0, 255)).size, 255)
    for (let i = 1; i < 255; i++) t.equal(exp[i], product(exp[i - 1]!, 2, prime))
    for (let value = 1; value < 256; value++) t.equal(exp[log[value]!], value)
  }
})

t.test('data and parity together are zero at every root of the generator', async () => {
  const anyData = fc.uint8Array({ minLength: 1, maxLength: 200 })
  await forAll(
    [fc.constantFrom(...codes), fc.integer({ min: 1, max: 68 }), anyData],
    { count: 400 },
    ({ prime, firstRoot }, degree, data) => {
      const field = galoisField(prime)
      const block = [...data, ...parityOf(reedSolomon(field, degree, firstRoot), data)]
      deepEqual(block.length, data.length + degree)
      for (let i = 0; i < degree; i++) {
        const root = field.exp[(firstRoot + i) % 255]!
        const value = block.reduce((sum, codeword) => product(sum, root, prime) ^ codeword, 0)
        deepEqual(value, 0, `root ${i}`)
      }
    },
  )
})
