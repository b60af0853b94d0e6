/** What elements cost, and that it is known before one is drawn. */

import t from 'tap'
import { costlyDesigns } from '../../bench/attacks/design-elements.ts'
import { picturesOf, whitePng } from '../../bench/attacks/design-pictures.ts'
import { composingDesign } from '../../src/design/compose.ts'
import { FitError } from '../../src/layout/fit.ts'
import { inLongRun } from '../random.ts'
import { composed, designOf } from './drawn.ts'

const limits = { maxPixels: 25_000_000 }

/** Why nothing of a design is drawn: what its first step throws. */
function refusalOf(elements: readonly object[], size = '300x300mm'): string | undefined {
  const design = designOf({ name: 'x', size, elements } as Parameters<typeof designOf>[0])
  const request = { design, given: {}, row: 1, now: new Date(), format: 'pdf', dpi: '600', qty: 1, strict: false }
  try {
    composingDesign(request as Parameters<typeof composingDesign>[0], limits).next()
    return undefined
  } catch (error) {
    if (error instanceof FitError) return error.message
    throw error
  }
}

t.test('an element that makes a label too costly is named before anything is drawn', inLongRun, async (t) => {
  const ellipse = { kind: 'ellipse', at: [0, 0], size: [150, 150] }
  t.equal(refusalOf([ellipse]), undefined)
  t.match(
    refusalOf([ellipse, { ...ellipse, name: 'ring' }]),
    /^with ellipse "ring" the ellipses, .* have \d+ dots; at most 25000000/,
  )
  const line = { kind: 'line', from: [0, 0], to: [200, 200] }
  t.match(
    refusalOf([{ ...line, to: [200, 0] }, { ...line, to: [0, 200] }, { ...line, turn: 90 }, line]),
    /element 4 \(line\)/,
  )
  const picture = picturesOf(1, () => whitePng(5000, 5000))[0]!
  const small = Array.from({ length: 4 }, () => picture)
  t.equal(refusalOf(small), undefined)
  t.match(
    refusalOf([...small, picture]),
    /with element 5 \(image\) the pictures .* 125000000 pixels; at most 100000000/,
  )
  t.match(refusalOf([{ ...picture, size: [280, 280] }]), /element 1 \(image\) the ellipses/)
  t.match(refusalOf([{ ...picture, size: [280, 280], turn: 90 }]), /element 1 \(image\) the ellipses/)
  const text = { kind: 'text', at: [0, 0], size: [300, 300], value: 'WWWW' }
  t.equal(refusalOf([text, text, text]), undefined)
  t.match(refusalOf([text, text, text, text]), /with element 4 \(text\) the texts .* dots; at most 200000000/)
  t.equal(refusalOf(Array.from({ length: 200 }, () => ({ ...text, height: 5 }))), undefined, 'letters that are small')
})

t.test('designs of an attack are refused, or drawn in a step for each element', async (t) => {
  for (const [name, elements] of Object.entries(costlyDesigns)) {
    if (name === 'symbols') t.equal(refusalOf(elements), undefined, name)
    else t.match(refusalOf(elements), /^with /, name)
  }
  const elements = Array.from({ length: 50 }, (_, i) => ({ kind: 'box', at: [i, 1], size: [1, 1] }))
  const design = designOf({ name: 'x', size: '57x32mm', elements })
  const request = { design, given: {}, row: 1, now: new Date(), format: 'pdf', qty: 1, strict: false } as const
  const work = composingDesign(request, limits)
  let steps = 0
  for (let step = work.next(); !step.done; step = work.next()) steps++
  t.ok(steps >= 2 * 50, 'drawn, and compared with those after it')
})

t.test('a template that fills up beyond all texts is refused', async (t) => {
  const value = '{a}'.repeat(1000)
  const element = { at: [1, 1], size: [50, 30], value }
  const long = { a: 'x'.repeat(5000) }
  for (const kind of ['text', 'symbol']) {
    const typed = kind === 'symbol' ? { ...element, kind, type: 'qr' } : { ...element, kind }
    const json = { name: 'x', size: '57x32mm', fields: { a: {} }, elements: [typed] }
    t.throws(() => composed(designOf(json as Parameters<typeof designOf>[0]), long), {
      message: /^a: .* has 5000000 characters; at most 100000 are read$/,
    })
  }
})
