import t from 'tap'
import { explain } from '../../src/explain/index.ts'
import { partsOf, stepOf, values } from './steps-of.ts'

t.test('Code 128: figure 1 of ISO/IEC 15417:2007', async (t) => {
  const explanation = explain('code128', 'AIM')
  t.match(stepOf(explanation, 'start'), { title: 'Start B', values: { value: 104, widths: '211214' } })
  t.same(values(partsOf(explanation, 'code-set-1'), 'value'), [33, 41, 45])
  t.match(stepOf(explanation, 'check'), {
    text: /: 1×104 \+ 1×33 \+ 2×41 \+ 3×45 = 354\. 354 modulo 103 is 45\.$/,
    values: { value: 45 },
  })
  t.match(stepOf(explanation, 'stop').values, { value: 106, widths: '2331112' })
})

t.test('Code 128: code sets, shift, FNC4 single and latched', async (t) => {
  const told = (text: string): string[] =>
    explain('code128', text).steps.flatMap(({ id, title, parts }) =>
      id.startsWith('code-set') || id === 'start' ? [title, ...(parts ?? []).map((part) => part.title)] : [],
    )
  t.same(told('1234ab'), [
    'Start C',
    'Code set C: "1234"',
    'digits 12',
    'digits 34',
    'Code set B: "ab"',
    'Code B',
    '"a"',
    '"b"',
  ])
  t.same(told('a\tb'), ['Start B', 'Code set B: "a\\tb"', '"a"', 'Shift', '"\\t"', '"b"'])
  t.same(told('aéa'), ['Start B', 'Code set B: "aéa"', '"a"', 'FNC4', '"é"', '"a"'])
  const latched = told('éèêëaé')
  t.same(latched.slice(1, 6), ['Code set B, FNC4 latched: "éèêëaé"', 'FNC4', 'FNC4', '"é"', '"è"'])
  t.match(partsOf(explain('code128', 'éèêëaé'), 'code-set-1').at(-2), { title: '"a"', text: 'In code set B.' })
})
