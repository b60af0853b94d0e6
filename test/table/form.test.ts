import t from 'tap'
import { advised, chosenColumns, isUnwanted, type TableAdvice, TableError } from '../../src/table/index.ts'

t.test('of columns that are chosen, the first name that is there twice is told', async (t) => {
  t.same(chosenColumns([]), { columns: {}, twice: undefined })
  const pairs = [
    ['text', 'A'],
    ['title', ''],
    ['text', 'B'],
    ['title', 'C'],
  ] as const
  t.same(chosenColumns(pairs), { columns: { text: 'B', title: 'C' }, twice: 'text' })
  t.equal(chosenColumns([['__proto__', 'A']]).twice, undefined)
  t.equal(Object.hasOwn(chosenColumns([['__proto__', 'A']]).columns, '__proto__'), true)
})

t.test('no label is wanted of a row whose quantity is zero, in whatever digits', async (t) => {
  const unwanted = ['0', '00', '', '1', '10', '0.0', ' 0', 'x', undefined].filter((qty) => isUnwanted({ qty }))
  t.same(unwanted, ['0', '00'])
  t.equal(isUnwanted({ text: '0' }), false)
})

t.test('what a table leaves open is told in the words of whoever reads it', async (t) => {
  const advice: TableAdvice = {
    column: (name, by) => `${name}=${by}`,
    forAll: (name) => (name === 'text' ? undefined : `${name}: all`),
    bare: 'no header',
  }
  const told = (parameter?: string, by: 'HEADER' | '1' = 'HEADER') =>
    advised(new TableError('missing_parameter', 'none', { ...(parameter && { parameter }), by }), advice)
  t.equal(told(), 'none')
  t.equal(told('text'), 'none, with text=HEADER; no header if the first row is a label already')
  t.equal(told('type'), 'none, with type=HEADER, or type: all; no header if the first row is a label already')
  t.equal(told('type', '1'), 'none, with type=1, or type: all')
})
