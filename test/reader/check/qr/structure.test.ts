import t from 'tap'
import { checkImage } from '../../../../src/reader/check/index.ts'
import { qr, rowsOf } from '../../../../symbologies/index.ts'
import { templateOf } from '../../../../symbologies/qr/template.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { flipped } from '../inject-defects.ts'
import { type Painting, rowsPicture } from '../paint.ts'

const text = 'Planted defects, version 7, level M: one at a time.'
const rows = rowsOf(qr(text, { version: 7, level: 'M' }).matrix)
const size = rows.length
const last = size - 1
const small = qr('remainder bits', { version: 2, level: 'M' })
const smallRows = rowsOf(small.matrix)
/** The last module of a symbol that has remainder bits; its rows are a word wide. */
const lastModule = templateOf(2).order.at(-1)!
const remainder: [number, number] = [lastModule >> 5, lastModule & 31]

const flip = (name: string, fault: string, ...places: [number, number][]): Defect => ({
  name,
  picture: rowsPicture(flipped(rows, ...places)),
  text,
  faults: [fault],
  at: places,
  most: 8 * places.length,
})

const modules: Defect[] = [
  flip('finder pattern, upper left', 'qr.finder', [3, 3]),
  flip('finder pattern, upper left, its corner', 'qr.finder', [0, 0]),
  flip('finder pattern, upper right', 'qr.finder', [1, size - 6]),
  flip('finder pattern, lower left', 'qr.finder', [size - 3, 2]),
  flip('separator, upper left', 'qr.separator', [7, 2]),
  flip('separator, upper right', 'qr.separator', [4, size - 8]),
  flip('separator, lower left', 'qr.separator', [size - 8, 5]),
  flip('timing pattern, horizontal', 'qr.timing', [6, 11]),
  flip('timing pattern, vertical', 'qr.timing', [13, 6]),
  flip('alignment pattern', 'qr.alignment', [22, 22]),
  flip('alignment pattern on the timing pattern, off it', 'qr.alignment', [4, 22]),
  flip('dark module', 'qr.darkmodule', [size - 8, 8]),
  flip('version information, upper right', 'qr.version.copy1', [2, size - 10]),
  flip('version information, lower left', 'qr.version.copy2', [size - 9, 4]),
  flip('format information, upper left', 'qr.format.copy1', [8, 2]),
  flip('format information, upper left, three bits', 'qr.format.copy1', [8, 0], [8, 1], [0, 8]),
  flip('format information, lower left', 'qr.format.copy2', [last, 8]),
  flip('format information, upper right', 'qr.format.copy2', [8, last]),
  flip('a data codeword', 'qr.errorcorrection', [last, last]),
  flip('an error correction codeword', 'qr.errorcorrection', [20, 0]),
  flip('four codewords at four corners of the data', 'qr.errorcorrection', [last, last], [9, last], [15, 15], [30, 12]),
  {
    name: 'a remainder bit',
    picture: rowsPicture(flipped(smallRows, remainder)),
    faults: ['qr.remainder'],
    at: [remainder],
  },
]

const paint = (painting: Painting): ReturnType<typeof rowsPicture> => rowsPicture(rows, painting)

t.test('QR Code: modules', inLongRun, async (t) => testDefects(t, modules))

t.test('QR Code: modules that are not square are reported with their sides', async (t) => {
  const { findings } = checkImage(paint({ dots: [10, 11] }))
  t.match(
    findings.find(({ code }) => code === 'qr.grid'),
    { kind: 'fault', message: 'modules are 10 x 11 dots' },
  )
})
