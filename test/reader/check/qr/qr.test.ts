import t from 'tap'
import { qr, rowsOf } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { blotted, invertedPicture, mirroredPicture, type Painting, rowsPicture } from '../paint.ts'
import { stream } from './stream-of.ts'

const text = 'Planted defects, version 7, level M: one at a time.'
const rows = rowsOf(qr(text, { version: 7, level: 'M' }).matrix)

const small = qr('remainder bits', { version: 2, level: 'M' })
const smallRows = rowsOf(small.matrix)

const byte = (value: number, bits = 8): string => value.toString(2).padStart(bits, '0')
const bytes = (message: string): string =>
  `0100 ${byte(message.length)} ${Array.from(message, (each) => byte(each.charCodeAt(0))).join('')}`

const paint = (painting: Painting): ReturnType<typeof rowsPicture> => rowsPicture(rows, painting)
const wider = (at: number, by: number): ReturnType<typeof rowsPicture> => {
  const fine = rowsPicture(rows, { dots: 1 })
  const columns = Array.from({ length: fine.width * 4 }, (_, x) => x).flatMap((x) =>
    x === 4 * (at + 4) ? new Array<number>(1 + by).fill(x) : [x],
  )
  const width = columns.length
  const height = fine.height * 4
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) grey[y * width + x] = fine.grey[(y >> 2) * fine.width + (columns[x]! >> 2)]!
  }
  return { width, height, grey }
}

const pictures: Defect[] = [
  { name: 'margin of 3 modules at the top', picture: paint({ margins: [3, 4, 4, 4] }), faults: ['qr.quiet.top'] },
  { name: 'margin of 3 modules at the right', picture: paint({ margins: [4, 3, 4, 4] }), faults: ['qr.quiet.right'] },
  { name: 'no margin at the bottom', picture: paint({ margins: [4, 4, 0, 4] }), faults: ['qr.quiet.bottom'] },
  { name: 'margin of 2 modules at the left', picture: paint({ margins: [4, 4, 4, 2] }), faults: ['qr.quiet.left'] },
  { name: 'light on dark', picture: invertedPicture(paint({})), text, notes: ['qr.polarity'] },
  { name: 'mirrored', picture: mirroredPicture(paint({})), text, faults: ['qr.mirrored'] },
  { name: 'a column one dot too wide', picture: wider(20, 1), text, faults: ['qr.grid'], at: [[0, 20]] },
  {
    name: 'a speck in a module',
    picture: blotted(paint({ dots: 8 }), {
      left: 8 * 17 + 3,
      top: 8 * 18 + 3,
      width: 2,
      height: 2,
      grey: rows[14]![13] === '1' ? 255 : 0,
    }),
    text,
    faults: ['qr.modules'],
    at: [[14, 13]],
  },
  { name: 'modules of 10 x 11 dots', picture: paint({ dots: [10, 11] }), text, faults: ['qr.grid'], most: 0 },
  { name: 'modules of 22 x 20 dots', picture: paint({ dots: [22, 20] }), text, faults: ['qr.grid'], most: 0 },
  ...[
    { name: 'a corner of a module missing', left: 0, top: 0, width: 1, height: 1 },
    { name: 'two dots of a module missing, from its upper edge', left: 2, top: 0, width: 1, height: 2 },
    { name: 'the left side of a module missing, but for a dot', left: 0, top: 0, width: 2, height: 4 },
    { name: 'the last dot of a module missing', left: 4, top: 4, width: 1, height: 1 },
  ].map(({ name, left, top, ...size }): Defect => {
    // The middle of the finder pattern, behind the margin.
    const [x, y] = [(4 + 3) * 5 + left, (4 + 3) * 5 + top]
    const picture = blotted(paint({ dots: 5 }), { left: x, top: y, ...size, grey: 255 })
    return { name, picture, text, faults: ['qr.modules'], at: [[3, 3]], most: 1 }
  }),
  { name: 'another text than expected', picture: paint({}), text: 'Something else', faults: ['qr.text'] },
  {
    name: 'a larger version than needed',
    picture: rowsPicture(rowsOf(qr('small', { version: 3, level: 'M' }).matrix)),
    text: 'small',
    notes: ['qr.smallest'],
  },
]

t.test('QR Code: the symbols are sound before any defect is injected', async (t) => {
  testDefects(t, [
    { name: 'version 7', picture: paint({}), text },
    { name: 'version 2', picture: rowsPicture(smallRows), text: 'remainder bits' },
    stream('built by hand', `${bytes('pads')}0000`, { text: 'pads' }),
  ])
})

t.test('QR Code: the picture', inLongRun, async (t) => testDefects(t, pictures))
