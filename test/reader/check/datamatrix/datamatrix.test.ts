import t from 'tap'
import { datamatrix, rowsOf } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { columnDoubled, rowDoubled } from '../inject-defects.ts'
import { blotted, invertedPicture, mirroredPicture, rowsPicture } from '../paint.ts'
import { coded, triplet } from './defects.ts'

const text = 'Planted defects in Data Matrix, one at a time, in 32x32.'
const rows = rowsOf(datamatrix(text, { modules: '32x32' }).matrix)
const cornered = rowsOf(datamatrix('12x12', { modules: '12x12' }).matrix)
const oblong = rowsOf(datamatrix('rectangle', { modules: '8x32' }).matrix)
const margins = [1, 1, 1, 1] as const

const ascii = (message: string): number[] => Array.from(message, (each) => each.charCodeAt(0) + 1)
/** Annex B.2: a value of a Base 256 field at a place counted from 1. */
const randomised = (value: number, place: number): number => (value + ((149 * place) % 255) + 1) % 256

const fault = (rule: string): { faults: string[] } => ({ faults: [`datamatrix.${rule}`] })
const noted = (...rules: string[]): { notes: string[] } => ({ notes: rules.map((rule) => `datamatrix.${rule}`) })

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

t.test('Data Matrix: the picture', inLongRun, async (t) => testDefects(t, pictures))
