import { deepStrictEqual } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { composeDesign } from '../../src/design/compose.ts'
import { definitionOfLabel, designRequestOf } from '../../src/design/of-label.ts'
import { pictureInUri } from '../../src/design/picture-source.ts'
import { designIn } from '../../src/design/reader.ts'
import { composeLabel, type LabelRequest } from '../../src/draw.ts'
import { stockNames } from '../../src/layout/stock.ts'
import { paint } from '../../src/render/paint.ts'
import type { GivenValues } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { cases, forAll, inLongRun } from '../random.ts'
import { briefText } from '../texts.ts'
import { limits, now } from './drawn.ts'

const read = symbolReader(parameters.label)

const word = (words: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...words)
const words = fc.string({
  minLength: 1,
  maxLength: 60,
  unit: fc.constantFrom(...'Hex bolt M8 {}{{serial:x}}\\é倉مستودع\n0123'),
})
const texts = {
  ...Object.fromEntries(Object.entries(briefText).map(([type, text]) => [type, fc.constant(text)])),
  code128: fc.string({ minLength: 1, maxLength: 30 }),
  qr: fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }),
  datamatrix: fc.string({ minLength: 1, maxLength: 100 }),
}

/** What people ask for, and what they hardly do. Most of it can be drawn. */
const symbol = fc
  .constantFrom(...(Object.keys(texts) as (keyof typeof texts)[]))
  .chain((type) => fc.record({ type: fc.constant(type), text: texts[type] as fc.Arbitrary<string> }))
/** Sometimes a value, and mostly none. */
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 3 })

const sizes = ['57x32mm', '62x29mm', 'dk-11201', 'tze-12x40', 'dymo-99012', '9x50mm']
const sheets = ['avery-l7160', 'A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm', 'A4:4x4:40x40mm:10,10mm:48,65mm:round']
const arranged = fc.record({
  size: word([...stockNames, ...sizes]),
  orientation: word(['landscape', 'portrait']),
  showtext: seldom(word(['true', 'false'])),
  caption: seldom(words),
  withtext: seldom(word(['true', 'false'])),
  title: seldom(words),
  layout: seldom(word(['above', 'below', 'beside', 'auto'])),
  xdim: seldom(word(['0.17', '0.25', '0.33'])),
  gain: seldom(word(['0.16', '0.1,0.05', '-0.05'])),
  application: seldom(word(['retail', 'logistics', 'healthcare'])),
})
const medium = fc.oneof(
  fc.record({ format: word(['pdf', 'png', 'svg']), dpi: seldom(word(['203', '300', '600'])) }),
  fc.record({ format: word(['zpl', 'tspl']), dpi: seldom(word(['203', '300', '600'])) }),
  fc.record({ format: fc.constant('brother'), dpi: seldom(word(['300', '600'])) }),
  fc.record({ format: word(['pdf', 'png']), sheet: word(sheets) }),
)
const logistic = fc.record({ title: fc.option(words, { nil: undefined }), showtext: word(['true', 'false']) }).map(
  (others): GivenValues => ({
    ...{ type: 'code128', gs1: 'true', layout: 'logistics', size: '100x150', orientation: 'portrait' },
    ...{ text: '(00)106141412345678908(02)01234567890128(37)12(10)AB', ...others },
  }),
)
const label = fc.tuple(symbol, arranged, medium).map(([own, others, on]): GivenValues => ({ ...own, ...others, ...on }))
const given = fc
  .oneof({ weight: 20, arbitrary: label }, { weight: 1, arbitrary: logistic })
  .filter((values) => read(values).request !== undefined)

/** What comes of a label: its dots and the size of its paper, or why there is none. */
function drawnBy(compose: () => ReturnType<typeof composeLabel> | ReturnType<typeof composeDesign>): object {
  try {
    const { scene } = compose()
    return { dots: hashOf(paint(scene).words), paper: scene.paper, module: scene.module, title: scene.title }
  } catch (error) {
    return { code: (error as { readonly code?: string }).code ?? error }
  }
}

const hashOf = (words: Uint32Array): string => createHash('sha256').update(words).digest('hex')

const fileOf = (request: LabelRequest): string => JSON.stringify(definitionOfLabel(request))

t.test('a label and the file of its design have the same dots', inLongRun, async (t) => {
  let drawn = 0
  const count = 240
  await forAll([given], { count, times: 2500 / count }, (values) => {
    const request = read(values).request!
    const design = designIn(fileOf(request), pictureInUri)
    const found = drawnBy(() => composeDesign({ ...designRequestOf(request, now), design }, limits))
    const wanted = drawnBy(() => composeLabel(request, limits))
    if ('dots' in wanted) drawn++
    deepStrictEqual(found, wanted)
  })
  t.ok(drawn >= 0.75 * cases(count, 2500 / count), `${drawn} drawn`)
})

t.test('texts with braces, options and words stand in the file as they were given', (t) => {
  const given = {
    type: 'qr',
    text: 'a{1}{{2}}',
    level: 'H',
    xdim: '0.5',
    showtext: 'false',
    title: 'A\\nB',
    escapes: 'true',
  }
  const { request } = read(given)
  t.same(definitionOfLabel(request!), {
    ...{ name: 'label', size: '4x6', orientation: 'landscape' },
    elements: [
      { kind: 'label', type: 'qr', value: 'a{{1}{{{{2}}', title: 'A\nB', showtext: false, xdim: 0.5, level: 'H' },
    ],
  })
  t.end()
})
