import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { resolutions } from '../../src/layout/resolution.ts'
import {
  fed,
  type ModulesMark,
  moved,
  type Scene,
  turned,
  turnedMatrix,
  turns,
  unitOf,
  upright,
} from '../../src/layout/scene.ts'
import { darkenIf, lightMatrix, type Matrix, rowsOf } from '../../symbologies/matrix/index.ts'
import { forAll, inLongRun } from '../random.ts'

const anyMatrix = fc
  .record({ width: fc.integer({ min: 1, max: 70 }), height: fc.integer({ min: 1, max: 70 }) })
  .chain(({ width, height }) =>
    fc.array(fc.boolean(), { minLength: width * height, maxLength: width * height }).map((dark): Matrix => {
      const matrix = lightMatrix(width, height)
      for (const [i, isDark] of dark.entries()) {
        darkenIf(matrix.words, 32 * matrix.stride * Math.floor(i / width) + (i % width), Number(isDark))
      }
      return matrix
    }),
  )

/** The rows after a turn, by the columns of the rows before. */
function expected(rows: readonly string[], turn: (typeof turns)[number]): string[] {
  const column = (x: number): string => rows.map((row) => row[x]).join('')
  const reversed = (text: string): string => [...text].reverse().join('')
  const columns = Array.from({ length: rows[0]!.length }, (_, x) => column(x))
  switch (turn) {
    case 'N':
      return [...rows]
    case 'R':
      return columns.map(reversed)
    case 'I':
      return rows.map(reversed).reverse()
    case 'L':
      return columns.reverse()
  }
}

t.test('a matrix is turned as a sheet of paper is', inLongRun, async () => {
  await forAll([anyMatrix, fc.constantFrom(...turns)], { count: 300 }, (matrix, turn) => {
    deepEqual(rowsOf(turnedMatrix(matrix, turn)), expected(rowsOf(matrix), turn))
  })
})

const edges = (count: number, step: number): number[] => Array.from({ length: count + 1 }, (_, i) => 7 + i * step)

const modules = ({ matrix, step }: { matrix: Matrix; step: number }): ModulesMark => ({
  kind: 'modules',
  matrix,
  xs: edges(matrix.width, step),
  ys: edges(matrix.height, 2 * step),
})
const anyMark = fc.record({ matrix: anyMatrix, step: fc.integer({ min: 1, max: 9 }) }).map(modules)

t.test('four quarter turns are none, two are half a turn, and a mark stays within its frame', async () => {
  await forAll([anyMark], { count: 200 }, (mark) => {
    const frame = { width: mark.xs.at(-1)! + 3, height: mark.ys.at(-1)! + 5 }
    const lying = { width: frame.height, height: frame.width }
    let [turning, at] = [mark, frame]
    for (let i = 0; i < 4; i++) {
      turning = turned(turning, { ...at, turn: 'R' })
      at = at === frame ? lying : frame
      if (i === 1) deepEqual(turning, turned(mark, { ...frame, turn: 'I' }))
      deepEqual(turning.xs[0]! >= 0 && turning.xs.at(-1)! <= at.width, true)
      deepEqual(turning.ys[0]! >= 0 && turning.ys.at(-1)! <= at.height, true)
    }
    deepEqual(turning, mark)
    deepEqual(turned(turned(mark, { ...frame, turn: 'L' }), { ...lying, turn: 'R' }), mark)
    deepEqual(moved(moved(mark, 12, -3), -12, 3), mark)
  })
})

t.test('the pitch of edges', async (t) => {
  t.equal(unitOf([5, 8, 14, 20]), 3)
  t.equal(unitOf([0, 4, 6]), 2)
  t.equal(unitOf([3]), 0)
})

t.test('a label is fed with the first side of its size across the head', async (t) => {
  const matrix = lightMatrix(3, 2)
  const scene = (width: number, height: number): Scene => ({
    ...{ width, height, resolution: resolutions[203], turn: 'N', marks: [modules({ matrix, step: 2 })] },
    ...{ paper: { width, height }, title: '', module: 2, barHeight: 0, cut: [] },
  })
  t.equal(fed(scene(400, 200), '50x25').turn, 'N', 'it lies already')
  const standing = fed(scene(200, 400), '50x25')
  t.equal(standing.turn, 'R', 'it stands, and is turned clockwise')
  const { width, height } = upright(standing)
  t.same([width, height], [400, 200])
  t.equal(fed(scene(200, 400), '25x50mm').turn, 'N')
  t.equal(fed(scene(400, 200), '25x50mm').turn, 'R')
  t.equal(fed(scene(300, 300), '3x3').turn, 'N', 'a square lies either way')
})
