import t from 'tap'
import { explain } from '../../src/explain/index.ts'
import { partsOf, stepOf } from './steps-of.ts'

t.test('Code 39 and ITF-14: check character, pairs, ratio, frame', async (t) => {
  // a usual example: its values are 12, 24, 13, 14, 38, 3 and 9
  const checked = explain('code39', 'CODE 39', { checkdigit: true })
  t.match(stepOf(checked, 'check'), {
    title: 'Check character "R"',
    text: /^The sum of all values: 12 \+ 24 \+ 13 \+ 14 \+ 38 \+ 3 \+ 9 = 113\. 113 modulo 43 is 27\./,
    values: { value: 27, sum: 113 },
    modules: { areas: [[128, 0, 15, 1]] },
  })
  t.match(stepOf(explain('code39', 'A'.repeat(100), { checkdigit: true }), 'check').text, /60 more values, .* = 1000\./)
  const ascii = explain('code39', 'A\t$', { fullascii: true, ratio: 2.5 })
  t.match(partsOf(ascii, 'characters'), [
    { title: '"A"', text: 'Value 10; wide: bar 1, space 3, bar 5.', values: { value: 10 } },
    { title: '"\\t"', text: 'The pair $I, values 39 and 18.', values: { values: [39, 18] } },
    { title: '"$"', text: 'The pair /D, values 40 and 13.' },
  ])
  t.match(stepOf(ascii, 'ratio'), { title: 'Ratio 2.5 : 1', values: { ratio: 2.5, columnsPerModule: 2 } })
  t.match(stepOf(ascii, 'quiet-zone').text, /at least 10 modules left and 10 right/)
  t.match(ascii, { columnsPerModule: 2, quiet: { left: 20, right: 20 } })
  const frame = explain('itf14', '1540014128876', { bearer: 'frame', ratio: 2.5 })
  t.match(frame, { bearer: 4, isFramed: true, summary: /wide elements 2\.5 times the narrow ones$/ })
  t.match(stepOf(frame, 'bearer'), { title: 'Frame of bearer bars', values: { thickness: 2, isFramed: true } })
  t.match(stepOf(explain('itf14', '1540014128876', { bearer: 'none' }), 'bearer'), {
    title: 'No bearer bars',
    values: { thickness: 0 },
  })
})
