import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { isSound, readerField, stateOf } from '../../../src/reader/check/reed-solomon.ts'
import { galoisField, parityOf, reedSolomon } from '../../../symbologies/galois.ts'
import { forAll } from '../../random.ts'

const codes = [
  { prime: 0x11d, first: 0 },
  { prime: 0x12d, first: 1 },
] as const

const span = (from: number, length: number): number[] => Array.from({ length }, (_, i) => from + i)

/** A block of a code, and codewords of it that are changed. */
const anyBlock = fc
  .record({
    code: fc.constantFrom(...codes),
    data: fc.uint8Array({ minLength: 1, maxLength: 120 }),
    degree: fc.integer({ min: 2, max: 68 }),
  })
  .chain(({ code, data, degree }) =>
    fc.record({
      code: fc.constant(code),
      data: fc.constant(data),
      degree: fc.constant(degree),
      changes: fc.uniqueArray(fc.tuple(fc.nat(data.length + degree - 1), fc.integer({ min: 1, max: 255 })), {
        selector: ([at]) => at,
        maxLength: degree,
      }),
    }),
  )

t.test(
  'as many wrong codewords as half of the parity are found and corrected; of more, none is taken for right',
  async () => {
    await forAll([anyBlock], { count: 400 }, ({ code: { prime, first }, data, degree, changes }) => {
      const parity = parityOf(reedSolomon(galoisField(prime), degree, first), data)
      const codewords = Uint8Array.from([...data, ...parity])
      const places = { data: span(0, data.length), errorCorrection: span(data.length, degree) }
      const code = { field: readerField(prime), first }
      ok(isSound(codewords, [places], code))
      for (const [at, bits] of changes) codewords[at]! ^= bits
      deepEqual(isSound(codewords, [places], code), changes.length === 0)
      const state = stateOf(codewords, places, code)
      if (changes.length > degree >> 1) {
        // another block may be nearer, but it is not this one
        ok(state.wrong === undefined || state.wrong.length <= degree >> 1)
        return
      }
      deepEqual(
        [...(state.wrong ?? [])].sort((a, b) => a - b),
        changes.map(([at]) => at).sort((a, b) => a - b),
      )
      deepEqual(state.data, data)
    })
  },
)
