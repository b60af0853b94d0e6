import t from 'tap'
import { microqr, rowsOf } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { bytesOf, columnDoubled, filled, flipped, microOf, rowDoubled } from '../inject-defects.ts'
import { blotted, invertedPicture, mirroredPicture, rowsPicture } from '../paint.ts'

const byte = (value: number, bits = 8): string => value.toString(2).padStart(bits, '0')

const microText = 'Micro 15'
const micro = rowsOf(microqr(microText, { version: 4, level: 'M' }).matrix)
const microFlip = (name: string, fault: string, place: [number, number]): Defect => ({
  name,
  picture: rowsPicture(flipped(micro, place)),
  faults: [fault],
  at: [place],
})
const smallest = rowsOf(microqr('495', { version: 1 }).matrix)
const microMask = microqr(microText, { version: 4, level: 'M' }).trace.mask
/** Symbol numbers: M2-L, M4-M. */
const m2 = 1
const m4 = 6
const m2Stream = (name: string, bits: string, defect: Omit<Defect, 'name' | 'picture'>): Defect => ({
  name,
  picture: rowsPicture(microOf(filled(bits, 5), m2, 1)),
  ...defect,
})

const microDefects: Defect[] = [
  microFlip('micro: finder pattern', 'microqr.finder', [5, 5]),
  microFlip('micro: separator', 'microqr.separator', [7, 7]),
  microFlip('micro: timing pattern, horizontal', 'microqr.timing', [0, 11]),
  microFlip('micro: timing pattern, vertical', 'microqr.timing', [12, 0]),
  microFlip('micro: format information', 'microqr.format.copy1', [8, 4]),
  microFlip('micro: a data codeword', 'microqr.errorcorrection', [16, 16]),
  microFlip('micro: an error correction codeword', 'microqr.errorcorrection', [14, 2]),
  {
    name: 'micro: format information of M4-L',
    picture: rowsPicture(
      micro.map((line, row) => {
        const other = rowsOf(microqr(microText, { version: 4, level: 'L', mask: microMask }).matrix)[row]!
        return Array.from(line, (module, column) =>
          (row === 8 && column > 0 && column < 9) || (column === 8 && row > 0 && row < 9) ? other[column] : module,
        ).join('')
      }),
    ),
    faults: ['microqr.format.copy1'],
  },
  {
    name: 'micro: a mask that is not the best',
    picture: rowsPicture(rowsOf(microqr(microText, { version: 4, level: 'M', mask: (microMask + 1) % 4 }).matrix)),
    notes: ['microqr.mask'],
  },
  m2Stream('micro: a wrong pad', `0 0001 0001 00000 ${byte(0)}${byte(1)}`, { faults: ['microqr.pad'] }),
  m2Stream('micro: bits after the terminator', '0 0001 0001 00000 11', { faults: ['microqr.fill'] }),
  m2Stream('micro: a group of 1000', `0 0011 ${byte(1000, 10)} 00000`, { faults: ['microqr.characters'] }),
  m2Stream('micro: a count beyond the end', `0 1111 ${byte(123, 10)}`, { faults: ['microqr.count'] }),
  {
    name: 'micro: a mode that does not exist',
    picture: rowsPicture(
      microOf(
        Uint8Array.from({ length: 14 }, (_, i) => bytesOf('110 00000')[i] ?? 0),
        m4,
        0,
      ),
    ),
    faults: ['microqr.mode'],
  },
  {
    name: 'micro: margin of 1 module',
    picture: rowsPicture(micro, { margins: [2, 1, 2, 2] }),
    faults: ['microqr.quiet.right'],
  },
  ...[3, 4, 5, 6].flatMap((line): Defect[] => [
    {
      name: `micro: M1, row ${line} twice as high`,
      picture: rowsPicture(rowDoubled(smallest, line), { dots: 2 }),
      text: '495',
      faults: ['microqr.grid'],
      most: 1,
    },
    {
      name: `micro: M1, column ${line} twice as wide`,
      picture: rowsPicture(columnDoubled(smallest, line), { dots: 2 }),
      text: '495',
      faults: ['microqr.grid'],
      most: 1,
    },
  ]),
  {
    name: 'micro: modules of 20 x 21 dots',
    picture: rowsPicture(micro, { dots: [20, 21] }),
    faults: ['microqr.grid'],
    most: 0,
  },
  {
    name: 'micro: M1, the side of a module missing, but for a dot',
    picture: blotted(rowsPicture(smallest, { dots: 5 }), { left: 38, top: 36, width: 2, height: 4, grey: 255 }),
    faults: ['microqr.modules'],
    at: [[3, 3]],
    most: 1,
  },
  {
    name: 'micro: mirrored',
    picture: mirroredPicture(rowsPicture(micro)),
    text: microText,
    faults: ['microqr.mirrored'],
  },
  { name: 'micro: light on dark', picture: invertedPicture(rowsPicture(micro)), notes: ['microqr.polarity'] },
  {
    name: 'micro: a larger version than needed',
    picture: rowsPicture(rowsOf(microqr('1', { version: 3, level: 'L' }).matrix)),
    notes: ['microqr.smallest'],
  },
]

t.test('Micro QR Code', inLongRun, async (t) => {
  testDefects(t, [
    { name: 'sound', picture: rowsPicture(micro), text: microText },
    m2Stream('sound, built by hand', '0 0001 0001 00000', { text: '1' }),
    ...microDefects,
  ])
})
