import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { picked, pickedText } from '../../../../src/pages/browser/many/selection.ts'
import { forAll } from '../../../random.ts'

const rows = (text: string, count = 9) => {
  const found = picked(text, count)
  return found && [...found]
}

t.test('rows are picked as printers\u2019 dialogs have it', async (t) => {
  t.same(rows('', 3), [1, 2, 3])
  t.same(rows(' 2-4, 7 '), [2, 3, 4, 7])
  t.same(rows('2 - 4; 7'), [2, 3, 4, 7])
  t.same(rows('1 3 5–6'), [1, 3, 5, 6])
  t.same(rows('8-'), [8, 9], 'up to the last')
  t.same(rows('4,4,3-4'), [4, 3])
  t.same(rows('7-99'), [7, 8, 9], 'no more than there are')
  t.same(rows('0'), [])
  t.same(rows('5-2'), [])
  for (const wrong of ['x', '1-2-3', '-3', '0-3', '1.5', '1,,x', '1'.repeat(12)]) t.equal(rows(wrong), undefined, wrong)
  t.equal(rows('1,'.repeat(3000)), undefined)
})

t.test('what is written is read back', async () => {
  await forAll(
    [fc.uniqueArray(fc.integer({ min: 1, max: 40 })), fc.integer({ min: 40, max: 60 })],
    { count: 300 },
    (some, count) => {
      const sorted = [...some].sort((a, b) => a - b)
      deepEqual([...(picked(pickedText(sorted, count), count) ?? [])], sorted)
    },
  )
})
