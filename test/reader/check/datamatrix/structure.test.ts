import t from 'tap'
import { datamatrix, rowsOf } from '../../../../symbologies/index.ts'
import { type Defect, testDefects } from '../defects.ts'
import { flipped } from '../inject-defects.ts'
import { rowsPicture } from '../paint.ts'

const text = 'Planted defects in Data Matrix, one at a time, in 32x32.'
const rows = rowsOf(datamatrix(text, { modules: '32x32' }).matrix)
const cornered = rowsOf(datamatrix('12x12', { modules: '12x12' }).matrix)
const oblong = rowsOf(datamatrix('rectangle', { modules: '8x32' }).matrix)
const margins = [1, 1, 1, 1] as const

const flip = (name: string, fault: string, place: [number, number], base = rows): Defect => ({
  name,
  picture: rowsPicture(flipped(base, place), { margins }),
  faults: [`datamatrix.${fault}`],
  at: [place],
  most: 8,
})

const modules: Defect[] = [
  flip('border at the left', 'finder', [10, 0]),
  flip('border at the bottom', 'finder', [31, 20]),
  flip('border at the top, a dark module', 'timing', [0, 8]),
  flip('border at the top, a light module', 'timing', [0, 21]),
  flip('border at the right', 'timing', [12, 31]),
  flip('alignment pattern, solid row', 'alignment', [15, 7]),
  flip('alignment pattern, row in turn', 'alignment', [16, 7]),
  flip('alignment pattern, solid column', 'alignment', [5, 16]),
  flip('alignment pattern, column in turn', 'alignment', [20, 15]),
  flip('a data codeword', 'errorcorrection', [3, 3]),
  flip('an error correction codeword', 'errorcorrection', [28, 28]),
  flip('the fixed corner, dark', 'corner', [10, 10], cornered),
  flip('the fixed corner, light', 'corner', [10, 9], cornered),
  flip('a rectangle, its alignment pattern', 'alignment', [3, 16], oblong),
]

t.test('Data Matrix: modules', async (t) => testDefects(t, modules))
