/** What is wrong with a table, a row or a cell, apart from the English of the messages: pages say it in their language. */

export const problemKinds = [
  // of a cell
  'spreadsheetError',
  'roundedNumber',
  'notCalculated',
  'tooNarrow',
  'otherFormat',
  'notUtf8',
  'otherEncoding',
  'noText',
  // of a row
  'openQuote',
  'strayQuote',
  'textAfterQuote',
  'tooManyCells',
  'tooLong',
  'tooWide',
  // of a table
  'emptyTable',
  'noTextFile',
  'otherMark',
  'oldWorkbook',
  'lockedWorkbook',
  'largeWorkbook',
  'detailedWorkbook',
  'emptyWorkbook',
  'damagedWorkbook',
] as const

export type ProblemKind = (typeof problemKinds)[number]

export interface Problem {
  readonly kind: ProblemKind
  /** What the message is about: the value of a cell, or the number of a column or of MiB; empty if there is nothing to say. */
  readonly value: string
}

export function problem(kind: ProblemKind, value: string | number = ''): { readonly problem: Problem } {
  return { problem: { kind, value: `${value}` } }
}
