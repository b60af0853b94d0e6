import { type Gs1Message, gs1Message, isLink, rawText } from '../../../symbologies/gs1/index.ts'
import type { Fnc1 } from './fnc1.ts'
import { elementStrings } from './message.ts'

/**
 * Whether a symbol carries the expected text. That of a GS1 symbol may be written in any form of its message, too: with
 * brackets, with `^` for FNC1, as a reader sends it, or as a GS1 Digital Link URI.
 */
export function carries({ text, fnc1 }: { text: string; fnc1: Fnc1 | undefined }, expected: string): boolean {
  if (text === expected) return true
  if (fnc1 !== 'first') return false
  const [own, other] = [elementStrings(text), gs1Message(expected)]
  return isReadable(own) && isReadable(other) && rawText(own.elements) === rawText(other.elements)
}

/** Whether all of the message is in its elements. */
const isReadable = ({ elements, faults }: Gs1Message): boolean =>
  elements.length > 0 && faults.every(({ code }) => code !== 'gs1_syntax' && code !== 'gs1_unknown_ai')

/** The GTIN of an expected text such as `(01)09506000134352`, without the AI; undefined for any other text. */
export function expectedGtin(expected: string): string | undefined {
  const [first, ...others] = isLink(expected) ? [] : gs1Message(expected).elements
  return first?.ai === '01' && others.length === 0 && /^\d{14}$/.test(first.value) ? first.value : undefined
}
