/** Pages on labels of other sizes: what lands where, by each `fit`, turned, scaled and cut, and the same over HTTP and by the command line. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type HealedLabel, type HealOrder, healed } from '../../src/heal/index.ts'
import { placementOf } from '../../src/heal/placing.ts'
import { paint } from '../../src/render/paint.ts'
import { isDark } from '../../symbologies/matrix/index.ts'
import { quietzone } from '../cli/quietzone.ts'
import { pngPicture } from '../oracle/picture.ts'
import { inLongRun } from '../random.ts'
import { served } from '../server/http/wire.ts'
import { type PageDrawing, pdfOf, symbolAt } from './documents.ts'

/** In mm. */
const [label, a4] = [
  { width: 101.6, height: 152.4 },
  { width: 210, height: 297 },
] as const

const regionOf = ({ width, height }: { width: number; height: number }) => ({
  ...{ left: 0, top: 0 },
  ...{ right: width, bottom: height },
})

t.test('where pages lie', async (t) => {
  const ink = { left: 120, top: 10, right: 200, bottom: 60 }
  const wide = { ...ink, left: 60 }
  const own = regionOf(label)
  const lying = regionOf({ width: label.height, height: label.width })
  for (const [name, region, inked, fit, wanted] of [
    ['a page of the size', own, undefined, 'auto', { scale: 1, quarters: 0, x: 0, y: 0, region: own }],
    ['the same by a quarter', lying, undefined, 'auto', { scale: 1, quarters: 1, x: 0, y: 0, region: lying }],
    [
      'within 3 mm',
      regionOf({ width: 100, height: 150 }),
      undefined,
      'auto',
      { scale: 1, quarters: 0, x: 0.8, y: 1.2 },
    ],
    ['A label on A4', regionOf(a4), ink, 'auto', { scale: 1, quarters: 0, region: ink, x: 10.8, y: 51.2 }],
    ['one that fits when it is turned', regionOf(a4), wide, 'auto', { scale: 1, quarters: 1, x: 25.8, y: 6.2 }],
    ['all of A4', regionOf(a4), ink, 'page', { scale: 101.6 / 210, quarters: 0, x: 0 }],
    ['A4 that lies', regionOf({ width: 297, height: 210 }), ink, 'page', { scale: 101.6 / 210, quarters: 1, x: 0 }],
    ['as it is', regionOf(a4), ink, 'actual', { scale: 1, quarters: 0, x: 0, y: 0, region: regionOf(a4) }],
    ['crop of a page of the size', own, { ...ink, left: 70, right: 90 }, 'crop', { scale: 1, x: 40.8, y: 51.2 }],
  ] as const) {
    const found = placementOf(region, inked, { label, fit })
    for (const [key, value] of Object.entries(wanted)) {
      const is = found[key as keyof typeof found]
      if (typeof value === 'number' && typeof is === 'number')
        t.ok(Math.abs(is - value) < 1e-9, `${name}: ${key} ${is}`)
      else t.same(is, value, `${name}: ${key}`)
    }
  }
})

const words = (text: string, x: number, y: number) => [{ text, size: 8, x, y }]
const corner: PageDrawing = {
  ...a4,
  symbols: [symbolAt('code128', 'QZ-0001', { x: 125, y: 20 })],
  words: words('A', 125, 40),
}
const twoUp: PageDrawing = {
  ...{ width: 297, height: 210 },
  symbols: [symbolAt('code128', 'QZ-0001', { x: 20, y: 20 }), symbolAt('qr', 'QZ-0002', { x: 170, y: 60 })],
  words: [],
}
const lying: PageDrawing = {
  ...{ width: label.height, height: label.width },
  symbols: [symbolAt('code128', 'QZ-0001', { x: 20, y: 30 })],
  words: words('B', 20, 60),
}

async function labelsOf(page: PageDrawing, order: HealOrder): Promise<HealedLabel[]> {
  const labels: HealedLabel[] = []
  for await (const each of healed(pdfOf(page), order)) labels.push(each)
  return labels
}

/** The box around all dark dots of a label, in mm. */
function inkOf({ scene }: HealedLabel): { left: number; top: number; right: number; bottom: number } {
  const dots = paint(scene)
  const { perMillimetre } = scene.resolution
  let [left, top, right, bottom] = [dots.width, dots.height, 0, 0]
  for (let y = 0; y < dots.height; y++) {
    for (let x = 0; x < dots.width; x++) {
      if (!isDark(dots, x, y)) continue
      ;[left, top] = [Math.min(left, x), Math.min(top, y)]
      ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
    }
  }
  const mm = (value: number): number => value / perMillimetre
  return { left: mm(left), top: mm(top), right: mm(right), bottom: mm(bottom) }
}

