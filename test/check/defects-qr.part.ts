import t from 'tap'
import { checkImage } from '../../src/check/index.ts'
import { type QrOptions, qr, rowsOf } from '../../symbologies/index.ts'
import { templateOf } from '../../symbologies/qr/template.ts'
import { type Defect, testDefects } from './defects.ts'
import { filled, flipped, type QrPlan, qrCapacity, qrOf } from './inject-defects.ts'
import { blotted, invertedPicture, mirroredPicture, type Painting, rowsPicture } from './paint.ts'

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

const plan: QrPlan = { version: 7, level: 'M', mask: 3 }
const byte = (value: number, bits = 8): string => value.toString(2).padStart(bits, '0')
const bytes = (message: string): string =>
  `0100 ${byte(message.length)} ${Array.from(message, (each) => byte(each.charCodeAt(0))).join('')}`

/** A symbol of other bits than it should have. */
const stream = (name: string, bits: string, defect: Omit<Defect, 'name' | 'picture'>, of: QrPlan = plan): Defect => ({
  name,
  picture: rowsPicture(qrOf(filled(bits, qrCapacity(of)), of)),
  ...defect,
})

/** The modules of format information of one copy out of another symbol. */
function withFormat(base: readonly string[], other: readonly string[], copies: readonly number[]): string[] {
  const side = base.length
  const isCopy = (row: number, column: number): number => {
    if (column === 8 && row === side - 8) return 0
    if ((row === 8 && column < 9) || (column === 8 && row < 9)) return row === 6 || column === 6 ? 0 : 1
    return (row === 8 && column >= side - 8) || (column === 8 && row >= side - 8) ? 2 : 0
  }
  return base.map((line, row) =>
    Array.from(line, (module, column) => (copies.includes(isCopy(row, column)) ? other[row]![column] : module)).join(
      '',
    ),
  )
}

const masked = (mask: number, options: QrOptions = {}): string[] =>
  rowsOf(qr(text, { version: 7, level: 'M', ...options, mask }).matrix)
const best = qr(text, { version: 7, level: 'M' }).trace.mask
const another = (best + 3) % 8

const formats: Defect[] = [
  {
    name: 'copy 1 says another mask',
    picture: rowsPicture(withFormat(rows, masked(another), [1])),
    faults: ['qr.format.copy1'],
  },
  {
    name: 'copy 2 says another mask',
    picture: rowsPicture(withFormat(rows, masked(another), [2])),
    faults: ['qr.format.copy2'],
  },
  {
    name: 'copy 2 says another level',
    picture: rowsPicture(withFormat(rows, masked(best, { level: 'L' }), [2])),
    faults: ['qr.format.copy2'],
  },
  {
    name: 'both copies say a mask that is not the one',
    picture: rowsPicture(withFormat(rows, masked(another), [1, 2])),
    text,
    faults: ['qr.format.copy1', 'qr.format.copy2'],
  },
  { name: 'a mask that is not the best', picture: rowsPicture(masked(another)), text, notes: ['qr.mask'] },
]

