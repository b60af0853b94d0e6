import { codePoints } from '../messages.ts'

export type Gs1ErrorCode =
  | 'gs1_syntax'
  | 'gs1_unknown_ai'
  | 'gs1_invalid_value'
  | 'gs1_missing_ai'
  | 'gs1_excluded_ai'
  | 'gs1_carrier'

/** Codes of what is doubtful: a companion can be in another symbol of the same item. */
export type Gs1DoubtCode = 'gs1_missing_ai' | 'gs1_too_long'

/** What is wrong with a message, and where. */
export interface Gs1Fault<Code = Gs1ErrorCode> {
  readonly code: Code
  readonly message: string
  readonly ai?: string
  /** The dictionary's name of the rule: a linter, `length`, a character set, `req`, `ex` or `repeat`. */
  readonly rule?: string
  /** The characters of the text, as Unicode code points from 1, both included. */
  readonly from: number
  readonly to: number
}

/** What is doubtful about a message. */
export type Gs1Doubt = Gs1Fault<Gs1DoubtCode>

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
