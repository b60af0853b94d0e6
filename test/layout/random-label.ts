import fc from 'fast-check'
import type { LabelRequest } from '../../src/draw.ts'
import { symbolLayouts } from '../../src/layout/label.ts'
import { dpis } from '../../src/layout/resolution.ts'
import { isFreeSize, type LabelSize, orientations, stockNames } from '../../src/layout/stock.ts'
import { labelSymbologies } from '../../symbologies/index.ts'
import type { Random } from '../random.ts'
import { anyTexts, briefText, textsFor } from '../texts.ts'

/** Words of Latin script, as labels have them. */
export const latin = 'Sechskantschraube M8 x 40 verzinkt, DIN 933 - Regal 7/12 (10 Stück) 12,90 zł Größe'.split(' ')

/** Words as people write them, or any text. */
const anyWords = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...latin), { minLength: 1, maxLength: 12 })
      .map((words) => words.join(' ').slice(0, 100)),
  },
  anyTexts(100),
)

const tenths = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max }).map((n) => n / 10)
const side = fc.oneof(tenths(40, 180), tenths(100, 400), tenths(100, 1500))
const anySize: fc.Arbitrary<LabelSize> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...stockNames) },
  fc
    .tuple(side, side)
    .map(([one, other]) => `${one}x${other}mm`)
    .filter(isFreeSize),
  fc
    .tuple(tenths(4, 50), tenths(4, 60))
    .map(([one, other]) => `${one}x${other}in`)
    .filter(isFreeSize),
)

const symbols = fc.oneof(
  ...labelSymbologies.map((type) =>
    fc.record({ type: fc.constant(type), text: fc.oneof(fc.constant(briefText[type]), textsFor[type]) }),
  ),
)
const others = fc.record(
  {
    size: anySize,
    orientation: fc.constantFrom(...orientations),
    layout: fc.constantFrom(...symbolLayouts),
    showtext: fc.integer({ min: 0, max: 4 }).map((n) => n < 4),
    caption: fc.array(anyWords, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
    withtext: fc.boolean(),
    title: fc.oneof(
      { weight: 3, arbitrary: anyWords },
      fc.array(anyWords, { minLength: 2, maxLength: 3 }).map((lines) => lines.join('\n')),
    ),
    dpi: fc.constantFrom(...dpis),
  },
  { requiredKeys: ['size', 'orientation', 'layout', 'showtext', 'dpi'] },
)
const modules = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.integer({ min: 20, max: 200 }).map((hundredths) => hundredths / 100),
)

/** Labels of any symbology, stock or free size, layout and resolution; they may not fit. */
export const anyLabels: fc.Arbitrary<LabelRequest> = fc
  .tuple(symbols, others, modules)
  .map(([symbol, other, xdim]) => ({ ...symbol, ...other, xdim, qty: 1, format: 'png' }))

/** One of them. */
export const anyLabel = (r: Random): LabelRequest =>
  fc.sample(anyLabels, { seed: r.between(0, 2 ** 31 - 1), numRuns: 1 })[0]!
