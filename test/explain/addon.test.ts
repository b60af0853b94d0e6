import t from 'tap'
import { explain } from '../../src/explain/index.ts'
import { inLongRun } from '../random.ts'
import { partsOf, stepOf } from './steps-of.ts'

t.test('add-ons: sums by hand, guard, separators and gap', inLongRun, async (t) => {
  const five = explain('ean13', '9781234567897', { addon: '51999' })
  t.match(stepOf(five, 'addon-parity'), {
    title: 'Add-on 51999: number sets AABAB',
    text: /^The sum of the digits with their weights: 3×5 \+ 9×1 \+ 3×9 \+ 9×9 \+ 3×9 = 159\. 159 modulo 10 is 9, which stands for AABAB\./,
    values: { sum: 159, remainder: 9, numberSets: 'AABAB', weights: [3, 9, 3, 9, 3] },
  })
  t.match(stepOf(five, 'addon-guard'), { values: { widths: '112' }, modules: { areas: [[102, 0, 4, 1]] } })
  t.match(stepOf(five, 'addon-gap'), { values: { width: 7 }, modules: { areas: [[95, 0, 7, 1]] } })
  t.match(stepOf(five, 'addon-separators').modules, {
    areas: [
      [113, 0, 2, 1],
      [122, 0, 2, 1],
      [131, 0, 2, 1],
      [140, 0, 2, 1],
    ],
  })
  t.match(stepOf(five, 'quiet-zone'), { text: /: at least 11 modules left and 5 right\.$/ })
  t.match(five, { addon: { from: 102, to: 149 }, summary: /^9781234567897 with add-on 51999, number sets/ })
  const two = explain('upce', '01234565', { addon: '24' })
  t.match(stepOf(two, 'addon-parity'), {
    text: /^24 as a number is 24\. 24 modulo 4 is 0, which stands for AA\./,
    values: { sum: 24, remainder: 0 },
  })
  t.match(
    stepOf(two, 'addon-gap').text,
    /^8 light modules, .* 7 to 12 are allowed; one more than the least keeps the last digit/,
  )
  t.match(partsOf(two, 'captions').at(-1), { title: '24', modules: { areas: [[59, 0, 20, 1]] } })
  t.match(stepOf(explain('upca', '036000291452', { addon: '24' }), 'addon-gap').values, { width: 10 })
})
