/** A printer that spreads, stretches and has a dead dot, calibrated by its own page: symbols before and after. */

import t, { type Test } from 'tap'
import { composeLabel } from '../../../src/design/of-label.ts'
import { calibrationPage, patternFor } from '../../../src/draw/calibration-page.ts'
import type { LabelRequest } from '../../../src/draw/drawing.ts'
import { type Dpi, resolutions } from '../../../src/layout/resolution.ts'
import type { LabelSize } from '../../../src/layout/stock.ts'
import { printersIn } from '../../../src/printing/printers/printers-file.ts'
import { entryOf } from '../../../src/reader/calibrate/advice.ts'
import { CalibrationError, calibrated } from '../../../src/reader/calibrate/index.ts'
import { graded } from '../../../src/reader/grade/index.ts'
import { paint } from '../../../src/render/paint.ts'
import { inLongRun, long, random } from '../../random.ts'
import { type Faults, printedAndScanned, type Scanning } from './simulated-printer.ts'

/** Scans of millions of pixels are made here: the others are for the long run. */
const heads: readonly Dpi[] = long ? ['203', '300'] : ['203']
const stock = '50x30' satisfies LabelSize
const r = random('calibrate')
const normal = (): number =>
  Math.sqrt(-2 * Math.log(r.between(1, 1e6) / 1e6)) * Math.cos((2 * Math.PI * r.between(0, 999_999)) / 1e6)

/** A scan of the calibration page. */
function scanOf(dpi: Dpi, faults: Faults, scanning: Partial<Scanning> = {}, size: LabelSize = stock) {
  const scene = calibrationPage(size, dpi, 'dock-3')
  const { perMillimetre } = resolutions[dpi]
  return printedAndScanned(paint(scene), scene.height, faults, { pixelsPerDot: 3, perMillimetre, ...scanning })
}

/** What is found of a print with faults is what was done to it. */
function judge(t: Test, dpi: Dpi, faults: Faults, scanning: Partial<Scanning> = {}): void {
  const { perMillimetre } = resolutions[dpi]
  const found = calibrated(scanOf(dpi, faults, scanning), patternFor(stock, dpi), resolutions[dpi])
  const { gain, scale, offset, dead, hot, unseen } = found
  const { dead: wantedDead = [], hot: wantedHot = [], offset: moved = [0, 0] } = faults
  const how = JSON.stringify({ dpi, ...faults, ...scanning })
  const isNear = (name: string, value: number, wanted: number, within: number): void =>
    void t.ok(Math.abs(value - wanted) < within, `${name} ${value}, not ${wanted}: ${how}`)
  isNear('gain across', gain.dots.across, faults.gain[0], 0.15)
  isNear('gain along', gain.dots.along, faults.gain[1], 0.15)
  isNear('scale across', scale!.across, 1, 0.002)
  isNear('scale along', scale!.along, faults.stretch, 0.002)
  if (scanning.bed === undefined) {
    isNear('offset across', offset!.across, moved[0] / perMillimetre, 0.1)
    isNear('offset along', offset!.along, moved[1] / perMillimetre, 0.1)
  } else t.equal(offset, null, 'the label does not show on a bed as light as it')
  // of the dots at the edges of the label, and beyond them, nothing is said
  const last = Math.round(50 * perMillimetre) - unseen[1]
  const isSeen = (column: number): boolean => column >= unseen[0] && column < last
  t.same(
    dead,
    wantedDead.filter(isSeen).map((column) => column + 1),
    how,
  )
  t.same(
    hot,
    wantedHot.filter(isSeen).map((column) => column + 1),
    how,
  )
  const beyond = [Math.max(0, -moved[0]), Math.max(0, moved[0])]
  for (const i of [0, 1] as const)
    t.ok(unseen[i] >= beyond[i]! - 1 && unseen[i] <= beyond[i]! + 3, `unseen ${unseen}: ${how}`)
}

const sound = { gain: [0, 0], stretch: 1 } as const satisfies Faults

