import t from 'tap'
import { fittedGrid } from '../../../../src/reader/check/photo/fitted.ts'
import { planesOf } from '../../../../src/reader/check/photo/planes.ts'
import { edgesOf, profileAlong } from '../../../../src/reader/check/photo/profile.ts'
import { projected, projectionThrough, quadProjection } from '../../../../src/reader/check/photo/projection.ts'
import { qr, rowsOf } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { degraded } from './degraded.ts'

const corners = [
  { x: 103, y: 51 },
  { x: 411, y: 88 },
  { x: 380, y: 402 },
  { x: 77, y: 350 },
] as const

t.test('a projection leads through its corners, and back to them from more places', async (t) => {
  const quad = quadProjection(corners, 21, 21)!
  const ends = [
    [0, 0],
    [21, 0],
    [21, 21],
    [0, 21],
  ] as const
  for (const [i, [u, v]] of ends.entries()) {
    const { x, y } = projected(quad, u, v)
    t.ok(Math.hypot(x - corners[i]!.x, y - corners[i]!.y) < 1e-6)
  }
  const pairs = [1, 5, 9, 20].flatMap((u) => [2, 7, 19].map((v) => ({ u, v, at: projected(quad, u, v) })))
  const fitted = projectionThrough(pairs)!
  const [a, b] = [projected(fitted, 14.5, 3.5), projected(quad, 14.5, 3.5)]
  t.ok(Math.hypot(a.x - b.x, a.y - b.y) < 1e-3)
  t.equal(projectionThrough(pairs.map(({ at }) => ({ u: 1, v: 1, at }))), undefined, 'one place is no plane')
})

t.test('a grid is fitted to the edges, with the gain of bars across and down', inLongRun, async (t) => {
  const rows = rowsOf(qr('a grid to be fitted').matrix)
  const size = rows.length
  for (const gain of [
    [0, 0],
    [0.2, 0.2],
    [0.25, 0.1],
    [-0.15, -0.15],
  ] as const) {
    const picture = degraded(rows, { module: 8, blur: 1.5, gain, margin: 6, parts: 10 })
    const planes = planesOf(picture)
    const start = 6 * 8
    const [left, right] = [start + 2, start + size * 8 - 1]
    const grid = fittedGrid(
      planes[0]!,
      quadProjection(
        [
          { x: left, y: start },
          { x: right, y: start - 2 },
          { x: right + 2, y: right },
          { x: left, y: right + 1 },
        ],
        size,
        size,
      )!,
      { size: { rows: size, columns: size } },
    )!
    for (const [u, v] of [
      [0, 0],
      [size, 0],
      [size, size],
      [size / 2, size / 3],
    ] as const) {
      const { x, y } = projected(grid.projection, u, v)
      t.ok(Math.hypot(x - start - 8 * u, y - start - 8 * v) < 0.15, `(${u}, ${v}) is at ${x}, ${y}`)
    }
    t.ok(Math.abs(grid.gain[0] - gain[0]) < 0.05 && Math.abs(grid.gain[1] - gain[1]) < 0.05, `${grid.gain} is ${gain}`)
  }
})

t.test('edges lie between pixels', async (t) => {
  const picture = degraded(['10110111'], { module: 7.3, blur: 1.2, margin: 6 })
  const line = { from: { x: 0, y: picture.height / 2 }, direction: { x: 1, y: 0 }, length: picture.width }
  const { edges, isFirstDark } = edgesOf(profileAlong(planesOf(picture)[0]!, line, 0))
  t.equal(isFirstDark, false)
  const widths = edges.slice(1).map((edge, i) => (edge - edges[i]!) / 7.3)
  t.equal(widths.length, 5)
  for (const [i, width] of [1, 1, 2, 1, 3].entries())
    t.ok(Math.abs(widths[i]! - width) < 0.05, `${widths[i]} is ${width}`)
})
