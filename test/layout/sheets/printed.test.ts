import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import t from 'tap'
import type { LabelRequest } from '../../../src/draw/drawing.ts'
import { fillingOf } from '../../../src/draw/sheets.ts'
import { composeLabel, drawLabel } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import { resolutions } from '../../../src/layout/resolution.ts'
import { blankPage, dieLine } from '../../../src/layout/sheets/placing.ts'
import {
  isMistaken,
  type Product,
  productFault,
  productTable,
  sheetOfProduct,
} from '../../../src/layout/sheets/products.ts'
import { type Position, positionsOf, type SheetLabel } from '../../../src/layout/sheets/sheet.ts'
import { printDocument } from '../../../src/render/deflate.ts'
import { pdfPage } from '../../../src/render/pdf.ts'
import { pdfPictures, pdfToolsAbsent } from '../../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../../oracle/picture.ts'
import { type Picture, zxingTexts } from '../../oracle/zxing.ts'
import { cases, inLongRun, random } from '../../random.ts'

const limits = { maxPixels: 25_000_000 }
const usual = {
  type: 'datamatrix',
  size: '4x6',
  orientation: 'landscape',
  qty: 1,
  showtext: true,
  format: 'pdf',
} as const

const products = productTable().products.filter((product) => !isMistaken(productFault(product)))

/** In mm: of a page of 300 dpi, half a dot for the place of a label and half for its edges. */
const halfDots = 25.4 / 300 + 0.01

/** Whether a point is within the outline of a label, from the label's upper left corner in mm. */
function isInside({ width, height, outline }: SheetLabel, x: number, y: number): boolean {
  const [left, right] = [-halfDots, width + halfDots]
  if (x < left || x > right || y < -halfDots || y > height + halfDots) return false
  const [dx, dy] = [x - width / 2, y - height / 2]
  switch (outline.kind) {
    case 'ellipse':
      return Math.hypot(dx / (width / 2 + halfDots), dy / (height / 2 + halfDots)) <= 1
    case 'disc': {
      const distance = Math.hypot(dx, dy)
      return distance <= outline.diameter / 2 + halfDots && distance >= outline.hole / 2 - halfDots
    }
    case 'rectangle': {
      const [cornerX, cornerY] = [Math.abs(dx) - width / 2 + outline.corner, Math.abs(dy) - height / 2 + outline.corner]
      return cornerX <= 0 || cornerY <= 0 || Math.hypot(cornerX, cornerY) <= outline.corner + halfDots
    }
  }
}

/** How many dark dots of a page are in none of the labels at these positions. */
function inkOutside(
  { width, height, grey }: Picture,
  label: SheetLabel,
  positions: readonly Position[],
  dot: number,
): number {
  const free = grey.slice()
  for (const { x, y } of positions) {
    const bottom = Math.min(height, Math.ceil((y + label.height) / dot) + 2)
    for (let row = Math.max(0, Math.floor(y / dot) - 2); row < bottom; row++) {
      const right = Math.min(width, Math.ceil((x + label.width) / dot) + 2)
      for (let column = Math.max(0, Math.floor(x / dot) - 2); column < right; column++) {
        const at = row * width + column
        if (free[at]! < 128 && isInside(label, (column + 0.5) * dot - x, (row + 0.5) * dot - y)) free[at] = 255
      }
    }
  }
  return free.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
}

function part({ width, height, grey }: Picture, label: SheetLabel, { x, y }: Position, dot: number): Picture {
  const [left, top] = [Math.max(0, Math.round(x / dot)), Math.max(0, Math.round(y / dot))]
  const [right, bottom] = [
    Math.min(width, Math.round((x + label.width) / dot)),
    Math.min(height, Math.round((y + label.height) / dot)),
  ]
  const size = { width: right - left, height: bottom - top }
  const cut = new Uint8Array(size.width * size.height)
  for (let row = 0; row < size.height; row++) {
    const from = (top + row) * width + left
    cut.set(grey.subarray(from, from + size.width), row * size.width)
  }
  return { ...size, grey: cut }
}