for (const dpi of heads) {
  t.test(`${dpi} dpi: gain, scale, offset, dead and hot dots are found`, inLongRun, (t) => {
    if (long) {
      judge(t, dpi, { gain: [1.3, 1.3], stretch: 1.015, dead: [36] }, { angle: 0.02 })
      judge(t, dpi, sound)
    }
    const hot = { gain: [0.2, 0.9], stretch: 0.99, dead: [5, 6, 200], hot: [120], offset: [4, 6] } as const
    judge(t, dpi, hot, { angle: Math.PI + 0.01, shade: 0.2 })
    t.end()
  })
}

t.test(
  'a label off its place is told as an offset: 1.5 mm along the feed, 1 mm across, on beds dark and white',
  inLongRun,
  (t) => {
    if (long) judge(t, '203', { ...sound, offset: [0, 12] })
    judge(t, '203', { ...sound, offset: [8, -12] }, { angle: 0.02 })
    judge(t, '203', { ...sound, offset: [-8, 0] }, { bed: 0.86 })
    t.end()
  },
)

t.test('noise at 1200 dpi is neither a mark nor a dead dot', inLongRun, (t) => {
  judge(t, '203', { ...sound, dead: [77] }, { pixelsPerDot: 1200 / 203.2, noise: 10, normal })
  const grey = new Uint8Array(360_000).map(() => Math.max(0, Math.min(255, Math.round(128 + 60 * normal()))))
  const noise = { width: 600, height: 600, grey }
  t.throws(() => calibrated(noise, patternFor(stock, '203'), resolutions[203]), /are not in the picture/)
  t.end()
})

t.test('a dot that prints a fifth of what others do is dead, one that prints half is not', inLongRun, (t) => {
  const faint = { ...sound, faint: { 90: 0.2, 150: 0.5 } }
  const { dead } = calibrated(scanOf('203', faint), patternFor(stock, '203'), resolutions[203])
  t.same(dead, [91])
  t.end()
})

t.test('what is not believed is refused, with what to do', inLongRun, (t) => {
  const refused = (faults: Partial<Faults>, said: RegExp): void => {
    const scan = scanOf('203', { ...sound, ...faults })
    t.throws(() => calibrated(scan, patternFor(stock, '203'), resolutions[203]), {
      name: 'CalibrationError',
      message: said,
    })
  }
  refused({ slip: { dots: 2.5, after: 150 } }, /do not lie where the others say/)
  refused({ slip: { dots: 6, after: 120 } }, /do not lie where the others say, by [\d.]+ dots: .*feed slips/)
  const dead = Array.from({ length: 9 }, (_, i) => 40 + 30 * i)
  refused({ dead }, /^9 dots seem to print nothing, .* more than 8: clean the print head/)
  refused({ dead, ink: 0.55 }, /^9 dots seem to print nothing, .*: raise the darkness/)
  const eight = calibrated(scanOf('203', { ...sound, dead: dead.slice(1) }), patternFor(stock, '203'), resolutions[203])
  t.equal(eight.dead.length, 8)
  t.end()
})

t.test('what is too light is printed darker before anything is replaced', inLongRun, (t) => {
  const faults = { ...sound, ink: 0.55, hot: [120], dead: [200] }
  const { darkness, advice } = calibrated(scanOf('203', faults), patternFor(stock, '203'), resolutions[203])
  t.equal(darkness, 'too low')
  t.match(advice, [
    /^Raise the darkness/,
    /^If it stays so with more darkness, clean .*dot 201/,
    /dot 121 all the time/,
  ])
  t.end()
})

t.test('the printer of the issue: D or worse before, B or better after one calibration', inLongRun, (t) => {
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

t.test('the entry has what the file of printers accepts', (t) => {
  const entryWith = (gain: number, scale: number) => {
    const both = { across: gain, along: -gain }
    const found = { gain: { mm: both, dots: both }, scale: { across: scale, along: 1.001 }, offset: null }
    return entryOf(found as unknown as Parameters<typeof entryOf>[0], { isLanguage: true })
  }
  t.same(entryWith(0.1, 1.02), { gain: [0.1, -0.1], scale: [1.02, 1] })
  t.same(entryWith(1.4, 1.2), { gain: [1, -1], scale: [1.1, 1] })
  t.same(entryWith(-1.4, 0.8), { gain: [-1, 1], scale: [0.9, 1] })
  t.end()
})
