import t from 'tap'
import { explain } from '../../src/explain/index.ts'
import { partsOf, stepOf, values } from './steps-of.ts'

t.test('EAN-13, UPC-E, ITF-14, Code 39: numbers by hand', async (t) => {
  const ean = explain('ean13', '629104150021')
  t.match(stepOf(ean, 'check'), {
    text: /^1×6 \+ 3×2 \+ 1×9 \+ 3×1 \+ 1×0 \+ 3×4 \+ 1×1 \+ 3×5 \+ 1×0 \+ 3×0 \+ 1×2 \+ 3×1 = 57; with 3 it is 60, .* does not include it\.$/,
    values: { value: 3, sum: 57, given: false },
  })
  t.match(stepOf(ean, 'parity').values, { digit: 6, numberSets: 'ABBBAA' })
  t.same(values(partsOf(ean, 'left'), 'widths'), ['2122', '2113', '1222', '1123', '1132', '2221'])
  const upc = explain('upce', '01234565')
  t.match(stepOf(upc, 'expansion').values, { suppressed: '123456', expanded: '012345000065' })
  t.match(stepOf(upc, 'parity').values, { system: 0, check: 5, numberSets: 'BAABBA' })
  t.match(stepOf(explain('itf14', '1540014128876'), 'check').values, { value: 3, sum: 97 })
  t.same(values(partsOf(explain('code39', '1A'), 'characters'), 'widths'), ['311311113', '311113113'])
  for (const [six, eleven, rule] of [
    ['123400', '01200000340', 'ends in 0: 0 and four zeros follow the second digit'],
    ['123403', '01230000040', 'ends in 3: five zeros follow the third digit'],
    ['123454', '01234000005', 'ends in 4: five zeros follow the fourth digit'],
    ['123457', '01234500007', 'ends in 7: four zeros precede it'],
  ] as const) {
    const expansion = stepOf(explain('upce', six), 'expansion')
    t.match(String(expansion.values?.expanded), new RegExp(`^${eleven}\\d$`))
    t.match(expansion.text, `${six} ${rule}`)
  }
})
