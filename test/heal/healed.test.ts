/** Documents of all symbologies: modules as they were, symbols that others read, and nothing else that moves. */

import t, { type Test as Assertions } from 'tap'
import { Proof } from '../../src/draw/document.ts'
import { feedingOf } from '../../src/draw/proof.ts'
import { type HealedLabel, type HealOrder, healed, healedPicture } from '../../src/heal/index.ts'
import { isOfSymbol, type SymbolMark, turnedMatrix, turns } from '../../src/layout/scene.ts'
import { readPng } from '../../src/reader/check/index.ts'
import { RasterPage } from '../../src/reader/vector-file/pdfium.ts'
import { png } from '../../src/render/deflate.ts'
import { paint } from '../../src/render/paint.ts'
import { isDark, type Matrix, rowsOf } from '../../symbologies/matrix/index.ts'
import { readAs, reads } from '../oracle/zxing.ts'
import { all, cases, inLongRun, long, random } from '../random.ts'
import { type PageDrawing, type PageSymbol, pdfOf, randomPage } from './documents.ts'

async function labelOf(file: Uint8Array<ArrayBuffer>, order: HealOrder): Promise<HealedLabel> {
  for await (const label of healed(file, order)) return label
  throw new Error('no label')
}

/** The modules of a drawn symbol, upright: runs of bars as wide as they are drawn, in modules. */
function drawnRows({ matrix, xs, ys, symbol }: SymbolMark, turn: PageSymbol['turn']): readonly string[] {
  const back = turns[(4 - turns.indexOf(turn)) % 4]!
  const isSideways = turn === 'R' || turn === 'L'
  const upright = turnedMatrix(matrix, back)
  if (upright.height > 4) return rowsOf(upright)
  // a bar of two widths is one column
  const edges = isSideways ? ys : xs
  const lengths = edges.slice(1).map((edge, i) => edge - edges[i]!)
  const isBackward = turn === 'I' || turn === 'L'
  const inOrder = isBackward ? lengths.toReversed() : lengths
  const [row = ''] = rowsOf(upright)
  return [Array.from(row, (module, i) => module.repeat(Math.ceil(inOrder[i]! / symbol.module))).join('')]
}

/** The dots of a label as a picture, without all but a part of it. */
function picture(dots: Matrix): { width: number; height: number; grey: Uint8Array } {
  const { width, height } = dots
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isDark(dots, x, y)) grey[y * width + x] = 0
  return { width, height, grey }
}

interface Tally {
  symbols: number
  healed: number
  read: number
  left: string[]
  grades: Map<string, number>
}

const newTally = (): Tally => ({ symbols: 0, healed: 0, read: 0, left: [], grades: new Map() })

/** Judges a healed page against what was drawn on it. */
async function judge(t: Assertions, page: PageDrawing, label: HealedLabel, tally: Tally, about: string): Promise<void> {
  const dots = paint(label.scene)
  const whole = picture(dots)
  const marks = label.scene.marks.filter(isOfSymbol)
  const { perMillimetre } = label.scene.resolution
  for (const symbol of page.symbols) {
    tally.symbols++
    const said = label.report.symbols.find(
      ({ type, at }) => type === symbol.type && Math.abs(at.y + at.height / 2 - symbol.y - symbol.height / 2) < 5,
    )
    if (said?.state !== 'healed') {
      tally.left.push(`${about} ${symbol.type} ${symbol.turn} ${symbol.module}: ${said?.state ?? 'not found'}`)
      continue
    }
    tally.healed++
    const [grade, before] = [said.grade?.after, said.grade?.before]
    if (said.grade !== undefined) {
      const key = `${before ?? 'not read'} -> ${grade ?? 'not read'}`
      tally.grades.set(key, (tally.grades.get(key) ?? 0) + 1)
    }
    const mark = marks.find(({ symbol: { area } }) => {
      const middle = (area.top + area.bottom) / 2 / perMillimetre
      return Math.abs(middle - symbol.y - symbol.height / 2) < 5
    })!
    t.same(drawnRows(mark, symbol.turn), symbol.rows, `${about}: the same modules of ${symbol.type}`)
    const off = Math.abs(said.at.x + said.at.width / 2 - symbol.x - symbol.width / 2)
    t.ok(off < 2, `${about}: ${symbol.type} in its place`)
    const isSideways = symbol.turn === 'R' || symbol.turn === 'L'
    const [high, drawn] = isSideways ? [said.at.width, symbol.width] : [said.at.height, symbol.height]
    if (symbol.rows.length === 1)
      t.ok(Math.abs(high - drawn) < 0.3, `${about}: bars of ${symbol.type} are as high as they were`)
    t.ok(Math.abs(said.x.after! - symbol.module) <= Math.max(0.5 / perMillimetre, 0.26 * symbol.module) + 0.002, 'X')
    const text = readAs(symbol.barcode, said.text)
    if (await reads(whole, symbol.type, text)) tally.read++
    else t.fail(`${about}: ${symbol.type} of ${said.x.after} mm is not read`)
  }
  const proof = new Proof(feedingOf('png'))
  proof.add([label.asked], 1)
  proof.end()
  t.doesNotThrow(() => proof.verify(png(label.scene)), `${about}: proved`)
}

