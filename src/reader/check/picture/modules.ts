/** The modules of a matrix symbol, and those that are the same in all symbols of a size. */

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
  return Array.from({ length: rows }, (_, row) => {
    let text = ''
    for (let at = row * columns; at < (row + 1) * columns; at++) text += dark[at] === 1 ? '1' : '0'
    return text
  })
}

/** A quarter turn clockwise: the left side becomes the top. */
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

/** A module that is dark, or light, in all symbols of a size. */
export interface FixedModule extends ModulePlace {
  readonly dark: boolean
}

/** Fixed modules of one pattern, and the rule that they are checked by. */
export interface Region<Rule extends string> {
  readonly rule: Rule
  /** For people. */
  readonly name: string
  readonly modules: readonly FixedModule[]
}

/** The modules of a region that are wrong. */
export function wrongIn(modules: Modules, fixed: readonly FixedModule[]): ModulePlace[] {
  return fixed.flatMap(({ row, column, dark }) =>
    (moduleAt(modules, row, column) === 1) === dark ? [] : [{ row, column }],
  )
}

/** `1 module is wrong`, `2 modules are wrong`. */
export const areWrong = (count: number): string => `${count} ${count === 1 ? 'module is' : 'modules are'} wrong`

/** A symbol size, and the modules that are the same in all symbols of this size. */
export interface Shape {
  readonly rows: number
  readonly columns: number
  /** The margin that has to be light, in modules. */
  readonly quiet: number
  /** Built on first use. */
  readonly regions: () => readonly Region<string>[]
}
