import t from 'tap'
import { all, forAll } from '../random.ts'
import { anyLabelQuery, type Query } from '../verify/random-requests.ts'
import { contradictions, verdictsOn } from './verdicts.ts'

/** What all who judge a label contradict each other about; empty for what is not a request. */
function contradictionsOn(query: Query): readonly string[] {
  const verdicts = verdictsOn(query)
  return verdicts === undefined ? [] : contradictions(verdicts)
}

t.test('plan, warnings, proof, check and grade say the same of any label', async () => {
  await forAll([anyLabelQuery], { count: 120, times: all ? 84 : 1 }, (query) => {
    const found = contradictionsOn(query)
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

t.test('lines with words beside them are lines of the bars', (t) => {
  const labels: readonly Query[] = [
    { type: 'ean8', text: '1068889', size: '62x100', dpi: '203', caption: '7/12\nЖסממЩЖמяوسהס' },
    {
      type: 'code128',
      text: '751',
      size: '70x50',
      dpi: '600',
      caption: '(10 Stück) Größe (10 (10 DIN 7/12',
      title: 'x 40',
    },
    { type: 'code128', text: '4', size: '2.7x1.2in', dpi: '300', title: 'Größe Sechskantschraube verzinkt\nM8' },
  ]
  for (const label of labels) {
    const query = { ...label, format: 'png', orientation: 'portrait', showtext: 'true', layout: 'beside' }
    t.same(contradictionsOn(query), [], JSON.stringify(label))
  }
  t.end()
})

t.test('a plan takes the module width wanted, as the label does', (t) => {
  const label = { type: 'ean13', text: '590123412345', size: '50x30', orientation: 'landscape' }
  for (const xdim of ['0.2', '0.33', '0.6', '1.5']) t.same(contradictionsOn({ ...label, xdim }), [], xdim)
  t.end()
})
