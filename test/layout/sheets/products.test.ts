import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parsed, readDescription } from '../../../src/layout/sheets/description.ts'
import {
  isMistaken,
  loadProducts,
  onOtherPaper,
  productFault,
  productNamed,
  productTable,
  sheetOfProduct,
} from '../../../src/layout/sheets/products.ts'
import { positionsOf } from '../../../src/layout/sheets/sheet.ts'
import { productNear } from '../../../src/request/sheets.ts'
import { root } from '../../../src/root.ts'
import { inLongRun, long, random } from '../../random.ts'

await loadProducts()

/** A product as test/layout/sheets/products.json has it. */
interface Fact {
  readonly id: string
  readonly brand: string
  readonly part: string
  readonly paper: readonly [number, number]
  readonly paperName?: string
  readonly shape: 'rectangle' | 'round' | 'ellipse' | 'cd'
  readonly label: readonly [number, number]
  readonly corner?: number
  readonly hole?: number
  readonly layouts: readonly { nx: number; ny: number; x0: number; y0: number; dx: number; dy: number }[]
  readonly doubt?: 'leaves' | 'overlaps'
  readonly aliases?: readonly { readonly id: string; readonly part: string }[]
  /** Of a product that is not from gLabels: who says so, independently. */
  readonly sources?: readonly string[]
}

const facts = (JSON.parse(readFileSync(join(root, 'test/layout/sheets/products.json'), 'utf8')) as { products: Fact[] })
  .products

/** Millimetres. */
const near = 0.05

t.test('every product is where the facts have it, under each of its names', inLongRun, async (t) => {
  const wrong: string[] = []
  for (const fact of facts) {
    for (const id of [fact.id, ...(fact.aliases ?? []).map((alias) => alias.id)]) {
      const product = productNamed(id)
      if (product === undefined) {
        wrong.push(`${id} is missing`)
        continue
      }
      const { paper, label, ...sheet } = sheetOfProduct(product)
      const boxes = fact.layouts.flatMap(({ nx, ny, x0, y0, dx, dy }) =>
        Array.from({ length: nx * ny }, (_, i) => [x0 + (i % nx) * dx, y0 + Math.floor(i / nx) * dy] as const),
      )
      const positions = positionsOf({ paper, label, ...sheet })
      const isFound = boxes.every(([x, y]) => positions.some((at) => Math.hypot(at.x - x, at.y - y) <= near))
      const isWanted = positions.every((at) => boxes.some(([x, y]) => Math.hypot(at.x - x, at.y - y) <= near))
      const sides = [
        label.width - fact.label[0],
        label.height - fact.label[1],
        paper.width - fact.paper[0],
        paper.height - fact.paper[1],
      ]
      const outline = { rectangle: 'rectangle', round: 'ellipse', ellipse: 'ellipse', cd: 'disc' }[fact.shape]
      const isAlike = paper.name === fact.paperName && label.outline.kind === outline
      if (!isFound || !isWanted || !isAlike || sides.some((off) => Math.abs(off) > near)) wrong.push(id)
    }
  }
  t.same(wrong, [])
  t.equal(productTable().products.length, facts.length)
  t.equal(productTable().byId.size, 1740)
})

t.test('products that are not from gLabels have two sources, and lie in the middle of their paper', async (t) => {
  const others = facts.filter(({ sources }) => sources !== undefined)
  for (const { id, paper, label, layouts, sources = [] } of others) {
    t.equal(new Set(sources).size, 2, id)
    const [{ nx, ny, x0, y0, dx, dy }] = layouts as [Fact['layouts'][number]]
    t.ok(Math.abs(2 * x0 + (nx - 1) * dx + label[0] - paper[0]) < near, `${id}, across`)
    t.ok(Math.abs(2 * y0 + (ny - 1) * dy + label[1] - paper[1]) < near, `${id}, down`)
  }
  const wanted = ['l7159', 'l7166', 'l7173', 'l4731', 'l6008', 'l7160', 'l7163', 'l7165', 'l7169', 'l7651', '22805']
  for (const part of [...wanted, '5160', '5161', '5162', '5163', '5164', '5167', '5195', '8160', '8163']) {
    t.not(productNamed(`avery-${part}`), undefined, part)
  }
})

