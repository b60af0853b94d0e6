import t from 'tap'
import { loadProducts, productNamed, sheetOfProduct } from '../../../src/layout/sheets/products.ts'
import { positionsOf } from '../../../src/layout/sheets/sheet.ts'
import { glabelsSheet, glabelsTemplates, hasGlabels, type OutlineBox } from '../../oracle/glabels.ts'
import { cases, all as hasAll, random } from '../../random.ts'

await loadProducts()

/** Millimetres. */
const near = 0.05

/** Products that differ from gLabels 3.4.1, as the facts say: it prints no labels beyond the paper, and its files were corrected since. */
const different = ['rayfilm-7001', 'hisago-elm024', 'hisago-op3010']

/** Why a product is not where gLabels prints it; undefined if it is. */
function differenceOf(name: string, template: string): string | undefined {
  const product = productNamed(name)
  // rolls, and makers whose names are spelled differently
  if (product === undefined || different.includes(product.id)) return undefined
  const sheet = sheetOfProduct(product)
  const printed = glabelsSheet(template)
  const paper = [sheet.paper.width, sheet.paper.height]
  if (printed.paper.some((side, i) => Math.abs(side - paper[i]!) > near)) return `${name}: on ${printed.paper}`
  const { width, height } = sheet.label
  const boxes = positionsOf(sheet).map(({ x, y }): OutlineBox => ({ x, y, width, height }))
  const isSame = (a: OutlineBox, b: OutlineBox): boolean =>
    (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(a[key] - b[key]) <= near)
  const missing = boxes.find((box) => !printed.boxes.some((other) => isSame(box, other)))
  const extra = printed.boxes.find((box) => !boxes.some((other) => isSame(box, other)))
  if (missing === undefined && extra === undefined) return undefined
  return `${name}: ${JSON.stringify({ missing, extra })}`
}

t.test('products are where gLabels prints them', { skip: !hasGlabels && 'needs glabels' }, async (t) => {
  const all = [...glabelsTemplates()].filter(([name]) => productNamed(name) !== undefined)
  t.ok(all.length > 900, `${all.length} templates`)
  const numbers = random('glabels')
  const chosen = hasAll ? all : Array.from({ length: cases(32, 1.5) }, () => numbers.pick(all))
  const differences = chosen.flatMap(([name, template]) => differenceOf(name, template) ?? [])
  t.same(differences, [])
})
