/** Labels that others draw: by pdfkit, Chromium and Cairo, as rasters of Ghostscript and Poppler, and as JPEGs. */

import t, { type Test as Assertions } from 'tap'
import { paint } from '../../src/render/paint.ts'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { closed } from '../pages/browser.ts'
import { all, cases, inLongRun, random } from '../random.ts'
import { judge, labelOf, plainDots, Tally } from './judged.ts'
import { type LabelPage, labelPage, symbolAt } from './label-page.ts'
import { producers } from './producers.ts'

t.teardown(closed)

/** Of each producer, in the long run: with TEST_ALL a thousand of all. */
const pages = cases(4, all ? 42 : 5)

for (const producer of producers) {
  const skip = producer.absent || inLongRun.skip
  t.test(`labels by ${producer.name}`, { skip }, async (t) => {
    const tally = new Tally()
    for (let done = 0; done < pages; done += 8) {
      // numbers of their own, so that eight pages are the same whichever others are made
      const r = random(`labels by ${producer.name} ${done}`)
      const drawn = Array.from({ length: Math.min(8, pages - done) }, () => labelPage(r, 20))
      const made = await producer.produce(drawn, r)
      for (const [i, page] of drawn.entries()) {
        const dpi = r.pick(['203', '300'] as const)
        await judge(page, made[i]!, { dpi, isGraded: true, tally, about: `${producer.name} ${done + i}` })
      }
    }
    t.comment(`${tally}`)
    for (const line of tally.left) t.comment(line)
    t.same(tally.faults, [])
  })
}

const [pdfkit] = producers

const alone = { width: 70, height: 70, rules: [], words: [] }

/** Heals a page at 203 dpi that pdfkit draws; what became of its symbols, by their types. */
async function statesOf(t: Assertions, page: LabelPage): Promise<{ readonly [type: string]: string }> {
  const [made] = await pdfkit!.produce([page], random('fixed'))
  const tally = new Tally()
  const label = await judge(page, made!, { dpi: '203', isGraded: false, tally, about: 'fixed' })
  t.same(tally.faults, [])
  return Object.fromEntries(label.report.symbols.map(({ type, state }) => [type, state]))
}

const withAddon = encode('upce', '0931356', { addon: '80390' })
const withAddonAt = { barcode: withAddon, module: 0.404, turn: 'L', x: 12, y: 17, high: 14 } as const

t.test(
  'an add-on with words beyond it is healed; bars between bearer bars have room if their quiet zones are free',
  async (t) => {
    const barcode = encode('itf14', '96145681018153', { ratio: 2.5, bearer: 'top-bottom' })
    const rows = rowsOf(barcode.matrix)
    const bars = symbolAt({ ...{ barcode, rows, module: 0.278, turn: 'L', x: 42.34, y: 14.96, high: 17 } })
    const words = [{ text: 'Z3eE26GBJZR31 beGJ', size: 11, x: 5, y: 6 }]
    const symbols = [symbolAt({ ...withAddonAt, rows: rowsOf(withAddon.matrix) }), bars]
    t.same(await statesOf(t, { ...alone, words, symbols }), { upce: 'healed', itf14: 'healed' })
  },
)

t.test('an add-on beside low bars is not left alone', inLongRun, async (t) => {
  const barcode = encode('upca', '66471643325', { addon: '12' })
  const rows = rowsOf(barcode.matrix)
  for (const [module, high] of [
    [0.5, 7.6],
    [0.576, 9],
  ] as const) {
    const symbol = symbolAt({ ...{ barcode, rows, module, turn: 'N', x: 8, y: 20, high } })
    t.match(await statesOf(t, { ...alone, width: 100, symbols: [symbol] }), { upca: /healed|doubtful/ })
  }
})

t.test('symbols with an add-on or a timing pattern that is damaged are left', async (t) => {
  const from = withAddon.addon!.from + 10
  const broken = rowsOf(withAddon.matrix).map((row) => `${row.slice(0, from)}00000${row.slice(from + 5)}`)
  const barcode = encode('microqr', '845891')
  const rows = rowsOf(barcode.matrix).map((row, j) => (j === 0 ? `${row.slice(0, 8)}0${row.slice(9)}` : row))
  const square = symbolAt({ ...{ barcode, rows, module: 0.4, turn: 'N', x: 45, y: 45, high: 0 } })
  const symbols = [symbolAt({ ...withAddonAt, rows: broken }), square]
  t.same(await statesOf(t, { ...alone, symbols }), { upce: 'doubtful', microqr: 'doubtful' })
})

t.test('what is certain is healed, and what touches the ends of its bars stays', inLongRun, async (t) => {
  const bars = encode('code128', 'QZ-0001')
  // 1.49 dots at 203 dpi: one would be less than three quarters
  const code128 = symbolAt({
    ...{ barcode: bars, rows: rowsOf(bars.matrix), module: 0.1865, turn: 'N', x: 10, y: 10, high: 8 },
  })
  const touching = { x: 11, y: 18, width: 10, height: 0.5 }
  const m1 = encode('microqr', '204')
  t.equal(m1.matrix.width, 11, 'M1, which has no error correction')
  const microqr = symbolAt({
    ...{ barcode: m1, rows: rowsOf(m1.matrix), module: 0.4, turn: 'R', x: 10, y: 30, high: 0 },
  })
  const cut = encode('qr', 'https://example.com/')
  const whole = symbolAt({
    ...{ barcode: cut, rows: rowsOf(cut.matrix), module: 0.4, turn: 'I', x: 30, y: 30, high: 0 },
  })
  // as a browser cuts what reaches beyond a whole pixel of CSS
  const qr = {
    ...whole,
    boxes: whole.boxes.map((box) => ({ ...box, height: Math.min(box.height, whole.y + whole.height - 0.2 - box.y) })),
  }
  const symbols = [code128, microqr, qr]
  t.same(await statesOf(t, { ...alone, rules: [touching], symbols }), {
    code128: 'healed',
    microqr: 'healed',
    qr: 'healed',
  })
})

t.test('bars that lean by a module from end to end are left whole', inLongRun, async (t) => {
  for (const [type, text] of [
    ['code128', 'QZ-0001'],
    ['ean13', '4006381333931'],
    ['code39', 'QZ-0001'],
  ] as const) {
    const barcode = encode(type, text)
    const rows = rowsOf(barcode.matrix)
    for (const angle of [0.7, 1, -1.5]) {
      const spoilt = { spoilt: 'tilted', angle } as const
      const symbol = symbolAt({ ...{ barcode, rows, module: 0.25, turn: 'N', x: 12, y: 20, high: 15 }, ...spoilt })
      t.same(await statesOf(t, { ...alone, symbols: [symbol] }), { [type]: 'tilted' }, `${type} by ${angle} degrees`)
    }
  }
})

t.test('a page without symbols is as a threshold has it', async (t) => {
  const words = [{ text: 'Nothing to read', size: 9, x: 5, y: 20 }]
  const page = { ...alone, rules: [{ x: 3, y: 30, width: 50, height: 0.2 }], words, symbols: [] }
  const [made] = await pdfkit!.produce([page], random('fixed'))
  const label = await labelOf(made!, { dpi: '203' })
  t.same(label.report.symbols, [])
  t.same(rowsOf(paint(label.scene)), rowsOf(await plainDots(made!, page, '203')))
})
