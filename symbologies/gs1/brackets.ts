/** Texts in brackets that are meant for GS1 and encoded as they stand: scanners show the brackets, and nobody takes the symbol for a GS1 symbol. */

import type { Gs1Fault } from './fault.ts'
import { identifierOf } from './identifiers.ts'
import { type Gs1Message, gs1Message } from './message.ts'

/** A text that begins with an AI in brackets. */
export interface BracketedText {
  readonly message: Gs1Message
  /** Whether it is a message without faults, and not one that is right by accident, as `(240)555-1234` is. */
  readonly isMeant: boolean
}

/** The text as a GS1 message, if it begins with an AI in brackets that GS1 has. */
export function bracketedIn(text: string): BracketedText | undefined {
  const ai = /^\((\d{2,4})\)/.exec(text)?.[1]
  if (ai === undefined || identifierOf(ai) === undefined) return undefined
  const message = gs1Message(text)
  return { message, isMeant: isSound(message.faults) && (message.elements.length > 1 || hasCheckedNumber(message)) }
}

/** Whether the message has an element with check digits or characters, all right; not by accident, then. */
export function hasCheckedNumber({ elements, faults }: Gs1Message): boolean {
  return elements.some(
    ({ ai, identifier: { components } }) =>
      components.some(({ rules }) => rules.some((rule) => rule === 'csum' || rule === 'csumalpha')) &&
      faults.every((fault) => fault.ai !== ai || fault.code !== 'gs1_invalid_value'),
  )
}

/** Whether nothing is wrong with a message, but for companions that may be elsewhere. */
export const isSound = (faults: readonly Gs1Fault[]): boolean => faults.every(({ code }) => code === 'gs1_missing_ai')
