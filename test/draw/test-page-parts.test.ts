import t from 'tap'
import { testPage } from '../../src/draw/test-page.ts'
import { type Dpi, dpis, resolutions } from '../../src/layout/resolution.ts'
import type { Mark } from '../../src/layout/scene.ts'
import { type LabelSize, stockNames } from '../../src/layout/stock.ts'
import { png } from '../../src/render/deflate.ts'
import { pngPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'
import { inLongRun, long } from '../random.ts'

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

const isDark = ({ width, grey }: Picture, x: number, y: number): boolean => grey[y * width + x]! < 128

/** The first dots of the dark runs of a line of the picture. */
function starts(length: number, dark: (at: number) => boolean): number[] {
  return Array.from({ length }, (_, at) => at).filter((at) => dark(at) && !dark(at - 1))
}

t.test('each tick of the rulers begins at the dot nearest to its millimetre', inLongRun, async (t) => {
  for (const { stock, dpi } of all) {
    const [scene] = testPage(stock, dpi, 'dock-3').scenes
    const picture = pngPicture(png(scene!))
    const { perMillimetre } = resolutions[dpi]
    const inset = Math.round(perMillimetre)
    const line = Math.max(1, Math.round(0.15 * perMillimetre))
    // between the lines of the frame, next to it
    for (const [length, dark] of [
      [picture.width, (at: number) => isDark(picture, at, inset + line)],
      [picture.height, (at: number) => isDark(picture, inset + line, at)],
    ] as const) {
      const inside = length - inset - line
      const found = starts(length, dark).filter((at) => at > inset && at < inside)
      const first = Math.round(found[0]! / perMillimetre)
      t.ok(first >= 2 && first <= 4, `${stock} ${dpi}: the first tick is at ${first} mm`)
      const millimetres = Array.from({ length: Math.ceil(length / perMillimetre) }, (_, i) => first + i)
      const expected = millimetres.map((mm) => Math.round(mm * perMillimetre)).filter((at) => at + line <= inside)
      t.same(found, expected, `${stock} ${dpi}`)
      // the frame, as far from one edge as from the other
      t.same([dark(inset - 1), dark(inset), dark(length - 1 - inset), dark(length - inset)], [false, true, true, false])
    }
  }
})

t.test('the box is 10 mm wide and high, or 5 mm', async (t) => {
  for (const { stock, dpi } of all) {
    const [scene] = testPage(stock, dpi, 'dock-3').scenes
    const sides = [10, 5].map((mm) => Math.round(mm * resolutions[dpi].perMillimetre))
    const boxes = sides.map((side) => {
      const widths = scene!.marks.filter((mark) => mark.kind === 'modules' && boxOf(mark)[2] - boxOf(mark)[0] === side)
      return widths.filter((mark, _, same) => {
        const [x, y] = boxOf(mark)
        return same.some((other) => boxOf(other)[0] === x && boxOf(other)[3] === y + side)
      }).length
    })
    t.ok(boxes.some((count) => count > 0) || stock === '10x10mm' || stock === '10x300mm', `${stock} ${dpi}`)
  }
})

t.test('modules of 1 to 6 dots, and what the printer is', async (t) => {
  const { scenes } = testPage('4x6', '203', 'dock-3')
  const marks = scenes[0]!.marks
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? mark.line.text : []))
  for (const text of ['dock-3', '4x6 203 dpi', '10 mm', '1 dot', '2', '3', '4', '5', '6'])
    t.ok(texts.includes(text), text)
  for (let dots = 1; dots <= 6; dots++) {
    const bars = marks.map(boxOf).filter(([x, y, right, bottom]) => right - x === dots && bottom - y === 32)
    const ladder = marks.map(boxOf).filter(([x, y, right, bottom]) => bottom - y === dots && right - x === 32)
    t.same([bars.length, ladder.length], [5, 5], `${dots} dots`)
  }
})
