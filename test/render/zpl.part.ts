import t from 'tap'
import { crc16 } from '../../src/render/crc16.ts'

t.test('checksums are those that others publish', async (t) => {
  // the check value of CRC-16/XMODEM in the catalogue of parametrised CRC algorithms
  t.equal(crc16('123456789').toString(16), '31c3')
  // a Z64 graphic as ZPL of others has it
  t.equal(crc16('eNr7/x8GGhj+/2cAYUZsLCjNAFKJjQUDAOLDM1I=').toString(16), '8f39')
  t.equal(crc16(''), 0)
})
