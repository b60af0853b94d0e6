import t from 'tap'
import { explain } from '../../../src/explain/index.ts'
import { partsOf, stepOf, values } from '../steps-of.ts'

t.test('Data Matrix: the examples of ISO/IEC 16022:2006, Annexes O and B and 5.2', async (t) => {
  const explanation = explain('datamatrix', '123456')
  t.same(stepOf(explanation, 'placement').values?.codewords, [142, 164, 186, 114, 25, 5, 88, 102])
  t.same(
    partsOf(explanation, 'encodation-1').map(({ title, text }) => `${title}: ${text}`),
    ['digits 12: 12 + 130 = 142.', 'digits 34: 34 + 130 = 164.', 'digits 56: 56 + 130 = 186.'],
  )
  t.same(values(partsOf(explanation, 'block-1'), 'value'), [114, 25, 5, 88, 102])
  t.equal(
    explanation.steps.some(({ id }) => id === 'pads'),
    false,
  )
  const c40 = partsOf(explain('datamatrix', 'AIMAIMAIM', { encodation: 'c40' }), 'encodation-1')
  t.match(c40.slice(0, 2), [
    { title: 'latch to C40', values: { value: 230 } },
    { title: '"A" "I" "M"', text: '1600×14 + 40×22 + 26 + 1 = 23307 = 256×91 + 11.', values: { codewords: [91, 11] } },
  ])
  const edifact = partsOf(explain('datamatrix', 'DATADATA', { encodation: 'edifact' }), 'encodation-1')
  t.match(edifact.slice(0, 2), [
    { values: { value: 240 } },
    { title: '"D" "A" "T" "A"', values: { codewords: [16, 21, 1] } },
  ])
  // the pads after "DATADATADATA": positions 11 and 12
  const pads = partsOf(explain('datamatrix', 'DATADATADATA', { encodation: 'edifact' }), 'pads')
  t.match(pads, [{ values: { value: 129 } }, { text: '129 + (149×12 mod 253) + 1 = 147.', values: { value: 147 } }])
})
