import type { Suggestion } from '../barcode.ts'
import type { RuleName } from './linters.ts'

export type Gs1ErrorCode =
  | 'gs1_syntax'
  | 'gs1_unknown_ai'
  | 'gs1_invalid_value'
  | 'gs1_missing_ai'
  | 'gs1_excluded_ai'
  | 'gs1_carrier'

/** Codes of what is doubtful: a companion can be in another symbol of the same item, a URI can be of another domain. */
export type Gs1DoubtCode = 'gs1_missing_ai' | 'gs1_too_long' | 'gs1_domain_replaced'

/**
 * What a message can break: a rule of its values by the dictionary's name, the characters or the length of a value, a rule between elements, or
 * of URIs: a name in place of an AI, and compression.
 */
export type Gs1Rule = RuleName | CharacterRule | 'length' | 'req' | 'ex' | 'repeat' | 'name' | 'compressed'

/** The dictionary's names of the sets of characters. */
export type CharacterRule = 'csetnumeric' | 'cset82' | 'cset39' | 'cset64'

/** What is wrong with a message, and where. */
export interface Gs1Fault<Code = Gs1ErrorCode> {
  readonly code: Code
  readonly message: string
  readonly ai?: string
  readonly rule?: Gs1Rule
  /** The characters of the text, as Unicode code points from 1, both included. */
  readonly from: number
  readonly to: number
  /** The text with the repair of this fault, or another symbology or form, where one is known. */
  readonly suggestion?: Suggestion
}

/** What is doubtful about a message. */
export interface Gs1Doubt extends Gs1Fault<Gs1DoubtCode> {
  /** The parameter whose value would have to change, if it is not the text. */
  readonly parameter?: 'domain'
}

/** A text without a fault that it had. */
export interface Repair {
  readonly text: string
  /** The repaired part in quotes, for the end of the message; undefined if the message says it already. */
  readonly said?: string
}

/** A fault that is found, and its repair, which is only made for the faults that are told. */
export interface RepairableFault extends Gs1Fault {
  readonly repair?: (() => Repair | undefined) | undefined
}

/** The most faults of one message that are told with their repair: each has a text as long as the message. */
const mostSuggestions = 10

/** The faults as they are told, with their repairs. */
export function told(faults: readonly RepairableFault[]): readonly Gs1Fault[] {
  return faults.map(({ repair, ...fault }, i) => {
    const repaired = i < mostSuggestions ? repair?.() : undefined
    if (repaired === undefined) return fault
    const { text, said } = repaired
    const message = said === undefined ? fault.message : `${fault.message}; did you mean ${said}?`
    return { ...fault, message, suggestion: { text } }
  })
}

/** A range of a text by indices of UTF-16 code units, `end` not included. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The most faults that are told of one message: finding and placing each takes time that grows with the text. */
export const mostFaults = 100

/**
 * The range in code points from 1, both included. A range with half of a surrogate pair has the whole; an empty range is the
 * character at it, or the last one if it is at the end.
 */
export function placeIn(text: string, { start, end }: TextRange): { from: number; to: number } {
  const last = Math.min(end - 1, text.length - 1)
  const before = startsIn(text, 0, Math.min(start, text.length - 1) + 1)
  const from = Math.max(1, before)
  return { from, to: from + startsIn(text, start + 1, last + 1) }
}

/** How many code points start at the indices from `start` to `end`, `end` not included. */
function startsIn(text: string, start: number, end: number): number {
  let count = 0
  for (let i = start; i < end; i++) if (!isSecondHalf(text, i)) count++
  return count
}

/** Whether the code unit at an index is the second of a surrogate pair. */
export function isSecondHalf(text: string, index: number): boolean {
  if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00 || index === 0) return false
  return (text.charCodeAt(index - 1) & 0xfc00) === 0xd800
}
