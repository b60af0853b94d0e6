/** Grades from 4 (A) to 0 (F), and what of a symbol gets one. */

import type { ModulePlace } from '../check/index.ts'

export type Letter = 'A' | 'B' | 'C' | 'D' | 'F'

/** The whole grades: 4 is A, 0 is F. */
export type Grade = 0 | 1 | 2 | 3 | 4

/** The letter of a grade, of a mean too: A from 3.5 on, B from 2.5, C from 1.5, D from 0.5. ISO/IEC 15416, 6.4 */
export function letterOf(grade: number): Letter {
  return grade >= 3.5 ? 'A' : grade >= 2.5 ? 'B' : grade >= 1.5 ? 'C' : grade >= 0.5 ? 'D' : 'F'
}

/** The limits for A, B, C and D: `least` of values that should be large, `most` of those that should be small. */
export type GradeLimits = { readonly least: readonly number[] } | { readonly most: readonly number[] }

/** Values are measured to three decimals. */
const rounding = 5e-4

export function gradeBy(value: number, limits: GradeLimits): Grade {
  const isKept = (limit: number): boolean => ('least' in limits ? value >= limit - rounding : value <= limit + rounding)
  const list = 'least' in limits ? limits.least : limits.most
  const first = list.findIndex(isKept)
  return first < 0 ? 0 : ((4 - first) as Grade)
}

/**
 * Why the picture does not show something: it has two greys; it is a drawing, whose other greys are at edges; its values end at white or at black; it ends before the quiet zone does; X in
 * mm is not known.
 */
export type Unseen = 'two_greys' | 'drawing' | 'clipped_white' | 'clipped_black' | 'outside_picture' | 'unknown_x'

/** Something of a symbol that is measured and graded. */
export interface GradedParameter {
  /** Stable, for programs: `contrast`. */
  readonly name: string
  /** To three decimals: a share of 1, unless the name says otherwise. */
  readonly value: number | null
  /** Null, as value and letter, where the picture does not show it. */
  readonly grade: Grade | null
  readonly letter: Letter | null
  readonly reason?: Unseen
  /** Limits for A, B, C and D; for what is passed or failed, the one that passes. */
  readonly limits: GradeLimits
  /** Standard and clause. */
  readonly clause: string
  /** The modules that decided it, at most 20. */
  readonly modules?: readonly ModulePlace[]
  /** The place on the scan line that decided it, in modules from the first bar. */
  readonly at?: number
}

const mostModules = 20

export function parameter(
  name: string,
  value: number,
  limits: GradeLimits,
  { clause, modules = [], at }: { clause: string; modules?: readonly ModulePlace[]; at?: number },
): GradedParameter {
  const grade = gradeBy(value, limits)
  return {
    name,
    value: rounded(value),
    grade,
    letter: letterOf(grade),
    limits,
    clause,
    ...(modules.length > 0 && { modules: modules.slice(0, mostModules) }),
    ...(at !== undefined && { at: Math.round(10 * at) / 10 }),
  }
}

/** One that is passed (A) or failed (F): its value is 1 or 0. */
export const passed = (name: string, isPassed: boolean, clause: string): GradedParameter =>
  parameter(name, Number(isPassed), { least: [1] }, { clause })

/** One of which the picture does not show the value. */
export const unseen = ({ at: _, modules: __, ...rest }: GradedParameter, reason: Unseen): GradedParameter => ({
  ...rest,
  value: null,
  grade: null,
  letter: null,
  reason,
})

export const rounded = (value: number): number => Math.round(1000 * value) / 1000

/** Of those that are known; A if none is. */
export const lowest = (grades: readonly (Grade | null)[]): Grade =>
  grades.reduce<Grade>((low, grade) => (grade !== null && grade < low ? grade : low), 4)

/** The parameter with the lowest grade, if one is known. */
export const worstOf = (
  parameters: readonly GradedParameter[],
): (GradedParameter & { readonly grade: Grade; readonly letter: Letter }) | undefined =>
  parameters.filter(isSeen).toSorted((a, b) => a.grade - b.grade)[0]

const isSeen = (
  parameter: GradedParameter,
): parameter is GradedParameter & { readonly grade: Grade; readonly letter: Letter } => parameter.grade !== null

/** What is not seen first, then the lowest grades. */
export const worstFirst = (parameters: readonly GradedParameter[]): readonly GradedParameter[] =>
  parameters.toSorted((a, b) => (a.grade ?? -1) - (b.grade ?? -1))

/** Parameters whose values are shares of 1. */
const shares: readonly string[] = [
  'contrast',
  'minimumReflectance',
  'minimumEdgeContrast',
  'modulation',
  'defects',
  'decodability',
  'axialNonuniformity',
  'gridNonuniformity',
  'unusedErrorCorrection',
]

/** How a parameter is shown. */
export interface GradeFigures {
  /** Value and limits are shares of 1. */
  readonly isShare: boolean
  /** It has no value, but is passed or failed. */
  readonly isPassed: boolean
  /** The limits for A, B, C and D, or the only one. */
  readonly list: readonly number[]
}

export function figuresOf({ name, limits }: GradedParameter): GradeFigures {
  const list = 'least' in limits ? limits.least : limits.most
  // what is overlaid with error correction is a grade itself
  const isShare = shares.includes(name) && list[0]! <= 1
  return { isShare, isPassed: list.length === 1 && !isShare, list }
}