const data = qr(text, { version: 7, level: 'M' }).trace.data.flatMap((block) => [...block])
const streams: Defect[] = [
  {
    name: 'blocks one after the other',
    picture: rowsPicture(qrOf(Uint8Array.from(data), plan, 'one by one')),
    text,
    faults: ['qr.blocks'],
  },
  stream('a wrong pad', `${bytes('pads')}0000 ${byte(236)}${byte(17)}${byte(0)}`, { text: 'pads', faults: ['qr.pad'] }),
  stream('pads in the wrong order', `${bytes('pads')}0000 ${byte(17)}${byte(236)}${byte(17)}${byte(17)}`, {
    faults: ['qr.pad'],
  }),
  stream('all pads zero', `${bytes('pads')}0000${'00000000'.repeat(118)}`, { faults: ['qr.pad'] }),
  stream('no terminator', `0010 ${byte(2, 9)} ${byte(45 * 10 + 11, 11)}`, { text: 'AB', faults: ['qr.terminator'] }),
  stream('bits after the terminator', `0010 ${byte(1, 9)} ${byte(10, 6)} 0000 1`, { text: 'A', faults: ['qr.fill'] }),
  stream('a mode that does not exist', `${bytes('mode')}1100 0000`, { faults: ['qr.mode'] }),
  stream('a count beyond the end', `0100 ${byte(255)} ${byte(65)}`, { faults: ['qr.count'] }),
  stream('a group of 1000', `0001 ${byte(3, 10)} ${byte(1000, 10)} 0000`, { faults: ['qr.characters'] }),
  stream('a digit of 10', `0001 ${byte(1, 10)} ${byte(10, 4)} 0000`, { faults: ['qr.characters'] }),
  stream('a pair of letters beyond 44', `0010 ${byte(2, 9)} ${byte(2025, 11)} 0000`, { faults: ['qr.characters'] }),
  stream('no kanji', `1000 ${byte(1)} ${byte(0x1fff, 13)} 0000`, { faults: ['qr.characters'] }),
  stream('bytes that are no UTF-8', `0111 ${byte(26)} 0100 ${byte(1)} ${byte(0xff)} 0000`, { faults: ['qr.eci'] }),
  stream('a broken ECI designator', `0111 ${byte(0xf0)} 0000`, { faults: ['qr.eci'] }),
  stream('an ECI told in too many codewords', `0111 10000000 ${byte(26)} ${bytes('a')} 0000`, {
    text: 'a',
    notes: ['qr.eci'],
  }),
  stream('kanji under UTF-8', `0111 ${byte(26)} 1000 ${byte(1)} ${byte(0x0d9f, 13)} 0000`, { notes: ['qr.eci'] }),
  stream('kanji beside a tilde', `1000 ${byte(1)} ${byte(0x0d9f, 13)} ${bytes('~')} 0000`, {
    text: '点~',
    notes: ['qr.bytes'],
  }),
  stream('a backslash before kanji', `${bytes('\\')} 1000 ${byte(1)} ${byte(0x0d9f, 13)} 0000`, {
    text: '\\点',
    notes: ['qr.bytes'],
  }),
  stream('ISO 8859-1 beside kanji', `${bytes('\xe9')} 1000 ${byte(1)} ${byte(0x0d9f, 13)} 0000`, {
    text: 'é点',
    notes: ['qr.bytes'],
  }),
  stream('kanji beside letters', `1000 ${byte(1)} ${byte(0x0d9f, 13)} ${bytes('a|')} 0000`, { text: '点a|' }),
  stream('a segment without characters', `0001 ${byte(0, 10)} ${bytes('a')} 0000`, {
    text: 'a',
    notes: ['qr.count', 'qr.shortest'],
  }),
  stream('digits as bytes', `${bytes('0123456789')} 0000`, {
    text: '0123456789',
    notes: ['qr.shortest', 'qr.smallest'],
  }),
  stream('UTF-8 that nothing tells', `0100 ${byte(2)} ${byte(0xc3)}${byte(0xa4)} 0000`, {
    text: 'ä',
    faults: ['qr.text'],
  }),
  stream('the last symbol of none', `0011 0011 0001 ${byte(0)} ${bytes('a')} 0000`, { faults: ['qr.mode'] }),
]

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
t.test('QR Code: modules', async (t) => testDefects(t, modules))
t.test('QR Code: format information', async (t) => testDefects(t, formats))
t.test('QR Code: blocks and the bit stream', async (t) => testDefects(t, streams))
t.test('QR Code: modules that are not square are reported with their sides', async (t) => {
  const { findings } = checkImage(paint({ dots: [10, 11] }))
  t.match(
    findings.find(({ code }) => code === 'qr.grid'),
    { kind: 'fault', message: 'modules are 10 x 11 dots' },
  )
})
t.test('QR Code: the picture', async (t) => testDefects(t, pictures))
