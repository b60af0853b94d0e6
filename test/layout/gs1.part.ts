/** Human-readable text of GS1 messages: below the symbol, with lines that end between elements alone. */

import t from 'tap'
import { composeBarcode, composeLabel } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { dpis } from '../../src/layout/resolution.ts'
import type { ModulesMark, Scene, TextMark } from '../../src/layout/scene.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import { bracketedText, humanReadable } from '../../symbologies/gs1/index.ts'
import { type Pair, soundPairs } from '../gs1/messages.ts'
import { cases, random } from '../random.ts'

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

t.test('on a barcode every element is whole, and none is left out', async (t) => {
  const r = random('gs1 captions')
  const faults: string[] = []
  for (let i = 0; i < cases(200); i++) {
    const pairs = soundPairs(r, 5)
    const request = {
      type: r.pick(types),
      text: bracketedText(pairs),
      gs1: 'true' as const,
      dpi: r.pick(dpis),
      format: 'svg' as const,
      includetext: true,
      scale: r.between(1, 10),
      height: 15,
      rotate: 'N' as const,
    }
    const { scene } = composeBarcode(request, limits)
    const found = scene.cut.length > 0 ? ['cut'] : faultsOf(scene, pairs)
    if (found.length > 0) faults.push(`${JSON.stringify(request)}: ${found}`)
  }
  t.same(faults, [])
})

t.test('on a label it is below the symbol, and nothing is above', async (t) => {
  const r = random('gs1 labels')
  const faults: string[] = []
  let cut = 0
  let drawn = 0
  for (let i = 0; i < cases(200); i++) {
    const pairs = soundPairs(r, 4)
    const request = {
      type: r.pick(types),
      text: bracketedText(pairs),
      gs1: 'true' as const,
      dpi: r.pick(dpis),
      size: r.pick(stockNames),
      orientation: r.pick(orientations),
      format: 'pdf' as const,
      qty: 1,
      showtext: true,
    }
    try {
      const { scene, warnings } = composeLabel(request, limits)
      drawn++
      if (scene.cut.length > 0) cut++
      if (scene.cut.length > 0 !== warnings.some(({ code }) => code === 'caption_cut')) faults.push('cut and not told')
      // a linear symbol that is turned has its bars beside the middle by no more than the text allows
      const found = faultsOf(scene, pairs)
      if (found.length > 0) faults.push(`${JSON.stringify(request)}: ${found}`)
      const bare = composeLabel({ ...request, showtext: false }, limits).scene
      if (bare.marks.length !== 1) faults.push('text without showtext')
    } catch (error) {
      if (!(error instanceof FitError)) throw error
    }
  }
  t.same(faults, [])
  t.ok(drawn > cut && drawn > 20, `${drawn} drawn, ${cut} with cut text`)
})
