import fc from 'fast-check'
import t from 'tap'
import { imageDots } from '../../src/design/images.ts'
import { pictureInUri } from '../../src/design/picture-source.ts'
import { boxMark, ellipseMark, lineMark } from '../../src/design/shapes.ts'
import { uninterrupted } from '../../src/interruptible.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import { packedPicture } from '../../src/reader/check/picture/picture.ts'
import { darken, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { cases, forAll, inLongRun, random } from '../random.ts'
import { greyFile, uri } from './random-design.ts'

const resolution = resolutions[203]
const named = { label: 'a shape', turn: 0 } as const
const tenths = (least: number, most: number) =>
  fc.integer({ min: 10 * least, max: 10 * most }).map((value) => value / 10)

/** How many dots are dark, and in how many pieces, where dots touch at their sides or corners. */
function pieces(matrix: Matrix): { readonly dark: number; readonly count: number } {
  const seen = new Set<number>()
  let [dark, count] = [0, 0]
  const isIn = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < matrix.width && y < matrix.height && isDark(matrix, x, y)
  for (let y = 0; y < matrix.height; y++) {
    for (let x = 0; x < matrix.width; x++) {
      if (!isIn(x, y)) continue
      dark++
      if (seen.has(y * matrix.width + x)) continue
      count++
      const open = [[x, y] as const]
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const [cx, cy] = at
        if (!isIn(cx, cy) || seen.has(cy * matrix.width + cx)) continue
        seen.add(cy * matrix.width + cx)
        for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) open.push([cx + dx, cy + dy])
      }
    }
  }
  return { dark, count }
}

t.test('a slanted line has no gaps, and every dot near enough to it is dark', inLongRun, async () => {
  const end = fc.tuple(tenths(0, 30), tenths(0, 30))
  await forAll([end, end, tenths(0.1, 3)], { count: 400 }, (from, to, width) => {
    const { matrix, xs, ys } = lineMark({ kind: 'line', ...named, from, to, width }, resolution)
    const [ax, ay, bx, by] = [...from, ...to].map((mm) => 8 * mm) as [number, number, number, number]
    const length = Math.hypot(bx - ax, by - ay)
    if (matrix.width === 1 && matrix.height === 1) return Math.abs(bx - ax) < 0.5 || Math.abs(by - ay) < 0.5
    const half = Math.max(1, Math.round(8 * width)) / 2
    for (let y = 0; y < matrix.height; y++) {
      for (let x = 0; x < matrix.width; x++) {
        const [dx, dy] = [xs[x]! + 0.5 - ax, ys[y]! + 0.5 - ay]
        const along = (dx * (bx - ax) + dy * (by - ay)) / length
        const across = Math.abs(dx * (by - ay) - dy * (bx - ax)) / length
        const depth = Math.min(half - across, along, length - along)
        // on the edge itself rounding decides
        if (Math.abs(depth) > 1e-6 && isDark(matrix, x, y) !== depth > 0) return false
      }
    }
    return length < 3 || half < 1 || pieces(matrix).count === 1
  })
})

t.test('an ellipse touches its box, is closed, and filled has all of its inside', async () => {
  await forAll([tenths(1, 30), tenths(1, 30), tenths(0.1, 2)], { count: 300 }, (wide, high, width) => {
    const shape = { kind: 'ellipse', ...named, at: [1, 1], size: [wide, high] } as const
    const { matrix, xs, ys } = ellipseMark({ ...shape, width }, resolution)
    const filled = ellipseMark({ ...shape, width: undefined }, resolution).matrix
    const [a, b] = [matrix.width / 2, matrix.height / 2]
    const line = Math.max(1, Math.round(8 * width))
    if (xs[0] !== 8 || ys[0] !== 8 || xs.at(-1) !== Math.round(8 * (1 + wide))) return false
    for (let y = 0; y < matrix.height; y++) {
      for (let x = 0; x < matrix.width; x++) {
        const inside = ((x + 0.5 - a) / a) ** 2 + ((y + 0.5 - b) / b) ** 2
        if (Math.abs(inside - 1) > 1e-6 && isDark(filled, x, y) !== inside < 1) return false
        if (isDark(matrix, x, y) && !isDark(filled, x, y)) return false
        // the outline is dark wherever the filled one ends
        const neighbours = [
          [x - 1, y],
          [x + 1, y],
          [x, y - 1],
          [x, y + 1],
        ] as const
        const isEdge = neighbours.some(
          ([nx, ny]) => nx < 0 || ny < 0 || nx >= matrix.width || ny >= matrix.height || !isDark(filled, nx, ny),
        )
        if (isDark(filled, x, y) && isEdge && !isDark(matrix, x, y)) return false
      }
    }
    const isHollow = a > 2 * line && b > 2 * line
    return !isHollow || !isDark(matrix, Math.floor(a), Math.floor(b))
  })
})

