/** Fixed pattern damage: the modules that all symbols of a size have alike, segment by segment. ISO/IEC 15415, 7.8.5 and annexes A and B */

import type { ModulePlace } from '../check/index.ts'
import type { MatrixShape } from '../check/photo/matrix.ts'
import type { FixedModule } from '../check/picture/modules.ts'
import { type Grade, type GradeLimits, gradeBy, lowest } from './grades.ts'

/** The grade of the reflectance margin of a module that should be dark or light. */
export type MarginOf = (row: number, column: number, isDark: boolean) => Grade

interface Segment {
  /** Parts of which each is damaged or not: modules, or whole alignment patterns. */
  readonly parts: readonly (readonly FixedModule[])[]
  /** By the number of damaged parts, or by their share. */
  readonly by: 'count' | 'share'
  readonly limits: GradeLimits
}

/** Modules of a finder pattern of QR Code and its separator, by their number. */
const ofFinder: GradeLimits = { most: [0, 1, 2, 3] }
const ofTiming: GradeLimits = { most: [0, 0.07, 0.11, 0.14] }
const ofAlignment: GradeLimits = { most: [0, 0.1, 0.2, 0.3] }
const ofBorder: GradeLimits = { most: [0, 0.09, 0.13, 0.17] }

const levels: readonly Grade[] = [4, 3, 2, 1]

/** The highest level at which no segment is worse: modules of lower grades than the level count as damaged. */
export function fixedPatternDamage(
  shape: MatrixShape,
  marginOf: MarginOf,
): { grade: Grade; modules: readonly ModulePlace[] } {
  const segments = segmentsOf(shape)
  const damagedAt = (level: Grade, parts: Segment['parts']): (readonly FixedModule[])[] =>
    parts.filter((modules) => modules.some(({ row, column, dark }) => marginOf(row, column, dark) < level))
  let best: Grade = 0
  for (const level of levels) {
    const grades = segments.map(({ parts, by, limits }) => {
      const damaged = damagedAt(level, parts).length
      return gradeBy(by === 'count' ? damaged : damaged / parts.length, limits)
    })
    best = Math.max(best, Math.min(level, lowest(grades))) as Grade
  }
  if (best === 4) return { grade: best, modules: [] }
  const next = (best + 1) as Grade
  const modules = segments.flatMap(({ parts }) => damagedAt(next, parts).flat())
  return {
    grade: best,
    modules: modules
      .filter(({ row, column, dark }) => marginOf(row, column, dark) < next)
      .map(({ row, column }) => ({ row, column })),
  }
}

const oneByOne = (modules: readonly FixedModule[]): Segment['parts'] => modules.map((module) => [module])

function segmentsOf(shape: MatrixShape): Segment[] {
  return shape.symbology === 'datamatrix' ? dataMatrixSegments(shape) : qrSegments(shape)
}

/** Each finder pattern with its separator, each timing pattern, all alignment patterns together. */
function qrSegments(shape: MatrixShape): Segment[] {
  const all = shape.regions()
  const of = (rule: string): (readonly FixedModule[])[] =>
    all.filter((region) => region.rule === rule).map(({ modules }) => modules)
  const separators = of('separator')
  const finders = of('finder').map((finder, i): Segment => {
    return { parts: oneByOne([...finder, ...(separators[i] ?? [])]), by: 'count', limits: ofFinder }
  })
  const timings = of('timing').map((modules): Segment => ({ parts: oneByOne(modules), by: 'share', limits: ofTiming }))
  const alignments = of('alignment')
  return [
    ...finders,
    ...timings,
    ...(alignments.length > 0 ? [{ parts: alignments, by: 'share', limits: ofAlignment } as const] : []),
  ]
}

/** The solid borders at the left and bottom, the light modules beside them, the other borders, those between regions. */
function dataMatrixSegments(shape: MatrixShape): Segment[] {
  const { rows, columns } = shape
  const line = (count: number, at: (i: number) => ModulePlace, dark: boolean): Segment['parts'] =>
    Array.from({ length: count }, (_, i) => [{ ...at(i), dark }])
  const inner = shape.regions().filter(({ rule }) => rule === 'timing' || rule === 'alignment')
  const parts = [
    line(rows, (row) => ({ row, column: 0 }), true),
    line(columns, (column) => ({ row: rows - 1, column }), true),
    line(rows, (row) => ({ row, column: -1 }), false),
    line(columns, (column) => ({ row: rows, column }), false),
    ...inner.map(({ modules }) => oneByOne(modules)),
  ]
  return parts.map((each): Segment => ({ parts: each, by: 'share', limits: ofBorder }))
}
