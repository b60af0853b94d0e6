import t from 'tap'
import type { DataMatrixSizeName } from '../../symbologies/datamatrix/sizes.ts'
import { datamatrix, rowsOf } from '../../symbologies/index.ts'
import { type Defect, testDefects } from './defects.ts'
import { columnDoubled, dataMatrixOf, flipped, rowDoubled } from './inject-defects.ts'
import { blotted, invertedPicture, mirroredPicture, rowsPicture } from './paint.ts'

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

/** A symbol of other codewords than it should have. */
const coded = (
  name: string,
  codewords: readonly number[],
  defect: Omit<Defect, 'name' | 'picture'>,
  size: DataMatrixSizeName = '16x16',
): Defect => ({ name, picture: rowsPicture(dataMatrixOf(codewords, size), { margins }), ...defect })

const ascii = (message: string): number[] => Array.from(message, (each) => each.charCodeAt(0) + 1)
/** Annex B.2: a value of a Base 256 field at a place counted from 1. */
const randomised = (value: number, place: number): number => (value + ((149 * place) % 255) + 1) % 256
const triplet = (a: number, b: number, c: number): number[] => {
  const sum = 1600 * a + 40 * b + c + 1
  return [sum >> 8, sum & 255]
}
const fault = (rule: string): { faults: string[] } => ({ faults: [`datamatrix.${rule}`] })
const noted = (...rules: string[]): { notes: string[] } => ({ notes: rules.map((rule) => `datamatrix.${rule}`) })

const codewords: Defect[] = [
  coded('a second pad that is not randomised', [...ascii('pad'), 129, 129], fault('pad')),
  coded('all pads 129', [...ascii('pad'), ...new Array<number>(9).fill(129)], fault('pad')),
  coded('data after the first pad', [...ascii('pad'), 129, ...ascii('x')], fault('pad')),
  coded('a codeword that does not exist', [...ascii('abc'), 250], fault('codeword')),
  coded('a codeword 0', [0, ...ascii('abc')], fault('codeword')),
  coded('an unlatch in ASCII', [...ascii('abc'), 254], fault('codeword')),
  coded('an upper shift before a pair of digits', [235, 142], fault('shift')),
  coded('a macro in the middle', [...ascii('a'), 236, ...ascii('b')], fault('first')),
  coded('structured append in the middle', [...ascii('a'), 233, 33, 1, 1], fault('first')),
  coded('reader programming in the middle', [...ascii('a'), 234], fault('first')),
  coded('C40 beyond 39 39 39', [230, 255, 255, 254], fault('values')),
  coded('C40, a shift 2 value without a meaning', [230, ...triplet(1, 28, 14), 254], fault('values')),
  coded('X12 beyond 39 39 39', [238, 252, 0, 254], fault('values')),
  coded('a Base 256 field that is too long', [231, randomised(40, 2), randomised(1, 3)], fault('length')),
  coded('EDIFACT, bits after the unlatch', [240, 0b000001_01, 0b1111_0100, ...ascii('x')], fault('end')),
  coded('UTF-8 that is none', [241, 27, 235, 128], fault('eci')),
  coded('an ECI that begins with 220', [241, 220, ...ascii('a')], fault('eci')),
  coded('C40, a shift before the unlatch', [230, ...triplet(14, 15, 1), 254], { text: 'AB', ...noted('end') }),
  coded(
    'C40, a pair of digits without an unlatch in the last codeword',
    [
      230,
      ...triplet(14, 15, 16),
      ...triplet(14, 15, 16),
      ...triplet(14, 15, 16),
      ...triplet(14, 15, 16),
      ...triplet(4, 4, 4),
      142,
    ],
    { text: 'ABCABCABCABC00012', ...noted('end') },
  ),
  coded('ASCII where pairs of digits do', ascii('1234'), { text: '1234', ...noted('shortest', 'smallest') }),
  {
    name: 'blocks one after the other',
    picture: rowsPicture(
      dataMatrixOf([...ascii('Two blocks'), ...ascii('of data and more of it')], '52x52', 'one by one'),
      { margins },
    ),
    ...fault('blocks'),
  },
  {
    name: 'the error correction of 144x144 from the first block on',
    picture: rowsPicture(dataMatrixOf(ascii('Ten blocks'), '144x144', 'from the first'), { margins, dots: 2 }),
    text: 'Ten blocks',
    ...noted('blocks'),
  },
]