const order = { dpi: '203', size: '4x6' } as const

t.test('a label in a corner of A4 is in the middle of its label, at its size', inLongRun, async (t) => {
  const [one] = await labelsOf(corner, order)
  t.same([one!.report.scale, one!.report.notes.map(({ code }) => code)], [1, ['cropped']])
  t.match(one!.report.symbols, [{ type: 'code128', state: 'healed', x: { before: 0.33, after: 0.375 } }])
  const { left, top, right, bottom } = inkOf(one!)
  t.ok(Math.abs((left + right) / 2 - label.width / 2) < 1 && Math.abs((top + bottom) / 2 - label.height / 2) < 1)
})

t.test('two labels on a page are cut, each with its own', inLongRun, async (t) => {
  const labels = await labelsOf(twoUp, { ...order, split: { columns: 2, rows: 1 } })
  t.match(
    labels.map(({ report: { page, part, symbols } }) => [page, part, symbols.map(({ type, state }) => [type, state])]),
    [
      [1, 1, [['code128', 'healed']]],
      [1, 2, [['qr', 'healed']]],
    ],
  )
  const [second] = await labelsOf(twoUp, { ...order, split: { columns: 2, rows: 1 }, index: 1 })
  t.same(second!.report, labels[1]!.report)
})

t.test('a label that lies is turned', inLongRun, async (t) => {
  const [one] = await labelsOf(lying, order)
  t.same([one!.report.scale, one!.report.notes.map(({ code }) => code)], [1, ['turned']])
  const [symbol] = one!.report.symbols
  t.equal(symbol?.state, 'healed')
  // what was 30 mm from the upper side, and 12 mm high, is 59.6 mm from the left one
  const { x, y, width, height } = symbol!.at
  t.ok(Math.abs(x - (label.width - 42)) < 0.2 && Math.abs(width - 12) < 0.3, `${x} ${width}`)
  t.ok(Math.abs(y + height / 2 - (20 + lying.symbols[0]!.width / 2)) < 0.5, `${y} ${height}`)
})

t.test(
  'a whole page is scaled, its symbols with it; what is beyond a label is cut off, and told',
  inLongRun,
  async (t) => {
    const [whole] = await labelsOf(corner, { ...order, dpi: '300', fit: 'page' })
    t.same([whole!.report.scale, whole!.report.notes.map(({ code }) => code)], [0.4838, ['scaled']])
    t.ok(Math.abs(whole!.report.symbols[0]!.x.before - 0.33 * 0.4838) < 0.004)
    const [cut] = await labelsOf(corner, { ...order, fit: 'actual' })
    t.same([cut!.report.notes.map(({ code }) => code), cut!.report.symbols], [['cut'], []])
  },
)

t.test('the same over HTTP and by the command line', inLongRun, async (t) => {
  const service = await served({})
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-fits-'))
  t.teardown(async () => {
    await service.close()
    rmSync(folder, { recursive: true })
  })
  for (const [name, page, options] of [
    ['corner', corner, {}],
    ['corner', corner, { fit: 'crop' }],
    ['corner', corner, { fit: 'page' }],
    ['corner', corner, { fit: 'actual' }],
    ['two-up', twoUp, { split: '2x1', index: '1' }],
    ['lying', lying, {}],
  ] as const) {
    const query = new URLSearchParams({ dpi: '203', size: '4x6', ...options })
    const [columns, rows] = 'split' in options ? [2, 1] : [1, 1]
    const [own] = await labelsOf(page, {
      ...order,
      ...('fit' in options && { fit: options.fit }),
      ...('split' in options && { split: { columns, rows }, index: 1 }),
    })
    const dots = paint(own!.scene)
    const reply = await fetch(`http://127.0.0.1:${service.port}/api/v1/heal?${query}`, {
      method: 'POST',
      body: Buffer.from(pdfOf(page)),
      headers: { 'content-type': 'application/pdf' },
    })
    const bytes = Buffer.from(await reply.arrayBuffer())
    t.equal(reply.status, 200, `${name}: ${query}`)
    const { width, height, grey } = pngPicture(bytes)
    t.ok(
      width === dots.width &&
        height === dots.height &&
        grey.every((value, i) => value < 128 === isDark(dots, i % width, Math.floor(i / width))),
      `${name}: ${query}: the same dots`,
    )
    writeFileSync(join(folder, `${name}.pdf`), pdfOf(page))
    const args = [...query].flatMap(([key, value]) => [`--${key}`, value])
    const { code } = await quietzone(['heal', `${name}.pdf`, ...args, '-o', 'out.png'], { cwd: folder })
    t.same([code, readFileSync(join(folder, 'out.png')).equals(bytes)], [0, true], `${name}: ${query}: the same file`)
  }
})
