import t from 'tap'
import { explain } from '../../../src/explain/index.ts'
import { partsOf, stepOf, values } from '../steps-of.ts'

t.test('QR: the example of ISO/IEC 18004:2015, Annex I.2', async (t) => {
  const explanation = explain('qr', '01234567', { level: 'M' })
  t.match(explanation, { standard: 'ISO/IEC 18004:2015', summary: 'version 1-M, mask 2' })
  const segment = partsOf(explanation, 'segment-1')
  t.same(values(segment, 'bits'), ['0001', '0000001000', '0000001100', '0101011001', '1000011'])
  t.same(
    segment.map(({ title }) => title),
    ['mode indicator', 'count 8', '012', '345', '67'],
  )
  t.equal(stepOf(explanation, 'terminator').values?.bits, '0000')
  t.equal(stepOf(explanation, 'fill').values?.bits, '000')
  const data =
    '00010000 00100000 00001100 01010110 01100001 10000000 11101100 00010001 11101100 00010001 11101100 00010001 11101100 00010001 11101100 00010001'
  const errorCorrection = '10100101 00100100 11010100 11000001 11101101 00110110 11000111 10000111 00101100 01010101'
  t.same(values(partsOf(explanation, 'block-1'), 'bits'), `${data} ${errorCorrection}`.split(' '))
  t.match(stepOf(explanation, 'format').values, {
    data: '00010',
    errorCorrection: '1001101110',
    bits: '101111001111100',
  })
  t.match(partsOf(explanation, 'format'), [{ title: 'level M' }, { title: 'mask 2' }, { title: /^error correction/ }])
  t.equal(
    explanation.steps.some(({ id }) => /alignment|^version$|remainder/.test(id)),
    false,
  )
})
