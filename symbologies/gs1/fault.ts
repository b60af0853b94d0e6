import { codePoints } from '../messages.ts'

export type Gs1Code =
  | 'gs1_syntax'
  | 'gs1_unknown_ai'
  | 'gs1_invalid_value'
  | 'gs1_missing_ai'
  | 'gs1_excluded_ai'
  | 'gs1_carrier'
  | 'gs1_too_long'

/** What is wrong with a message, and where. */
export interface Gs1Fault {
  readonly code: Gs1Code
  readonly message: string
  readonly ai?: string
  /** The dictionary's name of the rule: a linter, `length`, a character set, `req`, `ex` or `repeat`. */
  readonly rule?: string
  /** The characters of the text, as Unicode code points from 1, both included. */
  readonly from: number
  readonly to: number
}

/** A range of a text by indices of UTF-16 code units, `end` not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The range in code points from 1, both included; an empty range is the character at it. */
export function placeIn(text: string, { start, end }: TextRange): { from: number; to: number } {
  const from = codePoints(text.slice(0, start)) + 1
  return { from, to: Math.max(from, codePoints(text.slice(0, end))) }
}
