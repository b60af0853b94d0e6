import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { code128OfValues } from '../../symbologies/given.ts'
import { encode } from '../../symbologies/index.ts'
import { forAll } from '../random.ts'

t.test('given symbol characters are read as the decoder reads them', async (t) => {
  t.same(code128OfValues([105, 102, 1, 95]).text, '0195')
  t.equal(code128OfValues([105, 102, 1, 95]).gs1, true)
  t.equal(code128OfValues([104, 33, 102, 34]).text, 'AB', 'an application indicator')
  t.equal(code128OfValues([104, 102, 33, 102, 34]).text, 'A\x1dB', 'of GS1')
  t.equal(code128OfValues([104, 33, 34, 102, 35]).text, 'AB\x1dC')
  t.equal(code128OfValues([104, 100, 33, 34]).text, '\xc1B')
  t.equal(code128OfValues([104, 100, 100, 33, 34, 100, 100, 33]).text, '\xc1\xc2A')
  t.equal(code128OfValues([103, 65, 98, 65, 65]).text, '\x01a\x01')
  t.throws(() => code128OfValues([104]), { code: 'invalid_length' })
  t.throws(() => code128OfValues([104, 103]), RangeError('code128: value 103 at position 2; accepted: 0 to 102'))
  t.throws(
    () => code128OfValues([1, 1]),
    RangeError('code128: value 1 at position 1; accepted: 103 to 105, a start character'),
  )
})

t.test('the symbol characters of a text are that text, and its modules', async () => {
  await forAll(
    [fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), minLength: 1 })],
    { count: 600 },
    (text) => {
      const { matrix, trace } = encode('code128', text)
      const given = code128OfValues([...trace.values.subarray(0, -2)])
      assert.equal(given.text, text)
      assert.deepEqual(given.barcode.matrix, matrix)
      assert.deepEqual(given.barcode.trace.values, trace.values)
    },
  )
})