function picturesOf(bytes: Uint8Array): readonly Picture[] {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-'))
  try {
    writeFileSync(join(folder, 'x.pdf'), bytes)
    return pdfPictures(join(folder, 'x.pdf'), 300)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Printed {
  readonly product: Product
  readonly first: number
  readonly count: number
  readonly shift: readonly [number, number]
}

/** A document of labels with the texts A1, A2 and so on; undefined if the label is too small. */
function documentOf({ product, first, count, shift }: Printed, asked: Partial<LabelRequest>): Uint8Array | undefined {
  const onSheet = { sheet: product.id, first, shift: shift.join(',') }
  const document = printDocument('pdf', { title: 'labels', filling: fillingOf(onSheet) })
  try {
    for (let i = 1; i <= count; i++) {
      document.add(composeLabel({ ...usual, ...asked, ...onSheet, text: `A${i}` }, limits).scene, 1)
    }
    return document.end()
  } catch (error) {
    if (error instanceof FitError) return undefined
    throw error
  }
}

t.test(
  'each label of random products is read where it stands, in the order of the rows',
  { skip: pdfToolsAbsent || inLongRun.skip },
  async (t) => {
    const numbers = random('products')
    let small = 0
    const count = cases(30)
    for (let run = 0; run < count; run++) {
      const product = numbers.pick(products)
      const sheet = sheetOfProduct(product)
      const positions = positionsOf(sheet)
      const first = numbers.between(1, positions.length)
      const labels = numbers.between(1, Math.min(80, positions.length + 5))
      const shift = numbers.pick([
        [0, 0],
        [0.5, -0.3],
      ] as const)
      const printed = { product, first, count: labels, shift }
      const orientation = numbers.pick(['landscape', 'portrait'] as const)
      const bytes = documentOf(printed, { orientation, showtext: numbers.pick([true, false]) })
      if (bytes === undefined) {
        small++
        continue
      }
      const about = `${product.id} first=${first} labels=${labels}`
      const pages = picturesOf(bytes)
      t.equal(pages.length, Math.ceil((first - 1 + labels) / positions.length), about)
      const dot = 25.4 / 300
      let number = 0
      for (const [i, page] of pages.entries()) {
        const used = positions
          .map(({ x, y }) => ({ x: x + shift[0], y: y + shift[1] }))
          .slice(i === 0 ? first - 1 : 0)
          .slice(0, labels - number)
        t.equal(inkOutside(page, sheet.label, used, dot), 0, `ink outside: ${about}, page ${i + 1}`)
        for (const position of used) {
          const texts = await zxingTexts(part(page, sheet.label, position, dot), 'datamatrix')
          const text = `A${++number}`
          if (texts[0] !== text) t.same(texts, [text], `${about}, label ${number}`)
        }
      }
      t.equal(number, labels, about)
    }
    t.ok(small <= count / 20, `${small} of ${count} labels are too small for the symbol`)
  },
)

/** The boxes that paths of a page surround, in mm. */
function boxesOf(content: string): readonly (readonly [x: number, y: number, width: number, height: number])[] {
  const dot = 25.4 / 300
  const boxes: [number, number, number, number][] = []
  let operands: number[] = []
  let points: [number, number][] = []
  for (const token of content.split(/\s+/)) {
    if (/^[-0-9.]+$/.test(token)) {
      operands.push(Number(token) * dot)
      continue
    }
    if (token === 're') boxes.push(operands.slice(0, 4) as [number, number, number, number])
    if (/^[mlc]$/.test(token))
      for (let i = 0; i < operands.length; i += 2) points.push([operands[i]!, operands[i + 1]!])
    if (token === 's') {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
      const [left, top] = [Math.min(...xs), Math.min(...ys)]
      boxes.push([left, top, Math.max(...xs) - left, Math.max(...ys) - top])
      points = []
    }
    operands = []
  }
  return boxes
}

t.test('the outlines of every product are where its labels are', inLongRun, async (t) => {
  const wrong: string[] = []
  for (const product of productTable().products) {
    const sheet = sheetOfProduct(product)
    const filling = { sheet, shift: [0, 0], resolution: resolutions[300], isWholeDots: false } as const
    const positions = positionsOf(sheet)
    const marks = positions.flatMap((position) => dieLine(position, filling))
    const { content } = pdfPage({ ...blankPage(filling), marks, title: '', module: 1, barHeight: 0 })
    const text = Buffer.from(
      content.dictionary.Filter === undefined ? content.bytes : inflateSync(content.bytes),
    ).toString()
    const boxes = boxesOf(text)
    const { width, height } = sheet.label
    const isFound = positions.every(({ x, y }) =>
      boxes.some((box) => [x, y, width, height].every((length, i) => Math.abs(box[i]! - length) <= 0.05)),
    )
    if (!isFound) wrong.push(product.id)
  }
  t.same(wrong, [])
})

const request = { ...usual, text: 'QZ-0001', sheet: 'avery-l7160', first: 5, qty: 40, outline: true } as const

t.test('the same request has the same bytes, and a label that repeats is drawn once', async (t) => {
  const one = drawLabel(request, limits).bytes
  t.strictSame(drawLabel(request, limits).bytes, one)
  const many = drawLabel({ ...request, qty: 500 }, limits).bytes
  t.ok(many.length < 2 * one.length + 6000, `${one.length} bytes for 40 labels, ${many.length} for 500`)
})

t.test('the first page is the same in PNG, SVG and PDF', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  const png = pngPicture(drawLabel({ ...request, format: 'png', outline: false }, limits).bytes)
  const file = Buffer.from(drawLabel({ ...request, format: 'svg', outline: false }, limits).bytes).toString()
  t.match(file, / width="209\.9733mm" height="297\.0107mm" /, 'whole dots')
  const svg = svgPicture(file.replace(/width="[\d.]+mm" height="[\d.]+mm"/, 'width="2480" height="3508"'))
  t.equal(png.width, 2480)
  t.equal(png.height, 3508)
  const darkOf = ({ grey }: Picture): number => grey.reduce((count, value) => count + (value < 128 ? 1 : 0), 0)
  t.ok(Math.abs(darkOf(svg) - darkOf(png)) < 0.02 * darkOf(png))
  const [pdf] = picturesOf(drawLabel({ ...request, outline: false, showtext: false }, limits).bytes)
  const bare = pngPicture(drawLabel({ ...request, format: 'png', outline: false, showtext: false }, limits).bytes)
  t.ok(Math.abs(darkOf(pdf!) - darkOf(bare)) < 0.02 * darkOf(bare))
})

t.test('a PNG of a sheet beyond the budget of pixels is refused', async (t) => {
  const refusal = (asked: Partial<LabelRequest>): unknown => {
    try {
      return composeLabel({ ...request, ...asked }, limits)
    } catch (error) {
      return error
    }
  }
  t.match(refusal({ format: 'png', dpi: '600' }), {
    code: 'does_not_fit',
    parameter: 'sheet',
    suggestion: { format: 'pdf' },
  })
  t.match(refusal({ type: 'code128', text: 'x'.repeat(70), sheet: 'avery-l4732' }), {
    code: 'does_not_fit',
    parameter: 'sheet',
  })
})

t.test('warnings of products: one number on two papers, and measures that do not agree', async (t) => {
  const codes = (sheet: string): readonly string[] =>
    composeLabel({ ...request, sheet, first: 1 }, limits).warnings.map(({ code }) => code)
  t.same(codes('avery-8160'), ['sheet_paper'])
  t.same(codes('avery-j8160'), ['sheet_paper'])
  t.same(codes('avery-l7160'), [])
  t.same(codes('herma-4464'), ['sheet_doubtful'])
  t.same(codes('A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm'), [])
})
