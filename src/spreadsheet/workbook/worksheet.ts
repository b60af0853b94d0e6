/** What a workbook has, whichever program wrote it: worksheets with rows of cells as they are shown. */

import { unreadable } from './unreadable.ts'

export interface Worksheet {
  readonly name: string
  readonly isHidden: boolean
}

/** A row with anything in it. */
export interface SheetRow {
  /** From 1. */
  readonly number: number
  /** The texts of its cells from the first column on; undefined if a cell has nothing. */
  readonly cells: readonly (CellText | undefined)[]
}

export interface CellText {
  readonly text: string
  /** Whether it was a text in the workbook too, however much it looks like a number. */
  readonly isText: boolean
}

/** What a reader of one kind of workbook can do. */
export interface WorkbookReader {
  readonly worksheets: readonly Worksheet[]
  /** The rows in their order. @throws TableError */
  rows(worksheet: Worksheet): Generator<SheetRow>
}

/** Rows and columns of a worksheet at most, as spreadsheet programs have them (ECMA-376, 18.3.1.73, 18.18.62). */
export const [mostRows, mostColumns] = [1_048_576, 16_384] as const

/** @param value  of an attribute that counts */
export function countOf(value: string | undefined, most: number): number {
  const number = value === undefined ? 1 : Number(value)
  if (!Number.isSafeInteger(number) || number < 1) throw unreadable('it is damaged')
  return Math.min(number, most)
}
