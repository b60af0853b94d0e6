import t from 'tap'
import { dataMatrixOf } from '../inject-defects.ts'
import { rowsPicture } from '../paint.ts'
import { type Sample, testSamples } from '../samples.ts'

const unknown = { faults: ['unknown_ai'] }

const ascii = (message: string): number[] => Array.from(message, (each) => each.charCodeAt(0) + 1)
const append = [233, 33, 1, 1]
const dataMatrixSample = (
  name: string,
  codewords: readonly number[],
  says: string,
  other: Partial<Sample> = {},
): Sample => ({
  name,
  picture: rowsPicture(dataMatrixOf(codewords, '14x14')),
  says,
  ...other,
})

// ISO/IEC 16022:2006, 5.2.4.6
const dataMatrix = [
  dataMatrixSample('first', [232, ...ascii('AB')], 'AB', unknown),
  dataMatrixSample('behind a letter', [...ascii('A'), 232, ...ascii('B')], 'AB'),
  dataMatrixSample('behind a small letter', [...ascii('z'), 232, ...ascii('B')], 'zB'),
  dataMatrixSample('behind two digits', [142, 232, ...ascii('B')], '12B'),
  dataMatrixSample('behind a hyphen', [...ascii('-'), 232, ...ascii('B')], '-\x1dB'),
  dataMatrixSample('behind two letters', [...ascii('AB'), 232, ...ascii('C')], 'AB\x1dC'),
  dataMatrixSample('behind structured append', [...append, 232, 131, 132], '0102', { faults: ['invalid_value'] }),
  dataMatrixSample('behind that and a letter', [...append, ...ascii('A'), 232, 132], 'A02'),
  dataMatrixSample('behind that and two letters', [...append, ...ascii('A'), ...ascii('B'), 232], 'AB\x1d'),
  dataMatrixSample('fifth without structured append', [...ascii('ABCD'), 232, ...ascii('E')], 'ABCD\x1dE'),
]

t.test('FNC1 in Data Matrix', async (t) => testSamples(t, 'datamatrix', dataMatrix))
