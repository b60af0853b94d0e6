/** Several elements at once, as the editor moves, aligns and spreads them. */

import t from 'tap'
import { boundsOf, type DraftElement } from '../../../../../src/pages/browser/design/editor/draft.ts'
import { aligned, distributed, inside, toggled } from '../../../../../src/pages/browser/design/editor/selection.ts'

const box = (left: number, top: number, width: number, height: number): DraftElement => ({
  kind: 'box',
  at: [left, top],
  size: [width, height],
})
const elements = [box(1, 2, 10, 4), box(20, 8, 6, 6), box(30, 1, 20, 2), { kind: 'label', value: 'x' }]
const label = { width: 57, height: 32 }
const placesIn = (all: readonly DraftElement[]): readonly unknown[] =>
  all.slice(0, 3).map((each) => [boundsOf(each).left, boundsOf(each).top])

t.test('an element is chosen with others, in their order, and left out again', async (t) => {
  t.same(toggled([1, 3], 2), [1, 2, 3])
  t.same(toggled([1, 2, 3], 2), [1, 3])
})

t.test('one element is aligned with the label, several with each other, and others stay', async (t) => {
  t.same(placesIn(aligned(elements, [1], 'right', label)), [
    [1, 2],
    [51, 8],
    [30, 1],
  ])
  t.same(placesIn(aligned(elements, [0, 1], 'left', label)), [
    [1, 2],
    [1, 8],
    [30, 1],
  ])
  t.same(placesIn(aligned(elements, [0, 1], 'right', label)), [
    [16, 2],
    [20, 8],
    [30, 1],
  ])
  t.same(placesIn(aligned(elements, [0, 1, 2], 'middle', label)), [
    [1, 5.5],
    [20, 4.5],
    [30, 6.5],
  ])
  t.same(
    aligned(elements, [0, 1, 2], 'bottom', label)
      .map(boundsOf)
      .slice(0, 3)
      .map((each) => each.top + each.height),
    [14, 14, 14],
  )
})

t.test('gaps become equal between the outermost, however they are ordered', async (t) => {
  const order = [elements[2]!, elements[0]!, elements[1]!]
  // 1 to 50 with 36 mm of boxes leaves two gaps of 6.5
  t.same(placesIn(distributed(order, [0, 1, 2], 'across')), [
    [30, 1],
    [1, 2],
    [17.5, 8],
  ])
  t.equal(distributed(elements, [0, 1], 'down'), elements, 'two have one gap')
  const line: DraftElement = { kind: 'line', from: [40, 30], to: [10, 30] }
  const spread = distributed([box(0, 0, 5, 5), box(0, 6, 5, 5), line], [0, 1, 2], 'down')
  t.equal(boundsOf(spread[1]!).top, 15)
  t.same(spread[2], line)
})

t.test('a frame has what lies in it as a whole, but no label of all sides', async (t) => {
  t.same(inside(elements, { left: 0, top: 0, width: 57, height: 32 }), [0, 1, 2])
  t.same(inside(elements, { left: 0, top: 0, width: 27, height: 14 }), [0, 1])
  t.same(inside(elements, { left: 0, top: 0, width: 25, height: 14 }), [0])
})
