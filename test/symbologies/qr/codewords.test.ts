import assert from 'node:assert/strict'
import t from 'tap'
import { qr } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { readQr } from '../../oracle/qr-reader.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { forAll } from '../../random.ts'
import { classes } from './texts.ts'

t.test('the reader from the standard finds the text and no fault', async (t) => {
  for (const [name, texts] of Object.entries(classes)) {
    await forAll([texts], { count: name === 'long' ? 40 : 150 }, (text) => {
      const { matrix, trace } = qr(text)
      const { version, level, mask, segments, ...reading } = readQr(matrix)
      assert.equal(reading.text, text)
      assert.deepEqual(reading.faults, [])
      assert.deepEqual([version, level, mask], [trace.version, trace.level, trace.mask])
      const traced = trace.segments.map((each) => [
        each.mode,
        each.mode === 'eci' ? each.designator : 'count' in each && each.count,
      ])
      assert.deepEqual(
        segments.map(({ mode, count }) => [mode, count]),
        traced,
      )
    })
    t.pass(name)
  }
})

t.test('zxing-cpp reads every class of texts', async (t) => {
  for (const [name, texts] of Object.entries(classes)) {
    await forAll([texts], { count: 60, times: 34 }, async (text) => {
      assert.deepEqual(await zxingTexts(plainPicture(qr(text), 2), 'qr'), [text])
    })
    t.pass(name)
  }
})
