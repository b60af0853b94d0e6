import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type Barcode, encode } from '../../symbologies/index.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zxingReads } from '../oracle/zxing.ts'
import { forAll } from '../random.ts'
import { textsFor } from '../texts.ts'

t.test('ITF-14 is read with each ratio; a frame has the bars of the symbol', async (t) => {
  await forAll([textsFor.itf14, fc.constantFrom(2.5, 3)], { count: 80, times: 4 }, async (text, ratio) => {
    const barcode = encode('itf14', text, { ratio, bearer: 'frame' })
    const [found] = await zxingReads(plainPicture(barcode, 2), 'itf14')
    assert.equal(found?.text, barcode.trace.digits)
    const none: Barcode = encode('itf14', text, { ratio, bearer: 'none' })
    assert.deepEqual([none.bearer, none.isFramed], [undefined, undefined])
    assert.deepEqual([barcode.bearer, barcode.isFramed], [ratio === 2.5 ? 4 : 2, true])
    assert.deepEqual(none.matrix, barcode.matrix)
  })
  t.same(encode('itf14', '1540014128876', { bearer: 'top-bottom', ratio: 3 }), encode('itf14', '1540014128876'))
})
