import fc from 'fast-check'
import t from 'tap'
import { resolutions } from '../../src/layout/resolution.ts'
import { type Mark, moved, type Scene, turnedMatrix, turns, upright } from '../../src/layout/scene.ts'
import { paint } from '../../src/render/paint.ts'
import { areWordsEqual, darken, lightMatrix, type Matrix, rowsOf } from '../../symbologies/matrix/index.ts'
import { forAll } from '../random.ts'

const bare = {
  resolution: resolutions[300],
  paper: { width: 72, height: 72 },
  title: '',
  module: 1,
  barHeight: 0,
  cut: [],
}
const dots = fc.integer({ min: 0, max: 40 })

/** One dark module from a corner. */
const modules = (xs: readonly number[], ys: readonly number[]): Mark => {
  const matrix = lightMatrix(1, 1)
  darken(matrix, 0, 0)
  return { kind: 'modules', matrix, xs, ys }
}

const block: fc.Arbitrary<Mark> = fc
  .tuple(dots, dots, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .map(([x, y, width, height]) => modules([x, x + width], [y, y + height]))

const line: fc.Arbitrary<Mark> = fc.record({
  kind: fc.constant('line' as const),
  shape: fc.constantFrom('rectangle' as const, 'ellipse' as const),
  // a quarter of a dot from the middle of any: no dot is on the edge
  x: dots.map((x) => x + 0.25),
  y: dots.map((y) => y + 0.25),
  width: fc.integer({ min: 4, max: 40 }).map((width) => width + 0.5),
  height: fc.integer({ min: 4, max: 40 }).map((height) => height + 0.5),
  corner: fc.constantFrom(0, 1.3),
  thickness: fc.constantFrom(1, 1.8),
})

const sceneOf = (marks: fc.Arbitrary<Mark>): fc.Arbitrary<Scene> =>
  fc
    .record({
      width: fc.integer({ min: 20, max: 60 }),
      height: fc.integer({ min: 20, max: 60 }),
      turn: fc.constantFrom(...turns),
      marks: fc.array(marks, { maxLength: 4 }),
    })
    .map((own): Scene => ({ ...bare, ...own }))

const placed: fc.Arbitrary<Mark> = fc
  .tuple(sceneOf(fc.oneof(block, line)), dots, dots)
  .map(([scene, x, y]) => ({ kind: 'placed', scene: upright(scene), x: x - 10, y: y - 10 }))

const isSame = (a: Matrix, b: Matrix): boolean =>
  a.width === b.width && a.height === b.height && areWordsEqual(a.words, 0, b.words, 0, a.words.length)

t.test('drawings in drawings, and lines, turn with what they are in', () =>
  forAll([sceneOf(fc.oneof(block, line, placed)), fc.constantFrom(...turns)], { count: 1500 }, (scene, turn) => {
    const plain = { ...scene, turn: 'N' } as const
    const expected = turnedMatrix(paint(plain), turn)
    const found = paint({ ...scene, turn })
    if (!isSame(expected, found)) throw new Error(`${rowsOf(expected).join('\n')}\n\n${rowsOf(found).join('\n')}`)
  }),
)

t.test('a drawing in another one has the dots that it has by itself', () =>
  forAll([sceneOf(block), dots, dots], { count: 400 }, (scene, x, y) => {
    const inner = upright(scene)
    const page: Scene = { ...bare, width: 110, height: 110, turn: 'N', marks: [{ kind: 'placed', scene: inner, x, y }] }
    // what is beyond the edges of the inner one is not drawn
    const kept = inner.marks.filter(
      (mark) =>
        mark.kind === 'modules' &&
        Math.min(mark.xs[0]!, mark.ys[0]!) >= 0 &&
        mark.xs[1]! <= inner.width &&
        mark.ys[1]! <= inner.height,
    )
    if (kept.length < inner.marks.length) return true
    return isSame(paint(page), paint({ ...page, marks: inner.marks.map((mark) => moved(mark, x, y)) }))
  }),
)

t.test('a line is where it says, as thick as it says', async (t) => {
  const box = {
    kind: 'line',
    shape: 'rectangle',
    x: 2.5,
    y: 2.5,
    width: 5,
    height: 4,
    corner: 0,
    thickness: 1,
  } as const
  const rows = rowsOf(paint({ ...bare, width: 10, height: 9, turn: 'N', marks: [box] }))
  const count = rows.map((row) => [...row].filter((dot) => dot === rows[2]![2]).length)
  t.same(count, [0, 0, 6, 2, 2, 2, 6, 0, 0])
})
