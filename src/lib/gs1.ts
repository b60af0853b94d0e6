/**
 * GS1 messages: read in any of their forms, judged by GS1's syntax dictionary, written in the others.
 *
 * @module
 */

import {
  type DescribedMessage,
  Gs1Error,
  gs1Message,
  messageDescription,
  usualDomain,
} from '../../symbologies/gs1/index.ts'
import { requireNames } from '../../symbologies/option-names.ts'

export {
  bracketedText,
  checkCharactersOf,
  checkDigitOf,
  type DescribedElement,
  type DescribedMessage,
  type Element,
  elementStrings,
  fnc1,
  Gs1Error,
  type Gs1ErrorCode,
  type Gs1Fault,
  type Gs1Message,
  gs1Message,
  humanReadable,
  type Identifier,
  identifierOf,
  identifiers,
  linkText,
  rawText,
  usualDomain,
} from '../../symbologies/gs1/index.ts'

/** How a message is described. */
export interface DescriptionOptions {
  /** The domain of the URI, with its scheme and without a slash at its end; `https://id.gs1.org` by default. */
  readonly domain?: string | undefined
  /** The year that decides the century of dates with two digits for the year; that of the clock by default. */
  readonly thisYear?: number | undefined
}

/**
 * The elements of a message with what they mean, and the message in all of its forms, as `/api/v1/gs1` answers.
 *
 * @param text  in brackets, a GS1 Digital Link URI, raw with `^` for FNC1, or as a reader sends it
 * @throws Gs1Error with every fault of the message
 * @throws TypeError for a text or domain that is not a string, a year that is not a whole number, or options that are not an object
 * @throws RangeError for an unknown option
 */
export function gs1Description(text: string, options: DescriptionOptions = {}): DescribedMessage {
  requireNames('gs1Description', options, ['domain', 'thisYear'] satisfies (keyof DescriptionOptions)[])
  const { domain, thisYear } = options
  if (thisYear !== undefined && !Number.isInteger(thisYear)) throw new TypeError('thisYear is not a whole number')
  const { elements, faults } = gs1Message(text)
  if (faults.length > 0) throw new Gs1Error(faults)
  return messageDescription(elements, {
    domain: domain ?? usualDomain,
    thisYear: thisYear ?? new Date().getUTCFullYear(),
  })
}
