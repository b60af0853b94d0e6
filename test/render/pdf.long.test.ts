import t from 'tap'
import type { LabelRequest } from '../../src/draw.ts'
import { dpis } from '../../src/layout/resolution.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import { labelSymbologies } from '../../symbologies/index.ts'
import { pdfRenderersAbsent } from '../oracle/pdf-renderers.ts'
import { all } from '../random.ts'
import { briefText } from '../texts.ts'
import { renderedFaults } from './printed.ts'

t.setTimeout(3_600_000)

/** Labels drawn by one start of each renderer: a start takes as long as many small pages, and large pages take much memory. */
const atOnce = { 152: 46, 180: 46, 203: 46, 300: 23, 360: 16, 600: 7 }

for (const [head, dpi] of dpis.entries()) {
  t.test(
    `${dpi} dpi: every stock, orientation and symbology in every renderer`,
    { skip: pdfRenderersAbsent },
    async (t) => {
      const every = stockNames.flatMap((size) =>
        orientations.flatMap((orientation) =>
          labelSymbologies.map((type, i): LabelRequest => {
            // a caption may differ by its hinting: matrix symbols have one, since it is never between their modules
            const showtext = i % 2 === 0 && ['qr', 'microqr', 'datamatrix'].includes(type)
            return { text: briefText[type], type, size, orientation, qty: 1, showtext, format: 'pdf' }
          }),
        ),
      )
      // else each is drawn for one of the six print heads
      const turnOf = (i: number): number => (i + Math.floor(i / labelSymbologies.length)) % dpis.length
      const labels = all ? every : every.filter((_, i) => turnOf(i) === head)
      const faults: string[] = []
      for (let i = 0; i < labels.length; i += atOnce[dpi]) {
        faults.push(...(await renderedFaults(labels.slice(i, i + atOnce[dpi]), dpi, [1, 2])))
      }
      t.same(faults, [])
    },
  )
}