t.test('products that are not plausible are known, and those beyond use', async (t) => {
  const doubtful = productTable().products.filter((product) => productFault(product) !== undefined)
  // of the three with the same layout twice each position is there once
  const twice = ['sattleford-vm-6356', 'sattleford-vm-6700', 'your-design-vm-6310']
  t.same(
    doubtful.map(({ id }) => id).sort(),
    facts.flatMap(({ id, doubt }) => (doubt === undefined || twice.includes(id) ? [] : [id])).sort(),
  )
  for (const product of doubtful) t.equal(productFault(product)!.kind, facts.find(({ id }) => id === product.id)!.doubt)
  t.same(
    doubtful
      .filter((product) => isMistaken(productFault(product)))
      .map(({ id }) => id)
      .sort(),
    [
      ...['connect-kf10647', 'endisch-b200147a5', 'hisago-elm024', 'hisago-gb865', 'hisago-op3005', 'hisago-op3010'],
      ...['rayfilm-7001', 'sheetlabels-sl113'],
    ],
  )
})

t.test('the description of every other product is accepted by itself', inLongRun, async (t) => {
  for (const product of productTable().products) {
    const read = readDescription(product.description)
    t.equal('fault' in read, productFault(product) !== undefined, product.id)
    t.notOk('fault' in parsed(product.description), product.id)
  }
})

t.test('a name is read in any case, with any signs', async (t) => {
  for (const name of ['avery-l7160', 'Avery L7160', 'AVERY L 7160'.replace('L ', 'L'), 'avery_l7160']) {
    t.equal(productNamed(name)?.id, 'avery-7160', name)
  }
  t.equal(productNamed('avery-l716'), undefined)
})

t.test('a name with a wrong or a swapped letter is that of the only product near', async (t) => {
  const near: readonly (readonly [string, string | undefined])[] = [
    ['avrey-l7160', 'avery-l7160'],
    ['Averi L7160', 'avery-l7160'],
    ['AVERY-I7160', undefined],
    ['hermaa-4457', 'herma-4457'],
    ['averry 5160', 'avery-5160'],
    ['avery-7106', undefined],
    ['avery-l9999999', undefined],
    ['x', undefined],
    [`avrey-l7160${' '.repeat(60)}`, undefined],
  ]
  for (const [name, expected] of near) t.equal(productNear(name), expected, name)
  const { products } = productTable()
  const ids = products.flatMap(({ id, aliases }) => [id, ...aliases.map((each) => each.id)])
  const choice = random('near sheets')
  for (let i = 0; i < (long ? 500 : 25); i++) {
    const id = choice.pick(ids)
    const at = choice.pick([...id.matchAll(/[a-z](?=[a-z])/g)].map(({ index }) => index))
    const swapped = id.slice(0, at) + id[at + 1] + id[at] + id.slice(at + 2)
    const found = productNear(swapped)
    const others = ids.filter((each) => each !== id && each.replace(/\D/g, '') === id.replace(/\D/g, ''))
    if (others.length === 0) t.equal(found, id, swapped)
    else if (found !== undefined) t.equal(found.replace(/\D/g, ''), id.replace(/\D/g, ''), swapped)
  }
})

t.test('one number on A4 and Letter', async (t) => {
  for (const number of ['8160', '8161', '8164', '8165']) {
    t.equal(onOtherPaper(`avery-j${number}`) === undefined, false, `j${number}`)
    t.match(productNamed(`avery-${number}`)!.description, /^Letter:/)
    t.match(productNamed(`avery-j${number}`)!.description, /^A4:/)
    t.match(productNamed(onOtherPaper(`avery-${number}`)!)!.description, /^A4:/, number)
  }
  t.equal(onOtherPaper('avery-3651'), 'zweckform-3651')
  t.equal(onOtherPaper('zweckform-3651'), 'avery-3651')
  t.equal(onOtherPaper('herma-4464'), undefined)
})
