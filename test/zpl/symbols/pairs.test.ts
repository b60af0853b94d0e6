import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../src/root.ts'
import type { DrawnField, SymbolField } from '../../../src/zpl/field.ts'
import { pngPicture } from '../../oracle/picture.ts'
import type { Picture } from '../../oracle/zxing.ts'
import { inLongRun } from '../../random.ts'
import { draw, pictureOf, readsOf } from './field.ts'

/** Pictures that Labelary draws, which are beside the repository where it is developed. */
const folder = join(root, '../shared/zpl')
const skip = existsSync(folder) ? false : `${folder} is not there`

interface Pair {
  readonly name: string
  readonly command: string
  readonly data: string
  readonly state?: Partial<SymbolField>
  /** Upper left corner of the bars, as they are turned. */
  readonly at: readonly [x: number, y: number]
}

const long = '>;9632080400200044387502171053828143'

const pairs: readonly Pair[] = [
  { name: 'barcode128_line', command: 'BCN,200,Y,N,N,N', data: long, at: [75, 968] },
  { name: 'barcode128_default_width', command: 'BCN,200,N,N,N,N', data: long, state: { module: 3 }, at: [75, 968] },
  { name: 'barcode128_mode_a', command: 'BCN,200,N,N,N,A', data: long, at: [75, 968] },
  { name: 'barcode128_mode_d', command: 'BCN,200,N,N,N,D', data: long.slice(2), at: [75, 968] },
  { name: 'barcode128_rotated', command: 'BCI,200,Y,N,N,N', data: long, at: [75, 968] },
  { name: 'qr_code_offset', command: 'BQN,2,8', data: 'EXAMPLE CODE', state: { height: 100, module: 3 }, at: [0, 100] },
  { name: 'qr_ft_600', command: 'BQN,2,5', data: 'MA,HELLO WORLD', at: [100, 480] },
  { name: 'ean13', command: 'BEN,100,Y,N ', data: '123456789012', at: [50, 50] },
  { name: 'ean13', command: 'BEN,100,Y,Y ', data: '123456789012', at: [300, 50] },
  { name: 'ean13', command: 'BER,80,N,N ', data: '5901234123457', at: [550, 200] },
  { name: 'ean13', command: 'BEI,320,Y,N ', data: '978020137934', at: [50, 450] },
  { name: 'ean13', command: 'BEB,10,N,N ', data: '590123412398', at: [550, 850] },
]

for (const { name, command, data, state, at } of pairs) {
  t.test(`${name}, ^${command}: the dots of the picture`, { skip }, async (t) => {
    const reference = pngPicture(readFileSync(join(folder, `${name}.png`)))
    const drawn = await draw(command, data, state)
    t.same(differences(drawn, reference, at), [])
  })
}

// other encoders divide the data into modes in another way, so that the codewords are others
for (const { name, command, data, at, format } of [
  {
    name: 'pdf417_basic',
    command: 'B7N,6,4,10,N',
    data: 'Hello World PDF417 Test Data',
    at: [50, 50],
    format: 'PDF417',
  },
  {
    name: 'aztec_ec_1_ec23',
    command: 'BON,5,,23',
    data: 'Part:123;Warehouse:BYZA;Position:12-12-1',
    // ^FO65, and 166 dots by which Labelary centres a label of 480
    at: [231, 70],
    format: 'Aztec',
  },
] as const) {
  t.test(`${name}, ^${command}: the size of the picture, and its text`, { skip: skip || inLongRun.skip }, async (t) => {
    const reference = pngPicture(readFileSync(join(folder, `${name}.png`)))
    const drawn = await draw(command, data)
    t.same(extentOf(reference), [...at, at[0] + drawn.width, at[1] + drawn.height])
    t.same(await readsOf(pictureOf(drawn, 20), format), [data])
    t.same(await readsOf(reference, format), [data])
  })
}

/** Left, top, right and bottom of what is dark. */
function extentOf({ width, height, grey }: Picture): readonly number[] {
  const dark = [...grey.keys()].filter((at) => grey[at]! < 128)
  const [xs, ys] = [dark.map((at) => at % width), dark.map((at) => Math.floor(at / width))]
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b), width), xs.reduce((a, b) => Math.max(a, b), 0)]
  const [top, bottom] = [ys.reduce((a, b) => Math.min(a, b), height), ys.reduce((a, b) => Math.max(a, b), 0)]
  return [left, top, right + 1, bottom + 1]
}

/** Dots of the bars, without interpretation line and with guard bars where there is none, that are other than in the picture. */
function differences(drawn: DrawnField, reference: Picture, [left, top]: Pair['at']): string[] {
  const found: string[] = []
  const picture = pictureOf(drawn, 0)
  const { width } = drawn
  // guard bars reach lower, among the digits
  const height = drawn.lines.length === 0 ? picture.height + 2 : drawn.height
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [tx, ty] = turned(drawn, x, y)
      const ours = y < picture.height && picture.grey[y * picture.width + x]! < 128
      const theirs = reference.grey[(top + ty) * reference.width + left + tx]! < 128
      if (ours !== theirs && found.length < 10) found.push(`${x},${y}: ${ours ? 'dark' : 'light'}`)
    }
  }
  return found
}

/** Where a dot of the upright bars is after their turn, from the upper left corner of the turned ones. */
function turned({ orientation, width, height }: DrawnField, x: number, y: number): readonly [number, number] {
  switch (orientation) {
    case 'N':
      return [x, y]
    case 'R':
      return [height - 1 - y, x]
    case 'I':
      return [width - 1 - x, height - 1 - y]
    case 'B':
      return [y, width - 1 - x]
  }
}
