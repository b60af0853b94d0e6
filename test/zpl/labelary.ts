/** Programs with the pictures that Labelary draws of them, in test/zpl/pairs, and how far what is drawn here is from these. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'
import { isDark, type Matrix } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'
import { painted } from './drawn.ts'

/** Dots; right and bottom are not included. */
export type Area = readonly [left: number, top: number, right: number, bottom: number]

/** The dots of a label of 4 x 8 in at 8 dots a mm, as Labelary counts them. */
export const whole: Area = [0, 0, 812, 1624]

export interface Pair {
  readonly name: string
  /** Symbols and graphics: their dots are those of the picture. */
  readonly exact?: readonly Area[]
  /** Words: as wide as there, or as high where they read downwards. */
  readonly words?: readonly Area[]
  readonly isDown?: true
  /** What differs, and why. */
  readonly why: string
}

const letters = 'the shapes of letters'
const modes = 'bwip-js divides the data into modes in another way; size and text are the same'

export const pairs: readonly Pair[] = [
  { name: 'gb_normal', exact: [whole], why: '' },
  { name: 'gb_0_height', exact: [whole], why: '' },
  { name: 'gd_default_params', exact: [whole], why: '' },
  { name: 'gd_thin_l', why: 'Labelary smooths slanting lines: of two grey dots side by side one is dark here' },
  { name: 'qr_code_offset', exact: [whole], why: '' },
  { name: 'qr_ft_600', exact: [whole], why: '' },
  { name: 'aztec_ec_1_ec23', why: modes },
  { name: 'pdf417_basic', why: modes },
  {
    name: 'ean13',
    exact: [
      [50, 50, 240, 150],
      [50, 465, 240, 786],
      [290, 200, 382, 395],
      [300, 50, 490, 165],
      [300, 435, 490, 780],
      [520, 0, 812, 1624],
    ],
    words: [[300, 0, 490, 48]],
    why: letters,
  },
  { name: 'barcode128_line', exact: [[0, 968, 812, 1168]], words: [[0, 1168, 812, 1200]], why: letters },
  { name: 'barcode128_rotated', exact: [[0, 968, 812, 1168]], words: [[0, 940, 812, 968]], why: letters },
  { name: 'barcode128_default_width', exact: [[0, 960, 812, 1300]], words: [[0, 900, 812, 960]], why: letters },
  { name: 'barcode128_mode_a', exact: [[0, 960, 812, 1300]], words: [[0, 900, 812, 960]], why: letters },
  { name: 'barcode128_mode_d', exact: [[0, 960, 812, 1300]], words: [[0, 900, 812, 960]], why: letters },
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
    why: letters,
  },
  { name: 'text_fo_n', words: [whole], why: letters },
  { name: 'text_fo_r', words: [whole], isDown: true, why: letters },
  { name: 'text_ft_i', words: [whole], why: letters },
  { name: 'text_ft_b', words: [whole], isDown: true, why: letters },
  { name: 'text_ft_auto_pos', words: [whole], why: letters },
  { name: 'usps_test_merchant', words: [whole], why: letters },
  { name: 'cf_font_designator', words: [whole], why: letters },
  { name: 'fo_lenient_coord', words: [whole], why: letters },
  {
    name: 'cp850_hex_chars',
    words: [
      [0, 0, 812, 66],
      [0, 66, 812, 120],
    ],
    why: letters,
  },
  { name: 'reverse', words: [whole], why: letters },
  {
    name: 'gs',
    words: [50, 150, 250, 350, 450, 550].map((top) => [0, top, 812, top + 100] as const),
    why: 'the shapes of signs, and no \u00ae in the marks of UL and CSA',
  },
]

const folder = join(root, 'test/zpl/pairs')

/** The first label of a pair, as it is drawn here and there. */
export interface DrawnPair {
  readonly pair: Pair
  readonly dots: Matrix
  readonly picture: Picture
}

export async function drawnPair(pair: Pair): Promise<DrawnPair> {
  const { labels } = await painted(readFileSync(join(folder, `${pair.name}.zpl`)))
  return { pair, dots: labels[0]!.dots, picture: pngPicture(readFileSync(join(folder, `${pair.name}.png`))) }
}

export const darkHere = ({ dots }: DrawnPair, x: number, y: number): boolean =>
  x < dots.width && y < dots.height && isDark(dots, x, y)

export const darkThere = ({ picture: { grey, width, height } }: DrawnPair, x: number, y: number): boolean =>
  x < width && y < height && grey[y * width + x]! < 128

/** Dots of an area. */
export interface DotCounts {
  /** Dark there. */
  readonly there: number
  /** Dark here alone, and there alone. */
  readonly more: number
  readonly fewer: number
}

export function counted(pair: DrawnPair, [left, top, right, bottom]: Area): DotCounts {
  let [there, more, fewer] = [0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const [ours, theirs] = [darkHere(pair, x, y), darkThere(pair, x, y)]
      if (theirs) there++
      if (ours && !theirs) more++
      if (theirs && !ours) fewer++
    }
  }
  return { there, more, fewer }
}

/** How many dots of an area are others here than there. */
export function differences(pair: DrawnPair, area: Area): number {
  const { more, fewer } = counted(pair, area)
  return more + fewer
}

/** Where words begin, and how long they are, along the direction in which they are read. */
export interface Extent {
  readonly start: number
  readonly length: number
}

export function extents(
  pair: DrawnPair,
  area: Area,
  isDown = false,
): { readonly here: Extent; readonly there: Extent } {
  const [from, to] = isDown ? ([1, 3] as const) : ([0, 2] as const)
  const extent = (ink: Area): Extent => ({ start: ink[from], length: ink[to] - ink[from] })
  return {
    here: extent(ink((x, y) => darkHere(pair, x, y), area)),
    there: extent(ink((x, y) => darkThere(pair, x, y), area)),
  }
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