const pictures: Defect[] = [
  { name: 'no margin at the top', picture: rowsPicture(rows, { margins: [0, 1, 1, 1] }), ...fault('quiet.top') },
  { name: 'no margin at the right', picture: rowsPicture(rows, { margins: [1, 0, 1, 1] }), ...fault('quiet.right') },
  { name: 'no margin at the bottom', picture: rowsPicture(rows, { margins: [1, 1, 0, 1] }), ...fault('quiet.bottom') },
  { name: 'no margin at the left', picture: rowsPicture(rows, { margins: [1, 1, 1, 0] }), ...fault('quiet.left') },
  { name: 'light on dark', picture: invertedPicture(rowsPicture(rows, { margins })), text, ...noted('polarity') },
  { name: 'a square mirrored', picture: mirroredPicture(rowsPicture(rows, { margins })), text, ...fault('mirrored') },
  { name: 'a rectangle mirrored', picture: mirroredPicture(rowsPicture(oblong, { margins })), ...fault('mirrored') },
  {
    name: 'a row twice as high',
    picture: rowsPicture(rowDoubled(rows, 15), { margins, dots: 2 }),
    ...fault('grid'),
    at: [[15, 0]],
    most: 1,
  },
  {
    name: 'a column twice as wide',
    picture: rowsPicture(columnDoubled(rows, 14), { margins, dots: 1 }),
    ...fault('grid'),
    at: [[0, 14]],
    most: 1,
  },
  {
    name: 'modules of 11 x 10 dots',
    picture: rowsPicture(rows, { margins, dots: [11, 10] }),
    ...fault('grid'),
    most: 0,
  },
  {
    name: 'bites in two modules of the border',
    picture: blotted(
      blotted(rowsPicture(rows, { margins, dots: 5 }), { left: 5, top: 51, width: 1, height: 3, grey: 255 }),
      { left: 9, top: 81, width: 1, height: 4, grey: 255 },
    ),
    ...fault('modules'),
    at: [
      [9, 0],
      [15, 0],
    ],
    most: 2,
  },
  {
    name: 'a speck in a module',
    picture: blotted(rowsPicture(rows, { margins, dots: 9 }), {
      left: 9 * 4 + 2,
      top: 9 * 6 + 2,
      width: 2,
      height: 2,
      grey: rows[5]![3] === '1' ? 255 : 0,
    }),
    ...fault('modules'),
    at: [[5, 3]],
  },
  { name: 'another text', picture: rowsPicture(rows, { margins }), text: 'another', ...fault('text') },
]

t.test('Data Matrix: the symbols are sound before any defect is injected', async (t) => {
  testDefects(t, [
    { name: '32x32', picture: rowsPicture(rows, { margins }), text },
    { name: '12x12', picture: rowsPicture(cornered, { margins }), text: '12x12' },
    { name: '8x32', picture: rowsPicture(oblong, { margins }), text: 'rectangle' },
    coded('by hand', ascii('by hand'), { text: 'by hand' }),
    coded('C40 by hand', [230, ...triplet(14, 15, 16), 254, ...ascii('z')], { text: 'ABCz' }),
    coded('Base 256 by hand', [231, randomised(2, 2), randomised(200, 3), randomised(201, 4)], { text: 'ÈÉ' }),
  ])
})
t.test('Data Matrix: modules', async (t) => testDefects(t, modules))
t.test('Data Matrix: codewords', async (t) => testDefects(t, codewords))
t.test('Data Matrix: the picture', async (t) => testDefects(t, pictures))
