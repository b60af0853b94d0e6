import t from 'tap'
import { loadProducts, productNamed } from '../../../src/layout/sheets/products.ts'
import { foundProducts } from '../../../src/layout/sheets/search.ts'

await loadProducts()

const found = (search: string, most = 20): readonly string[] => foundProducts(search, most).products.map(({ id }) => id)

t.test('by number and brand', async (t) => {
  t.equal(found('7160')[0], 'avery-7160')
  t.equal(found('l7160')[0], 'avery-7160', 'an alias')
  t.equal(found('avery-l7160')[0], 'avery-7160', 'an id')
  t.equal(found('Avery L 7160')[0], 'avery-7160', 'a blank in the number')
  t.equal(found('AVERY 7160')[0], 'avery-7160')
  t.equal(found('herma 4464')[0], 'herma-4464')
  t.ok(found('herma', 100).every((id) => id.startsWith('herma-')))
  t.same(found('avery 99999'), [])
})

t.test('by size, in mm and inches, in either order', async (t) => {
  const has = (search: string, id: string): void => {
    t.ok(found(search, 200).includes(productNamed(id)!.id), `${search} has ${id}`)
  }
  for (const search of ['63.5x38.1', '63.5 x 38.1 mm', '63,5 × 38,1', '38.1x63.5', '6.35x3.81cm', '63.5x38']) {
    has(search, 'avery-l7160')
  }
  for (const search of ['1x2.625in', '2.625 x 1', '1" x 2 5/8"', '2 5/8 x 1 inch', '66.7x25.4mm'])
    has(search, 'avery-5160')
  t.ok(
    found('63.5x38.1', 200).every((id) => {
      const [, width, height] = /:(\d[\d.]*)x(\d[\d.]*)mm/.exec(productNamed(id)!.description)!.map(Number)
      return Math.abs(Math.max(width!, height!) - 63.5) <= 0.7 && Math.abs(Math.min(width!, height!) - 38.1) <= 0.7
    }),
  )
  t.same(found('63.5x99.9'), [])
})

t.test('by labels on a sheet', async (t) => {
  for (const search of [
    'avery 21 per sheet',
    'avery 21 labels',
    'Avery 21/sheet',
    'avery 21-up',
    'avery 21 Etiketten pro Bogen',
    'avery 21 etiquetas por hoja',
    'avery 21 étiquettes par planche',
    'avery 21 par feuille',
  ]) {
    const products = foundProducts(search, 100).products
    t.ok(
      products.some(({ id }) => id === 'avery-7160'),
      search,
    )
    t.ok(
      products.every(({ brand }) => brand === 'Avery'),
      search,
    )
  }
})

t.test('by paper, outline and purpose', async (t) => {
  t.ok(foundProducts('letter avery', 100).products.every(({ description }) => description.startsWith('Letter:')))
  t.ok(foundProducts('round a4', 100).products.every(({ description }) => description.endsWith(':round')))
  t.ok(found('cd avery', 100).length > 0)
  t.ok(found('business cards', 100).length > 0)
})

t.test('all of them if nothing is searched for, at most as many as are wanted', async (t) => {
  const all = foundProducts('', 5)
  t.equal(all.total, 1107)
  t.equal(all.products.length, 5)
  t.same(foundProducts(' - ', 3).products, all.products.slice(0, 3))
})

t.test('long and odd searches end soon', async (t) => {
  const odd = ['9'.repeat(100), '1 '.repeat(50), '1x'.repeat(50), '"'.repeat(100), '1 1/'.repeat(25), '0/0 x 0/0']
  for (const search of odd) t.type(foundProducts(search, 5).total, 'number', search)
})
