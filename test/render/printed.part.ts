import t from 'tap'
import type { LabelRequest } from '../../src/draw.ts'
import { dpis } from '../../src/layout/resolution.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import { labelSymbologies } from '../../symbologies/index.ts'
import { pdfRenderersAbsent } from '../oracle/pdf-renderers.ts'
import { random } from '../random.ts'
import { briefText } from '../texts.ts'
import { renderedFaults } from './printed.ts'

/** Small stock, which is drawn fast; the long run has all. */
const small = stockNames.filter((name) => !/^(4x6|4x4|100x150|62x100|4x3)$/.test(name))

t.test('PDFs have the dots of the PNG in every renderer', { skip: pdfRenderersAbsent }, async (t) => {
  const r = random('printed')
  // two of the print heads; the long run has all
  for (const dpi of r.pick([dpis.slice(0, 2), dpis.slice(2)])) {
    const labels = [0, 1].map((): LabelRequest => {
      const type = r.pick(labelSymbologies)
      const [size, orientation] = [r.pick(small), r.pick(orientations)]
      return { text: briefText[type], type, size, orientation, qty: 1, showtext: false, format: 'pdf' }
    })
    const times = r.between(1, 2)
    t.same(await renderedFaults(labels, dpi, [times]), [], `${dpi} dpi, ${times}x`)
  }
})
