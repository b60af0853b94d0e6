/** What can be wrong with a content, by stable codes, and the sentence for each. */

import type { Gs1ErrorCode } from '../../symbologies/gs1/index.ts'

/** What a sentence says: the element it is about, what is there, and what has to be. */
export interface Said {
  readonly title?: string
  readonly found?: string
  readonly expected?: string
}

/**
 * The sentence for each code, with places for values. They are codes, numbers and forms rather than words, so that the sentence
 * can be said in other languages.
 */
export const faultSentences = {
  wrong_header: 'the text begins with {found}; it has to begin with {expected}',
  missing_trailer: 'the end is missing: {expected}',
  wrong_separator: '{found} stands where {expected} has to',
  unknown_identifier: '{found} is not an identifier of {expected}',
  missing_element: '{title} is missing',
  repeated_element: '{title} is there more than once',
  wrong_length: '{title} has {found} characters; accepted: {expected}',
  wrong_character: '{title} has {found}; accepted: {expected}',
  wrong_value: '{title} is {found}; accepted: {expected}',
  wrong_date: '{title}: {found} is not a date in the form {expected}',
  wrong_check_character: '{title} is {found}; the right one is {expected}',
  wrong_number: '{title}: {found} is wrong in its length or its check digits',
  wrong_order: '{title} stands before {found}; it has to be the last',
  conflicting_elements: '{title} and {found} exclude each other',
  wrong_count: '{title} is {found}, but there are {expected}',
} as const

/** Faults of GS1 messages have the codes that they have everywhere. */
export type ContentFaultCode = keyof typeof faultSentences | Gs1ErrorCode

/** The sentence for a code in English. */
export function sentenceOf(code: ContentFaultCode, { title = '', found = '', expected = '' }: Said): string {
  const sentence = faultSentences[code as keyof typeof faultSentences]
  const values: { readonly [name: string]: string } = { title, found, expected }
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
}
