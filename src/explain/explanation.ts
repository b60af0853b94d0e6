/** What an explanation is, the steps that all symbologies have, and sets of modules. */

import {
  type Barcode,
  type Caption,
  type Columns,
  catalogue,
  type Matrix,
  type Quiet,
  rowsOf,
  type Symbology,
  type structure,
} from '../../symbologies/index.ts'

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

/**
 * The modules that have `role`, as rectangles that do not overlap: in reading order, each as wide and then as high as
 * possible.
 *
 * @param within the columns and rows to search; all of the symbol by default
 */
export function areasOf({ width, height, bits }: structure.Roles, role: number, within?: Area): Area[] {
  const [left, top, columns, rows] = within ?? [0, 0, width, height]
  const right = Math.min(left + columns, width)
  const bottom = Math.min(top + rows, height)
  const seen = new Uint8Array(bits.length)
  const isFree = (x: number, y: number): boolean => {
    const at = y * width + x
    return x < right && y < bottom && (bits[at]! & role) !== 0 && seen[at] === 0
  }
  const isFreeRow = (from: number, to: number, y: number): boolean => {
    for (let x = from; x < to; x++) if (!isFree(x, y)) return false
    return true
  }
  const areas: Area[] = []
  for (let y = Math.max(top, 0); y < bottom; y++) {
    for (let x = Math.max(left, 0); x < right; x++) {
      if (!isFree(x, y)) continue
      let endX = x + 1
      while (isFree(endX, y)) endX++
      let endY = y + 1
      while (isFreeRow(x, endX, endY)) endY++
      for (let row = y; row < endY; row++) seen.fill(1, row * width + x, row * width + endX)
      areas.push([x, y, endX - x, endY - y])
    }
  }
  return areas
}

/** An explanation whose common properties come from the barcode and from the catalogue. */
export function explanationOf(
  { symbology, matrix, quiet, captions, guards, addon, bearer, isFramed, columnsPerModule }: Barcode,
  rest: Pick<Explanation, 'text' | 'summary' | 'steps'> & Partial<Pick<Explanation, 'path'>>,
): Explanation {
  const { name, standard } = catalogue[symbology]
  const { text, summary, path = [], steps } = rest
  return {
    symbology,
    name,
    standard,
    text,
    summary,
    width: matrix.width,
    height: matrix.height,
    rows: rowsOf(matrix),
    quiet,
    captions,
    ...(guards && { guards }),
    ...(addon && { addon }),
    ...(bearer !== undefined && { bearer }),
    ...(isFramed && { isFramed }),
    ...(columnsPerModule !== undefined && { columnsPerModule }),
    path,
    steps,
  }
}

/** The light margins of a symbol as a step; top and bottom only if the symbology requires them. */
export function quietZone({ quiet, matrix, columnsPerModule = 1 }: Barcode, clause: string): Step {
  const { left, right, top, bottom } = quiet
  const modules = {
    left: left / columnsPerModule,
    right: right / columnsPerModule,
    top: top / columnsPerModule,
    bottom: bottom / columnsPerModule,
  }
  const sides =
    top === 0
      ? `${modules.left} modules left and ${modules.right} right`
      : `${left} ${left === 1 ? 'module' : 'modules'} on all sides`
  return {
    id: 'quiet-zone',
    title: 'Quiet zone',
    clause,
    text: `Nothing is printed around the symbol: at least ${sides}.`,
    values: modules,
    modules: { areas: margins(quiet, matrix) },
  }
}

function margins({ left, right, top, bottom }: Barcode['quiet'], { width, height }: Matrix): Area[] {
  const areas: Area[] = [
    [-left, -top, width + left + right, top],
    [-left, 0, left, height],
    [width, 0, right, height],
    [-left, height, width + left + right, bottom],
  ]
  return areas.filter(([, , columns, rows]) => columns > 0 && rows > 0)
}
