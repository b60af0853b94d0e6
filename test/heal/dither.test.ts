/** Grey words on grey: how many letters are told apart after error diffusion and after an ordered dither, and gradients without a step. */

import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import t from 'tap'
import type { Greys } from '../../src/heal/greys.ts'
import { dotsOf } from '../../src/heal/rest.ts'
import { RasterPage } from '../../src/reader/vector-file/pdfium.ts'
import { isDark, type Matrix } from '../../symbologies/matrix/index.ts'
import { inLongRun } from '../random.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** Dots a point at 203 dpi. */
const scale = 203.2 / 72
/** Points of a letter's cell for each of its size. */
const cell = 1.4

/** The letters in black on white, each in a cell of its own beside the other. @param size  in points */
async function lettersOf(size: number): Promise<Greys> {
  const [width, height] = [letters.length * cell * size, cell * size]
  const document = new PDFDocument({ size: [width, height], margin: 0 })
  const written = buffer(document)
  document.font('Helvetica').fontSize(size)
  for (const [i, letter] of [...letters].entries())
    document.text(letter, (i + 0.3) * cell * size, 0.2 * size, { lineBreak: false })
  document.end()
  const page = await RasterPage.opened(new Uint8Array(await written), 1)
  const pixels = { width: letters.length * Math.round(cell * size * scale), height: Math.round(height * scale) }
  const across = pixels.width / width
  return { ...pixels, grey: page.viewed(pixels, [across, 0, 0, across, 0, 0], false) }
}

/** B. E. Bayer: An optimum method for two-level rendition of continuous-tone pictures. ICC 1973: eight by eight thresholds. */
function bayer(x: number, y: number): number {
  let threshold = 0
  for (let bit = 0; bit < 3; bit++) {
    const [a, b] = [(x >> bit) & 1, (y >> bit) & 1]
    threshold = 4 * threshold + 2 * (a ^ b) + b
  }
  return 4 * threshold + 2
}

const ofDots = (dots: Matrix): Greys['grey'] =>
  Uint8Array.from({ length: dots.width * dots.height }, (_, i) =>
    isDark(dots, i % dots.width, Math.floor(i / dots.width)) ? 0 : 255,
  )

/** As the eye sees dots from 30 cm: each with its neighbours, three times. */
function seen({ width, height, grey }: Greys): Float64Array {
  let from = Float64Array.from(grey)
  for (let times = 0; times < 3; times++) {
    for (const step of [1, width]) {
      const next = from.slice()
      for (let i = width; i < width * (height - 1); i++)
        next[i] = (from[i - step]! + 2 * from[i]! + from[i + step]!) / 4
      from = next
    }
  }
  return from
}

/** The part of letters that are most like themselves among all. */
function toldApart(plain: Float64Array, dithered: Float64Array, width: number): number {
  const side = width / letters.length
  const at = (picture: Float64Array, index: number): number[] => {
    const values: number[] = []
    for (let i = 0; i < picture.length; i++) if (Math.floor((i % width) / side) === index) values.push(picture[i]!)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const spread = Math.hypot(...values.map((value) => value - mean)) || 1
    return values.map((value) => (value - mean) / spread)
  }
  const models = [...letters].map((_, i) => at(plain, i))
  const right = [...letters].filter((_, i) => {
    const own = at(dithered, i)
    const likeness = models.map((model) => model.reduce((sum, value, k) => sum + value * own[k]!, 0))
    return likeness.indexOf(Math.max(...likeness)) === i
  })
  return right.length / letters.length
}

/** Greys of words and of what they stand on. */
const pairs = [
  [60, 120],
  [60, 160],
  [90, 130],
  [100, 160],
  [120, 190],
  [150, 190],
  [190, 120],
  [160, 100],
  [130, 90],
] as const

t.test('letters are told apart by error diffusion more often than by an ordered dither', inLongRun, async (t) => {
  const sums = { diffused: 0, ordered: 0 }
  for (const size of [6, 8, 10, 12]) {
    const black = await lettersOf(size)
    const { width } = black
    const here = { diffused: 0, ordered: 0 }
    for (const [ink, paper] of pairs) {
      const grey = Uint8Array.from(black.grey, (value) => Math.round(ink + ((paper - ink) * value) / 255))
      const words = { ...black, grey }
      const plain = seen(words)
      const { dots } = dotsOf(words, [])
      const ordered = {
        ...black,
        grey: Uint8Array.from(grey, (value, i) => (value < bayer(i % width, Math.floor(i / width)) ? 0 : 255)),
      }
      here.diffused += toldApart(plain, seen({ ...black, grey: ofDots(dots) }), width) / pairs.length
      here.ordered += toldApart(plain, seen(ordered), width) / pairs.length
    }
    t.comment(
      `${size} pt: ${Math.round(100 * here.diffused)} % by error diffusion, ${Math.round(100 * here.ordered)} % ordered`,
    )
    sums.diffused += here.diffused
    sums.ordered += here.ordered
  }
  t.ok(sums.diffused > sums.ordered, JSON.stringify(sums))
})

t.test('a gradient ends without a step', async (t) => {
  const [width, height] = [512, 64]
  const grey = Uint8Array.from({ length: width * height }, (_, i) => (i % width) >> 1)
  const { dots, hasPictures } = dotsOf({ width, height, grey }, [])
  t.ok(hasPictures)
  const shares = Array.from({ length: width / 16 }, (_, k) => {
    let dark = 0
    for (let x = 16 * k; x < 16 * k + 16; x++) for (let y = 0; y < height; y++) if (isDark(dots, x, y)) dark++
    return dark / (16 * height)
  })
  const steps = shares.slice(1).map((share, i) => shares[i]! - share)
  t.ok(
    steps.every((step) => step > -0.02 && step < 0.11),
    steps.map((step) => step.toFixed(2)).join(' '),
  )
})