/** Whether all dots but those of symbols are the same as without symbols. */
function sameBeside(t: Assertions, label: HealedLabel, bare: HealedLabel, about: string): void {
  const [dots, without] = [paint(label.scene), paint(bare.scene)]
  const zones = label.scene.marks.filter(isOfSymbol).map(({ symbol }) => symbol.area)
  const found: string[] = []
  for (let y = 0; y < dots.height; y++) {
    for (let x = 0; x < dots.width; x++) {
      if (isDark(dots, x, y) === isDark(without, x, y)) continue
      const isOfSymbol = zones.some(
        ({ left, top, right, bottom }) => x >= left - 1 && x <= right && y >= top - 1 && y <= bottom,
      )
      if (!isOfSymbol) found.push(`${x},${y}`)
    }
  }
  t.same(found.slice(0, 5), [], `${about}: all else is as it was`)
}

const summary = ({ symbols, healed, read, left, grades }: Tally): string =>
  `${symbols} symbols: ${healed} healed, ${read} read; left: ${left.join('; ') || 'none'}; grades ${[...grades]
    .sort()
    .map(([key, count]) => `${key}: ${count}`)
    .join(', ')}`

/** Two symbols each; with TEST_ALL a thousand pages and five hundred pictures, for an hour. */
const pages = cases(12, all ? 84 : 10)

t.test('vectors of all symbologies, at 203 and 300 dpi', inLongRun, async (t) => {
  const r = random('healed vectors')
  const tally = newTally()
  for (let i = 0; i < pages; i++) {
    const page = randomPage(r)
    const dpi = r.pick(['203', '300'] as const)
    const order = { dpi, size: '4x6', isGraded: long } as const
    const label = await labelOf(pdfOf(page), order)
    await judge(t, page, label, tally, `${i} at ${dpi}`)
    const isWhole = label.report.symbols.filter(({ state }) => state === 'healed').length === page.symbols.length
    if (isWhole) sameBeside(t, label, await labelOf(pdfOf({ ...page, symbols: [] }), order), `${i}`)
  }
  t.comment(summary(tally))
  t.ok(tally.healed >= 0.8 * tally.symbols, summary(tally))
})

t.test('pictures of the same at any resolution', inLongRun, async (t) => {
  const r = random('healed pictures')
  const tally = newTally()
  for (let i = 0; i < Math.ceil(pages / 2); i++) {
    const page = randomPage(r)
    const dpi = r.pick(['203', '300'] as const)
    const source = r.between(280, 620)
    const drawn = await RasterPage.opened(pdfOf(page), 1)
    const [width, height] = [Math.round((drawn.width * source) / 72), Math.round((drawn.height * source) / 72)]
    const s = source / 72
    const grey = drawn.viewed({ width, height }, [s, 0, 0, s, 0, 0], true)
    const perMetre = Math.round(source / 0.0254)
    const label = healedPicture(
      { width, height, grey, resolution: { across: perMetre, down: perMetre } },
      { dpi, size: '4x6', isGraded: long },
    )
    await judge(t, page, label, tally, `${i} of ${source} dpi at ${dpi}`)
  }
  t.comment(summary(tally))
  t.ok(tally.healed >= 0.7 * tally.symbols, summary(tally))
})

t.test('our own picture is the same again', inLongRun, async (t) => {
  const page = randomPage(random('twice'))
  const first = await labelOf(pdfOf(page), { dpi: '203', size: '4x6' })
  const again = healedPicture(await readPng(new Uint8Array(png(first.scene))), { dpi: '203', size: '4x6' })
  t.same(rowsOf(paint(again.scene)), rowsOf(paint(first.scene)))
})
