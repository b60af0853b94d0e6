// Writes src/layout/sheets/product-list.ts from the facts in test/layout/sheets/products.json: `node bin/products.mjs`.

import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { products } = JSON.parse(readFileSync(join(root, 'test/layout/sheets/products.json'), 'utf8'))

const outlines = {
  rectangle: ({ corner = 0 }) => (corner === 0 ? '' : `:r${corner}mm`),
  round: () => ':round',
  ellipse: () => ':round',
  cd: ({ hole, diameter }) => `:disc${hole}${diameter === undefined ? '' : `/${diameter}`}mm`,
}

const place = ({ x0, y0, dx, dy }) => `${x0},${y0}mm:${dx},${dy}mm`

function description(product) {
  const { paper, paperName, label, shape, layouts } = product
  const [first, ...others] = layouts
  const start = `${paperName ?? `${paper[0]}x${paper[1]}mm`}:${first.nx}x${first.ny}:${label[0]}x${label[1]}mm:${place(first)}`
  const grids = others.map((each) => `${each.nx}x${each.ny}:${place(each)}`)
  return [start + outlines[shape](product), ...grids].join(';')
}

const lines = []
let brand
for (const product of products) {
  if (product.brand !== brand) lines.push(`=${product.brand}`)
  brand = product.brand
  const parts = [product.part, ...(product.aliases ?? []).map(({ part }) => part)]
  const about = product.description === undefined ? '' : `|${product.description}`
  lines.push(`${parts.join(';')}|${description(product)}${about}`)
}

const text = `/**
 * Sheets of labels as their makers sell them, written by bin/products.mjs: after \`=\` a brand; then a product a line, its number with
 * other numbers for the same, its description (description.ts), and what it is for, parted by \`|\`.
 *
 * The facts are from the templates of gLabels-qt (github.com/j-evins/glabels-qt, commit 4c0ce1146a59b430007296237bf9f4a68a4e0151 of
 * 26 May 2025), which claims no copyright on them; its files have the MIT licence, Copyright (c) 2001-2009 Jaye Evins. Products that
 * it has not are measures on which two others agree, as \`sources\` there say, with the sheet cut in the middle of its paper.
 */
export const productList: string = \`
${lines.join('\n')}
\`
`
writeFileSync(join(root, 'src/layout/sheets/product-list.ts'), text)
