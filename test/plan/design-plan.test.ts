/** The plan of a design: a verdict for each symbol, by the name of its element. */

import t from 'tap'
import { DrawingRefusal } from '../../src/drawing-refusal.ts'
import { planDesign } from '../../src/plan/design-plan.ts'
import { composed, designOf, limits, now, thrown } from '../design/drawn.ts'
import type { JsonElement } from '../design/random-design.ts'

const planOf = (elements: readonly JsonElement[], given = {}) => {
  const design = designOf({ name: 'x', size: '60x40mm', fields: { sku: {} }, elements })
  return { design, plan: planDesign({ design, given, row: 1, now, dpi: '203' }, limits) }
}
const qr = { kind: 'symbol', name: 'code', at: [1, 1], size: [20, 20], type: 'qr', value: '{sku}' }

t.test('a symbol of a design is judged by its name, and explained', async (t) => {
  const { plan } = planOf([qr, { kind: 'text', name: 'words', at: [30, 1], size: [20, 4], value: 'Bolt', height: 1 }], {
    sku: 'A-1&b',
  })
  t.match(plan, {
    design: 'x',
    size: '60x40mm',
    dpi: 203,
    scans: 'yes',
    symbols: [
      {
        element: 'symbol "code"',
        type: 'qr',
        text: 'A-1&b',
        scans: 'yes',
        reasons: [],
        drawn: { x: 0.625, limits: null },
      },
    ],
    reasons: [{ code: 'text_too_small', message: 'text "words" is smaller than 6 points' }],
  })
  t.equal(plan.symbols[0]!.explain, '/api/v1/explain?type=qr&text=A-1%26b')
})

t.test('what keeps one symbol from being read is told of it, and not of the other', async (t) => {
  const elements = [
    qr,
    { ...qr, name: 'other', at: [35, 1] },
    { kind: 'line', name: 'across', from: [0, 10], to: [12, 10], width: 0.5 },
    { ...qr, name: 'wide', at: [35, 21], size: [18, 18], xdim: 5 },
  ]
  const { plan, design } = planOf(elements, { sku: 'A' })
  t.equal(plan.scans, 'doubtful')
  t.same(
    plan.symbols.map(({ element, scans, reasons }) => [element, scans, reasons.map(({ code }) => code)]),
    [
      ['symbol "code"', 'doubtful', ['ink_in_quiet_zone']],
      ['symbol "other"', 'yes', []],
      ['symbol "wide"', 'doubtful', ['xdim_not_reached']],
    ],
  )
  const codes = composed(design, { sku: 'A' }, { dpi: '203' }).warnings.map(({ code }) => code)
  const planned = [...plan.symbols.flatMap(({ reasons }) => reasons), ...plan.reasons].map(({ code }) => code)
  t.same(planned.toSorted(), codes.toSorted(), 'as it is drawn')
})

t.test('an element without room is a no; a text that its symbology cannot carry is an error', async (t) => {
  const { plan } = planOf([qr, { ...qr, name: 'small', at: [35, 1], size: [2, 2] }], { sku: 'A' })
  t.equal(plan.scans, 'no')
  t.match(plan.symbols[1], { scans: 'no', drawn: null, explain: null, reasons: [{ code: 'does_not_fit' }] })
  t.equal(plan.symbols[0]!.scans, 'yes')
  t.ok(thrown(() => planOf([{ ...qr, type: 'ean13' }], { sku: 'A' })) instanceof DrawingRefusal)
})

t.test(
  'a plan has the modules that are drawn: narrowed for gain, and whole on pins that print two columns',
  async (t) => {
    const design = designOf({
      name: 'x',
      size: '62x29mm',
      elements: [{ kind: 'label', name: 'whole', type: 'code128', value: 'QZ-0001' }],
    })
    const request = { design, given: {}, row: 1, now, format: 'brother', dpi: '600', gain: '0.1' } as const
    const { scene } = composed(design, {}, request)
    const [symbol] = planDesign(request, limits).symbols
    t.equal(scene.module % 2, 0)
    t.match(symbol, { drawn: { dotsPerModule: scene.module, narrowed: { across: 2, along: 2 } } })
    const { module } = composed(design, {}, { ...request, format: 'png', gain: undefined }).scene
    t.not(module, scene.module, 'elsewhere modules have as many dots as fit')
  },
)
