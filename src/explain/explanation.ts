import type { Caption, Columns, Quiet, Symbology } from '../../symbologies/index.ts'

/**
 * A rectangle of modules. Columns and rows count from 0 at the upper left module of the symbol; in a quiet zone they are
 * negative, or at least the symbol's width or height.
 */
export type Area = readonly [column: number, row: number, columns: number, rows: number]

/** A set of modules: those in the areas, and those in the given ranges of `Explanation.path`. */
export interface Modules {
  readonly areas?: readonly Area[]
  /** Ranges of indices of `Explanation.path`, `to` not included. */
  readonly path?: readonly (readonly [from: number, to: number])[]
}

/** Facts by name, for programs; `text` explains them. */
export interface Values {
  readonly [name: string]: number | string | boolean | readonly number[]
}

/** One of the similar things that make up a step: a codeword, a digit, a field. */
export interface Part {
  readonly title: string
  /** What it means, for people. */
  readonly text?: string
  readonly values?: Values
  readonly modules?: Modules
}

/** One decision or one pattern, and the clause that requires it. */
export interface Step extends Part {
  /** Unique in the explanation, and always the same for the same text and options. */
  readonly id: string
  /** Standard, edition and clause. */
  readonly clause: string
  readonly text: string
  readonly parts?: readonly Part[]
}

/** A symbol and the reason for every module of it: plain data that survives JSON unchanged. */
export interface Explanation {
  readonly symbology: Symbology
  /** The symbology's name in its standard. */
  readonly name: string
  /** The standard and its edition. */
  readonly standard: string
  /** What was encoded. */
  readonly text: string
  /** The symbol in a few words: `version 1-M, mask 2`. */
  readonly summary: string
  readonly width: number
  readonly height: number
  /** Rows of '1' (dark) and '0' (light), top first; a linear symbol has one. */
  readonly rows: readonly string[]
  /** Light margins, in columns and rows. */
  readonly quiet: Quiet
  readonly captions: readonly Caption[]
  /** Columns whose bars extend below the others (EAN, UPC). */
  readonly guards?: readonly Columns[]
  /** Columns of an add-on, whose bars begin lower than the others and end with the guards (EAN-13, UPC). */
  readonly addon?: Columns
  /** Thickness in columns of the bars above and below (ITF-14). */
  readonly bearer?: number
  /** Whether these bars are joined to a frame outside of the quiet zones (ITF-14). */
  readonly isFramed?: boolean
  /** How many columns a module takes, if it is not one. */
  readonly columnsPerModule?: number
  /**
   * The modules of all codewords of a matrix symbol, as row times width plus column: data codewords in the order of the
   * bit stream, then error correction codewords block by block, each codeword's most significant bit first, then
   * remainder bits. Empty for a linear symbol.
   */
  readonly path: readonly number[]
  readonly steps: readonly Step[]
}

/** The modules one by one, as column and row, in the order of `modules`. */
export function modulesIn(
  { path, width }: Pick<Explanation, 'path' | 'width'>,
  modules: Modules,
): (readonly [column: number, row: number])[] {
  const cells: (readonly [number, number])[] = []
  for (const [column, row, columns, rows] of modules.areas ?? []) {
    for (let y = row; y < row + rows; y++) for (let x = column; x < column + columns; x++) cells.push([x, y])
  }
  for (const [from, to] of modules.path ?? []) {
    for (let i = from; i < to; i++) cells.push([path[i]! % width, Math.floor(path[i]! / width)])
  }
  return cells
}
