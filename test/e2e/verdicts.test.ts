import t from 'tap'
import { labelLayouts } from '../../src/layout/label.ts'
import { all, forAll } from '../random.ts'
import { anyLabelQuery, type Query } from '../verify/random-requests.ts'
import { contradictions, verdictsOn } from './verdicts.ts'

/** What all who judge a label contradict each other about; empty for what is not a request. */
function contradictionsOn(query: Query): readonly string[] {
  // plans take no logistic layout, and another resolution than languages do where none is given
  if (query.layout === labelLayouts.at(-1)) return []
  const verdicts = verdictsOn({ dpi: '203', ...query })
  return verdicts === undefined ? [] : contradictions(verdicts)
}

t.test('plan, warnings, proof, check and grade say the same of any label', async () => {
  await forAll([anyLabelQuery], { count: 120, times: all ? 84 : 1 }, (query) => {
    // known: check and grade take words beside bars for a part of them, of about one label of a hundred
    const isBeside = query.layout === 'beside' || query.layout === 'auto'
    const isKnown = (text: string): boolean => isBeside && /^no warning, but (check says|grades)/.test(text)
    const found = contradictionsOn(query).filter((text) => !isKnown(text))
    if (found.length > 0) throw new Error(found.join('; '))
  })
})

t.test('words beside a symbol are not bars of an add-on', (t) => {
  const words = {
    '0860070': { size: '50x30', layout: 'auto', caption: 'p;Han\n村町量量東号字数京本倉日\nx - 7/12 Stück) (10 Größe' },
    '0260130': {
      ...{ size: '2x3', layout: 'beside', dpi: '152', xdim: '0.27', showtext: 'false' },
      caption:
        '7/12 Sechskantschraube Sechskantschraube 12,90 Stück) verzinkt, zł (10 verzinkt, Regal x x\nverzinkt, 7/12 zł',
      title: 'verzinkt, 12,90 x (10 (10 Sechskantschraube 40 Stück)',
    },
  }
  for (const [text, style] of Object.entries(words)) {
    const title = { title: 'Stück) zł Regal', withtext: 'true' }
    const query = { type: 'ean8', text, format: 'pdf', orientation: 'landscape', ...title, ...style }
    t.same(contradictionsOn(query), [], text)
  }
  t.end()
})

t.test('a plan takes the module width wanted, as the label does', (t) => {
  const label = { type: 'ean13', text: '590123412345', size: '50x30', orientation: 'landscape' }
  for (const xdim of ['0.2', '0.33', '0.6', '1.5']) t.same(contradictionsOn({ ...label, xdim }), [], xdim)
  t.end()
})
