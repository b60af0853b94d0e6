import type { ModulePlace, Rows } from '../report.ts'

/** Modules of a matrix symbol, row by row: 1 is dark. */
export interface Modules {
  readonly rows: number
  readonly columns: number
  readonly dark: Uint8Array
}

export const moduleAt = ({ columns, dark }: Modules, row: number, column: number): number =>
  dark[row * columns + column]!

export function rowsIn({ rows, columns, dark }: Modules): Rows {
  return Array.from({ length: rows }, (_, row) => dark.subarray(row * columns, (row + 1) * columns).join(''))
}

/** A quarter turn clockwise: what was the left side is then the top. */
export function turnedModules({ rows, columns, dark }: Modules): Modules {
  const result = new Uint8Array(dark.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      result[column * rows + (rows - 1 - row)] = dark[row * columns + column]!
    }
  }
  return { rows: columns, columns: rows, dark: result }
}

/** Rows and columns exchanged: mirrored at the diagonal from the upper left to the lower right. */
export function transposedModules({ rows, columns, dark }: Modules): Modules {
  const result = new Uint8Array(dark.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) result[column * rows + row] = dark[row * columns + column]!
  }
  return { rows: columns, columns: rows, dark: result }
}

/** A module that every symbol of a kind has dark, or light. */
export interface FixedModule extends ModulePlace {
  readonly dark: boolean
}

/** Modules with a purpose of their own, and the rule that they are looked at by. */
export interface Region<Rule extends string> {
  readonly rule: Rule
  /** For people: which of several. */
  readonly name: string
  readonly modules: readonly FixedModule[]
}

/** Modules of a region that are not as they should be. */
export function wrongIn(modules: Modules, fixed: readonly FixedModule[]): ModulePlace[] {
  return fixed.flatMap(({ row, column, dark }) =>
    (moduleAt(modules, row, column) === 1) === dark ? [] : [{ row, column }],
  )
}

/** The share of the regions' modules that are as they should be. */
export function likenessTo(modules: Modules, regions: readonly Region<string>[]): number {
  let all = 0
  let right = 0
  for (const { modules: fixed } of regions) {
    all += fixed.length
    for (const { row, column, dark } of fixed) if ((moduleAt(modules, row, column) === 1) === dark) right++
  }
  return right / all
}