t.test('a box has its line inside of its edges, and none of no dots', async (t) => {
  const box = { kind: 'box', ...named, at: [1, 2], size: [10, 5] } as const
  t.same(boxMark({ ...box, width: 0.5 }, resolution).xs, [8, 12, 84, 88])
  t.same(boxMark({ ...box, width: 0.5 }, resolution).ys, [16, 20, 52, 56])
  t.same(boxMark({ ...box, width: 0.05 }, resolution).xs, [8, 9, 87, 88])
  t.same(boxMark({ ...box, width: 3 }, resolution).xs, [8, 88], 'a line that fills it')
  t.same(boxMark({ ...box, width: undefined }, resolution).ys, [16, 56])
})

const image = {
  kind: 'image',
  ...named,
  at: [0, 0],
  size: [9, 9],
  align: 'left',
  valign: 'top',
  threshold: 128,
} as const

t.test('a picture of the size of its box keeps its dots, and others their proportions', async (t) => {
  const picture = pictureInUri(uri(greyFile(40, 20, (x, y) => ((x ^ y) & 1 ? 0 : 255))))
  const same = uninterrupted(imageDots({ ...image, picture, mode: 'threshold' }, { width: 40, height: 30 }))
  t.same([same.width, same.height], [40, 20])
  const isKept = Array.from(
    { length: 800 },
    (_, i) => isDark(same, i % 40, Math.floor(i / 40)) === (((i % 40) ^ Math.floor(i / 40)) & 1) > 0,
  )
  t.ok(isKept.every(Boolean))
  const small = uninterrupted(imageDots({ ...image, picture, mode: 'threshold' }, { width: 100, height: 10 }))
  t.same([small.width, small.height], [20, 10])
})

t.test('dither has as many dots as a picture is dark', async (t) => {
  for (const grey of [0, 1, 63, 127, 128, 200, 254, 255]) {
    const picture = pictureInUri(uri(greyFile(64, 64, () => grey)))
    const matrix = uninterrupted(imageDots({ ...image, picture, mode: 'dither' }, { width: 64, height: 64 }))
    const share = pieces(matrix).dark / 4096
    t.ok(Math.abs(share - (255 - grey) / 255) < 0.02, `grey ${grey}: ${share}`)
  }
})

t.test(
  'a picture of two greys has the dots that it has in greys, and others have turns meanwhile',
  inLongRun,
  async (t) => {
    const r = random('pictures in dots')
    for (let i = 0; i < cases(80); i++) {
      const [width, height] = [r.between(1, 90), r.between(1, 90)]
      const dark = Array.from({ length: width * height }, () => r.between(0, 3) === 0)
      const grey = pictureInUri(uri(greyFile(width, height, (x, y) => (dark[y * width + x] ? 0 : 255))))
      const bits = lightMatrix(width, height)
      for (const [at, isInk] of dark.entries()) if (isInk) darken(bits, at % width, Math.floor(at / width))
      const packed = packedPicture({ bits, low: 0, high: 255 }, undefined)
      const box = { width: r.between(1, 120), height: r.between(1, 120) }
      for (const mode of ['threshold', 'dither'] as const) {
        const [one, other] = [grey, packed].map((picture) => uninterrupted(imageDots({ ...image, picture, mode }, box)))
        t.same(one, other, `${width}x${height} in ${box.width}x${box.height}`)
      }
    }
    const large = packedPicture({ bits: lightMatrix(4000, 4000), low: 0, high: 255 }, undefined)
    const work = imageDots({ ...image, picture: large, mode: 'dither' }, { width: 100, height: 100 })
    let turns = 0
    for (let step = work.next(); !step.done; step = work.next()) turns++
    t.ok(turns >= 7, `${turns}`)
  },
)
