import { dpis, resolutions } from '../../src/layout/resolution.ts'
import { type SymbolScene, turns } from '../../src/layout/scene.ts'
import { darken, lightMatrix } from '../../symbologies/matrix/index.ts'
import type { Picture } from '../oracle/zxing.ts'
import type { Random } from '../random.ts'

/** A few grids of random modules with rows and columns of different sizes, not overlapping. */
export function randomScene(r: Random): SymbolScene {
  const marks = []
  let top = r.between(0, 9)
  let width = 0
  for (let i = r.between(1, 3); i > 0; i--) {
    const matrix = lightMatrix(r.between(1, 100), r.between(1, 12))
    const darkness = r.between(0, 4)
    for (let y = 0; y < matrix.height; y++) {
      for (let x = 0; x < matrix.width; x++) if (r.between(1, 4) <= darkness) darken(matrix, x, y)
    }
    const xs = risingFrom(r.between(0, 50), matrix.width, r)
    const ys = risingFrom(top, matrix.height, r)
    top = ys.at(-1)! + r.between(0, 5)
    width = Math.max(width, xs.at(-1)! + r.between(0, 40))
    marks.push({ kind: 'modules', matrix, xs, ys } as const)
  }
  const resolution = resolutions[r.pick(dpis)]
  const points = 72 / resolution.perInch
  const paper = { width: width * points, height: top * points }
  const turn = r.pick(turns)
  return {
    width,
    height: top,
    resolution,
    paper,
    turn,
    marks,
    title: 'x',
    module: 1,
    barHeight: 0,
    cut: [],
  }
}

export function risingFrom(start: number, steps: number, r: Random): number[] {
  const result = [start, ...Array<number>(steps).fill(0)]
  for (let i = 1; i <= steps; i++) result[i] = result[i - 1]! + r.between(1, 6)
  return result
}

export function difference(actual: Picture, wanted: Picture): string | undefined {
  if (actual.width !== wanted.width || actual.height !== wanted.height) return 'size'
  const at = wanted.grey.findIndex((grey, i) => actual.grey[i] !== grey)
  return at < 0 ? undefined : `pixel ${at % wanted.width}, ${Math.floor(at / wanted.width)}`
}
