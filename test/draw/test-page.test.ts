import t from 'tap'
import { testPage } from '../../src/draw/test-page.ts'
import { testSymbols } from '../../src/draw/test-page-parts.ts'
import { type Dpi, dpis } from '../../src/layout/resolution.ts'
import type { Mark, ModulesMark, Scene } from '../../src/layout/scene.ts'
import { fedOrientation, type LabelSize, stockNames } from '../../src/layout/stock.ts'
import { totalColumns } from '../../src/layout/symbol.ts'
import { png } from '../../src/render/deflate.ts'
import { loadHarfBuzz } from '../../src/text/installed-fonts.ts'
import { encode } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { type Picture, readAs, reads } from '../oracle/zxing.ts'
import { all as hasTime, inLongRun, long } from '../random.ts'
import '../text/installed.ts'

const some: readonly LabelSize[] = ['4x6', '50x30', '2x1', '25x10', '10x300mm', '10x10mm']
const stocks: readonly LabelSize[] = long ? [...stockNames, ...some.slice(-2)] : some
const heads: readonly Dpi[] = long ? dpis : ['203', '300']
const all = stocks.flatMap((stock) => heads.map((dpi) => ({ stock, dpi })))

/** The dots that a mark may touch: left, upper, right and lower edge. */
function boxOf(mark: Mark): readonly [number, number, number, number] {
  if (mark.kind === 'modules') return [mark.xs[0]!, mark.ys[0]!, mark.xs.at(-1)!, mark.ys.at(-1)!]
  if (mark.kind !== 'text') throw new Error('a test page has modules and words alone')
  const { x, y, line } = mark
  return [x + line.ink.left, y + line.ink.top, x + line.ink.right, y + line.ink.bottom]
}

t.test('nothing is off the label, and its first side lies across the print head', async (t) => {
  for (const { stock, dpi } of all) {
    for (const { width, height, marks } of testPage(stock, dpi, 'dock-3').scenes) {
      const outside = marks
        .map(boxOf)
        .filter(([x, y, right, bottom]) => x < 0 || y < 0 || right > width || bottom > height)
      t.same(outside, [], `${stock} ${dpi}`)
      const orientation = fedOrientation(stock)
      if (orientation !== undefined) t.equal(orientation === 'landscape', width > height)
    }
  }
})

t.test('no two parts touch', async (t) => {
  for (const { stock, dpi } of all) {
    for (const { marks } of testPage(stock, dpi, 'dock-3').scenes) {
      const symbols = modulesOf(marks).filter(isSymbol)
      const others = modulesOf(marks).filter((mark) => !isSymbol(mark))
      const touching = symbols.flatMap((symbol, i) => {
        const [x, y, right, bottom] = boxOf(symbol)
        return [...others, ...symbols.slice(i + 1)].filter((other) => {
          const [left, top, end, low] = boxOf(other)
          return left < right && end > x && top < bottom && low > y
        })
      })
      t.equal(touching.length, 0, `${stock} ${dpi}`)
    }
  }
})

const modulesOf = (marks: readonly Mark[]): readonly ModulesMark[] =>
  marks.flatMap((mark) => (mark.kind === 'modules' ? mark : []))
const isSymbol = ({ matrix }: ModulesMark): boolean => matrix.width > 1

/** The symbol with light modules around it, as far as the label has them. */
function cropped(picture: Picture, mark: ModulesMark, module: number): Picture {
  const [x, y, right, bottom] = boxOf(mark)
  const left = Math.max(0, x - 10 * module)
  const top = Math.max(0, y - 2 * module)
  const width = Math.min(picture.width, right + 10 * module) - left
  const height = Math.min(picture.height, bottom + 2 * module) - top
  const grey = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = (top + row) * picture.width + left
    grey.set(picture.grey.subarray(from, from + width), row * width)
  }
  return { width, height, grey }
}

/** The symbologies of a scene that are read, in the order of its symbols. */
async function read(scene: Scene): Promise<string[]> {
  const picture = pngPicture(png(scene))
  const found: string[] = []
  for (const mark of modulesOf(scene.marks).filter(isSymbol)) {
    const module = mark.xs[1]! - mark.xs[0]!
    const picked = cropped(picture, mark, module)
    for (const [symbology, text] of testSymbols) {
      const barcode = encode(symbology, text)
      if (![barcode.matrix.width, totalColumns(barcode)].includes(mark.matrix.width)) continue
      if (await reads(picked, symbology, readAs(barcode, text))) found.push(symbology)
    }
  }
  return found
}

t.test('every symbol is read, and those that are left out are named', inLongRun, async (t) => {
  // the long run takes every third
  const sampled = long
    ? all.filter((_, i) => hasTime || i % 3 === 0)
    : all.filter(({ stock }) => ['4x6', '50x30', '25x10'].includes(stock))
  for (const { stock, dpi } of sampled) {
    const { scenes, leftOut } = testPage(stock, dpi, 'dock-3')
    const found: string[] = []
    for (const scene of scenes) found.push(...(await read(scene)))
    t.equal(new Set(found).size, found.length)
    t.equal(found.length + leftOut.length, testSymbols.length, `${stock} ${dpi}: ${found}, not ${leftOut}`)
    if (stock === '4x6' || (stock === '50x30' && dpi !== '152')) t.same(leftOut, [])
    if (stock === '4x6') t.equal(scenes.length, 1)
    const texts = scenes.flatMap(({ marks }) => marks.flatMap((mark) => (mark.kind === 'text' ? mark.line.text : [])))
    const said = texts.join(' ')
    if (leftOut.length > 0) t.match(said, /No room: |left out/)
    t.ok(said.includes(dpi))
  }
})

t.test('any name of a printer', async (t) => {
  await loadHarfBuzz()
  for (const name of ['', 'x'.repeat(300), 'Предприятие склад', '\u0000\u202e', '^XA~HS']) {
    for (const stock of ['4x6', '25x10'] as const) {
      for (const { width, marks } of testPage(stock, '203', name).scenes) {
        t.ok(marks.map(boxOf).every(([x, , right]) => x >= 0 && right <= width))
      }
    }
  }
})
