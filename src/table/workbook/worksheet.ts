/** What a workbook has, whichever program wrote it: worksheets with rows of cells as they are shown. */

import type { CellFaultKind } from '../cells.ts'
import { inexact } from './number-format.ts'
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
  /** The whole number that it is, where the text shows it in another form. */
  readonly amount?: number
  /** Why it shows no value. */
  readonly fault?: CellFaultKind
}

/** The texts with which LibreOffice and Excel fill a cell whose value does not fit, or cannot be shown. */
export const narrowCell = '###'

/** What a cell shows of a number. */
export function numberCell(text: string, value: number, isAmount: boolean): CellText {
  if (Math.abs(value) >= inexact) return { text, isText: false, fault: 'roundedNumber' }
  const isOther = isAmount && Number.isInteger(value) && value >= 0 && text !== String(value)
  return { text, isText: false, ...(isOther && { amount: value }) }
}

/** What a reader of one kind of workbook can do. */
export interface WorkbookReader {
  readonly worksheets: readonly Worksheet[]
  /** Bytes of memory that it keeps besides its file, nearly. */
  readonly kept: number
  /** The rows in their order; undefined is a pause: the work between two of them is bounded. @throws TableError */
  rows(worksheet: Worksheet): Generator<SheetRow | undefined>
}

/** What is made in steps, between which others can be served: the work of each is bounded. */
export type Stepwise<Result> = Generator<undefined, Result>

/** What is made in steps, where nobody waits. */
export function atOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Rows and columns of a worksheet at most, as spreadsheet programs have them (ECMA-376, 18.3.1.73, 18.18.62). */
export const [mostRows, mostColumns] = [1_048_576, 16_384] as const

/** @param value  of an attribute that counts */
export function countOf(value: string | undefined, most: number): number {
  const number = value === undefined ? 1 : Number(value)
  if (!Number.isSafeInteger(number) || number < 1) throw unreadable('it is damaged')
  return Math.min(number, most)
}
