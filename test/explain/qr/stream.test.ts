import t from 'tap'
import { explain, type Step } from '../../../src/explain/index.ts'
import type { QrOptions } from '../../../symbologies/index.ts'

/** Steps of the bit stream, each with its title and those of its parts. */
function stream(text: string, options: QrOptions): string[] {
  const told = ({ title, parts = [] }: Step): string => [title, ...parts.map((part) => part.title)].join(' | ')
  return explain('qr', text, options)
    .steps.filter(({ id }) => id.startsWith('segment'))
    .map(told)
}

t.test('ECI designators of one and two bytes, and bytes under each', async (t) => {
  t.same(stream('ЖС', { eci: 7 }), [
    'ECI 7: ISO/IEC 8859-5 | mode indicator | designator 7',
    'Byte: "ЖС" | mode indicator | count 2 | "Ж" | "С"',
  ])
  const bytes = explain('qr', 'Ж', { eci: 22 }).steps.find(({ id }) => id === 'segment-2')
  t.match(bytes?.parts?.at(-1), { title: '"Ж"', text: 'C6 in Windows 1251.', values: { bits: '11000110' } })
  const designator = explain('qr', 'a', { eci: 899 })
    .steps.find(({ id }) => id === 'segment-1')
    ?.parts?.at(-1)
  t.match(designator, { title: 'designator 899', text: /^In 16 bits/, values: { bits: '1000001110000011' } })
})

t.test('several ECIs', async (t) => {
  const titles = stream('Съешь Ξεσκεπάζω', { eci: 'auto' }).map((each) => each.replace(/ \|.*/, ''))
  t.same(titles, ['ECI 7: ISO/IEC 8859-5', 'Byte: "Съешь"', 'ECI 9: ISO/IEC 8859-7', 'Byte: " Ξεσκεπάζω"'])
})

t.test('the header of a structured append, and the text of one part', async (t) => {
  const explanation = explain('qr', 'ABCDEFGHIJ', { parts: 2, part: 2 })
  t.equal(explanation.text, 'FGHIJ')
  t.match(
    explanation.steps.find(({ id }) => id === 'segment-1'),
    {
      title: 'Structured append: part 2 of 2',
      clause: 'ISO/IEC 18004:2015, 8.2 and 8.3',
      values: { part: 2, parts: 2, parity: 0x0b },
      parts: [
        { title: 'mode indicator', values: { bits: '0011' } },
        { title: 'position 1', values: { bits: '0001' } },
        { title: 'total 1', values: { bits: '0001' } },
        { title: 'parity 11', values: { bits: '00001011' } },
      ],
    },
  )
  t.match(
    explanation.steps.find(({ id }) => id === 'version-and-level')?.text,
    /smallest version that holds every part/,
  )
})

t.test('FNC1 in the second position, and % for FNC1 in alphanumeric mode', async (t) => {
  t.same(stream('AB%\x1dC', { fnc1: 'second', indicator: 'a' }), [
    'FNC1 in the second position, for application a | mode indicator | application indicator a',
    'Alphanumeric: "AB%%%C" | mode indicator | count 6 | "AB" | "%%" | "%C"',
  ])
  const [first] = explain('qr', 'é', { fnc1: 'second', indicator: '37', eci: 3 }).steps.filter(({ title }) =>
    title.startsWith('FNC1'),
  )
  t.match(first, { id: 'segment-2', clause: /7\.4\.8\.3$/, parts: [{}, { values: { bits: '00100101' } }] })
})
