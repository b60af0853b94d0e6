/** Human-readable text of GS1 messages: below the symbol, with lines that end between elements alone. */

import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { composeBarcode, composeLabel } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { dpis } from '../../src/layout/resolution.ts'
import type { ModulesMark, Scene, TextMark } from '../../src/layout/scene.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import { bracketedText, humanReadable } from '../../symbologies/gs1/index.ts'
import { type Pair, soundPairs } from '../symbologies/gs1/messages.ts'
import { drawn, forAll } from '../random.ts'

const limits = { maxPixels: 25_000_000 }
const types = ['code128', 'datamatrix', 'qr'] as const
const linesOf = ({ marks }: Scene): TextMark[] => marks.filter((mark) => mark.kind === 'text')
const symbolOf = ({ marks }: Scene): ModulesMark => marks.find((mark) => mark.kind === 'modules')!

/** What is wrong with the text of a drawing. */
function faultsOf(scene: Scene, pairs: readonly Pair[]): string[] {
  const lines = linesOf(scene)
  const { xs, ys } = symbolOf(scene)
  const faults: string[] = []
  const starts = new Set([0])
  humanReadable(pairs).reduce((at, { length }) => starts.add(at + length) && at + length, 0)
  let at = 0
  for (const { x, y, line } of lines) {
    if (!starts.has(at)) faults.push(`a line starts at ${at}`)
    at += line.text.length
    if (x + line.ink.left < 0 || x + line.ink.right > scene.width) faults.push('text beyond the side')
    if (y + line.ink.top < ys.at(-1)!) faults.push('text beside or above the symbol')
    if (y + line.ink.bottom > scene.height) faults.push('text below the drawing')
  }
  const shown = lines.map(({ line }) => line.text).join('')
  if (scene.cut.length === 0 && shown !== humanReadable(pairs).join('')) faults.push(`shows ${shown}`)
  const middle = lines.map(({ x, line }) => x + (line.ink.left + line.ink.right) / 2)
  if (middle.some((each) => Math.abs(each - scene.width / 2) > 1.5)) faults.push('not in the middle')
  if (Math.abs(xs[0]! + xs.at(-1)! - scene.width) > 2) faults.push('a symbol that is not in the middle')
  return faults
}

const messages = (most: number): fc.Arbitrary<Pair[]> => drawn((r) => soundPairs(r, most))

t.test('on a barcode every element is whole, and none is left out', async () => {
  const drawings = fc.record({
    type: fc.constantFrom(...types),
    dpi: fc.constantFrom(...dpis),
    scale: fc.integer({ min: 1, max: 10 }),
  })
  await forAll([messages(5), drawings], { count: 200 }, (pairs, drawing) => {
    const own = { gs1: 'true', format: 'svg', includetext: true, height: 15, rotate: 'N' } as const
    const { scene } = composeBarcode({ ...drawing, ...own, text: bracketedText(pairs) }, limits)
    deepEqual(scene.cut, [])
    deepEqual(faultsOf(scene, pairs), [])
  })
})

t.test('on a label it is below the symbol, and nothing is above', async (t) => {
  let cut = 0
  let drawn = 0
  const labels = fc.record({
    type: fc.constantFrom(...types),
    dpi: fc.constantFrom(...dpis),
    size: fc.constantFrom(...stockNames),
    orientation: fc.constantFrom(...orientations),
  })
  await forAll([messages(4), labels], { count: 200 }, (pairs, label) => {
    const own = { gs1: 'true', format: 'pdf', qty: 1, showtext: true } as const
    const request = { ...label, ...own, text: bracketedText(pairs) }
    try {
      const { scene, warnings } = composeLabel(request, limits)
      drawn++
      if (scene.cut.length > 0) cut++
      const isTold = warnings.some(({ code }) => code === 'caption_cut')
      deepEqual(isTold, scene.cut.length > 0, 'what is cut is told')
      // a linear symbol that is turned has its bars beside the middle by no more than the text allows
      deepEqual(faultsOf(scene, pairs), [])
      const bare = composeLabel({ ...request, showtext: false }, limits).scene
      deepEqual(bare.marks.length, 1, 'no text without showtext')
    } catch (error) {
      if (!(error instanceof FitError)) throw error
    }
  })
  t.ok(drawn > cut && drawn > 20, `${drawn} drawn, ${cut} with cut text`)
})
