/** Faults of names in a query that an endpoint does not know. */

import { quoted } from '../../symbologies/index.ts'
import type { FormFault } from './form-faults.ts'
import type { Others } from './parsed-query.ts'
import { didYouMean, proposedWord } from './proposals.ts'
import { parameterSpellings } from './spellings.ts'

const longestName = 40

/** The start of an unknown name, which a client may have chosen as long as it likes. */
export function startOf(name: string): string {
  return [...name.slice(0, 2 * longestName)].slice(0, longestName).join('')
}

/** An unknown name, and the parameter that it probably means. */
export interface UnknownName {
  readonly name: string
  readonly meant: string | undefined
  /** Its value, where that is known. */
  readonly value?: string | undefined
}

/** The names with what they probably mean: parameters that are `missing` from the query, each for one name only. */
export function unknownNames({ names, values }: Others, missing: readonly string[]): readonly UnknownName[] {
  const left = new Set(missing)
  return [...names].map((name) => {
    // an ampersand that was escaped for a page is part of the name after it
    const meant = proposedWord(name.replace(/^(amp|#38|#x26);/i, ''), missing, parameterSpellings)
    return { name, meant: meant !== undefined && left.delete(meant) ? meant : undefined, value: values?.get(name) }
  })
}

/**
 * A fault for each unknown name.
 *
 * @param more  how many parameters have further names
 * @param accepted  the names that the endpoint accepts
 */
export function unknownFaults(unknown: readonly UnknownName[], more: number, accepted: readonly string[]): FormFault[] {
  return unknown.map(({ name, meant }, i) => {
    const rest = more > 0 && i === unknown.length - 1 ? `, and ${more} more are not` : ''
    const message = `${quoted(name)} is not a parameter here${rest}; accepted: ${accepted.join(', ')}${didYouMean(meant)}`
    return { parameter: startOf(name), code: 'invalid_parameter', message, sentence: message }
  })
}
