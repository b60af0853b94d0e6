import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { dataMatrixOfMessage } from '../../../symbologies/given.ts'
import { dataMatrixSizesOf, datamatrix, rowsOf } from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { forAll } from '../../random.ts'

t.test('function characters are where they are asked for, by a reader of codewords', async (t) => {
  const bytes = Uint8Array.from('abc\x1ddef', (character) => character.charCodeAt(0))
  const shared = { bytes, sizes: dataMatrixSizesOf.square }
  const first = (headers: Parameters<typeof dataMatrixOfMessage>[0]['headers']): number[] =>
    readDataMatrix(
      dataMatrixOfMessage({ ...shared, hasFnc1: headers[0]?.kind === 'fnc1', headers }).matrix,
    ).codewords.slice(0, 4)
  t.equal(first([{ kind: 'fnc1' }])[0], 232)
  t.equal(first([{ kind: 'reader' }])[0], 234)
  t.equal(first([{ kind: 'macro', macro: '05' }])[0], 236)
  t.same(first([{ kind: 'append', part: 3, parts: 7, fileid: [1, 2] }]), [233, 42, 1, 2])
  t.throws(() => dataMatrixOfMessage({ ...shared, hasFnc1: false, headers: [], eci: 999 }), RangeError)
  t.throws(() => dataMatrixOfMessage({ ...shared, bytes: new Uint8Array(), hasFnc1: false, headers: [] }), {
    code: 'invalid_length',
  })
})

t.test('bytes without function characters have the modules of the encoder that chooses', async () => {
  await forAll([fc.uint8Array({ minLength: 1, maxLength: 60 })], { count: 300 }, (bytes) => {
    const text = String.fromCharCode(...bytes)
    const given = dataMatrixOfMessage({ bytes, hasFnc1: false, headers: [], sizes: dataMatrixSizesOf.square })
    assert.deepEqual(rowsOf(given.matrix), rowsOf(datamatrix(text, { eci: 'none' }).matrix))
  })
})

t.test('a message that does not fit, or a place that is none, is refused', async (t) => {
  const shared = { hasFnc1: false, sizes: dataMatrixSizesOf.square }
  t.throws(() => dataMatrixOfMessage({ ...shared, headers: [], bytes: new Uint8Array(1600).fill(200) }), {
    code: 'data_too_long',
  })
  const wrong = { kind: 'append', part: 8, parts: 7, fileid: [1, 1] } as const
  t.throws(() => dataMatrixOfMessage({ ...shared, headers: [wrong], bytes: Uint8Array.of(1) }), RangeError)
})
