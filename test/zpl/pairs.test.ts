import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { isDark, type Matrix } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'
import { painted } from './drawn.ts'

type Area = readonly [left: number, top: number, right: number, bottom: number]

const whole: Area = [0, 0, 812, 1624]

/** Pairs of test/zpl/pairs: areas whose dots are those of the picture, and words that are as wide as there, across or down. */
const pairs: readonly {
  readonly name: string
  readonly exact?: readonly Area[]
  readonly words?: readonly Area[]
  readonly isDown?: true
}[] = [
  { name: 'gb_normal', exact: [whole] },
  { name: 'gb_0_height', exact: [whole] },
  { name: 'gd_default_params', exact: [whole] },
  { name: 'qr_code_offset', exact: [whole] },
  { name: 'qr_ft_600', exact: [whole] },
  { name: 'barcode128_line', exact: [[0, 968, 812, 1168]], words: [[0, 1168, 812, 1200]] },
  { name: 'barcode128_rotated', exact: [[0, 968, 812, 1168]], words: [[0, 940, 812, 968]] },
  { name: 'barcode128_default_width', exact: [[0, 960, 812, 1300]], words: [[0, 900, 812, 960]] },
  { name: 'barcode128_mode_a', exact: [[0, 960, 812, 1300]], words: [[0, 900, 812, 960]] },
  { name: 'barcode128_mode_d', exact: [[0, 960, 812, 1300]], words: [[0, 900, 812, 960]] },
  {
    name: 'templating',
    exact: [[24, 440, 764, 682]],
    words: [
      [26, 34, 764, 80],
      [26, 110, 764, 170],
      [26, 255, 340, 290],
      [350, 255, 764, 290],
      [26, 320, 340, 370],
      [350, 320, 764, 370],
      [26, 740, 764, 790],
      [26, 795, 764, 845],
    ],
  },
  { name: 'text_fo_n', words: [whole] },
  { name: 'text_fo_r', words: [whole], isDown: true },
  { name: 'text_ft_i', words: [whole] },
  { name: 'text_ft_b', words: [whole], isDown: true },
  { name: 'text_ft_auto_pos', words: [whole] },
  { name: 'usps_test_merchant', words: [whole] },
  { name: 'cf_font_designator', words: [whole] },
  { name: 'fo_lenient_coord', words: [whole] },
  {
    name: 'cp850_hex_chars',
    words: [
      [0, 0, 812, 66],
      [0, 66, 812, 120],
    ],
  },
  { name: 'reverse', words: [whole] },
  { name: 'gs', words: [50, 150, 250, 350, 450, 550].map((top) => [0, top, 812, top + 100] as const) },
]

for (const { name, exact = [], words = [], isDown = false } of pairs) {
  t.test(`${name}: as Labelary draws it`, async (t) => {
    const folder = join(root, 'test/zpl/pairs')
    const { labels } = await painted(readFileSync(join(folder, `${name}.zpl`)))
    const picture = pngPicture(readFileSync(join(folder, `${name}.png`)))
    const { dots } = labels[0]!
    for (const area of exact) t.equal(differences(dots, picture, area), 0, `dots of ${area}`)
    for (const area of words) {
      const [ours, theirs] = [ink((x, y) => darkIn(dots, x, y), area), ink((x, y) => darkAt(picture, x, y), area)]
      const [from, to] = isDown ? ([1, 3] as const) : ([0, 2] as const)
      const [length, wanted] = [ours[to] - ours[from], theirs[to] - theirs[from]]
      t.ok(Math.abs(length / wanted - 1) <= 0.03, `${area}: ${length} dots, and ${wanted} there`)
      t.ok(
        Math.abs(ours[from] - theirs[from]) <= Math.max(3, 0.01 * wanted),
        `${area}: begins at ${ours[from]}, and ${theirs[from]} there`,
      )
    }
  })
}

t.test('a slanting line has the dots that are dark there, and at most one more in each row', async (t) => {
  const folder = join(root, 'test/zpl/pairs')
  const { labels } = await painted(readFileSync(join(folder, 'gd_thin_l.zpl')))
  const picture = pngPicture(readFileSync(join(folder, 'gd_thin_l.png')))
  for (let y = 0; y < 300; y++) {
    let more = 0
    for (let x = 0; x < 300; x++) {
      const [ours, theirs] = [darkIn(labels[0]!.dots, x, y), darkAt(picture, x, y)]
      if (theirs && !ours) t.fail(`${x},${y} is light`)
      if (ours && !theirs) more++
    }
    if (more > 1) t.fail(`row ${y} has ${more} more`)
  }
  t.ok(darkIn(labels[0]!.dots, 55, 54))
})

const darkIn = (dots: Matrix, x: number, y: number): boolean => x < dots.width && y < dots.height && isDark(dots, x, y)

const darkAt = ({ grey, width }: Picture, x: number, y: number): boolean => grey[y * width + x]! < 128

function differences(dots: Matrix, picture: Picture, [left, top, right, bottom]: Area): number {
  let count = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (darkIn(dots, x, y) !== darkAt(picture, x, y)) count++
  }
  return count
}

/** The area of what is dark within one. */
function ink(dark: (x: number, y: number) => boolean, [left, top, right, bottom]: Area): Area {
  let found: Area = [right, bottom, left, top]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (!dark(x, y)) continue
      found = [Math.min(found[0], x), Math.min(found[1], y), Math.max(found[2], x + 1), Math.max(found[3], y + 1)]
    }
  }
  return found
}
