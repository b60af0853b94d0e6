import t from 'tap'
import { pictureInUri } from '../../../../../src/design/picture-source.ts'
import { designIn } from '../../../../../src/design/reader.ts'
import {
  boundsOf,
  type DesignDraft,
  DraftHistory,
  draftIn,
  emptyDraft,
  fileOf,
  moved,
  newElement,
  renamedField,
  resized,
  withAllFields,
} from '../../../../../src/pages/browser/design/editor/draft.ts'
import { pictureBody } from '../../../../../src/pages/browser/design/editor/picture-body.ts'
import { alignmentPull, cornerPull, pullOf } from '../../../../../src/pages/browser/design/editor/snapping.ts'

const sides = { width: 57, height: 32 }
const kinds = ['text', 'symbol', 'line', 'box', 'ellipse', 'image']

/** A draft with an element of each kind. */
let full: DesignDraft = emptyDraft
for (const kind of kinds) full = { ...full, elements: [...full.elements, newElement(kind, full, sides, 'Text')] }

t.test('what is made is a design, on labels of any size', (t) => {
  const { elements } = designIn(fileOf(full), pictureInUri)
  t.same(
    elements.map(({ kind }) => kind),
    kinds,
  )
  for (const small of [sides, { width: 10, height: 4 }]) {
    for (const kind of kinds) {
      const { left, top, width, height } = boundsOf(newElement(kind, full, small, 'Text'))
      t.ok(left >= 0 && top >= 0 && left + width <= small.width && top + height <= small.height, `${kind} is on it`)
    }
  }
  t.end()
})

t.test('a file is opened as it was saved; what is empty is left out', (t) => {
  const draft: DesignDraft = {
    ...full,
    title: '',
    fields: { sku: { required: true, pattern: '', sample: 'A-1' }, name: { required: false } },
  }
  const again = draftIn(fileOf(draft))
  t.same(again?.fields, { sku: { required: true, sample: 'A-1' }, name: {} })
  t.notOk('title' in again!)
  t.equal(fileOf(again!), fileOf(draft))
  for (const text of ['', '[]', '{}', 'null', '{"name":"a","size":"4x6","elements":[7]}', '{"name":"a"']) {
    t.equal(draftIn(text), undefined, text)
  }
  t.end()
})

t.test('names in braces are fields, and are renamed with them', (t) => {
  const text = (value: string) => ({ kind: 'text', at: [1, 1], size: [9, 9], value }) as const
  const elements = [text('{sku} {sku|line} {today+30d|yyMMdd} {row} {{not}'), text('{serial:box|6}{unit-price|line}')]
  const draft = withAllFields({ ...emptyDraft, elements })
  t.same(Object.keys(draft.fields), ['sku', 'unit-price'])
  t.equal(withAllFields(draft), draft)
  const renamed = renamedField(draft, 'sku', 'ean')
  t.same(Object.keys(renamed.fields), ['ean', 'unit-price'])
  t.equal(renamed.elements[0]?.value, '{ean} {ean|line} {today+30d|yyMMdd} {row} {{not}')
  designIn(fileOf(renamed), pictureInUri)
  const { design, rows } = pictureBody(draft) as { design: DesignDraft; rows: unknown }
  t.equal(design.elements[1]?.value, '000001{unit-price|line}', 'a picture takes no number of a counter')
  t.same(rows, [{ sku: 'sku', 'unit-price': 'unit-price' }])
  t.end()
})

t.test('elements are moved, resized, drawn to edges and aligned', (t) => {
  const box = { kind: 'box', at: [2, 3], size: [10, 5] } as const
  const line = { kind: 'line', from: [5, 9], to: [1, 2] } as const
  t.same(moved(box, 0.1, -5).at, [2.1, -2])
  t.same(moved(line, 1, 1), { ...line, from: [6, 10], to: [2, 3] })
  t.same(resized(box, -50, 1).size, [0.5, 6])
  t.same(resized(line, 1, 0).to, [2, 2])
  t.same(boundsOf(line), { left: 1, top: 2, width: 4, height: 7 })
  const other = { left: 20, top: 10, width: 10, height: 5 }
  t.same(
    pullOf({ left: 19.4, top: 3.1, width: 4, height: 4 }, [other], sides, 0.5),
    [0.6, -0.1],
    'to an edge, to the grid',
  )
  t.same(pullOf({ left: 19.4, top: 3.1, width: 4, height: 4 }, [other], sides, 0), [0.6, 0], 'without a grid')
  t.same(cornerPull({ left: 1, top: 1, width: 28.6, height: 30.5 }, [other], sides, 0.5), [0.4, 0.5])
  t.same(alignmentPull({ left: 1, top: 1, width: 7, height: 2 }, sides, 'center'), [24, 0])
  t.same(alignmentPull({ left: 1, top: 1, width: 7, height: 2 }, sides, 'bottom'), [0, 29])
  t.end()
})

t.test('changes are undone and done again, those in a row at once', (t) => {
  const history = new DraftHistory(emptyDraft)
  for (const name of ['a', 'ab', 'abc']) history.change({ ...emptyDraft, name }, 'name')
  history.change({ ...history.now, size: '4x6' }, 'size')
  history.undo()
  t.match(history.now, { name: 'abc', size: emptyDraft.size })
  history.undo()
  t.equal(history.now, emptyDraft)
  t.notOk(history.canUndo)
  history.redo()
  history.redo()
  t.match(history.now, { name: 'abc', size: '4x6' })
  t.notOk(history.canRedo)
  history.undo()
  history.change(emptyDraft)
  t.notOk(history.canRedo, 'another change forgets what was undone')
  t.end()
})

t.test('the design of a label stays as it is, and its element takes all of the label', (t) => {
  const element = { kind: 'label', type: 'qr', value: 'A-1', title: 'Store', showtext: false }
  const design = { name: 'label', size: '4x6', orientation: 'landscape', fields: {}, elements: [element] }
  const draft = draftIn(JSON.stringify(design))!
  t.same(JSON.parse(fileOf(draft)), design)
  t.match(JSON.parse(JSON.stringify(pictureBody(draft))).design, {
    orientation: 'landscape',
    elements: [{ showtext: false }],
  })
  t.same([moved(element, 1, 1), resized(element, 1, 1)], [element, element])
  t.end()
})
