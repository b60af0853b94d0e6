/** Scans of calibration pages with known faults, at random: how far what is found is from what was done, group by group. */

import t from 'tap'
import { calibrationPage, patternFor } from '../../../src/draw/calibration-page.ts'
import { type Dpi, resolutions } from '../../../src/layout/resolution.ts'
import { CalibrationError, calibrated } from '../../../src/reader/calibrate/index.ts'
import { paint } from '../../../src/render/paint.ts'
import { inLongRun, random } from '../../random.ts'
import { type Faults, printedAndScanned, type Scanning } from './simulated-printer.ts'

const r = random('calibration groups')
const between = (least: number, most: number): number => least + (most - least) * (r.between(0, 10_000) / 10_000)
const normal = (): number =>
  Math.sqrt(-2 * Math.log(r.between(1, 1e6) / 1e6)) * Math.cos((2 * Math.PI * r.between(0, 999_999)) / 1e6)
const stock = '50x30'
const prints = 6

interface Case {
  readonly dpi: Dpi
  readonly faults: Faults
  readonly scanning: Partial<Scanning>
  /** Pixels an inch of the scan. */
  readonly scan: number
}

const sound = { gain: [0, 0], stretch: 1 } as const
const scansOf = (scan: number, dpi: Dpi): Pick<Case, 'dpi' | 'scan'> => ({ dpi, scan })
const anyScan = (): Pick<Case, 'dpi' | 'scan'> =>
  r.pick([scansOf(600, '203'), scansOf(600, '300'), scansOf(1200, '203'), scansOf(300, '152')])
const beds = [0.02, 0.3, 0.86]
const turned = (): Partial<Scanning> => ({
  angle: r.between(0, 3) * (Math.PI / 2) + between(-0.05, 0.05),
  noise: between(0, 4),
})

const groups: Readonly<Record<string, () => Case>> = {
  offset: () => ({
    ...anyScan(),
    faults: { ...sound, offset: [r.between(-12, 12), r.between(-12, 12)] },
    scanning: turned(),
  }),
  bed: () => ({
    ...anyScan(),
    faults: { ...sound, offset: [r.between(-8, 8), r.between(-8, 8)] },
    scanning: { ...turned(), bed: r.pick(beds) },
  }),
  'resolution 300': () => ({ ...scansOf(300, '152'), faults: sound, scanning: turned() }),
  'resolution 600': () => ({ ...scansOf(600, r.pick(['152', '203', '300'])), faults: sound, scanning: turned() }),
  'resolution 1200': () => ({ ...scansOf(1200, r.pick(['203', '300', '600'])), faults: sound, scanning: turned() }),
  noise: () => ({ ...anyScan(), faults: sound, scanning: { ...turned(), noise: between(5, 15) } }),
  gain: () => ({ ...anyScan(), faults: { ...sound, gain: [between(0, 2), between(0, 2)] }, scanning: turned() }),
  stretch: () => ({ ...anyScan(), faults: { ...sound, stretch: between(0.96, 1.02) }, scanning: turned() }),
  'dead dots': () => ({
    ...anyScan(),
    faults: { ...sound, dead: Array.from({ length: r.between(1, 8) }, () => r.between(4, 290)) },
    scanning: turned(),
  }),
}

/** The greatest deviations of a group, its refusals, and dots that are told wrongly. */
interface Figures {
  gain: number
  scale: number
  offset: number
  wrongDots: number
  refused: number
}

function judged({ dpi, faults, scanning, scan }: Case, figures: Figures): void {
  const { perMillimetre } = resolutions[dpi]
  const scene = calibrationPage(stock, dpi, 'dock-3')
  const picture = printedAndScanned(paint(scene), scene.height, faults, {
    ...{ pixelsPerDot: scan / 25.4 / perMillimetre, perMillimetre, normal },
    ...scanning,
  })
  try {
    const { gain, scale, offset, dead, hot, unseen } = calibrated(picture, patternFor(stock, dpi), resolutions[dpi])
    const [x, y] = faults.offset ?? [0, 0]
    figures.gain = Math.max(
      figures.gain,
      ...[gain.dots.across - faults.gain[0], gain.dots.along - faults.gain[1]].map(Math.abs),
    )
    figures.scale = Math.max(figures.scale, ...[scale!.across - 1, scale!.along - faults.stretch].map(Math.abs))
    if (offset !== null) {
      const off = [offset.across - x / perMillimetre, offset.along - y / perMillimetre]
      figures.offset = Math.max(figures.offset, ...off.map(Math.abs))
    }
    const width = Math.round(50 * perMillimetre)
    const wanted = [...new Set(faults.dead ?? [])]
      .filter((column) => column >= unseen[0] && column < width - unseen[1])
      .map((column) => column + 1)
    figures.wrongDots += wanted.filter((dot) => !dead.includes(dot)).length
    figures.wrongDots += dead.filter((dot) => !wanted.includes(dot)).length + hot.length
  } catch (error) {
    if (!(error instanceof CalibrationError)) throw error
    figures.refused++
    t.comment(`refused: ${error.message}`)
  }
}

for (const [group, made] of Object.entries(groups)) {
  t.test(`${group}: what is found is what was done`, inLongRun, async (t) => {
    const figures: Figures = { gain: 0, scale: 0, offset: 0, wrongDots: 0, refused: 0 }
    for (let i = 0; i < prints; i++) judged(made(), figures)
    const { gain, scale, offset, wrongDots, refused } = figures
    const said = [
      `${prints} prints: gain within ${gain.toFixed(2)} dots`,
      `scale ${(100 * scale).toFixed(2)} %`,
      `offset ${offset.toFixed(2)} mm`,
      `${wrongDots} dots told wrongly, ${refused} refused`,
    ]
    t.comment(`${group}: ${said.join(', ')}`)
    t.ok(gain < 0.2 && scale < 0.002 && offset < 0.12, said.join(', '))
    t.equal(wrongDots, 0)
    t.equal(refused, 0)
  })
}
