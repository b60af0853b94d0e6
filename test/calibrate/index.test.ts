/** A printer that spreads, stretches and has a dead dot, calibrated by its own page: symbols before and after. */

import t from 'tap'
import { entryOf } from '../../src/calibrate/advice.ts'
import { CalibrationError, calibrated } from '../../src/calibrate/index.ts'
import { calibrationPage, patternFor } from '../../src/draw/calibration-page.ts'
import { composeLabel, type LabelRequest } from '../../src/draw/drawing.ts'
import { graded } from '../../src/grade/index.ts'
import { type Dpi, resolutions } from '../../src/layout/resolution.ts'
import type { LabelSize } from '../../src/layout/stock.ts'
import { printersIn } from '../../src/printers/printers-file.ts'
import { paint } from '../../src/render/paint.ts'
import { long } from '../random.ts'
import { type Faults, printedAndScanned } from './simulated-printer.ts'

/** Scans of millions of pixels are made here: the others are for the long run. */
const heads: readonly Dpi[] = long ? ['203', '300'] : ['203']
const stock = '50x30' satisfies LabelSize

/** A scan of the calibration page. */
function scanOf(dpi: Dpi, faults: Faults, scanning: { angle?: number; shade?: number } = {}, size: LabelSize = stock) {
  const scene = calibrationPage(size, dpi, 'dock-3')
  const { perMillimetre } = resolutions[dpi]
  return printedAndScanned(paint(scene), scene.height, faults, { pixelsPerDot: 3, perMillimetre, ...scanning })
}

for (const dpi of heads) {
  t.test(`${dpi} dpi: gain, scale, offset, dead and hot dots are found`, (t) => {
    const { perMillimetre } = resolutions[dpi]
    for (const [faults, scanning] of [
      [{ gain: [1.3, 1.3], stretch: 1.015, dead: [36] }, { angle: 0.02 }],
      [
        { gain: [0.2, 0.9], stretch: 0.99, dead: [5, 6, 200], hot: [120], offset: [4, 6] },
        { angle: Math.PI + 0.01, shade: 0.2 },
      ],
      [{ gain: [0, 0], stretch: 1 }, {}],
    ] as const satisfies readonly (readonly [Faults, object])[]) {
      if (!long && !('hot' in faults)) continue
      const found = calibrated(scanOf(dpi, faults, scanning), patternFor(stock, dpi), resolutions[dpi])
      const { gain, scale, offset, dead, hot } = found
      const { dead: wantedDead = [], hot: wantedHot = [], offset: moved = [0, 0] } = faults as Faults
      t.ok(Math.abs(gain.dots.across - faults.gain[0]) < 0.12, `gain across ${gain.dots.across}, not ${faults.gain[0]}`)
      t.ok(Math.abs(gain.dots.along - faults.gain[1]) < 0.12, `gain along ${gain.dots.along}, not ${faults.gain[1]}`)
      t.ok(Math.abs(scale!.across - 1) < 0.002, `scale across ${scale!.across}`)
      t.ok(Math.abs(scale!.along - faults.stretch) < 0.002, `scale along ${scale!.along}, not ${faults.stretch}`)
      t.ok(Math.abs(offset!.across - moved[0] / perMillimetre) < 0.1, `offset across ${offset!.across}`)
      t.same(
        dead,
        wantedDead.map((column) => column + 1),
      )
      t.same(
        hot,
        wantedHot.map((column) => column + 1),
      )
    }
    t.end()
  })
}

t.test('the printer of the issue: D or worse before, B or better after one calibration', (t) => {
  const symbols = [
    ['ean13', '590123412345'],
    ['code128', 'QZ-0001'],
    ['qr', 'QZ-0001'],
    ['datamatrix', 'QZ-0001'],
  ] as const
  for (const dpi of heads) {
    const { perMillimetre } = resolutions[dpi]
    const faults: Faults = { gain: [1.3, 1.3], stretch: 1.015, dead: [36] }
    const found = calibrated(scanOf(dpi, faults, { angle: 0.01 }), patternFor(stock, dpi), resolutions[dpi])
    const row = { name: 'dock-3', address: 'socket://192.0.2.10:9100', language: 'zpl', dpi: Number(dpi), stock }
    const entry = entryOf(found, { isLanguage: true })
    const [printer] = printersIn(JSON.stringify([{ ...row, gain: entry.gain, scale: entry.scale }]))
    const gradeOf = ([type, text]: (typeof symbols)[number], handling: LabelRequest['handling']): number => {
      const request = {
        type,
        text,
        size: stock,
        orientation: 'landscape',
        qty: 1,
        showtext: false,
        format: 'zpl',
        dpi,
      } as const
      const { scene } = composeLabel({ ...request, xdim: 2 / perMillimetre, handling }, { maxPixels: 25_000_000 })
      const height = Math.round(30 * perMillimetre)
      const scan = printedAndScanned(paint(scene), height, faults, {
        pixelsPerDot: dpi === '203' ? 4 : 3,
        perMillimetre,
        angle: 0.01,
      })
      return graded(scan).symbols[0]?.grade ?? 0
    }
    for (const symbol of long ? symbols : symbols.slice(2, 3)) {
      const [before, after] = [gradeOf(symbol, {}), gradeOf(symbol, printer!.handling)]
      t.comment(`${dpi} ${symbol[0]}: ${before} before, ${after} after`)
      t.ok(before < 1.5, `${symbol[0]} at ${dpi} dpi: ${before} before`)
      t.ok(after >= 2.5, `${symbol[0]} at ${dpi} dpi: ${after} after`)
    }
  }
  t.end()
})

t.test('pictures that are no calibration page', (t) => {
  const blank = { width: 400, height: 300, grey: new Uint8Array(120_000).fill(255) }
  t.throws(() => calibrated(blank, patternFor(stock, '203'), resolutions[203]), CalibrationError)
  if (long) {
    const other = scanOf('203', { gain: [0, 0], stretch: 1 }, {}, '4x6')
    t.throws(() => calibrated(other, patternFor(stock, '203'), resolutions[203]), CalibrationError)
  }
  t.throws(() => patternFor('25x10', '203'), /no room/)
  t.end()
})
