import t from 'tap'
import { explain } from '../../../src/explain/index.ts'
import { partsOf, stepOf, values } from '../steps-of.ts'

t.test('Micro QR: the example of ISO/IEC 18004:2015, Annex I.3', async (t) => {
  const explanation = explain('microqr', '01234567', { version: 2, level: 'L' })
  t.equal(explanation.summary, 'version M2-L, mask 1')
  t.same(values(partsOf(explanation, 'segment-1'), 'bits'), ['0', '1000', '0000001100', '0101011001', '1000011'])
  t.equal(stepOf(explanation, 'terminator').values?.bits, '00000')
  const listing = '01000000 00011000 10101100 11000011 00000000 10000110 00001101 00100010 10101110 00110000'
  t.same(values(partsOf(explanation, 'block-1'), 'bits'), listing.split(' '))
  t.match(stepOf(explanation, 'format').values, {
    data: '00101',
    errorCorrection: '0011011100',
    bits: '101000010011001',
  })
  t.match(partsOf(explanation, 'mask')[1], { title: 'mask 01, chosen' })
})
